"""Colours, faces of type, icons, the style sheet, how figures are written: what every widget stands on."""
