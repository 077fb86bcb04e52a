"""The table of presets: settings under a name, for other conversations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.store.conversations import as_json, clean, from_json
from app.store.values import Preset

if TYPE_CHECKING:
    from sqlite3 import Connection


def all_presets(connection: Connection) -> tuple[Preset, ...]:
    """All presets by name."""
    rows = connection.execute("SELECT name, settings FROM preset ORDER BY name").fetchall()
    return tuple(Preset(name, from_json(settings)) for name, settings in rows)


def save(connection: Connection, preset: Preset) -> None:
    """Keep a preset; one of the same name is replaced."""
    connection.execute("INSERT OR REPLACE INTO preset VALUES (?, ?)", (clean(preset.name), as_json(preset.settings)))


def remove(connection: Connection, name: str) -> None:
    """Remove a preset.

    Raises:
        KeyError: If there is none of this name.
    """
    if not connection.execute("DELETE FROM preset WHERE name = ?", (clean(name),)).rowcount:
        raise KeyError(name)
