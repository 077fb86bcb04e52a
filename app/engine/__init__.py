"""The speculative engine: draft, verify, rewind."""
