"""What a race is asked for with, and what only its end can say: two sides, one prompt, one loaded target.

All are frozen and cross the pipe between the processes by pickle.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from app.engine.types import SamplingSettings, SpeculationSettings

if TYPE_CHECKING:
    from app.engine.types import KvType, ModelSpec, ReplyRequest
    from app.errors import Notice


class RaceOrder(StrEnum):
    """Who computes when."""

    INTERLEAVED = "interleaved"
    """Both at once: the side whose clock is behind goes on, so that what is seen is the race, slowed down."""
    IN_TURN = "in_turn"
    """One after the other: half the memory, absolute figures, and energy can be told apart."""


@dataclass(frozen=True, slots=True)
class RaceSide:
    """One side's settings. Both sides get the same seed; KV types left at None are those of the loaded pair."""

    speculation: SpeculationSettings = field(default_factory=SpeculationSettings)
    sampling: SamplingSettings = field(default_factory=SamplingSettings)
    draft: ModelSpec | None = None
    """Its draft model. The loaded one, by path, lends its weights; another is loaded for the race. None has none."""
    draft_refusal: Notice | None = None
    """Why a draft that was asked for is not here."""
    kv_type_k: KvType | None = None
    kv_type_v: KvType | None = None
    draft_kv_type_k: KvType | None = None
    draft_kv_type_v: KvType | None = None


@dataclass(frozen=True, slots=True)
class RaceSpec:
    """A race: the same turn twice.

    Attributes:
        request: What both are asked: messages or raw prompt, length, stop texts, and the seed (None draws one). Its
            id is the race's, from the same numbers as the replies'; the rest of its sampling and its speculation
            settings are not looked at.
        sides: The first is what the second is measured against.
        order: Interleaved or one after the other.
        num_repeats: How often; both sides begin every repeat with empty caches and the same knowledge of costs.
    """

    request: ReplyRequest
    sides: tuple[RaceSide, RaceSide]
    order: RaceOrder = RaceOrder.INTERLEAVED
    num_repeats: int = 1

    @property
    def request_id(self) -> int:
        """By which it is cancelled."""
        return self.request.request_id

    def request_of(self, side: int, seed: int) -> ReplyRequest:
        """What one side is asked."""
        chosen = self.sides[side]
        sampling = replace(chosen.sampling, seed=seed)
        return replace(self.request, sampling=sampling, speculation=chosen.speculation)


@dataclass(frozen=True, slots=True)
class Divergence:
    """Where the texts of one repeat part.

    Attributes:
        repeat: In which repeat it was found first.
        position: Tokens of the reply that both have in common; one side may have ended there.
        gap: Difference of the target's two highest raw logits there, computed once more with one row.
        margin: By how much the final draw was decided there, in raw logits: noise and sampler chain included. None
            where the sides draw differently, or with random numbers of their own.
    """

    repeat: int
    position: int
    gap: float
    margin: float | None
