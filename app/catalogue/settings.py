"""Texts of the notices that `app.settings` causes."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "settings_damaged": QT_TRANSLATE_NOOP(
        "catalogue", "The settings could not be read and are now the defaults; the old file is kept as “{kept}”."
    ),
    "settings_unreadable": QT_TRANSLATE_NOOP(
        "catalogue", "The settings in “{path}” cannot be read ({cause}); the defaults are used."
    ),
    "settings_value_refused": QT_TRANSLATE_NOOP(
        "catalogue", "The setting “{key}” had a value that cannot be; its default is used."
    ),
    "settings_not_saved": QT_TRANSLATE_NOOP(
        "catalogue", "The settings cannot be saved in “{path}” ({cause}); they are lost when Galley ends."
    ),
}
