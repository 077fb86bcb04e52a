"""The loaded pair for other programs on this machine: an OpenAI-compatible API on loopback, off until turned on."""
