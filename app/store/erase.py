"""Removing so that nothing remains: not in the file's free room, not in the index, not in the log, not in copies.

SQLite's `secure_delete` overwrites what is deleted where it lies, but not where it lay before SQLite moved it to
another page. Bodies of messages are never moved (`messages.replace_body`); the tables whose rows are, all of them
small beside those, are written anew after each erasing. Until that is done, the file remembers that it has to be.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from app.store import backup, conversations, messages, replies, search
from app.store.database import checkpoint, transaction
from app.store.files import StorePaths, sync_folder
from app.store.lock import StoreLock

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection

    from app.store.values import StoredMessage

_REWRITTEN = ("conversation", "batch", "preset", "property", "found_data", "found_idx")
"""Tables with private contents whose rows SQLite moves; the last two are of the search index."""
_SUBTREE = """WITH RECURSIVE below (number) AS (
    SELECT ? UNION ALL SELECT m.number FROM message m JOIN below b ON m.parent = b.number)
    SELECT number FROM below"""
_NEWEST_BELOW = """WITH RECURSIVE below (number) AS (
    SELECT ? UNION ALL SELECT m.number FROM message m JOIN below b ON m.parent = b.number)
    SELECT id FROM message WHERE number = (SELECT max(number) FROM below)"""


def erase_conversation(connection: Connection, conversation_id: str) -> None:
    """Delete a conversation. Wants a transaction, and `scrub` after it.

    Raises:
        KeyError: If there is none.
    """
    number, _ = conversations.find(connection, conversation_id)
    rows = connection.execute("SELECT number FROM message WHERE conversation = ?", (number,)).fetchall()
    _delete(connection, [each for (each,) in rows])
    connection.execute("DELETE FROM conversation WHERE number = ?", (number,))
    _remember(connection)


def erase_message(connection: Connection, message_id: str) -> None:
    """Delete a message and what is below it. Wants a transaction, and `scrub` after it.

    Raises:
        KeyError: If there is none.
    """
    number, message = messages.find(connection, message_id)
    gone = [each for (each,) in connection.execute(_SUBTREE, (number,))]
    _delete(connection, gone)
    _, row = conversations.find(connection, message.conversation_id)
    leaf_is_left = connection.execute("SELECT 1 FROM message WHERE id = ?", (row.active_leaf,)).fetchone() is not None
    connection.execute(
        "UPDATE conversation SET num_messages = num_messages - ?, active_leaf = ? WHERE id = ?",
        (len(gone), row.active_leaf if leaf_is_left else _nearest_leaf(connection, message), row.id),
    )
    _remember(connection)


def scrub(connection: Connection, paths: StorePaths) -> None:
    """Overwrite older places of what was deleted, cut the log to nothing, and remove the copies that hold it.

    Raises:
        sqlcipher3.dbapi2.Error: If the disk is full, among others; the next opening tries again.
        OSError: Likewise.
    """
    backup.remove_backups(paths)
    for path in paths.damaged():
        path.unlink()
    sync_folder(paths.folder)
    connection.execute("PRAGMA foreign_keys = OFF")  # else rows would be deleted one by one
    try:
        with transaction(connection):
            for table in _REWRITTEN:
                connection.execute(f"CREATE TEMP TABLE kept AS SELECT * FROM main.{table}")
                connection.execute(f"DELETE FROM main.{table}")
                connection.execute(f"INSERT INTO main.{table} SELECT * FROM temp.kept")
                connection.execute("DROP TABLE temp.kept")
            connection.execute("DELETE FROM property WHERE name = 'scrub'")
    finally:
        connection.execute("PRAGMA foreign_keys = ON")
    checkpoint(connection)


def is_scrub_due(connection: Connection) -> bool:
    """Whether something was deleted whose bytes have not been seen to."""
    return connection.execute("SELECT 1 FROM property WHERE name = 'scrub'").fetchone() is not None


def erase_store_files(folder: Path) -> None:
    """Remove the store of a folder: file, log, copies, damaged files kept, left-overs. Nothing else of the folder.

    Raises:
        UserError: `store_in_use`, if the store is open.
        OSError: If a file cannot be removed.
    """
    paths = StorePaths(folder)
    if not folder.is_dir():
        return
    lock = StoreLock(paths.lock)
    try:
        for path in paths.all():
            if path != paths.lock:
                path.unlink()
        if paths.backups.is_dir():
            paths.backups.rmdir()
        if os.name == "posix":
            paths.lock.unlink()
    finally:
        lock.release()
    if os.name != "posix":
        paths.lock.unlink(missing_ok=True)
    sync_folder(folder)


def _delete(connection: Connection, numbers: list[int]) -> None:
    for number in numbers:
        state, body, text = connection.execute(
            "SELECT m.state, m.body, b.text FROM message m JOIN body b ON b.number = m.body WHERE m.number = ?",
            (number,),
        ).fetchone()
        if state == "writing":
            replies.remove_batches(connection, number)
        else:
            search.unindex(connection, number, text)
        messages.empty_body(connection, body)
        connection.execute("DELETE FROM message WHERE number = ?", (number,))


def _remember(connection: Connection) -> None:
    connection.execute("INSERT OR REPLACE INTO property VALUES ('scrub', '')")


def _nearest_leaf(connection: Connection, erased: StoredMessage) -> str | None:
    """The newest message of the branch that is next to where a message was."""
    if erased.parent_id is not None:
        (parent,) = connection.execute("SELECT number FROM message WHERE id = ?", (erased.parent_id,)).fetchone()
        (leaf,) = connection.execute(_NEWEST_BELOW, (parent,)).fetchone()
        return str(leaf)
    row = connection.execute(
        "SELECT m.id FROM message m JOIN conversation c ON c.number = m.conversation WHERE c.id = ? "
        "ORDER BY m.number DESC LIMIT 1",
        (erased.conversation_id,),
    ).fetchone()
    return None if row is None else str(row[0])
