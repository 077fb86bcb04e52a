"""Whether what is kept can be read just now, and the way from one state to the next: opening, locking, forgetting.

Every call that concerns the key may wait for a person or for argon2, so each runs in a thread of its own.
"""

from __future__ import annotations

import time
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.errors import UserError
from app.runtime.tasks import Tasks
from app.store.aside import set_store_aside
from app.store.erase import erase_store_files
from app.store.keys.keeper import KeyState, Situation, state_after
from app.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.errors import Notice
    from app.runtime.store_worker import StoreWorker
    from app.store.keys.key_file import Holder
    from app.store.values import Opening
    from app.viewmodels.chat import Chat
    from app.viewmodels.keeping import Keeping
    from app.viewmodels.key_source import Keys

    _Result = TypeVar("_Result")

STOP_MILLISECONDS = 2000
"""For a reply to stop before the store is closed over it."""


class Guard(Enum):
    """How things stand."""

    OPENING = auto()
    """The key is looked for, or the store is being opened."""
    ASKING = auto()
    """Somebody has to do something about the key: `Protection.key_state` says what."""
    FAILED = auto()
    """There is a key, and the store cannot be opened with it: `Protection.notice` says why."""
    OPEN = auto()
    UNKEPT = auto()
    """Nothing is kept, by the user's own choice; it ends with the program."""
    CLOSING = auto()
    """It is being locked, or everything is being forgotten."""


