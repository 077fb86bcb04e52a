"""Galley: everything that is not a widget."""

__version__ = "0.1.0"
