"""The key that lets other programs in: found in the keyring, made, shown once, made anew, forgotten.

Whatever asks the keyring may wait for a person, so it runs in a thread of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.errors import Notice
from app.runtime.tasks import Tasks
from app.server.config import new_key

if TYPE_CHECKING:
    from app.viewmodels.programs_needs import KeyPlace


class DoorKey(QObject):
    """What is known of the key.

    Args:
        place: Where it is kept.
    """

    changed = Signal()
    """Something else is known of it."""
    replaced = Signal()
    """`key` is another, or there is one at last."""

    def __init__(self, place: KeyPlace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place = place
        self._tasks = Tasks(self)
        self._asked = 0
        """Counts what was asked of the keyring, so that an answer that comes too late changes nothing."""
        self.key = ""
        """Empty where none is known."""
        self.is_kept = False
        """Whether the keyring has it; otherwise it ends with the program."""
        self.fresh = ""
        """A key that has just been made, until it has been seen."""
        self.can_keep = True
        """False once the keyring has refused, or there is none."""
        self.reason: Notice | None = None
        """Why there is no key, or the new one is not kept, or the old one not removed."""
        self.is_looking = False
        """Whether the keyring is asked, which may ask the user."""

    def take_over(self, other: DoorKey) -> None:
        """Go on with the key that another window had."""
        self.key, self.is_kept, self.can_keep = other.key, other.is_kept, other.can_keep
        self.changed.emit()

    def stop(self) -> None:
        """Wait for the keyring no longer."""
        self._asked += 1
        self._place.give_up()
        self._tasks.stop()

    def peek(self) -> None:
        """See whether there is a key without asking anybody; a locked keyring is no reason to say anything yet."""
        if self.key or self.is_looking:
            return
        asked = self._ask()
        self._tasks.run(
            lambda: self._place.find(may_ask=False),
            lambda key: self._on_seen(asked, key),
            lambda notice: self._on_unseen(asked, notice),
        )

    def look(self, *, may_ask: bool) -> None:
        """Find the key.

        Args:
            may_ask: Whether the keyring may ask the user; a key is made then where there is none.
        """
        if self.key:
            self.replaced.emit()
            return
        asked = self._ask(looks=True)
        self._tasks.run(
            lambda: self._place.find(may_ask=may_ask),
            lambda key: self._on_found(asked, key, makes=may_ask),
            lambda notice: self._on_refused(asked, notice),
        )

    @Slot()
    def make(self) -> None:
        """Make a key and give it to the keyring; the old one holds until that is done."""
        key, asked = new_key(), self._ask(looks=True)
        self._tasks.run(
            lambda: self._place.keep(key),
            lambda _none: self._on_kept(asked, key),
            lambda notice: self._on_refused(asked, notice),
        )

    @Slot()
    def make_passing(self) -> None:
        """Make a key that ends with the program, for where no keyring would have it."""
        self._ask()
        self._take(new_key(), is_kept=False, is_fresh=True)

    @Slot()
    def hide(self) -> None:
        """The fresh key has been seen, or nobody shall see it."""
        if self.fresh:
            self.fresh = ""
            self.changed.emit()

    @Slot()
    def forget(self) -> None:
        """Remove the key; one that was there and cannot be removed is spoken of.

        A locked keyring is opened only for a key that is known to be in it: most people never had one made.
        """
        self._ask()
        was_kept, self.is_kept = self.is_kept, False
        self.key = self.fresh = ""
        self.reason = None
        self.changed.emit()
        self._tasks.run(
            lambda: self._place.forget(may_ask=was_kept),
            lambda _none: None,
            self._on_not_forgotten if was_kept else lambda _notice: None,
        )

    def _ask(self, *, looks: bool = False) -> int:
        self._asked += 1
        self.is_looking = looks
        if looks:
            self.reason = None
        self.changed.emit()
        return self._asked

    def _on_seen(self, asked: int, key: str | None) -> None:
        if asked == self._asked:
            self.key, self.is_kept = key or "", bool(key)
            self.can_keep, self.reason = True, None
            self.changed.emit()

    def _on_unseen(self, asked: int, notice: Notice) -> None:
        if asked == self._asked and notice.code != "keyring_locked":
            self._say(notice, can_keep=False)

    def _on_found(self, asked: int, key: str | None, *, makes: bool) -> None:
        if asked != self._asked:
            return
        if key:
            self._take(key, is_kept=True, is_fresh=False)
        elif makes:
            self.make()
        else:
            self._say(Notice("access_key_gone"), can_keep=True)

    def _on_kept(self, asked: int, key: str) -> None:
        if asked == self._asked:
            self._take(key, is_kept=True, is_fresh=True)

    def _on_refused(self, asked: int, notice: Notice) -> None:
        if asked == self._asked:
            self._say(notice, can_keep=False)

    def _say(self, notice: Notice, *, can_keep: bool) -> None:
        """Say why there is no key, or none yet."""
        self.is_looking, self.can_keep, self.reason = False, can_keep, notice
        self.changed.emit()

    def _on_not_forgotten(self, notice: Notice) -> None:
        self.reason = notice
        self.changed.emit()

    def _take(self, key: str, *, is_kept: bool, is_fresh: bool) -> None:
        self.key, self.is_kept = key, is_kept
        self.fresh = key if is_fresh else ""
        self.can_keep, self.reason, self.is_looking = is_kept, None, False
        self.changed.emit()
        self.replaced.emit()
