"""How far one side had come at which moment of its own clock: what the race's line is drawn from."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(slots=True)
class Track:
    """Grows with the race. `seconds[i]` is when `tokens[i]` tokens stood there."""

    seconds: list[float] = field(default_factory=list)
    tokens: list[int] = field(default_factory=list)
    has_ended: bool = False

    @property
    def last_seconds(self) -> float:
        """Where its clock stands."""
        return self.seconds[-1] if self.seconds else 0.0

    @property
    def num_tokens(self) -> int:
        """Tokens so far."""
        return self.tokens[-1] if self.tokens else 0

    def add(self, seconds: float, num_new: int, *, ended: bool = False) -> None:
        """Take a step: the clock shows so many seconds, and there are so many tokens more."""
        self.seconds.append(seconds)
        self.tokens.append(self.num_tokens + num_new)
        self.has_ended = self.has_ended or ended

    def at(self, seconds: float) -> int:
        """Tokens that stood there at a moment."""
        place = bisect_right(self.seconds, seconds)
        return self.tokens[place - 1] if place else 0
