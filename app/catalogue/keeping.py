"""Texts of the notices about keeping conversations: what waits for the disk, and what could not be done."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "keeping_waits": QT_TRANSLATE_NOOP(
        "catalogue",
        "{cause} The latest messages are in memory only; Galley goes on and saves them as soon as it can.",
    ),
    "keeping_lost": QT_TRANSLATE_NOOP(
        "catalogue", "Galley closed before the latest messages could be saved; changes lost: {number}. {cause}"
    ),
    "store_not_open": QT_TRANSLATE_NOOP("catalogue", "The conversations are locked."),
    "store_bug": QT_TRANSLATE_NOOP(
        "catalogue", "Something went wrong inside Galley while it saved a conversation; what is on screen stays there."
    ),
    "store_not_erased": QT_TRANSLATE_NOOP(
        "catalogue",
        "The key is gone, so nobody can read the conversations any more, but their files in “{path}” cannot be "
        "removed: {cause}.",
    ),
    "store_not_set_aside": QT_TRANSLATE_NOOP(
        "catalogue", "The old conversations in “{path}” cannot be put aside: {cause}."
    ),
    "already_running": QT_TRANSLATE_NOOP(
        "catalogue", "Galley is running already; its window has been brought to the front."
    ),
    "already_running_loads": QT_TRANSLATE_NOOP(
        "catalogue", "Galley is running already; its window has been brought to the front and loads the model."
    ),
}