class Protection(QObject):
    """Opens and closes the store for the window.

    Args:
        folder: Where store and key file lie.
        keys: Finds and keeps the key.
        worker: Owns the store.
        chat: Is stopped and emptied when the store is closed.
        keeping: Writes what there is of a reply when the store is closed.
    """

    changed = Signal()
    """Another guard, another reason, another holder of the key."""
    closing = Signal()
    """The store is about to be closed; what waits for it has to be asked for now."""
    closed = Signal()
    """What was said is out of reach: nothing may hold it any more."""
    key_moved = Signal()
    """The passphrase is another one, or the key is elsewhere."""
    move_failed = Signal(object)
    """The `Notice` of why it is not."""
    notice_raised = Signal(object)

    def __init__(
        self,
        folder: Path,
        keys: Keys,
        worker: StoreWorker,
        chat: Chat,
        keeping: Keeping,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._folder = folder
        self._keys = keys
        self._worker = worker
        self._chat = chat
        self._keeping = keeping
        self._tasks = Tasks(self)
        self._guard = Guard.OPENING
        self._key_state: KeyState | None = None
        self._notice: Notice | None = None
        self._holder: Holder | None = None
        self._key: bytes | None = None
        self._adopted: bytes | None = None
        self._busy = False
        self._after_close: Callable[[], None] | None = None
        self._patience = QTimer(self, singleShot=True, interval=STOP_MILLISECONDS)
        self._patience.timeout.connect(self._close)
        worker.opened.connect(self._on_opened)
        worker.opening_failed.connect(self._on_opening_failed)
        worker.closed.connect(self._on_closed)
        chat.busy_changed.connect(self._on_chat_busy_changed)

    @property
    def guard(self) -> Guard:
        """How things stand."""
        return self._guard

    @property
    def key_state(self) -> KeyState | None:
        """What is to be done about the key, while it is asked for."""
        return self._key_state

    @property
    def notice(self) -> Notice | None:
        """Why the store cannot be opened."""
        return self._notice

    @property
    def holder(self) -> Holder | None:
        """Who holds the key of the open store."""
        return self._holder

    @property
    def busy(self) -> bool:
        """Whether something is being done that was asked for; further requests are not taken meanwhile."""
        return self._busy

    @property
    def is_settled(self) -> bool:
        """Whether messages can be sent."""
        return self._guard in (Guard.OPEN, Guard.UNKEPT)

    def hand_over(self) -> bytes | None:
        """The key of the open store, for another one to `adopt`."""
        return self._key if self._guard is Guard.OPEN else None

    def adopt(self, key: bytes) -> None:
        """Have the key already when it is started."""
        self._adopted = key

    def start(self) -> None:
        """Look for the key, and open the store where nobody has to be asked."""
        self._set(Guard.OPENING)
        key, self._adopted = self._adopted, None
        if key is not None:
            self._open(key)
            return
        self._run(self._keys.state, self._on_state, self._on_no_key)

    def stop(self) -> None:
        """End what waits for a keyring. The store is the worker's to close."""
        self._patience.stop()
        self._keys.give_up()
        self._tasks.stop()

    # What the user asks for.

    @Slot()
    def unlock(self) -> None:
        """See anew how things stand, and open the store where that is possible now."""
        if not self._busy:
            self._run(self._keys.state, self._on_state, self._on_no_key)

    @Slot()
    def stop_waiting(self) -> None:
        """Wait no longer for the keyring: somebody else would have to answer it."""
        self._keys.give_up()

    @Slot(str)
    def unlock_with(self, passphrase: str) -> None:
        """Open the store with a passphrase."""
        if not self._busy:
            self._run(lambda: self._keys.unlock_with(passphrase), self._open, self._on_no_key)

    @Slot(str)
    def create_with(self, passphrase: str) -> None:
        """Begin a store under a passphrase."""
        if not self._busy:
            self._run(lambda: self._keys.create_with(passphrase), self._open, self._on_not_created)

    @Slot()
    def create_in_keyring(self) -> None:
        """Begin a store whose key is in the keyring."""
        if not self._busy:
            self._run(self._keys.create_in_keyring, self._open, self._on_not_created)

    @Slot()
    def go_on_without(self) -> None:
        """Keep nothing until the program ends."""
        if self._guard in (Guard.ASKING, Guard.FAILED, Guard.OPENING):
            self._keeping.set_keeps(False)
            self._set(Guard.UNKEPT)

    @Slot()
    def begin_anew(self) -> None:
        """Set a store that cannot be opened aside, and begin an empty one."""
        folder, keys = self._folder, self._keys

        def set_aside() -> None:
            keys.set_aside(set_store_aside(folder, time.time()))

        if self._guard in (Guard.ASKING, Guard.FAILED) and not self._busy:
            self._worker.discard()
            self._run(set_aside, lambda _none: self.start(), self._fail)

    @Slot()
    def lock(self) -> None:
        """Stop and save what is being written, then put everything out of reach."""
        if self._guard is Guard.OPEN and not self._busy:
            self._begin_closing(self._look_after_locking)

    @Slot()
    def forget_everything(self) -> None:
        """Erase the store and its key, and begin as on the first day."""
        if self._guard in (Guard.OPEN, Guard.ASKING, Guard.FAILED) and not self._busy:
            self._begin_closing(self._erase_all)

    @Slot(str, str)
    def change_passphrase(self, old: str, new: str) -> None:
        """Put another passphrase in the place of the old one."""
        self._move(lambda: self._keys.change_passphrase(old, new))

    @Slot(str)
    def move_to_passphrase(self, passphrase: str) -> None:
        """Take the key out of the keyring."""
        key = self._key
        if key is not None:
            self._move(lambda: self._keys.move_to_passphrase(key, passphrase))

    @Slot()
    def move_to_keyring(self) -> None:
        """Give the key to the keyring."""
        key = self._key
        if key is not None:
            self._move(lambda: self._keys.move_to_keyring(key))

    # Opening.

    def _on_state(self, state: KeyState) -> None:
        if state.situation in (Situation.IN_KEYRING, Situation.KEYRING_LOCKED):
            self._run(self._keys.unlock, self._open, self._on_no_key)
        elif state.situation is Situation.NEW and state.reason is None:
            self._run(self._keys.create_in_keyring, self._open, self._on_not_created)
        else:
            self._ask(state)

    def _on_no_key(self, notice: Notice) -> None:
        self._ask(state_after(notice))

    def _on_not_created(self, notice: Notice) -> None:
        self._ask(KeyState(Situation.NEW, notice))

    def _ask(self, state: KeyState) -> None:
        self._key_state = state
        self._set(Guard.ASKING)

    def _open(self, key: bytes) -> None:
        if self._guard is Guard.UNKEPT:
            return  # whoever waited has decided otherwise meanwhile
        self._key = key
        self._busy = True
        folder = self._folder
        self._worker.open(lambda: Store.open(folder, key))
        self.changed.emit()

    @Slot(object)
    def _on_opened(self, _opening: Opening) -> None:
        self._busy = False
        self._key_state = self._notice = None
        self._keeping.set_keeps(True)
        self._run(self._keys.holder, self._on_holder, self.notice_raised.emit, quietly=True)
        self._set(Guard.OPEN)

    @Slot(object)
    def _on_opening_failed(self, notice: Notice) -> None:
        self._busy = False
        self._key = None
        self._fail(notice)

    def _fail(self, notice: Notice) -> None:
        self._notice = notice
        self._set(Guard.FAILED)

    def _on_holder(self, holder: Holder | None) -> None:
        self._holder = holder
        self.changed.emit()

    # Closing.

    def _begin_closing(self, then: Callable[[], None]) -> None:
        self._after_close = then
        self._set(Guard.CLOSING)
        self._chat.stop()
        if self._chat.busy:
            self._patience.start()
        else:
            self._close()

    @Slot(bool)
    def _on_chat_busy_changed(self, busy: bool) -> None:
        if not busy and self._patience.isActive():
            self._close()

    @Slot()
    def _close(self) -> None:
        self._patience.stop()
        self.closing.emit()
        self._keeping.forget_all()
        self._chat.forget_all()
        self._key = None
        self._holder = None
        self._worker.close()
        self.closed.emit()

    @Slot()
    def _on_closed(self) -> None:
        then, self._after_close = self._after_close, None
        if then is not None:
            then()

    def _look_after_locking(self) -> None:
        self._run(self._keys.state, self._ask, self._on_no_key)

    def _erase_all(self) -> None:
        folder, keys = self._folder, self._keys
        self._worker.discard()

        def erase() -> None:
            keys.forget()  # first: without it, what a stubborn disk holds on to says nothing
            try:
                erase_store_files(folder)
            except OSError as error:
                raise UserError("store_not_erased", path=str(folder), cause=error.strerror or str(error)) from error

        self._run(erase, lambda _none: self.start(), self._fail)

    # The key, while the store is open.

    def _move(self, work: Callable[[], Notice | None]) -> None:
        if self._guard is not Guard.OPEN or self._busy:
            return

        def done(notice: Notice | None) -> None:
            if notice is not None:
                self.notice_raised.emit(notice)
            self.key_moved.emit()
            self._run(self._keys.holder, self._on_holder, self.notice_raised.emit, quietly=True)

        self._run(work, done, self.move_failed.emit)

    def _run(
        self,
        work: Callable[[], _Result],
        on_done: Callable[[_Result], None],
        on_failed: Callable[[Notice], None],
        *,
        quietly: bool = False,
    ) -> None:
        """Do something about the key elsewhere; one thing at a time, but for looks that nobody waits for."""

        def done(result: _Result) -> None:
            self._busy = self._busy and quietly
            on_done(result)

        def failed(notice: Notice) -> None:
            self._busy = self._busy and quietly
            on_failed(notice)

        if not quietly:
            self._busy = True
            self.changed.emit()
        self._tasks.run(work, done, failed)

    def _set(self, guard: Guard) -> None:
        self._guard = guard
        self.changed.emit()
