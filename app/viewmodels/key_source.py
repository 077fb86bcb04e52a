"""What the window needs of whoever finds and keeps the key; tests bring one of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from app.errors import Notice
    from app.store.keys.keeper import KeyState
    from app.store.keys.key_file import Holder


class Keys(Protocol):
    """What is needed of `app.store.keys.keeper.KeyKeeper`. Every call may block and raise `UserError`."""

    def state(self) -> KeyState:
        """See how things stand."""
        ...

    def holder(self) -> Holder | None:
        """Who holds the key by what the file says."""
        ...

    def unlock(self) -> bytes:
        """The key that the keyring holds."""
        ...

    def unlock_with(self, passphrase: str) -> bytes:
        """The key that the passphrase holds."""
        ...

    def create_in_keyring(self) -> bytes:
        """A new key, kept in the keyring."""
        ...

    def create_with(self, passphrase: str) -> bytes:
        """A new key under a passphrase."""
        ...

    def change_passphrase(self, old: str, new: str) -> None:
        """Another passphrase for the same key."""
        ...

    def move_to_passphrase(self, key: bytes, passphrase: str) -> Notice | None:
        """From the keyring under a passphrase."""
        ...

    def move_to_keyring(self, key: bytes) -> None:
        """From a passphrase into the keyring."""
        ...

    def forget(self) -> None:
        """Remove the key from wherever it is."""
        ...

    def set_aside(self, suffix: str) -> Path | None:
        """Keep what says who has the key under another name, for a store that was set aside."""
        ...

    def give_up(self) -> None:
        """End a call that waits for the keyring."""
        ...
