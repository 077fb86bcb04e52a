"""The page for other programs."""
