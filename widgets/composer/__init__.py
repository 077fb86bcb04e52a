"""Where messages are written: the field, files, the room that is left, the slash menu."""
