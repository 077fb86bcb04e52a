"""The page about Galley itself."""
