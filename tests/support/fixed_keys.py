"""A key that is simply there, for tests that are about something else; the store that it opens is a real one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.keys.keeper import KeyState, Situation
from app.store.keys.key_file import Holder

if TYPE_CHECKING:
    from pathlib import Path

    from app.errors import Notice

KEY = bytes(range(32))


class FixedKeys:
    """Implements `app.viewmodels.key_source.Keys` as a keyring would that never asks.

    Args:
        situation: What it says of itself.
        reason: Why.
        passphrase: With one, that holds the key and not the keyring.
    """

    def __init__(
        self,
        situation: Situation = Situation.IN_KEYRING,
        reason: Notice | None = None,
        passphrase: str = "",
    ) -> None:
        self.situation = situation
        self.reason = reason
        self.passphrase = passphrase
        self.forgotten = 0
        self.aside: list[str] = []

    def state(self) -> KeyState:
        return KeyState(self.situation, self.reason)

    def holder(self) -> Holder | None:
        return Holder.PASSPHRASE if self.passphrase else Holder.KEYRING

    def unlock(self) -> bytes:
        if self.situation is not Situation.IN_KEYRING:
            raise UserError("keyring_locked")
        return KEY

    def unlock_with(self, passphrase: str) -> bytes:
        if passphrase != self.passphrase:
            raise UserError("passphrase_wrong")
        return KEY

    def create_in_keyring(self) -> bytes:
        self.situation, self.passphrase = Situation.IN_KEYRING, ""
        return KEY

    def create_with(self, passphrase: str) -> bytes:
        self.situation, self.passphrase = Situation.NEEDS_PASSPHRASE, passphrase
        return KEY

    def change_passphrase(self, old: str, new: str) -> None:
        self.unlock_with(old)
        self.passphrase = new

    def move_to_passphrase(self, key: bytes, passphrase: str) -> Notice | None:
        assert key == KEY
        self.create_with(passphrase)
        return None

    def move_to_keyring(self, key: bytes) -> None:
        assert key == KEY
        self.create_in_keyring()

    def forget(self) -> None:
        self.forgotten += 1
        self.situation, self.passphrase = Situation.NEW, ""

    def set_aside(self, suffix: str) -> Path | None:
        self.aside.append(suffix)
        self.situation, self.reason, self.passphrase = Situation.NEW, None, ""
        return None

    def give_up(self) -> None:
        pass
