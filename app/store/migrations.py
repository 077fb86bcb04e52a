"""The form of the file, as the steps that lead to it. Steps are only ever added at the end, and never changed.

A file's `user_version` is the number of steps it has been through; their names stand in its table `migration`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.database import APPLICATION_ID, transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from sqlite3 import Connection


@dataclass(frozen=True, slots=True)
class Migration:
    """A step: its name says what it does, its statements do it, all or nothing."""

    name: str
    statements: tuple[str, ...]


MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        "conversations, messages and their search index",
        (
            """CREATE TABLE migration (
                number INTEGER PRIMARY KEY, name TEXT NOT NULL, done_at REAL NOT NULL) STRICT""",
            "CREATE TABLE property (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
            "CREATE TABLE preset (name TEXT PRIMARY KEY, settings TEXT NOT NULL) STRICT, WITHOUT ROWID",
            """CREATE TABLE conversation (
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, title_is_own INTEGER NOT NULL,
                created_at REAL NOT NULL, updated_at REAL NOT NULL, num_messages INTEGER NOT NULL DEFAULT 0,
                pinned INTEGER NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0,
                folder TEXT NOT NULL DEFAULT '', draft TEXT NOT NULL DEFAULT '',
                system_prompt TEXT NOT NULL DEFAULT '', settings TEXT NOT NULL DEFAULT '{}',
                active_leaf TEXT) STRICT""",
            """CREATE TABLE message (
                number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
                conversation INTEGER NOT NULL REFERENCES conversation DEFERRABLE INITIALLY DEFERRED,
                parent INTEGER REFERENCES message DEFERRABLE INITIALLY DEFERRED,
                role TEXT NOT NULL, state TEXT NOT NULL, created_at REAL NOT NULL, body INTEGER NOT NULL) STRICT""",
            "CREATE INDEX message_of_conversation ON message (conversation)",
            "CREATE INDEX message_of_parent ON message (parent) WHERE parent IS NOT NULL",
            "CREATE INDEX message_being_written ON message (number) WHERE state = 'writing'",
            """CREATE TABLE body (
                number INTEGER PRIMARY KEY, conversation INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL,
                figures TEXT NOT NULL, rounds BLOB NOT NULL) STRICT""",
            """CREATE TABLE batch (
                number INTEGER PRIMARY KEY, message INTEGER NOT NULL REFERENCES message DEFERRABLE INITIALLY DEFERRED,
                text TEXT NOT NULL, rounds BLOB NOT NULL) STRICT""",
            "CREATE INDEX batch_of_message ON batch (message)",
            """CREATE VIRTUAL TABLE found USING fts5 (
                text, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1')""",
            "INSERT INTO found (found, rank) VALUES ('secure-delete', 1)",
            "INSERT INTO found (found, rank) VALUES ('pgsz', 3900)",
            "CREATE VIRTUAL TABLE term USING fts5vocab (found, row)",
        ),
    ),
)


def check_version(connection: Connection, path: str, steps: Sequence[Migration] = MIGRATIONS) -> None:
    """Refuse what this program did not make, or would not understand.

    Raises:
        UserError: `store_foreign` or `store_too_new`.
    """
    application, version = _header(connection)
    if application != APPLICATION_ID:
        raise UserError("store_foreign", path=path)
    known = [step.name for step in steps]
    done = [name for (name,) in connection.execute("SELECT name FROM migration ORDER BY number")]
    if version > len(known) or done != known[: len(done)] or version != len(done):
        raise UserError("store_too_new", path=path)


def migrate(
    connection: Connection,
    now: float,
    before_each: Callable[[int], object] | None = None,
    steps: Sequence[Migration] = MIGRATIONS,
) -> tuple[str, ...]:
    """Take the steps that a file has not been through.

    Args:
        connection: The file.
        now: When, in seconds since 1970.
        before_each: Called with the version that the file has, before each step that alters it; None for a file that
            is just being made.
        steps: All steps there are.

    Returns:
        The names of those taken.
    """
    _, version = _header(connection)
    taken = []
    for number, step in enumerate(steps[version:], start=version + 1):
        if before_each is not None:
            before_each(number - 1)
        with transaction(connection):
            for statement in step.statements:
                connection.execute(statement)
            connection.execute("INSERT INTO migration VALUES (?, ?, ?)", (number, step.name, now))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {number}")
        taken.append(step.name)
    return tuple(taken)


def _header(connection: Connection) -> tuple[int, int]:
    """Application id and version."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(application), int(version)
