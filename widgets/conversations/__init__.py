"""The list of conversations, what was searched for in them, and the archive."""
