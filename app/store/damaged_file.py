"""Reads of a damaged file whatever can be read, row by row, around the pages that cannot."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from app.store.database import DamagedPageError, connect, is_whole, whole
from app.store.failures import SqlError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from sqlite3 import Connection

_LAST = {
    "conversation": ("SELECT max(number) FROM conversation NOT INDEXED", "SELECT max(conversation) FROM message"),
    "message": (
        "SELECT max(number) FROM message NOT INDEXED",
        "SELECT max(number) FROM message INDEXED BY message_of_conversation",
    ),
    "body": ("SELECT max(number) FROM body", "SELECT max(body) FROM message"),
    "batch": ("SELECT max(number) FROM batch", "SELECT max(number) FROM batch INDEXED BY batch_of_message"),
}
"""What tells the highest number of a table, from places that are not damaged together."""
_MAX_TRIES = 1 << 40
_ONE_BY_ONE = 256


class DamagedFile:
    """Reads a damaged file; after each failure through a new connection, because SQLCipher refuses to go on."""

    def __init__(self, path: Path, key: bytes, salt: bytes) -> None:
        self._path, self._key, self._salt = path, key, salt
        self._connection: Connection | None = None
        self.damaged_tables: set[str] = set()
        """Those of which a row could not be read."""
        self._open()

    def close(self) -> None:
        """Let go of the file."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def rows(self, table: str, columns: str) -> Iterator[tuple[Any, ...]]:
        """Every row of a table that can be read, its number first."""
        at = 0
        query = f"SELECT number, {columns} FROM {table} NOT INDEXED WHERE number >= ? ORDER BY number"
        while self._connection is not None:
            try:
                for row in self._connection.execute(query, (at + 1,)):
                    if not is_whole(self._connection):
                        raise DamagedPageError
                    at = row[0]
                    yield row
                return
            except SqlError:
                self._open()
            self.damaged_tables.add(table)
            row = self._next_readable(table, columns, at)  # the cursor looks one row ahead: it may be a good one
            if row is None:
                return
            at = row[0]
            yield row

    def presets(self) -> list[tuple[Any, ...]]:
        """All presets, or none."""
        return self._tried("SELECT name, settings FROM preset") or []

    def _next_readable(self, table: str, columns: str, at: int) -> tuple[Any, ...] | None:
        """The first row behind `at` that can be read; None where there is none.

        Numbers are tried one by one, and in growing steps when a large part of the table seems lost.
        """
        query = f"SELECT number, {columns} FROM {table} NOT INDEXED WHERE number >= ? ORDER BY number LIMIT 1"
        last, lost, step = self._last(table, at), at, 1
        rows = self._tried(query, at + 1)
        while rows is None:
            lost += step
            if lost >= last:
                return None
            step = 1 if lost - at < _ONE_BY_ONE else step * 2
            rows = self._tried(query, lost + step)
        while step > 1:
            step //= 2
            nearer = self._tried(query, lost + step)
            if nearer is None:
                lost += step
            else:
                rows = nearer
        return rows[0] if rows else None

    def _last(self, table: str, at: int) -> int:
        """The highest number that a table holds, as far as anything tells it."""
        known = [rows[0][0] or 0 for query in _LAST[table] if (rows := self._tried(query)) is not None]
        return max(known, default=at + _MAX_TRIES)

    def _tried(self, query: str, *values: int) -> list[tuple[Any, ...]] | None:
        """What a query finds; None where it meets damage."""
        if self._connection is None:
            return None
        try:
            with whole(self._connection):
                return self._connection.execute(query, values).fetchall()
        except SqlError:
            self._open()
            return None

    def _open(self) -> None:
        self.close()
        connection = None
        with contextlib.suppress(SqlError):  # then nothing can be read, and nothing is
            connection = connect(self._path, self._key, self._salt, is_cut=True)
            if connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'batch'").fetchall():
                self._connection, connection = connection, None
        if connection is not None:
            connection.close()
