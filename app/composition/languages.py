"""The program while it runs: when another language is chosen, its window is made anew in it and goes on where it was.

Texts are made with their widgets, so a window speaks one language for as long as it is there. A new one takes the
engine with its models over; everything else it reads as at any start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.composition.handover import Handover
from app.errors import Notice
from app.viewmodels.languages import spoken
from app.viewmodels.notices import written
from app.viewmodels.protection import Guard

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.composition.galley import Galley

_LOOK_MILLISECONDS = 100
"""Between two looks whether what is waited for has come."""
_AT_REST = (Guard.OPEN, Guard.ASKING, Guard.FAILED)


class Running(QObject):
    """Has one program at a time.

    Args:
        make: Makes one; from the second on with what the one before it had.
        parent: The Qt parent.
    """

    changed = Signal()
    """`galley` is another one."""
    settled = Signal()
    """It has everything that the one before it had."""

    def __init__(self, make: Callable[[Handover | None], Galley], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._told = ""
        """Why it has not changed yet, while that stands there."""
        self._old: Galley | None = None
        self._handover: Handover | None = None
        self._look = QTimer(self, interval=_LOOK_MILLISECONDS)
        self._look.timeout.connect(self._on_look)
        self.galley = make(None)
        self._spoken = self._wanted
        self._connect()

    def start(self, target: str | None, draft: str | None) -> None:
        """Show the window, and load."""
        self.galley.start(target, draft)

    def stop(self) -> Notice | None:
        """End it.

        Returns:
            What could not be saved, or None.
        """
        self._look.stop()
        lost = self.galley.stop()
        self._let_go()
        return lost

    @Slot()
    def bring_to_front(self) -> None:
        """Show the window to somebody who started Galley a second time."""
        self.galley.window.bring_to_front()

    @Slot(object, object)
    def load_models(self, target: str | None, draft: str | None) -> None:
        """Load what a second start has named: one file as if it had been dropped on the window, or a pair.

        Args:
            target: Path of a target, if one is named.
            draft: Path of a draft model, likewise.
        """
        if not self.galley.is_complete:
            QTimer.singleShot(_LOOK_MILLISECONDS, self, lambda: self.load_models(target, draft))
            return
        choice = self.galley.pair_choice
        if target and draft:
            choice.choose_pair(target, draft)
        elif draft:
            choice.choose_draft(draft)
        elif target and (choice.pair is None or choice.pair.target.path != target):
            choice.take_file(target)

    @Slot()
    def leave(self) -> None:
        """Close it without a question."""
        self.galley.leave()

    @property
    def _wanted(self) -> str:
        return spoken(self.galley.preferences.settings.appearance.language)

    def _connect(self) -> None:
        self.galley.preferences.changed.connect(self._on_preferences_changed)

    @Slot(str)
    def _on_preferences_changed(self, section: str) -> None:
        if section == "appearance" and self._wanted != self._spoken:
            self._look.start(0)  # whoever chose it is still in the middle of that

    @Slot()
    def _on_look(self) -> None:
        self._look.setInterval(_LOOK_MILLISECONDS)
        if self._handover is not None:
            self._give_rest(self._handover)
        elif self._wanted == self._spoken:
            self._look.stop()
            self._take_back()
        elif self.galley.protection.guard is Guard.UNKEPT:
            self._look.stop()
            self._tell("language_at_start")
        elif self._is_at_rest():
            self._change()
        else:
            self._tell("language_waits")

    def _is_at_rest(self) -> bool:
        """Whether nothing is under way that another window would not take up."""
        galley = self.galley
        return (
            galley.is_complete
            and galley.protection.guard in _AT_REST
            and not (galley.protection.busy or galley.chat.busy or galley.chat.is_reading)
            and not (galley.engine.is_busy or galley.pair_choice.loading or galley.comparing.compare.is_running)
            and not (galley.lab.benching.is_running or galley.lab.test.is_running or galley.privacy.exchange.is_running)
            and not (galley.erasure.is_pending or galley.branches.erasure.is_pending)
            and galley.store.trouble is None
        )

    def _tell(self, code: str) -> None:
        """Say it, once, why it does not happen at once."""
        sentence = written(Notice(code))
        if self._told != sentence:
            self._take_back()
            self._told = sentence
            self.galley.notices.show_sentence(sentence)
            self.galley.settings.page.show_note(sentence)  # where it was chosen, most likely

    def _take_back(self) -> None:
        """Nothing is waited for any more."""
        if self._told:
            self.galley.notices.withdraw(self._told)
            self.galley.settings.page.show_note("")
        self._told = ""

    def _change(self) -> None:
        old = self._old = self.galley
        self._told = ""
        old.window.setEnabled(False)  # keys that come now would change settings that nobody takes over any more
        self._handover = handover = Handover(old)
        lost = old.stop()
        self.galley = self._make(handover)
        self._spoken = self._wanted
        self._connect()
        self.changed.emit()
        handover.give_place(self.galley)
        self.galley.start(None, None)
        old.window.hide()  # only now: a program without a window would end
        if lost is not None:
            self.galley.notices.show_sentence(written(lost))

    def _give_rest(self, handover: Handover) -> None:
        galley = self.galley
        is_read = galley.keeping.is_filled and not galley.chat.is_reading
        is_settled = galley.protection.guard in (Guard.ASKING, Guard.FAILED) or is_read
        if not galley.is_complete or not is_settled:
            return
        self._handover = None
        handover.give_rest(galley)
        self._let_go()
        self.settled.emit()

    def _let_go(self) -> None:
        """Throw the program away that was there before."""
        old, self._old = self._old, None
        if old is not None:
            old.window.deleteLater()
            old.deleteLater()
