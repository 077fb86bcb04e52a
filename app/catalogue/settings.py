"""Texts of the notices that `app.settings` raises."""

from __future__ import annotations

TEXTS: dict[str, str] = {}
