"""Makes, finds and moves the store's key, so that whatever moment the program dies in, the key is in one place.

A new holder is written and read back before the old one is dropped; what a death leaves behind is marked in the
file beforehand and cleared away at the next unlocking. One Galley at a time: the store's lock sees to that.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import replace
from typing import TYPE_CHECKING

from app.errors import Notice, UserError
from app.store.files import StorePaths
from app.store.keys.key_file import Holder, KeyFile, check_of, new_store_id
from app.store.keys.key_folder import KeyFolder
from app.store.keys.passphrase import check_new_passphrase
from app.store.keys.situation import KeyState, Situation, state_after
from app.store.keys.vault import Sight
from app.store.keys.wrapping import KEY_BYTES, Cost, unwrap, wrap

if TYPE_CHECKING:
    from pathlib import Path

    from app.store.keys.ring import Ring

__all__ = ["KeyKeeper", "KeyState", "Situation", "state_after"]


class KeyKeeper:
    """The key of the store in one folder. Calls block: on the keyring, or for the time that argon2id takes.

    Keys are 32 raw bytes. They go to the caller and nowhere else: no error, notice or log line has any of them.

    Args:
        folder: The user's data folder, in which the store lies too.
        ring: The system's keyring.
        cost: What a guess at a new passphrase costs.
        refusal: Why no key may be given to the keyring, whatever it is; None where it may.
    """

    def __init__(self, folder: Path, ring: Ring, cost: Cost | None = None, refusal: Notice | None = None) -> None:
        self._store = StorePaths(folder)
        self._file = KeyFolder(folder)
        self._ring = ring
        self._cost = cost or Cost()
        self._refusal = refusal

    @property
    def path(self) -> Path:
        """The key file, whether or not it is there."""
        return self._file.path

    def holder(self) -> Holder | None:
        """Return who holds the key by what the file says; None without a file.

        Raises:
            UserError: `key_file_…`.
        """
        file = self._file.read()
        return None if file is None else file.holder

    def state(self) -> KeyState:
        """See how things stand. Shows no prompt where the system can tell without one."""
        try:
            file = self._file.read()
        except UserError as error:
            return KeyState(Situation.DAMAGED, error.notice) if self._has_store() else self._new()
        if file is None or file.holder is Holder.NOBODY:
            return KeyState(Situation.KEY_LOST, Notice("key_file_missing")) if self._has_store() else self._new()
        if file.holder is Holder.PASSPHRASE:
            return KeyState(Situation.NEEDS_PASSPHRASE)
        try:
            sight = self._ring.look(file.store_id)
        except UserError as error:
            return KeyState(Situation.KEYRING_MISSING, error.notice)
        if sight is Sight.PRESENT:
            return KeyState(Situation.IN_KEYRING)
        if sight is Sight.LOCKED:
            return KeyState(Situation.KEYRING_LOCKED, Notice("keyring_locked"))
        return KeyState(Situation.KEY_LOST, Notice("key_entry_gone")) if self._has_store() else self._new()

    def unlock(self) -> bytes:
        """Return the key that the keyring holds. May show the system's prompt.

        Raises:
            UserError: `keyring_…`, `key_entry_gone`, `key_entry_foreign`, `key_file_…`.
        """
        file = self._held_by(Holder.KEYRING)
        key = self._ring.get(file.store_id)
        if key is None:
            raise UserError("key_entry_gone")
        if not file.knows(key):
            raise UserError("key_entry_foreign")
        return key

    def unlock_with(self, passphrase: str) -> bytes:
        """Return the key that the passphrase holds.

        Raises:
            UserError: `passphrase_wrong`, `passphrase_no_memory`, `key_file_…`.
        """
        file = self._held_by(Holder.PASSPHRASE)
        key = self._unwrapped(file, passphrase)
        self._tidy(file)
        return key

    def create_in_keyring(self) -> bytes:
        """Make a key and give it to the keyring. May show the system's prompt.

        Raises:
            UserError: `keyring_…`, `key_file_not_written`; `key_already_made` if there is one.
        """
        store_id, _, problem = self._begin()
        _require_none(problem)
        key = secrets.token_bytes(KEY_BYTES)
        self._file.write(KeyFile(store_id, Holder.NOBODY, stale_entry=True))
        self._ring.put(store_id, key)
        self._file.write(KeyFile(store_id, Holder.KEYRING, check_of(key, store_id)))
        return key

    def create_with(self, passphrase: str) -> bytes:
        """Make a key and wrap it in a passphrase.

        Raises:
            UserError: `passphrase_…`, `key_file_not_written`; `key_already_made` if there is one.
        """
        check_new_passphrase(passphrase)
        store_id, stale_entry, _ = self._begin()
        key = secrets.token_bytes(KEY_BYTES)
        self._tidy(self._wrap(store_id, key, passphrase, stale_entry))
        return key

    def change_passphrase(self, old: str, new: str) -> None:
        """Wrap the key in another passphrase.

        Raises:
            UserError: `passphrase_…`, `key_file_…`. The old passphrase still holds then.
        """
        check_new_passphrase(new)
        file = self._held_by(Holder.PASSPHRASE)
        self._wrap(file.store_id, self._unwrapped(file, old), new, file.stale_entry)

    def move_to_passphrase(self, key: bytes, passphrase: str) -> Notice | None:
        """Wrap the key, which the keyring holds, in a passphrase; then remove it from the keyring.

        Args:
            key: The key of the open store.
            passphrase: A new one.

        Returns:
            Why the keyring still has a copy, or None; removing it is tried again at the next unlocking.

        Raises:
            UserError: `passphrase_…`, `key_file_…`. The keyring still holds the key then.
        """
        check_new_passphrase(passphrase)
        file = self._held_by(Holder.KEYRING, key)
        moved = self._wrap(file.store_id, key, passphrase, stale_entry=True)
        try:
            self._ring.delete(file.store_id)
        except UserError:
            return Notice("key_copy_left")
        self._note_tidy(moved)
        return None

    def move_to_keyring(self, key: bytes) -> None:
        """Give the key, which a passphrase holds, to the keyring; then drop what is wrapped in the passphrase.

        Args:
            key: The key of the open store.

        Raises:
            UserError: `keyring_…`, `key_file_…`. The passphrase still holds the key then.
        """
        file = self._held_by(Holder.PASSPHRASE, key)
        _require_none(self._refusal or self._ring.problem())
        self._file.write(replace(file, stale_entry=True))
        self._ring.put(file.store_id, key)
        self._file.write(KeyFile(file.store_id, Holder.KEYRING, file.check))

    def forget(self) -> None:
        """Remove the key from wherever it is. Nobody can read the store afterwards.

        Raises:
            UserError: `keyring_…` if the keyring has the key and does not let it go: nothing is removed then.
        """
        file = None
        with contextlib.suppress(UserError):  # a damaged file names no entry, and goes all the same
            file = self._file.read()
        if file is not None and (file.holder is Holder.KEYRING or file.stale_entry):
            self._ring.delete(file.store_id)
        self._file.remove()

    def set_aside(self, suffix: str) -> Path | None:
        """Keep the key file under another name, to begin anew; the keyring keeps the key, if it has it.

        Args:
            suffix: What the kept store's name ends with, so that the two are found together.

        Returns:
            The kept file, or None if there was none.

        Raises:
            UserError: `key_file_not_written`.
        """
        return self._file.set_aside(suffix)

    def give_up(self) -> None:
        """End a call that waits for the keyring in another thread, as when the window closes."""
        self._ring.give_up()

    def _new(self) -> KeyState:
        return KeyState(Situation.NEW, self._refusal or self._ring.problem())

    def _has_store(self) -> bool:
        """Whether there is anything that only the old key opens."""
        return any(
            path.exists() and path.stat().st_size > 0
            for path in (self._store.database, self._store.log, self._store.identity)
        )

    def _begin(self) -> tuple[str, bool, Notice | None]:
        """Return the new store's name, whether the keyring may have a key of that name, and what ails the keyring."""
        state = self.state()
        if state.situation is not Situation.NEW:
            raise UserError("key_already_made")
        try:
            file = self._file.read()
        except UserError:
            self._file.set_aside(".damaged")
            file = None
        store_id, stale_entry = (new_store_id(), False) if file is None else (file.store_id, file.stale_entry)
        return store_id, stale_entry, state.reason

    def _held_by(self, holder: Holder, key: bytes | None = None) -> KeyFile:
        file = self._file.read()
        if file is None or file.holder is not holder:
            raise UserError("key_held_elsewhere")
        if key is not None and not file.knows(key):
            message = "not the key of this store"
            raise ValueError(message)
        return file

    def _wrap(self, store_id: str, key: bytes, passphrase: str, stale_entry: bool) -> KeyFile:
        """Write a file in which the passphrase holds the key; it takes its place only if it gives the key back."""
        wrapping = wrap(key, passphrase, store_id, self._cost)
        file = KeyFile(store_id, Holder.PASSPHRASE, check_of(key, store_id), wrapping, stale_entry)

        def verify(back: KeyFile) -> None:
            self._unwrapped(back, passphrase)

        self._file.write(file, verify)
        return file

    def _unwrapped(self, file: KeyFile, passphrase: str) -> bytes:
        if file.wrapping is None:
            raise UserError("key_held_elsewhere")
        key = unwrap(file.wrapping, passphrase, file.store_id)
        if not file.knows(key):
            raise UserError("key_file_damaged", path=str(self.path))
        return key

    def _tidy(self, file: KeyFile) -> None:
        """Remove a copy that an unfinished move left in the keyring; one that is locked waits for another day."""
        if not file.stale_entry:
            return
        with contextlib.suppress(UserError):  # the mark stays in the file
            sight = self._ring.look(file.store_id)
            if sight is Sight.LOCKED:
                return
            if sight is Sight.PRESENT:
                self._ring.delete(file.store_id)
            self._note_tidy(file)

    def _note_tidy(self, file: KeyFile) -> None:
        with contextlib.suppress(UserError):  # then the mark stays, and the keyring is looked at once more
            self._file.write(replace(file, stale_entry=False))


def _require_none(problem: Notice | None) -> None:
    if problem is not None:
        raise UserError(problem.code, **problem.values)
