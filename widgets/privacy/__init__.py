"""The privacy page, and everything about keys, passphrases, locking, export and import."""
