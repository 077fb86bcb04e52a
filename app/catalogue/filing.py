"""Texts of the notices about putting conversations in order."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "folder_exists": QT_TRANSLATE_NOOP(
        "catalogue", "There is a folder “{name}” already; this one keeps its name. Choose another one."
    ),
}
