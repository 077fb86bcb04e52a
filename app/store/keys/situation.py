"""How things stand with the store's key, as a value: what can be done next follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.errors import Notice


class Situation(Enum):
    """How things stand with the key."""

    NEW = auto()
    """There is no store and no key yet. A reason says why the keyring cannot have it, if it cannot."""
    IN_KEYRING = auto()
    NEEDS_PASSPHRASE = auto()
    KEYRING_LOCKED = auto()
    """The keyring has the key, as far as can be seen, and `unlock` will show its prompt."""
    KEYRING_MISSING = auto()
    """The keyring has the key and cannot be used now."""
    KEY_LOST = auto()
    """There is a store, and nobody has its key."""
    DAMAGED = auto()
    """There is a store, and the file that says who has its key cannot be used."""


@dataclass(frozen=True, slots=True)
class KeyState:
    """How things stand, and why."""

    situation: Situation
    reason: Notice | None = None


_SITUATIONS = {
    "key_entry_gone": Situation.KEY_LOST,
    "key_entry_foreign": Situation.KEY_LOST,
    "key_file_damaged": Situation.DAMAGED,
    "key_file_newer": Situation.DAMAGED,
    "key_file_unreadable": Situation.DAMAGED,
    "keyring_locked": Situation.KEYRING_LOCKED,
    "keyring_given_up": Situation.KEYRING_LOCKED,
    "keyring_silent": Situation.KEYRING_LOCKED,
    "passphrase_wrong": Situation.NEEDS_PASSPHRASE,
    "passphrase_no_memory": Situation.NEEDS_PASSPHRASE,
}


def state_after(notice: Notice) -> KeyState:
    """Return how things stand after `unlock` or `unlock_with` failed with a notice."""
    return KeyState(_SITUATIONS.get(notice.code, Situation.KEYRING_MISSING), notice)
