"""Two replies to one prompt on a fair clock: each side's clock counts its own work only, and who is behind goes on.

So what streams is the true race, slowed down by a known factor: the other side's work.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from app.engine.contexts import Cancelled
from app.engine.divergence import examine, first_difference
from app.engine.events import ReplyFailed, ReplyFinished, RoundDecoded
from app.engine.prompt import Prompts
from app.engine.race_events import RaceFailed, RaceFinished, RaceSideReady, RaceStarted, RaceStepped
from app.engine.race_values import RaceOrder
from app.engine.session import Session
from app.engine.types import FinishReason
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from contextlib import AbstractContextManager

    from app.engine.events import ReplyEvent
    from app.engine.loaded_pair import LoadedPair
    from app.engine.pacing import Pacing
    from app.engine.race_events import RaceEvent
    from app.engine.race_values import Divergence, RaceSpec
    from app.engine.types import PairInfo, ReplyRequest
    from app.errors import Notice

_NUM_SIDES = 2


class Contender(Protocol):
    """One side with caches of its own."""

    @property
    def pair(self) -> LoadedPair:
        """The models, over this side's caches."""
        ...

    def info(self) -> PairInfo:
        """What it takes."""
        ...

    def new_pacing(self) -> Pacing:
        """What it knows of costs before a run: every time the same."""
        ...


class RaceRun:
    """Runs one race.

    Args:
        spec: What is compared.
        open_side: Makes the caches of a side and frees them behind the block.
        stopping: Asked between decodes; True cancels.
        now: Everybody's clock, in seconds.
    """

    def __init__(
        self,
        spec: RaceSpec,
        open_side: Callable[[int], AbstractContextManager[Contender]],
        stopping: Callable[[], bool],
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._spec = spec
        self._open_side = open_side
        self._stopping = stopping
        self._now = now
        seed = spec.request.sampling.seed
        self._seed = secrets.randbits(32) if seed is None else seed
        self._divergence: Divergence | None = None
        self._cancelled = False

    def events(self) -> Generator[RaceEvent, None, None]:
        """Race; closing the iterator cancels. However it ends, every side is closed first."""
        request_id = self._spec.request_id
        yield RaceStarted(request_id, self._seed)
        try:
            if self._spec.order is RaceOrder.INTERLEAVED:
                yield from self._interleaved()
            else:
                yield from self._in_turn()
        except Cancelled:
            self._cancelled = True
        except _SideFailed as failure:
            yield RaceFailed(request_id, failure.notice, failure.side)
            return
        except UserError as error:
            yield RaceFailed(request_id, error.notice)
            return
        yield RaceFinished(request_id, self._cancelled, self._divergence)

    def _interleaved(self) -> Iterator[RaceEvent]:
        with self._open_side(0) as one, self._open_side(1) as other:
            both = (one, other)
            for side, contender in enumerate(both):
                yield RaceSideReady(self._spec.request_id, side, contender.info())
            for repeat in range(self._spec.num_repeats):
                runs = [self._new_run(repeat, side, contender) for side, contender in enumerate(both)]
                yield from self._run(runs)
                if self._cancelled:
                    return
                self._compare(runs, one.pair)

    def _in_turn(self) -> Iterator[RaceEvent]:
        for repeat in range(self._spec.num_repeats):
            runs: list[_Run] = []
            first = repeat % _NUM_SIDES  # the machine may warm up or tire: nobody is always the first
            for side in (first, 1 - first):
                with self._open_side(side) as contender:
                    yield RaceSideReady(self._spec.request_id, side, contender.info())
                    run = self._new_run(repeat, side, contender)
                    yield from self._run([run])
                    runs.append(run)
                    if self._cancelled:
                        return
                    if len(runs) == _NUM_SIDES:
                        self._compare(runs, contender.pair)

    def _new_run(self, repeat: int, side: int, contender: Contender) -> _Run:
        for context in (contender.pair.target, contender.pair.draft):
            if context is not None:
                context.rewind(0)
        clock = SideClock(self._now)
        session = Session(contender.pair, self._stopping, contender.new_pacing(), clock.now)
        request = self._spec.request_of(side, self._seed)
        return _Run(repeat, side, request, session, session.reply(request), clock)

    def _run(self, runs: Sequence[_Run]) -> Iterator[RaceStepped]:
        """Run them to their ends, side by side."""
        began = self._now()
        # Where both clocks show the same, as at the start, the sides take turns to be the first.
        going = sorted(runs, key=lambda run: (run.side + run.repeat) % _NUM_SIDES)
        try:
            while going:
                run = min(going, key=lambda each: each.clock.now())
                run.clock.go_on()
                event = run.next_event()
                if event is None:
                    going.remove(run)
                else:
                    wall = self._now() - began
                    yield RaceStepped(self._spec.request_id, run.repeat, run.side, event, run.clock.now(), wall)
                run.clock.stop()  # telling is work, too: a reply's own clock counts it as well
        finally:
            for run in runs:
                run.close()
        self._cancelled = any(run.was_cancelled for run in runs)

    def _compare(self, runs: Sequence[_Run], pair: LoadedPair) -> None:
        """Look for the first divergence, and at the target's decision there."""
        if self._divergence is not None:
            return
        one, other = sorted(runs, key=lambda run: run.side)
        position = first_difference(one.tokens, other.tokens)
        if position is None:
            return
        prompts = Prompts(pair)
        try:
            prompt = prompts.make(one.request, self._stopping).tokens
            self._divergence = examine(pair, prompt, one.tokens[:position], self._spec, self._seed, one.repeat)
        finally:
            prompts.close()


class SideClock:
    """Seconds of one side's own work: it runs only between `go_on` and `stop`."""

    def __init__(self, everybodys: Callable[[], float]) -> None:
        self._everybodys = everybodys
        self._spent = 0.0
        self._since: float | None = None

    def now(self) -> float:
        """What it shows."""
        return self._spent if self._since is None else self._spent + self._everybodys() - self._since

    def go_on(self) -> None:
        """The side works."""
        self._since = self._everybodys()

    def stop(self) -> None:
        """The side waits."""
        self._spent, self._since = self.now(), None


class _SideFailed(Exception):
    """One side cannot go on."""

    def __init__(self, side: int, notice: Notice) -> None:
        super().__init__(side, notice)
        self.side = side
        self.notice = notice


@dataclass(slots=True)
class _Run:
    """One side's reply in one repeat."""

    repeat: int
    side: int
    request: ReplyRequest
    session: Session
    steps: Generator[ReplyEvent, None, None]
    clock: SideClock
    tokens: list[int] = field(default_factory=list)
    was_cancelled: bool = False

    def next_event(self) -> ReplyEvent | None:
        """Do the next piece of work; None when there is none left.

        Raises:
            _SideFailed: The reply failed.
        """
        event = next(self.steps, None)
        if isinstance(event, RoundDecoded):
            self.tokens += [token.token_id for token in event.round.emitted]
        elif isinstance(event, ReplyFinished):
            self.was_cancelled = event.summary.finish_reason is FinishReason.CANCELLED
        elif isinstance(event, ReplyFailed):
            raise _SideFailed(self.side, event.notice)
        return event

    def close(self) -> None:
        """Let go of the caches."""
        self.steps.close()
        self.session.close()
