"""What a run's table comes to, as values: settings, kinds of text, languages, temperatures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.types import SpeculationSettings
    from app.lab.averages import Mean

RULE_OF_THUMB = (0.35, 0.40)
"""The acceptance under which, it is said, speculation is slower than plain decoding."""


@dataclass(frozen=True, slots=True)
class Group:
    """What some rows of one setting come to.

    Attributes:
        speedup: Over prompts, in decoding.
        total_speedup: Over prompts, from the request to the last token.
        acceptance_rate: Of all drafted tokens.
        break_even: The acceptance rate at which it would have been as fast as without speculation; above 1 where not
            even accepting everything would do; None where nothing, or too little, was drafted.
        same_texts: Replies with the text of the run without speculation.
        compared_texts: Replies of which that can be said.
    """

    setting: str
    source: str
    draft: str
    temperature: float
    is_off: bool
    speculation: SpeculationSettings
    num_prompts: int
    num_failed: int
    tokens_per_second: float | None
    first_token_seconds: float | None
    speedup: Mean | None
    total_speedup: Mean | None
    acceptance_rate: float | None
    alpha: float | None
    block_efficiency: float | None
    mean_accepted: float | None
    accepted_per_position: tuple[float, ...]
    draft_share: float | None
    verify_share: float | None
    overhead_share: float | None
    break_even: float | None
    same_texts: int
    compared_texts: int

    @property
    def is_certain_gain(self) -> bool:
        """Whether its interval lies above no difference."""
        return self.speedup is not None and self.speedup.low is not None and self.speedup.low > 1.0


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of text in a language, and what each setting does with it.

    Attributes:
        best: The fastest; without speculation where nothing is faster. None where nothing was measured.
        as_good: Others that may be just as fast: their intervals hold its speed-up.
    """

    category: str
    language: str
    groups: tuple[Group, ...]
    best: Group | None
    as_good: tuple[Group, ...]

    @property
    def gain(self) -> float:
        """The speed-up of the best; 1 where nothing was compared."""
        return 1.0 if self.best is None or self.best.speedup is None else self.best.speedup.value


@dataclass(frozen=True, slots=True)
class LanguageGap:
    """A language against the reference, with one setting. Acceptance in shares, speed as a ratio of speed-ups."""

    setting: str
    language: str
    reference: str
    acceptance: Mean | None
    speedup: Mean | None


@dataclass(frozen=True, slots=True)
class TemperaturePoint:
    """One temperature of a sweep."""

    temperature: float
    speedup: Mean
    acceptance_rate: float | None


@dataclass(frozen=True, slots=True)
class TemperatureSweep:
    """Settings that differ in temperature only.

    Attributes:
        ends_at: Where the gain is gone, between two measured temperatures; None where it is not, or never was.
    """

    name: str
    points: tuple[TemperaturePoint, ...]
    ends_at: float | None

    @property
    def ever_gains(self) -> bool:
        """Whether any temperature gained."""
        return any(point.speedup.value > 1.0 for point in self.points)


@dataclass(frozen=True, slots=True)
class Summary:
    """All of it.

    Attributes:
        best: The setting that is fastest over the whole suite; None where nothing was compared.
    """

    groups: tuple[Group, ...]
    kinds: tuple[Kind, ...]
    gaps: tuple[LanguageGap, ...]
    sweeps: tuple[TemperatureSweep, ...]
    best: Group | None
