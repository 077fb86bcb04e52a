"""The page about models."""
