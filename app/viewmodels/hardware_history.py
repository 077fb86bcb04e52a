"""The last hour of looks at the machine, for the plots: dense for the last minute, thinner the older, and bounded."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.hardware.sampler import MachineSample

SPAN_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class _Grain:
    """Samples up to this age, and how far apart they are at least; both in seconds."""

    age: float
    spacing: float


_GRAINS = (_Grain(60.0, 0.1), _Grain(600.0, 2.0), _Grain(SPAN_SECONDS, 10.0))
"""Of two neighbours' neighbours none is nearer than the spacing: at most 2 400 samples, a few megabytes."""


class HardwareHistory(QObject):
    """Keeps samples for an hour."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tiers: tuple[deque[MachineSample], ...] = tuple(deque() for _ in _GRAINS)
        """The newest tier first; each holds what is too old for the one before."""

    def take_over(self, other: HardwareHistory) -> None:
        """Go on with what another one has kept."""
        self._tiers = other._tiers
        self.changed.emit()

    @property
    def samples(self) -> tuple[MachineSample, ...]:
        """The samples, oldest first."""
        return tuple(self._oldest_first())

    @property
    def latest(self) -> MachineSample | None:
        """The newest sample."""
        return self._tiers[0][-1] if self._tiers[0] else None

    def since(self, seconds: float, until: float = float("inf")) -> tuple[MachineSample, ...]:
        """The samples of a time, on the monotonic clock, oldest first."""
        return tuple(sample for sample in self._oldest_first() if seconds <= sample.seconds <= until)

    def on_sample(self, sample: MachineSample) -> None:
        """Keep a sample; hand those that have grown older on to the next tier, which keeps only some of them."""
        _add(self._tiers[0], sample, _GRAINS[0].spacing)
        for place, grain in enumerate(_GRAINS):
            tier = self._tiers[place]
            while tier and sample.seconds - tier[0].seconds > grain.age:
                aged = tier.popleft()
                if place + 1 < len(_GRAINS):
                    _add(self._tiers[place + 1], aged, _GRAINS[place + 1].spacing)
        self.changed.emit()

    def _oldest_first(self) -> Iterator[MachineSample]:
        for tier in reversed(self._tiers):
            yield from tier


def _add(tier: deque[MachineSample], sample: MachineSample, spacing: float) -> None:
    """Append a sample; one that is very near to its predecessor takes that one's place."""
    if len(tier) > 1 and sample.seconds - tier[-2].seconds < spacing:
        tier.pop()
    tier.append(sample)
