"""Small widgets of general use, each of which several rooms put to work."""
