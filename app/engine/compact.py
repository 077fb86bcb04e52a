"""How values cross the pipe: by their fields, through the class's own constructor.

Frozen dataclasses with slots otherwise pickle through Python code that walks their fields one by one, several dozen
times a round.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

_GETTERS: dict[type, attrgetter[Any]] = {}


class Compact:
    """Base of a dataclass of which many are sent; every field has to be one that the constructor takes."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type, tuple[Any, ...]]:
        """By class and fields in the constructor's order."""
        kind = type(self)
        getter = _GETTERS.get(kind)
        if getter is None:
            getter = _GETTERS[kind] = attrgetter(*kind.__match_args__)  # type: ignore[attr-defined]
        return kind, getter(self)
