"""The key of the store: in the system keyring, or made from a passphrase."""
