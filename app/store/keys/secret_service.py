"""The Secret Service of a Linux desktop: gnome-keyring, KeePassXC, recent KWallets.

`keyring` reads and writes; finding out what is locked, without a prompt, and unlocking it with one is done here.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.keys.vault import SERVICE, Sight

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jeepney.io.blocking import DBusConnection
    from keyring.backend import KeyringBackend
    from secretstorage import Item

_SESSION = "/org/freedesktop/secrets/collection/session"
_MOST_ENTRIES = 32
_PLAINTEXT_HEAD = b"[keyring]"


class SecretServiceVault:
    """The Secret Service on the session's bus.

    Args:
        backend: `keyring`'s own for it.
    """

    def __init__(self, backend: KeyringBackend) -> None:
        self._backend = backend
        self._connection: DBusConnection | None = None

    def check(self) -> None:
        """Refuse a default collection that is lost at logout, or that has no password and lies readable on disk."""
        with self._connected() as connection:
            path = _default_path(connection)
            if path is not None:
                _check_collection(path)

    def look(self, account: str) -> Sight:
        """See whether there is an entry. Shows no prompt."""
        with self._connected() as connection:
            items = _items(connection, account)
            if any(not item.is_locked() for item in items):
                return Sight.PRESENT
            # A locked keyring need not tell what is in it, and one that is not open at all even less.
            return Sight.LOCKED if items or _default_is_locked(connection) else Sight.ABSENT

    def get(self, account: str) -> str | None:
        """Return the secret, or None; asks to unlock the collection that has it."""
        with self._connected() as connection:
            path = _unlocked_place(connection, account)
            if path is None:
                return None
            return self._backend_at(path).get_password(SERVICE, account)

    def put(self, account: str, secret: str) -> None:
        """Keep a secret in the default collection; asks to unlock it, or to make one."""
        import secretstorage

        with self._connected() as connection:
            path = _default_path(connection)
            if path is None:
                path = secretstorage.get_default_collection(connection).collection_path
            _unlock(connection, path)
            _check_collection(path)
            self._backend_at(path).set_password(SERVICE, account, secret)

    def delete(self, account: str) -> None:
        """Remove the entry wherever it is; asks to unlock what has it."""
        with self._connected() as connection:
            for _ in range(_MOST_ENTRIES):
                path = _unlocked_place(connection, account)
                if path is None:
                    return
                self._backend_at(path).delete_password(SERVICE, account)

    def hang_up(self) -> None:
        """Close the line: the thread that waits for a prompt stops. The prompt itself is the desktop's."""
        connection = self._connection
        if connection is not None:
            with contextlib.suppress(OSError):  # closed already
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _backend_at(self, path: str) -> KeyringBackend:
        return self._backend.with_properties(preferred_collection=path)

    @contextlib.contextmanager
    def _connected(self) -> Iterator[DBusConnection]:
        import secretstorage
        from jeepney import DBusErrorResponse
        from keyring.errors import KeyringError, KeyringLocked

        try:
            with contextlib.closing(secretstorage.dbus_init()) as connection:
                self._connection = connection
                try:
                    yield connection
                finally:
                    self._connection = None
        except secretstorage.SecretServiceNotAvailableException:
            raise UserError("keyring_missing") from None
        except (secretstorage.PromptDismissedException, secretstorage.LockedException, KeyringLocked):
            raise UserError("keyring_locked") from None
        except (secretstorage.SecretStorageException, KeyringError, DBusErrorResponse) as error:
            raise UserError("keyring_failed", cause=str(error) or type(error).__name__) from None
        except OSError as error:
            if self._connection is None and isinstance(error, FileNotFoundError | ConnectionError | TimeoutError):
                raise UserError("keyring_missing") from None
            raise UserError("keyring_failed", cause=error.strerror or type(error).__name__) from None


def _items(connection: DBusConnection, account: str) -> list[Item]:
    import secretstorage

    found = secretstorage.search_items(connection, {"service": SERVICE, "username": account})
    return [item for item in found if not item.item_path.startswith(f"{_SESSION}/")]


def _unlocked_place(connection: DBusConnection, account: str) -> str | None:
    """Return the collection that has the entry, unlocked; None if none has."""
    items = _items(connection, account)
    if not items and _default_is_locked(connection):
        path = _default_path(connection)
        if path is None:
            raise UserError("keyring_not_open")
        _unlock(connection, path)
        items = _items(connection, account)
    if not items:
        return None
    item = min(items, key=lambda each: each.is_locked())
    path = item.item_path.rpartition("/")[0]
    _unlock(connection, path)
    return path


def _unlock(connection: DBusConnection, path: str) -> None:
    import secretstorage

    collection = secretstorage.Collection(connection, path)
    if collection.is_locked():
        collection.unlock()
        if collection.is_locked():
            raise UserError("keyring_locked")


def _default_path(connection: DBusConnection) -> str | None:
    import secretstorage

    try:
        return secretstorage.get_collection_by_alias(connection, "default").collection_path
    except secretstorage.ItemNotFoundException:
        return None


def _default_is_locked(connection: DBusConnection) -> bool:
    """Whether the default collection is locked, or not there to be seen: some show none until they are unlocked."""
    import secretstorage

    path = _default_path(connection)
    return path is None or secretstorage.Collection(connection, path).is_locked()


def _check_collection(path: str) -> None:
    if path == _SESSION:
        raise UserError("keyring_forgets")
    # gnome-keyring writes a keyring whose password is empty as a text file.
    name = re.sub("_([0-9a-f]{2})", lambda match: chr(int(match[1], 16)), path.rpartition("/")[2])
    folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "keyrings"
    with contextlib.suppress(OSError), (folder / f"{name}.keyring").open("rb") as file:
        if file.read(len(_PLAINTEXT_HEAD)) == _PLAINTEXT_HEAD:
            raise UserError("keyring_unprotected")
