"""Texts of the notices that `app.command_line` raises."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {}
