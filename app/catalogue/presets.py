"""Texts of the notices about presets: settings that somebody saves under a name."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "preset_without_name": QT_TRANSLATE_NOOP("catalogue", "Give the preset a name."),
    "preset_name_too_long": QT_TRANSLATE_NOOP("catalogue", "A name has at most {number} characters."),
    "preset_built_in": QT_TRANSLATE_NOOP("catalogue", "“{name}” comes with Galley. Choose another name."),
}
