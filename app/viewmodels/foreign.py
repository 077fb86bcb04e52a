"""Settings from another program on their way into the window: read, offered, taken with one click, and taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal, Slot

from app.interop.recognise import read_foreign
from app.viewmodels.foreign_offer import Part, make_offer
from app.viewmodels.own_values import OwnValues

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from app.errors import Notice
    from app.runtime.tasks import Tasks
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.foreign_offer import Offer
    from app.viewmodels.own_settings import OwnSettings
    from app.viewmodels.pair_choice import PairChoice
    from app.viewmodels.preferences import Preferences


@dataclass(frozen=True, slots=True)
class _Before:
    """How things stood before they were changed, as far as they were."""

    key: str
    own: OwnValues
    was_scoped: bool
    load: Mapping[str, Any]
    placement: Mapping[str, Any]
    pair: tuple[str | None, str | None]
    parts: frozenset[Part]


class Foreign(QObject):
    """One text at a time.

    Args:
        tasks: Reads it elsewhere: files are looked for.
        preferences: Has what loads.
        own_settings: Has what conversations are answered with.
        conversations: Tells which is open.
        pair_choice: Has the pair.
    """

    changed = Signal()
    """Another offer, another problem, or something was taken or taken back."""

    def __init__(
        self,
        tasks: Tasks,
        preferences: Preferences,
        own_settings: OwnSettings,
        conversations: ConversationList,
        pair_choice: PairChoice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self._preferences = preferences
        self._own_settings = own_settings
        self._conversations = conversations
        self._pair_choice = pair_choice
        self._known_files: Callable[[], Mapping[str, str]] = dict
        self._offer: Offer | None = None
        self._problem: Notice | None = None
        self._before: _Before | None = None
        self._serial = 0

    def set_known_files(self, known_files: Callable[[], Mapping[str, str]]) -> None:
        """Find models here by what this gives: their paths by their files' names."""
        self._known_files = known_files

    @property
    def offer(self) -> Offer | None:
        """What the text would change; None where there is no text, or none that is understood."""
        return self._offer

    @property
    def problem(self) -> Notice | None:
        """Why it is not understood."""
        return self._problem

    @property
    def can_undo(self) -> bool:
        """Whether what was taken last can be taken back."""
        return self._before is not None

    def read(self, text: str, folder: str = "") -> None:
        """Read a text.

        Args:
            text: Whatever somebody brings; nothing of it is kept.
            folder: Where its file lies: names in it are relative to that.
        """
        self._serial += 1
        self._before = None  # what is taken back is what this page says was taken
        serial, known = self._serial, self._known_files()
        if not text.strip():
            self._show(serial, None, None)
            return
        self._tasks.run(
            lambda: make_offer(read_foreign(text, folder=folder), known),
            lambda offer: self._show(serial, offer, None),
            lambda notice: self._show(serial, None, notice),
        )

    def apply(self, parts: Collection[Part]) -> None:
        """Take what belongs to these parts."""
        offer = self._offer
        wanted = frozenset(parts).intersection(() if offer is None else offer.parts)
        if offer is None or not wanted:
            return
        self._before = self._standing(wanted)
        if Part.CONVERSATION in wanted:
            values = OwnValues(settings=offer.own, system_prompt=offer.system_prompt)
            self._own_settings.apply(self._before.key, values)
        if Part.LOADING in wanted:
            self._preferences.set_load(**offer.load)
            self._preferences.set_placement(**offer.placement)
        if Part.PAIR in wanted and offer.target is not None:
            self._pair_choice.choose_pair(offer.target, offer.draft)
        elif Part.PAIR in wanted:
            self._pair_choice.choose_draft(offer.draft)
        elif Part.LOADING in wanted:
            self._pair_choice.reload()
        self.changed.emit()

    @Slot()
    def undo(self) -> None:
        """Put back what was there before, and load what was loaded."""
        before, self._before = self._before, None
        if before is None:
            return
        if Part.CONVERSATION in before.parts and before.key in self._conversations:
            self._own_settings.put_back(before.key, before.own)
            if not before.was_scoped:
                self._own_settings.set_scoped(before.key, False)
        if Part.LOADING in before.parts:
            self._preferences.set_load(**before.load)
            self._preferences.set_placement(**before.placement)
        target, draft = before.pair
        if Part.PAIR in before.parts and target is not None:
            self._pair_choice.choose_pair(target, draft)
        elif Part.LOADING in before.parts:
            self._pair_choice.reload()
        self.changed.emit()

    @Slot()
    def forget(self) -> None:
        """Let go of the text and of the way back: what is locked away may not stay in memory."""
        self._serial += 1
        self._before = None
        self._show(self._serial, None, None)

    def _standing(self, parts: frozenset[Part]) -> _Before:
        key, settings = self._conversations.active, self._preferences.settings
        return _Before(
            key=key,
            own=self._own_settings.own(key),
            was_scoped=self._own_settings.is_scoped(key),
            load=settings.load.values(),
            placement=settings.placement.values(),
            pair=(self._pair_choice.target_path, self._pair_choice.draft_path),
            parts=parts,
        )

    def _show(self, serial: int, offer: Offer | None, problem: Notice | None) -> None:
        if serial == self._serial:
            self._offer, self._problem = offer, problem
            self.changed.emit()
