"""Gives a store another key: the file is written anew under it and takes the old one's place when it is complete.

While that happens the file of identity accepts both keys; whichever opens the file is the right one.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from app.store.backup import backups
from app.store.database import checkpoint, connect, key_text, whole
from app.store.failures import FAILURES
from app.store.files import make_private, remove_database, replace
from app.store.identity import write_identity

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection

    from app.store.files import StorePaths
    from app.store.identity import Identity


def rekey(connection: Connection, paths: StorePaths, identity: Identity, old: bytes, new: bytes) -> Identity:
    """Write the store under a new key, its copies included. The connection is closed when this returns.

    Raises:
        OSError: If there is no room, among others; the store is under the old key then.
        sqlcipher3.dbapi2.Error: Likewise.
    """
    checkpoint(connection)
    _write_anew(connection, paths.fresh, new, identity.salt)
    connection.close()
    write_identity(paths.identity, identity.with_keys(old, new))
    replace(paths.fresh, paths.database)
    for path in backups(paths):
        _rekey_copy(path, paths.fresh, old, new, identity.salt)
    changed = identity.with_keys(new)
    with contextlib.suppress(OSError):  # accepting both opens it too, and the next opening writes this again
        write_identity(paths.identity, changed)
    return changed


def _write_anew(connection: Connection, fresh: Path, key: bytes, salt: bytes) -> None:
    remove_database(fresh)
    make_private(fresh)
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute("ATTACH ? AS fresh KEY ?", (str(fresh), key_text(key, salt)))
    try:
        with whole(connection):
            connection.execute("SELECT sqlcipher_export('fresh')").fetchall()
        connection.execute(f"PRAGMA fresh.application_id = {application}")
        connection.execute(f"PRAGMA fresh.user_version = {version}")
    finally:
        connection.execute("DETACH fresh")


def _rekey_copy(path: Path, fresh: Path, old: bytes, new: bytes, salt: bytes) -> None:
    """A copy that cannot be written under the new key is removed: nothing stays under the old one."""
    try:
        connection = connect(path, old, salt)
        try:
            _write_anew(connection, fresh, new, salt)
        finally:
            connection.close()
        replace(fresh, path)
    except FAILURES:
        remove_database(path)
        remove_database(fresh)
