"""Model files: what they hold, who can draft for whom, what keeps one from being loaded."""
