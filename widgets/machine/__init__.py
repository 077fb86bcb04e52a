"""The page about the machine."""
