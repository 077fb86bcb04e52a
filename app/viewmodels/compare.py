"""A comparison as the window sees it: two replies that grow, their clocks, the lines they run on, what came of it.

It asks the engine for a race and follows it; nothing of it is kept on disk unless somebody saves it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.events import ReplyFailed, RoundDecoded
from app.engine.race_events import RaceStepped
from app.errors import Notice
from app.lab.comparison import Comparison
from app.viewmodels.compare_track import Track
from app.viewmodels.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.events import EngineEvent
    from app.engine.race_values import RaceSpec
    from app.hardware.samples import MachineSample
    from app.lab.verdict import Verdict
    from app.viewmodels.compare_choice import CompareChoice

SIDES = (0, 1)


class Races(Protocol):
    """What a comparison needs of the engine."""

    def race(self, spec: RaceSpec) -> None:
        """Queue a race."""
        ...

    def cancel(self, request_id: int | None = None) -> None:
        """Stop this race, whether it runs or waits."""
        ...


@dataclass(slots=True)
class Clocks:
    """What the clocks showed last, in seconds: each side's own, and everybody's."""

    sides: list[float]
    wall: float = 0.0

    @property
    def share(self) -> float | None:
        """Seconds of the further side's own clock ÷ seconds that passed: how slowly the race is shown."""
        return max(self.sides) / self.wall if self.wall > 0.0 else None


class Compare(QObject):
    """One comparison at a time.

    Args:
        engine: Runs it.
        look: Looks at the machine, for energy.
    """

    began = Signal()
    repeat_begun = Signal(int)
    """Both `replies` are new ones."""
    changed = Signal()
    """Told at most once a batch of events."""
    ended = Signal()
    """By itself, stopped or broken off; `verdict`, `failure` and `was_stopped` say how."""

    def __init__(
        self, engine: Races, look: Callable[[], MachineSample] | None = None, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._look = look
        self._next_request = -1
        self._tracks: dict[int, tuple[Track, Track]] = {}
        self.comparison: Comparison | None = None
        self.choice: CompareChoice | None = None
        """What was asked for last."""
        self.replies = self._new_replies()
        self.clocks = Clocks([0.0, 0.0])
        self.repeat = 0
        """The one that is being run, or was last."""
        self.verdict: Verdict | None = None
        self.is_running = False
        self.is_stopping = False

    def new_request(self) -> int:
        """A number for the next race: below zero, where no reply has one."""
        request_id, self._next_request = self._next_request, self._next_request - 1
        return request_id

    def take_over(self, other: Compare) -> None:
        """Show what another one has come to, if it has."""
        if other.comparison is None or other.is_running:
            return
        self.comparison, self.choice, self.verdict = other.comparison, other.choice, other.verdict
        self.replies, self.clocks, self.repeat = other.replies, other.clocks, other.repeat
        self._tracks, self._next_request, self.is_stopping = other._tracks, other._next_request, other.is_stopping
        self.began.emit()
        self.changed.emit()
        self.ended.emit()

    @property
    def has_begun(self) -> bool:
        """Whether either side has done anything."""
        return bool(self._tracks)

    @property
    def failure(self) -> Notice | None:
        """Why it broke off."""
        return None if self.comparison is None else self.comparison.failure

    @property
    def was_stopped(self) -> bool:
        """Whether somebody stopped it."""
        return self.is_stopping and not self.is_running

    @property
    def tracks(self) -> tuple[Track, Track]:
        """How both sides ran in the repeat of `repeat`."""
        return self.tracks_of(self.repeat)

    def tracks_of(self, repeat: int) -> tuple[Track, Track]:
        """How both sides ran in a repeat; empty before."""
        return self._tracks.get(repeat) or (Track(), Track())

    @property
    def whole_repeats(self) -> tuple[int, ...]:
        """Repeats that both sides ended by themselves."""
        runs = () if self.comparison is None else self.comparison.runs
        return tuple(one.repeat for one, other in runs if one.is_whole and other.is_whole)

    def start(self, choice: CompareChoice, spec: RaceSpec) -> None:
        """Run a race, unless one runs."""
        if self.is_running:
            return
        self.clear()
        self.choice = choice
        self.comparison = Comparison(spec, self._look)
        self.is_running = True
        self.began.emit()
        self._engine.race(spec)

    @Slot()
    def stop(self) -> None:
        """Stop what runs; repeats that are whole by then still count."""
        if self.is_running and not self.is_stopping and self.comparison is not None:
            self.is_stopping = True
            self._engine.cancel(self.comparison.spec.request_id)
            self.changed.emit()

    def clear(self) -> None:
        """Stop, and hold nothing of what was asked and said any more."""
        if self.is_running and self.comparison is not None:
            self._engine.cancel(self.comparison.spec.request_id)
        self.comparison = self.choice = self.verdict = None
        self.is_running = self.is_stopping = False
        self._tracks.clear()
        self._begin_repeat(0)

    @Slot(list)
    def on_events(self, events: Sequence[EngineEvent]) -> None:
        """Take in one batch of the engine's events."""
        comparison = self.comparison
        if comparison is None or not self.is_running:
            return
        taken = False
        for event in events:
            if not comparison.take(event):
                continue
            taken = True
            if isinstance(event, RaceStepped):
                self._step(event)
        if comparison.is_over:
            self._end(comparison)
        elif taken:
            self.changed.emit()

    def _step(self, step: RaceStepped) -> None:
        if step.repeat not in self._tracks:
            self._begin_repeat(step.repeat)
            self._tracks[step.repeat] = (Track(), Track())
            self.repeat_begun.emit(step.repeat)
        self.clocks.sides[step.side] = step.seconds
        self.clocks.wall = step.wall_seconds
        reply, track = self.replies[step.side], self._tracks[step.repeat][step.side]
        reply.apply(step.event)
        num_new = len(step.event.round.emitted) if isinstance(step.event, RoundDecoded) else 0
        track.add(step.seconds, num_new, ended=reply.phase.is_over)

    def _begin_repeat(self, repeat: int) -> None:
        self.repeat = repeat
        self.replies = self._new_replies()
        self.clocks = Clocks([0.0, 0.0])

    def _end(self, comparison: Comparison) -> None:
        self.is_running = False
        self.verdict = comparison.verdict()
        notice = comparison.failure or Notice("interrupted_comparing")
        for reply in self.replies:
            if not reply.phase.is_over:
                reply.apply(ReplyFailed(reply.request_id, notice))
        self.ended.emit()

    @staticmethod
    def _new_replies() -> tuple[Reply, Reply]:
        return Reply(0), Reply(0)
