"""The page of all settings."""
