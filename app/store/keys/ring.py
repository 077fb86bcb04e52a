"""The system's keyring as Galley sees it: a few calls, each with an end, and a plain reason where it cannot be used."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar

from app.errors import Notice, UserError
from app.store.keys.backends import SECRET_SERVICE, choose_backend
from app.store.keys.patience import Patience
from app.store.keys.secret_service import SecretServiceVault
from app.store.keys.vault import BackendVault, Sight
from app.store.keys.wrapping import KEY_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.store.keys.vault import Vault

    _Result = TypeVar("_Result")

LOOK_SECONDS = 15.0
PROMPT_SECONDS = 120.0
"""How long a person may take at the keyring's own prompt."""


class Ring:
    """Keeps keys in the system's keyring. Its calls block: they belong into a worker's thread.

    The keyring is looked for anew in every call, so that one that was started meanwhile is found.

    Args:
        environment: Where the configuration of `keyring` is looked up; None takes the process's own environment.
        look_seconds: The longest wait for a call that shows no prompt.
        prompt_seconds: The longest wait for one that may.
    """

    def __init__(
        self,
        environment: Mapping[str, str] | None = None,
        look_seconds: float = LOOK_SECONDS,
        prompt_seconds: float = PROMPT_SECONDS,
    ) -> None:
        self._environment = os.environ if environment is None else environment
        self._look_seconds = look_seconds
        self._prompt_seconds = prompt_seconds
        self._patience = Patience()

    def problem(self) -> Notice | None:
        """Return why no keyring can be used here, or None. Shows no prompt."""
        try:
            self._call(lambda vault: vault.check(), self._look_seconds)
        except UserError as error:
            return error.notice
        return None

    def look(self, account: str) -> Sight:
        """See whether there is a key of that name, without a prompt where the system can do that.

        Raises:
            UserError: `keyring_…`.
        """
        return self._call(lambda vault: vault.look(account), self._look_seconds)

    def get(self, account: str) -> bytes | None:
        """Return the key of that name, or None. May show the system's prompt.

        Raises:
            UserError: `keyring_…`; `key_entry_foreign` if what is kept there is no key.
        """
        secret = self.get_text(account)
        if secret is None:
            return None
        try:
            key = bytes.fromhex(secret)
        except ValueError:
            raise UserError("key_entry_foreign") from None
        if len(key) != KEY_BYTES:
            raise UserError("key_entry_foreign")
        return key

    def put(self, account: str, key: bytes) -> None:
        """Keep a key, in the place of any other of that name, and see that it is given back. May show a prompt.

        Raises:
            UserError: `keyring_…`.
        """
        self._call(lambda vault: vault.put(account, key.hex()), self._prompt_seconds)
        if self.get(account) != key:
            raise UserError("keyring_forgets")

    def get_text(self, account: str) -> str | None:
        """Return the text of that name, or None: for what is no key of the store. May show the system's prompt.

        Raises:
            UserError: `keyring_…`.
        """
        return self._call(lambda vault: vault.get(account), self._prompt_seconds)

    def put_text(self, account: str, text: str) -> None:
        """Keep a text, in the place of any other of that name, and see that it is given back. May show a prompt.

        Raises:
            UserError: `keyring_…`.
        """
        self._call(lambda vault: vault.put(account, text), self._prompt_seconds)
        if self.get_text(account) != text:
            raise UserError("keyring_forgets")

    def delete(self, account: str) -> None:
        """Remove the key of that name, if there is one. May show a prompt.

        Raises:
            UserError: `keyring_…`.
        """
        self._call(lambda vault: vault.delete(account), self._prompt_seconds)

    def give_up(self) -> None:
        """End a call that waits in another thread. Callable from any thread."""
        self._patience.give_up()

    def _call(self, ask: Callable[[Vault], _Result], seconds: float) -> _Result:
        vaults: list[Vault] = []

        def work() -> _Result:
            vault = self._vault()
            vaults.append(vault)
            return ask(vault)

        try:
            return self._patience.call(work, seconds)
        except UserError as error:
            if error.notice.code in ("keyring_silent", "keyring_given_up"):
                for vault in vaults:
                    vault.hang_up()
            raise

    def _vault(self) -> Vault:
        name, backend = choose_backend(self._environment)
        return SecretServiceVault(backend) if name == SECRET_SERVICE else BackendVault(backend)
