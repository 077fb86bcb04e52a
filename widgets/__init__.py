"""Widgets. They paint state and report wishes; nothing in here knows llama.cpp, the store or the server."""
