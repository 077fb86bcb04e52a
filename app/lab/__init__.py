"""Comparisons: what two settings do with one prompt, and what can be said of it with how much certainty."""
