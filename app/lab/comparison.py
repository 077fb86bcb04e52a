"""Follows a race from the engine's events and keeps what a verdict, a table and a replay need.

How to compare, in the window or on the command line:

1. Make a `RaceSpec`, such as `against_off`, and a `Comparison` of it.
2. Ask the engine: `EngineWorker.race(spec)` in the window, `EngineClient.submit(Race(spec))` elsewhere. It queues like
   a reply and is stopped like one, `cancel(spec.request_id)`.
3. Give every event to `take`. What streams live are the `RaceStepped` among them: their `event` is a reply's own, so
   a pane can show it as it shows a reply; `seconds` is the clock to write above it.
4. When `is_over`, read `verdict()`, `runs` and `replay()`, or `failure`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine.events import EngineDied, ReplyFinished, RoundDecoded
from app.engine.race_events import RaceFailed, RaceFinished, RaceSideReady, RaceStarted, RaceStepped
from app.engine.race_values import RaceOrder, RaceSide, RaceSpec
from app.engine.types import SpeculationMode
from app.hardware.energy import energy_between
from app.lab.replay import Replay
from app.lab.run import Run
from app.lab.verdict import judge

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.events import EngineEvent
    from app.engine.types import ModelSpec, PairInfo, ReplyRequest
    from app.errors import Notice
    from app.hardware.samples import MachineSample
    from app.lab.verdict import Verdict


def against_off(
    request: ReplyRequest, draft: ModelSpec | None, order: RaceOrder = RaceOrder.INTERLEAVED, num_repeats: int = 1
) -> RaceSpec:
    """The usual comparison: a reply as it is asked for, measured against the same without speculation.

    Args:
        request: With its sampling and speculation settings.
        draft: The draft model, as it is loaded; None has none.
        order: Interleaved or one after the other.
        num_repeats: How often.
    """
    off = replace(request.speculation, mode=SpeculationMode.OFF)
    sides = (RaceSide(off, request.sampling), RaceSide(request.speculation, request.sampling, draft))
    return RaceSpec(request, sides, order, num_repeats)


class Comparison:
    """What is known of one race.

    Args:
        spec: As it was asked for.
        look: Looks at the machine, for energy; None measures none. Only where the sides run in turn can it be told
            whose the energy was, so it is not called otherwise. A look that is a second old makes a figure for a long
            reply a little wrong and one for a short reply worthless.
    """

    def __init__(self, spec: RaceSpec, look: Callable[[], MachineSample] | None = None) -> None:
        self.spec = spec
        self.seed: int | None = None
        self.is_over = False
        self.failure: Notice | None = None
        """Why it broke off, where it did."""
        self.wall_seconds: dict[int, float] = {}
        """By repeat: what both sides together took on everybody's clock."""
        self._look = look if spec.order is RaceOrder.IN_TURN else None
        self._before: MachineSample | None = None
        self._runs: dict[tuple[int, int], Run] = {}
        self._pairs: dict[int, PairInfo] = {}
        self._steps: list[RaceStepped] = []
        self._end: RaceFinished | None = None

    def take(self, event: EngineEvent) -> bool:
        """Take an event; False where it is none of this race."""
        if isinstance(event, EngineDied) and event.request_id == self.spec.request_id:
            self._break_off(event.notice)
            return True
        if not isinstance(event, RaceStarted | RaceSideReady | RaceStepped | RaceFinished | RaceFailed):
            return False
        if event.request_id != self.spec.request_id:
            return False
        match event:
            case RaceStarted():
                self.seed = event.seed
            case RaceSideReady():
                self._pairs[event.side] = event.pair
                self._before = None if self._look is None else self._look()
            case RaceStepped():
                self._step(event)
            case RaceFinished():
                self._end = event
                self.is_over = True
            case RaceFailed():
                self._break_off(event.notice)
        return True

    @property
    def runs(self) -> tuple[tuple[Run, Run], ...]:
        """Both sides' runs, repeat by repeat; only repeats that both sides have begun."""
        return tuple(
            (self._runs[repeat, 0], self._runs[repeat, 1])
            for repeat in range(self.spec.num_repeats)
            if (repeat, 0) in self._runs and (repeat, 1) in self._runs
        )

    def num_tokens(self, repeat: int, side: int) -> int:
        """Tokens that a side has written so far in a repeat."""
        run = self._runs.get((repeat, side))
        return 0 if run is None else run.tally.num_emitted

    def pair(self, side: int) -> PairInfo | None:
        """What a side takes; None until it is ready."""
        return self._pairs.get(side)

    def replay(self, repeat: int = 0) -> Replay:
        """What was seen in one repeat, to be shown again at real speed; it may still grow."""
        return Replay([step for step in self._steps if step.repeat == repeat])

    def verdict(self) -> Verdict | None:
        """What came of it; None where no repeat was run to its end."""
        whole = [runs for runs in self.runs if all(run.is_whole for run in runs)]
        return judge(self.spec, whole, None if self._end is None else self._end.divergence) if whole else None

    def _step(self, step: RaceStepped) -> None:
        self._steps.append(step)
        key = (step.repeat, step.side)
        run = self._runs.get(key)
        if run is None:
            run = self._runs[key] = Run(*key, self._pairs.get(step.side))
        if isinstance(step.event, RoundDecoded):
            run.add(step.event.round)
        elif isinstance(step.event, ReplyFinished):
            run.summary = step.event.summary
            self._count_wall(step)
            if self._look is not None and self._before is not None:
                run.energy = energy_between(self._before, self._look())

    def _count_wall(self, step: RaceStepped) -> None:
        before = self.wall_seconds.get(step.repeat, 0.0)
        in_turn = self.spec.order is RaceOrder.IN_TURN
        self.wall_seconds[step.repeat] = before + step.wall_seconds if in_turn else max(before, step.wall_seconds)

    def _break_off(self, notice: Notice) -> None:
        self.failure = notice
        self.is_over = True
