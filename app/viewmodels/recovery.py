"""When memory runs out in spite of every plan: what to try next, and doing it where the user has allowed that.

Each attempt is smaller than the last, so that it comes to an end.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.cli.planning import held_by, settings_of
from app.engine.events import LoadFailed, PairLoaded
from app.errors import Notice
from app.models.memory.fitting import next_smaller, room_for_draft

if TYPE_CHECKING:
    from app.cli.planning import Planner
    from app.engine.events import EngineEvent
    from app.engine.types import LoadSettings, PairInfo
    from app.models.memory.fitting import Change
    from app.runtime.tasks import Tasks

_OF_MEMORY = frozenset({"context_not_made", "context_no_memory", "engine_killed"})
_MAYBE_OF_MEMORY = frozenset({"model_not_loaded", "engine_crashed_saying", "engine_ended_saying"})
_SIGNS = ("alloc", "memory", "no room")


class Loads(Protocol):
    """What recovery needs of the choice of a pair."""

    @property
    def asked(self) -> LoadSettings | None:
        """What the engine was told to load last."""
        ...

    def load(self, settings: LoadSettings) -> None:
        """Ask the engine for the same in another way."""
        ...


class Recovery(QObject):
    """Watches loads.

    Args:
        planner: Finds what is smaller.
        tasks: Where that is done.
        choice: Loads.
    """

    offered = Signal(object)
    """A `Change`: it can be taken by `take`."""
    offered_for_draft = Signal(object, object)
    """A `Change` that would make room for the draft, and the `Notice` of why there is none now. Nobody takes it
    unasked: what is loaded works."""
    began = Signal(object)
    """A `Change` is being loaded."""
    recovered = Signal(object)
    """The `Change` with which the pair is loaded now."""

    def __init__(self, planner: Planner, tasks: Tasks, choice: Loads, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._planner = planner
        self._tasks = tasks
        self._choice = choice
        self._automatic = False
        self._offer: tuple[LoadSettings, Change] | None = None
        self._trying: Change | None = None

    def set_automatic(self, automatic: bool) -> None:
        """Whether the next smaller plan may be loaded without asking."""
        self._automatic = automatic

    @Slot(list)
    def on_events(self, events: list[EngineEvent]) -> None:
        """Follow the engine."""
        for event in events:
            if isinstance(event, LoadFailed):
                self._trying = None
                if is_of_memory(event.notice) and (asked := self._choice.asked) is not None:
                    self._look_for_smaller(asked)
            elif isinstance(event, PairLoaded):
                self._offer = None
                self._on_loaded(event.pair)

    @Slot()
    def take(self) -> None:
        """Load what was offered."""
        if self._offer is None:
            return
        (settings, change), self._offer = self._offer, None
        self._trying = change
        self.began.emit(change)
        smaller = settings_of(change.plan, settings)
        if settings.draft is not None and smaller.draft is None:
            smaller = replace(smaller, draft_refusal=Notice("draft_no_room"))
        self._choice.load(smaller)

    @Slot()
    def forget(self) -> None:
        """Take the offer back: something else is being loaded."""
        self._offer = None

    def _on_loaded(self, pair: PairInfo) -> None:
        change, self._trying = self._trying, None
        notice, asked = pair.draft_notice, self._choice.asked
        if notice is not None and asked is not None and asked.draft is not None and is_of_memory(notice):
            self._look_for_room(asked, pair, notice)
        elif change is not None:
            self.recovered.emit(change)

    def _look_for_room(self, asked: LoadSettings, pair: PairInfo, notice: Notice) -> None:
        """For a draft for which none was left beside the target."""

        def look() -> Change | None:
            machine = self._planner.machine().with_freed(held_by(pair, maps_file=asked.use_mmap))
            return room_for_draft(self._planner.plan(asked, machine))

        def found(change: Change | None) -> None:
            if change is not None and self._choice.asked is asked:
                self._offer = asked, change
                self.offered_for_draft.emit(change, notice)

        self._tasks.run(look, found, lambda _notice: None)

    def _look_for_smaller(self, asked: LoadSettings) -> None:
        self._tasks.run(
            lambda: next_smaller(self._planner.plan(asked, self._planner.machine())),
            lambda change: self._on_found(asked, change),
            lambda _notice: None,
        )

    def _on_found(self, asked: LoadSettings, change: Change | None) -> None:
        if change is None or self._choice.asked is not asked:
            return
        self._offer = asked, change
        if self._automatic:
            self.take()
        else:
            self.offered.emit(change)


def is_of_memory(notice: Notice) -> bool:
    """Whether a load failed for want of memory, as far as its reason tells."""
    if notice.code in _OF_MEMORY:
        return True
    said = " ".join(str(value).lower() for value in notice.values.values())
    return notice.code in _MAYBE_OF_MEMORY and any(sign in said for sign in _SIGNS)
