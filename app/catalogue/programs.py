"""Texts of the notices about serving other programs from the window: its key, and what stands in the way."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "access_keyring_missing": QT_TRANSLATE_NOOP(
        "catalogue", "No system keyring is running here that could keep the key for other programs."
    ),
    "access_key_gone": QT_TRANSLATE_NOOP(
        "catalogue", "The key for other programs is no longer in the system keyring. Make a new one."
    ),
    "origin_not_one": QT_TRANSLATE_NOOP(
        "catalogue", "“{text}” is no origin. It looks like https://notes.example or http://localhost:3000."
    ),
    "origins_too_many": QT_TRANSLATE_NOOP("catalogue", "No more than {most} web pages can be let in."),
}
