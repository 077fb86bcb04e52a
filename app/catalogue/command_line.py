"""Texts of the notices that `app.command_line` raises."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
