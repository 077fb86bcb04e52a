"""Spell-checking of what is typed, by what the system has for it; without it there is none."""
