"""Tests of everything that is not a widget."""
