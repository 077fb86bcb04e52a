"""An open store's lock, key and connection, and what becomes of them when something fails.

Failures that a person can act on leave it as `UserError`; the connection stays usable, or is made anew.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store import erase
from app.store.database import checkpoint, connect, transaction, whole
from app.store.failures import FAILURES, SqlError, is_damage, user_error
from app.store.files import make_private_folder
from app.store.lock import StoreLock
from app.store.opening import keep_first_page, mark_for_check, open_file
from app.store.rekey import rekey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from sqlite3 import Connection

    from app.store.files import StorePaths
    from app.store.values import Opening


class Session:
    """From opening to closing.

    Raises:
        UserError: As `Store.open` says.
    """

    def __init__(self, paths: StorePaths, key: bytes, now: float) -> None:
        self._paths = paths
        self._key = key
        self._lock: StoreLock | None = None
        with self._told():
            make_private_folder(paths.folder)
            self._lock = StoreLock(paths.lock)
            try:
                file = open_file(paths, key, now)
            except BaseException:
                self._lock.release()
                raise
        self._connection: Connection | None = file.connection
        self._identity = file.identity
        self.opening: Opening = file.opening
        """What was found and done."""

    def close(self) -> None:
        """Write the log back, close, let go of the lock."""
        if self._lock is None:
            return
        if self._connection is not None:
            with contextlib.suppress(SqlError):  # what is committed is in the log, and the next opening reads it
                checkpoint(self._connection)
                self._identity = keep_first_page(self._paths, self._identity)
            self._drop_connection()
        self._lock.release()
        self._lock = None

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """The connection, for a block that changes nothing.

        Raises:
            UserError: If the disk or the file fails the block.
        """
        with self._told():
            connection = self._connected()
            try:
                with whole(connection):
                    yield connection
            except SqlError as error:
                self._note(error)
                raise

    @contextlib.contextmanager
    def changing(self) -> Iterator[Connection]:
        """The connection, for a block whose changes are on disk when it is left, or are none.

        Raises:
            UserError: If the disk or the file fails the block.
        """
        with self.reading() as connection, transaction(connection):
            yield connection

    def scrub(self) -> None:
        """Overwrite what was just deleted.

        Raises:
            UserError: `store_erase_unfinished`; the next opening tries again.
        """
        try:
            with self.reading() as connection:
                erase.scrub(connection, self._paths)
        except UserError as error:
            raise UserError("store_erase_unfinished", path=str(self._paths.folder)) from error

    def change_key(self, key: bytes) -> None:
        """Write the store under another key.

        Raises:
            UserError: If that fails; the store is under the old key then.
        """
        with self._told():
            try:
                self._identity = rekey(self._connected(), self._paths, self._identity, self._key, key)
                self._key = key
            except SqlError as error:
                self._note(error)
                raise
            finally:
                self._drop_connection()
        with self.reading():
            pass

    def _connected(self) -> Connection:
        if self._lock is None:
            message = "the store is closed"
            raise RuntimeError(message)
        if self._connection is None:
            self._connection = connect(self._paths.database, self._key, self._identity.salt)
        return self._connection

    def _note(self, error: SqlError) -> None:
        """SQLCipher refuses to go on after a page that it could not read; what is whole is read through a new one."""
        if is_damage(error):
            mark_for_check(self._paths)
            self._drop_connection()

    def _drop_connection(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with contextlib.suppress(SqlError):  # it may have failed before
                connection.close()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Failures of the disk and of SQLite in the words of the catalogue."""
        try:
            yield
        except FAILURES as error:
            told = user_error(error, self._paths.folder)
            if told is None:
                raise
            raise told from error
