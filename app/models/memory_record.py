"""What loading a model was predicted to take and what it took, kept from the last load: whether to believe a plan.

Models are known by their content, never by a name; only so many are remembered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MAX_RECORDS = 512
_MAX_NUMBER = 1 << 62
_MAX_TYPE = 8


@dataclass(frozen=True, slots=True)
class MemorySizes:
    """Bytes in all memories together."""

    weights_bytes: int
    kv_bytes: int
    compute_bytes: int

    @property
    def total_bytes(self) -> int:
        """All of it."""
        return self.weights_bytes + self.kv_bytes + self.compute_bytes


@dataclass(frozen=True, slots=True)
class MemoryRecord:
    """One load of one model."""

    predicted: MemorySizes
    allocated: MemorySizes
    context_tokens: int
    kv_type_k: str
    """As llama.cpp names number formats."""
    kv_type_v: str
    as_draft: bool
    unix_seconds: int

    def to_json(self) -> list[Any]:
        """Plain values."""
        sizes = [[each.weights_bytes, each.kv_bytes, each.compute_bytes] for each in (self.predicted, self.allocated)]
        return [*sizes, self.context_tokens, self.kv_type_k, self.kv_type_v, self.as_draft, self.unix_seconds]

    @classmethod
    def from_json(cls, kept: object) -> MemoryRecord | None:
        """What `to_json` gave, or None for anything that is not quite that."""
        if not isinstance(kept, list) or len(kept) != 7:
            return None
        predicted, allocated, tokens, keys, values, as_draft, seconds = kept
        if not (_are_sizes(predicted) and _are_sizes(allocated) and _are_numbers([tokens, seconds])):
            return None
        if not (isinstance(as_draft, bool) and _is_type(keys) and _is_type(values)):
            return None
        return cls(MemorySizes(*predicted), MemorySizes(*allocated), tokens, keys, values, as_draft, seconds)


class MemoryRecords:
    """The last load of every model, by the key of its content.

    Args:
        kept: What `to_json` gave in an earlier run; anything else is left out.
    """

    def __init__(self, kept: object = None) -> None:
        self._records: dict[str, MemoryRecord] = {}
        self.changed = False
        """Whether there is something to be kept."""
        for key, fields in kept.items() if isinstance(kept, dict) else ():
            record = MemoryRecord.from_json(fields)
            if record is not None and len(self._records) < MAX_RECORDS:
                self._records[str(key)] = record

    @property
    def all(self) -> dict[str, MemoryRecord]:
        """A copy, the latest last."""
        return dict(self._records)

    def note(self, key: str, record: MemoryRecord) -> None:
        """Remember a load in the place of the one before."""
        self._records.pop(key, None)
        self._records[key] = record
        self.changed = True
        while len(self._records) > MAX_RECORDS:
            del self._records[next(iter(self._records))]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {key: record.to_json() for key, record in self._records.items()}


def _are_numbers(values: list[object]) -> bool:
    return all(type(value) is int and 0 <= value < _MAX_NUMBER for value in values)


def _are_sizes(kept: object) -> bool:
    return isinstance(kept, list) and len(kept) == 3 and _are_numbers(kept)


def _is_type(kept: object) -> bool:
    return isinstance(kept, str) and 0 < len(kept) <= _MAX_TYPE and kept.isascii()
