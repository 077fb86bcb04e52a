"""Races over toy models: both sides in pure Python, on a clock of their own making where that matters."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from app.engine.events import RoundDecoded
from app.engine.pacing import Pacing
from app.engine.race import RaceRun
from app.engine.race_events import RaceStepped
from app.engine.race_values import RaceOrder, RaceSide, RaceSpec
from app.engine.types import ModelInfo, PairInfo, SamplingSettings
from tests.support.replies import OFF, ON, raw
from tests.support.toy_models import ToyContext, ToyModel, ToyPair

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.engine.race_events import RaceEvent

_NO_MODEL = ModelInfo("", "", "", 0, 0, 0, 0, 1000, 100, 10)


def steps_of(events: Sequence[object], side: int | None = None, repeat: int | None = None) -> list[RaceStepped]:
    return [
        event
        for event in events
        if isinstance(event, RaceStepped)
        and (side is None or event.side == side)
        and (repeat is None or event.repeat == repeat)
    ]


def tokens_of(events: Sequence[object], side: int, repeat: int = 0) -> list[int]:
    return [
        token.token_id
        for step in steps_of(events, side, repeat)
        if isinstance(step.event, RoundDecoded)
        for token in step.event.round.emitted
    ]


@dataclass(slots=True)
class ToyContender:
    """Implements `app.engine.race.Contender`."""

    pair: ToyPair

    def info(self) -> PairInfo:
        return PairInfo(_NO_MODEL, None, None, 0.0, 1)

    def new_pacing(self) -> Pacing:
        return Pacing(self.pair)


class ToySides:
    """Opens toy sides and remembers what is open."""

    def __init__(self, *pairs: ToyPair) -> None:
        self.pairs = pairs
        self.open_at_once = 0
        self.num_open = 0

    @contextmanager
    def open(self, side: int) -> Iterator[ToyContender]:
        self.num_open += 1
        self.open_at_once = max(self.open_at_once, self.num_open)
        try:
            yield ToyContender(self.pairs[side])
        finally:
            self.num_open -= 1


def toy_race(sides: ToySides, spec: RaceSpec, stopping: Callable[[], bool] = lambda: False) -> list[RaceEvent]:
    return list(RaceRun(spec, sides.open, stopping).events())


def toy_sides(model: ToyModel, other: ToyModel | None = None) -> ToySides:
    draft = ToyContext(replace(model, noise=0.3))
    return ToySides(ToyPair(ToyContext(model)), ToyPair(ToyContext(other or model), draft))


def toy_spec(order: RaceOrder = RaceOrder.INTERLEAVED, num_repeats: int = 1, seed: int = 1) -> RaceSpec:
    sampling = SamplingSettings(temperature=0.8, top_k=0)
    asked = raw("abc", sampling=replace(sampling, seed=seed), max_tokens=30)
    return RaceSpec(asked, (RaceSide(OFF, sampling), RaceSide(ON, sampling)), order, num_repeats)


class SlowSides(ToySides):
    """Sides without drafts whose every decode takes a number of seconds on a clock of their own making."""

    def __init__(self, *seconds: float) -> None:
        super().__init__(*(ToyPair(ToyContext(ToyModel(end_bias=-9.0))) for _ in seconds))
        self.now = 0.0
        for pair, each in zip(self.pairs, seconds, strict=True):
            pair.target.on_decode = partial(self._pass, each)

    def _pass(self, seconds: float, _number: int) -> None:
        self.now += seconds

    def race(self, spec: RaceSpec) -> list[RaceEvent]:
        """Race on that clock."""
        return list(RaceRun(spec, self.open, lambda: False, lambda: self.now).events())
