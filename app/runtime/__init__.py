"""Threads between the window and the parts that have no Qt."""
