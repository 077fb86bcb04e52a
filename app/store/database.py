"""The connection to the encrypted file: its key, and the promises SQLite is asked to keep.

A transaction that has returned is on disk; one that has failed has changed nothing.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from sqlcipher3 import dbapi2

from app.store.files import FILE_NAME, make_private

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from sqlite3 import Connection

__all__ = [
    "APPLICATION_ID",
    "FILE_NAME",
    "KEY_BYTES",
    "PAGE_BYTES",
    "SALT_BYTES",
    "DamagedPageError",
    "checkpoint",
    "connect",
    "is_whole",
    "key_text",
    "transaction",
    "whole",
]

KEY_BYTES = 32
SALT_BYTES = 16
PAGE_BYTES = 4096
APPLICATION_ID = 0x47414C59
"""`GALY`, in the file's header."""

_LOG_LIMIT_BYTES = 16 << 20
_PROMISES = (
    "PRAGMA locking_mode = EXCLUSIVE",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA checkpoint_fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cell_size_check = ON",
    "PRAGMA trusted_schema = OFF",
    f"PRAGMA journal_size_limit = {_LOG_LIMIT_BYTES}",
    "PRAGMA cache_size = -16384",
)


def key_text(key: bytes, salt: bytes) -> str:
    """The key as SQLCipher takes it: raw, so that no time goes into deriving one."""
    if len(key) != KEY_BYTES or len(salt) != SALT_BYTES:
        message = f"a key has {KEY_BYTES} bytes and a salt {SALT_BYTES}"
        raise ValueError(message)
    return f"x'{key.hex()}{salt.hex()}'"


def connect(path: Path, key: bytes, salt: bytes, *, is_cut: bool = False) -> Connection:
    """Open a file; made where there is none.

    Args:
        path: The file; private from its first byte on, and SQLite gives what it lays beside it the same rights.
        key: 32 raw bytes.
        salt: The first 16 bytes of the file, or what they should be: they are not secret.
        is_cut: Read what is there of a file that is shorter than it says.

    Raises:
        sqlcipher3.dbapi2.Error: If the first page cannot be read, among others.
    """
    make_private(path)
    connection: Connection = dbapi2.connect(str(path), isolation_level=None)
    try:
        connection.execute("PRAGMA cipher_log_level = NONE")  # it would write to the terminal
        connection.execute(f'PRAGMA key = "{key_text(key, salt)}"')
        if is_cut:
            connection.execute("PRAGMA writable_schema = ON")
        for promise in _PROMISES:
            connection.execute(promise).fetchall()
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


class DamagedPageError(dbapi2.DatabaseError):  # type: ignore[misc]
    """A page is not as it was written. Has SQLite's code for a damaged file."""

    sqlite_errorcode = 11


def is_whole(connection: Connection) -> bool:
    """Whether every page read so far was as it had been written.

    SQLCipher hands out zeros for a page that was not, and SQLite does not always notice: where a long text went over
    several pages, it would be wrong without an error.
    """
    (status,) = connection.execute("PRAGMA cipher_status").fetchone()
    return str(status) == "1"


@contextlib.contextmanager
def whole(connection: Connection) -> Iterator[None]:
    """Whatever a block ends with, if it met a damaged page, it ends with that."""
    try:
        yield
    finally:
        if not is_whole(connection):
            raise DamagedPageError


@contextlib.contextmanager
def transaction(connection: Connection) -> Iterator[Connection]:
    """All or nothing; on disk when the block is left."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        with whole(connection):
            yield connection
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def checkpoint(connection: Connection) -> None:
    """Write the log back into the file and cut it to nothing."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
