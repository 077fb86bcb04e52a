"""Which pairs to look for, by the memory of a machine: names from a table that is shipped, nothing is downloaded."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.models.fitting import Room

MOST_SHOWN = 3
_GIGABYTE = 1e9
_USABLE_SHARE = 0.85
"""Of the memory: the system and other programs have the rest."""


@dataclass(frozen=True, slots=True)
class RecommendedPair:
    """Two models by name."""

    target: str
    draft: str
    needs_gb: float
    """Weights in Q4_K_M and a context."""
    good_for: str
    """`code` or `text`."""


@cache
def all_pairs() -> tuple[RecommendedPair, ...]:
    """The whole table, the least first."""
    content = tomllib.loads((files("resources") / "recommended_pairs.toml").read_text("utf-8"))
    pairs = (RecommendedPair(**line) for line in content["pair"])
    return tuple(sorted(pairs, key=lambda pair: pair.needs_gb))


def pairs_for(room: Room) -> tuple[RecommendedPair, ...]:
    """The largest that the memory holds, at least one for code and one for text, the largest first.

    Where the memory is not known, or small, those that need the least.
    """
    usable = 0.0 if room.total_bytes is None else room.total_bytes * _USABLE_SHARE / _GIGABYTE
    fitting = [pair for pair in all_pairs() if pair.needs_gb <= usable]
    if not fitting:
        return all_pairs()[:2]
    fitting.reverse()
    first_of_kinds = [next((pair for pair in fitting if pair.good_for == kind), None) for kind in ("text", "code")]
    chosen = [pair for pair in first_of_kinds if pair is not None]
    chosen += [pair for pair in fitting if pair not in chosen][: MOST_SHOWN - len(chosen)]
    return tuple(sorted(chosen, key=lambda pair: -pair.needs_gb))
