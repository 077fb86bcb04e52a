"""The table of conversations: what the list shows, without ever counting messages."""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING, Any

from app.store.values import ConversationRow

if TYPE_CHECKING:
    from collections.abc import Mapping
    from sqlite3 import Connection

COLUMNS = (
    "id, title, title_is_own, created_at, updated_at, num_messages, pinned, archived, folder, draft, system_prompt, "
    "settings, active_leaf"
)
_FLAGS = {"title_is_own", "pinned", "archived"}
_TEXTS = {"title", "folder", "draft", "system_prompt"}
_CHANGEABLE = _FLAGS | _TEXTS | {"settings", "active_leaf"}


def new_id() -> str:
    """A random identity."""
    return uuid.uuid4().hex


def clean(text: str) -> str:
    """Text as UTF-8 can hold it: halves of characters, which a clipboard may hand over, are joined or replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def as_json(values: Mapping[str, object]) -> str:
    """JSON values as text."""
    return json.dumps(dict(values), separators=(",", ":"))


def from_json(text: str) -> Mapping[str, object]:
    """The values of such a text."""
    values: Mapping[str, object] = json.loads(text)
    return values


def row_of(record: tuple[Any, ...]) -> ConversationRow:
    """A record of `COLUMNS` as a value."""
    (id_, title, is_own, created_at, updated_at, count, pinned, archived, folder, draft, prompt, settings, leaf) = (
        record
    )
    return ConversationRow(
        id=id_,
        title=title,
        title_is_own=bool(is_own),
        created_at=created_at,
        updated_at=updated_at,
        num_messages=count,
        pinned=bool(pinned),
        archived=bool(archived),
        folder=folder,
        draft=draft,
        system_prompt=prompt,
        settings=from_json(settings),
        active_leaf=leaf,
    )


def record_of(row: ConversationRow) -> tuple[object, ...]:
    """A value as a record of `COLUMNS`."""
    return (
        row.id,
        clean(row.title),
        int(row.title_is_own),
        row.created_at,
        row.updated_at,
        row.num_messages,
        int(row.pinned),
        int(row.archived),
        clean(row.folder),
        clean(row.draft),
        clean(row.system_prompt),
        as_json(row.settings),
        row.active_leaf,
    )


def all_rows(connection: Connection) -> tuple[ConversationRow, ...]:
    """All conversations, the one written to last first."""
    records = connection.execute(f"SELECT {COLUMNS} FROM conversation ORDER BY updated_at DESC, number DESC")
    return tuple(map(row_of, records))


def find(connection: Connection, conversation_id: str) -> tuple[int, ConversationRow]:
    """A conversation's number in the file, and its row.

    Raises:
        KeyError: If there is none.
    """
    record = connection.execute(
        f"SELECT number, {COLUMNS} FROM conversation WHERE id = ?", (conversation_id,)
    ).fetchone()
    if record is None:
        raise KeyError(conversation_id)
    return record[0], row_of(record[1:])


def insert(connection: Connection, row: ConversationRow) -> int:
    """Add a row and return its number.

    Raises:
        ValueError: If its id exists already.
    """
    if connection.execute("SELECT 1 FROM conversation WHERE id = ?", (row.id,)).fetchone() is not None:
        message = f"the conversation {row.id} exists already"
        raise ValueError(message)
    places = ", ".join("?" * 13)
    cursor = connection.execute(f"INSERT INTO conversation ({COLUMNS}) VALUES ({places})", record_of(row))
    return int(cursor.lastrowid or 0)


def change(connection: Connection, conversation_id: str, fields: Mapping[str, object]) -> ConversationRow:
    """Set fields of a conversation.

    Raises:
        KeyError: If there is none.
        TypeError: If a field is none that can be set, or its value is of another type.
        ValueError: If the active leaf is no message of the conversation.
    """
    number, row = find(connection, conversation_id)
    if not fields:
        return row
    values: list[object] = []
    for name, value in fields.items():
        values.append(_column_value(name, value))
        if name == "active_leaf" and value is not None:
            _check_leaf(connection, number, str(value))
    assignments = ", ".join(f"{name} = ?" for name in fields)
    connection.execute(f"UPDATE conversation SET {assignments} WHERE number = ?", (*values, number))
    return find(connection, conversation_id)[1]


def _column_value(name: str, value: object) -> object:
    if name in _FLAGS and isinstance(value, bool):
        return int(value)
    if name in _TEXTS and isinstance(value, str):
        return clean(value)
    if name == "settings" and isinstance(value, dict):
        return as_json(value)
    if name == "active_leaf" and (value is None or isinstance(value, str)):
        return value
    known = name in _CHANGEABLE
    message = f"{name} of a conversation cannot be {type(value).__name__}" if known else f"{name} cannot be changed"
    raise TypeError(message)


def _check_leaf(connection: Connection, number: int, leaf: str) -> None:
    found = connection.execute("SELECT 1 FROM message WHERE id = ? AND conversation = ?", (leaf, number)).fetchone()
    if found is None:
        message = f"{leaf} is no message of this conversation"
        raise ValueError(message)
