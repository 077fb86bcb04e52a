"""Texts of the notices that `app.settings` causes."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "language_waits": QT_TRANSLATE_NOOP("catalogue", "The language changes as soon as what is running now has ended."),
    "language_at_start": QT_TRANSLATE_NOOP(
        "catalogue",
        "The language changes when Galley is started the next time: these conversations are not kept, "
        "and a window in another language could not show them.",
    ),
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
    "policy_damaged": QT_TRANSLATE_NOOP(
        "catalogue",
        "The administrator's file “{path}” cannot be understood ({cause}). Until it can, what it could forbid is "
        "forbidden.",
    ),
    "policy_export": QT_TRANSLATE_NOOP("catalogue", "The administrator of this machine has switched off exporting."),
    "policy_api": QT_TRANSLATE_NOOP(
        "catalogue", "The administrator of this machine has switched off answering other programs."
    ),
    "policy_passphrase": QT_TRANSLATE_NOOP(
        "catalogue", "The administrator of this machine wants a passphrase instead of the system's keyring."
    ),
    "policy_folders": QT_TRANSLATE_NOOP(
        "catalogue", "The administrator of this machine has decided from which folders models come."
    ),
    "policy_model": QT_TRANSLATE_NOOP(
        "catalogue",
        "The administrator of this machine allows models from certain folders only, and “{file}” is elsewhere.",
    ),
}
