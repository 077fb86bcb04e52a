"""Conversations on disk: encrypted, readable to nobody else, and never lost."""
