"""The key by which other programs are let in, in the system's keyring: a second entry beside the store's own key.

It opens no conversation, and nothing of it stands in any file.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, TypeVar

from app.errors import UserError
from app.store.keys.vault import Sight

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.store.keys.ring import Ring

    _Result = TypeVar("_Result")

_DIGITS = 16


class AccessKey:
    """The entry of one data folder, so that two Galleys with folders of their own have keys of their own.

    Calls block, as those of `Ring` do, and raise its `UserError`s.

    Args:
        folder: The user's data folder; only its name counts, nothing is written there.
        ring: The system's keyring.
    """

    def __init__(self, folder: Path, ring: Ring) -> None:
        digest = hashlib.sha256(os.path.realpath(folder).encode("utf-8", "surrogateescape")).hexdigest()
        self.account = f"api-key-{digest[:_DIGITS]}"
        self._ring = ring

    def find(self, *, may_ask: bool) -> str | None:
        """Return the key, or None where none was made.

        Args:
            may_ask: Whether the system may show a prompt. Where not, a locked keyring is an error.

        Raises:
            UserError: `keyring_…`, `access_keyring_missing`.
        """
        return self._translated(lambda: self._found(may_ask=may_ask))

    def keep(self, key: str) -> None:
        """Keep a key in the place of the old one.

        Raises:
            UserError: `keyring_…`, `access_keyring_missing`. The old one is still there then, or none.
        """
        self._translated(lambda: self._ring.put_text(self.account, key))

    def forget(self, *, may_ask: bool) -> None:
        """Remove the key, if there is one.

        Args:
            may_ask: Whether the system may show a prompt. Where not, a locked keyring is an error.

        Raises:
            UserError: `keyring_…`, `access_keyring_missing`.
        """
        self._translated(lambda: self._forgotten(may_ask=may_ask))

    def give_up(self) -> None:
        """End a call that waits for the keyring in another thread."""
        self._ring.give_up()

    def _found(self, *, may_ask: bool) -> str | None:
        if not may_ask:
            sight = self._ring.look(self.account)
            if sight is Sight.LOCKED:
                raise UserError("keyring_locked")
            if sight is Sight.ABSENT:
                return None
        return self._ring.get_text(self.account) or None

    def _forgotten(self, *, may_ask: bool) -> None:
        if not may_ask:
            sight = self._ring.look(self.account)
            if sight is Sight.LOCKED:
                raise UserError("keyring_locked")
            if sight is Sight.ABSENT:
                return
        self._ring.delete(self.account)

    def _translated(self, ask: Callable[[], _Result]) -> _Result:
        """The sentence about a missing keyring speaks of conversations, and this is not about them."""
        try:
            return ask()
        except UserError as error:
            if error.notice.code == "keyring_missing":
                raise UserError("access_keyring_missing") from None
            raise
