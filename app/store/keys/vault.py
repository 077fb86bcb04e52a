"""What every keyring can do for Galley, and how those do it of which `keyring` tells no more than that."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from app.errors import UserError
from app.store.keys.backends import foreign_errors

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from keyring.backend import KeyringBackend

    _Result = TypeVar("_Result")

SERVICE = "galley"


class Sight(Enum):
    """What can be seen of an entry without asking anybody for anything."""

    PRESENT = auto()
    LOCKED = auto()
    """It is there, or may be, behind a lock."""
    ABSENT = auto()


class Vault(Protocol):
    """A keyring. Calls may take as long as a person takes to answer a prompt."""

    def check(self) -> None:
        """Raise `UserError` if nothing should be kept here."""

    def look(self, account: str) -> Sight:
        """See whether there is an entry, without a prompt where the system can do that."""

    def get(self, account: str) -> str | None:
        """Return the secret, or None; may ask the user to unlock the keyring."""

    def put(self, account: str, secret: str) -> None:
        """Keep a secret in the place of any other of that name; may ask the user."""

    def delete(self, account: str) -> None:
        """Remove the entry, if there is one; may ask the user."""

    def hang_up(self) -> None:
        """End a call that another thread waits for, where that can be done."""


class BackendVault:
    """macOS's Keychain, Windows' Credential Locker and KWallet, through `keyring` alone.

    Args:
        backend: The backend.
    """

    def __init__(self, backend: KeyringBackend) -> None:
        self._backend = backend
        self._foreign = foreign_errors(backend)

    def check(self) -> None:
        """Nothing to check: these are always encrypted."""

    def look(self, account: str) -> Sight:
        """See whether there is an entry. These tell only when asked for it, which may show a prompt."""
        try:
            return Sight.ABSENT if self.get(account) is None else Sight.PRESENT
        except UserError as error:
            if error.notice.code == "keyring_locked":
                return Sight.LOCKED
            raise

    def get(self, account: str) -> str | None:
        """Return the secret, or None."""
        return self._translated(lambda: self._backend.get_password(SERVICE, account))

    def put(self, account: str, secret: str) -> None:
        """Keep a secret."""
        self._translated(lambda: self._backend.set_password(SERVICE, account, secret))

    def delete(self, account: str) -> None:
        """Remove the entry, if there is one."""
        if self.get(account) is not None:
            self._translated(lambda: self._backend.delete_password(SERVICE, account))

    def hang_up(self) -> None:
        """These calls cannot be ended from outside."""

    def _translated(self, work: Callable[[], _Result]) -> _Result:
        from keyring.errors import KeyringError, KeyringLocked

        failures: tuple[type[Exception], ...] = (KeyringError, OSError, *self._foreign)
        try:
            return work()
        except KeyringLocked:
            raise UserError("keyring_locked") from None
        except failures as error:
            raise UserError("keyring_failed", cause=str(error) or type(error).__name__) from None
