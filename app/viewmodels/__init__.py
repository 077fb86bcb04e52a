"""Qt-side state apart from widgets: what is on screen, as values and signals."""
