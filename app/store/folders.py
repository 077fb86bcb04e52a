"""The folders that conversations are sorted into: there also while they are empty, folded up or not.

They lie in the encrypted file and not among the settings, because their names say what somebody talks about.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.store.conversations import clean

if TYPE_CHECKING:
    from collections.abc import Sequence
    from sqlite3 import Connection

_PROPERTY = "folders"


@dataclass(frozen=True, slots=True)
class StoredFolder:
    """A folder: its name is what a conversation's `folder` says."""

    name: str
    is_folded: bool = False


def all_folders(connection: Connection) -> tuple[StoredFolder, ...]:
    """The folders that were kept. One that only a conversation speaks of is not among them."""
    row = connection.execute("SELECT value FROM property WHERE name = ?", (_PROPERTY,)).fetchone()
    folders: list[tuple[str, bool]] = [] if row is None else json.loads(row[0])
    return tuple(StoredFolder(name, is_folded) for name, is_folded in folders)


def save_all(connection: Connection, folders: Sequence[StoredFolder]) -> None:
    """Keep these folders and no others. What conversations say stays as it is."""
    value = json.dumps([(clean(each.name), each.is_folded) for each in folders], separators=(",", ":"))
    connection.execute("INSERT OR REPLACE INTO property VALUES (?, ?)", (_PROPERTY, value))


def move(connection: Connection, conversation_ids: Sequence[str], folder: str) -> None:
    """Put conversations into a folder; an empty name is none. Ids that do not exist are passed over."""
    name = clean(folder)
    values = [(name, each) for each in conversation_ids]
    connection.executemany("UPDATE conversation SET folder = ? WHERE id = ?", values)
