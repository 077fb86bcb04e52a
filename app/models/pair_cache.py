"""What two vocabularies were found to differ in, and what pairs gained: compared once, measured once, known after that.

Vocabularies are known by their content, pairs by that of their files; nothing is known by a name.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.models.description import ModelDescription
    from app.models.pairing import TokenDifference

MAX_COMPARED = 4096
MAX_MEASURED = 512
MAX_GAIN = 100.0


class PairCache:
    """First differing tokens by pairs of vocabularies, measured speed-ups by pairs of models.

    Args:
        compared: What `to_json` gave under `pairs`; anything else is left out.
        measured: What it gave under `measured`.
    """

    def __init__(self, compared: object = None, measured: object = None) -> None:
        self._compared: dict[str, tuple[int, str, str] | None] = {}
        self._measured: dict[str, float] = {}
        self.changed = False
        """Whether there is something to be kept."""
        for key, value in compared.items() if isinstance(compared, dict) else ():
            if len(self._compared) < MAX_COMPARED and (value is None or _is_difference(value)):
                self._compared[str(key)] = None if value is None else (value[0], value[1], value[2])
        for key, value in measured.items() if isinstance(measured, dict) else ():
            if len(self._measured) < MAX_MEASURED and _is_gain(value):
                self._measured[str(key)] = float(value)

    def difference(
        self, target: ModelDescription, draft: ModelDescription, compare: Callable[[], TokenDifference | None]
    ) -> TokenDifference | None:
        """The first token in which two vocabularies differ.

        Args:
            target: Of one model.
            draft: Of another.
            compare: Reads both files; raises `UserError` where it cannot, and then nothing is kept.
        """
        if target.vocabulary_digest and target.vocabulary_digest == draft.vocabulary_digest:
            return None
        key = _word([target.vocabulary_digest, draft.vocabulary_digest])
        if key not in self._compared:
            self._compared[key] = compare()
            self.changed = True
            while len(self._compared) > MAX_COMPARED:
                del self._compared[next(iter(self._compared))]
        return self._compared[key]

    def gain(self, target_key: str, draft_key: str) -> float | None:
        """How many times faster a pair was than its target alone when it was used last; None if it never was."""
        return self._measured.get(_word([target_key, draft_key]))

    def note_gain(self, target_key: str, draft_key: str, gain: float) -> None:
        """Remember a measured speed-up."""
        if not _is_gain(gain):
            return
        key = _word([target_key, draft_key])
        self._measured.pop(key, None)
        self._measured[key] = round(gain, 3)
        self.changed = True
        while len(self._measured) > MAX_MEASURED:
            del self._measured[next(iter(self._measured))]

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"pairs": dict(self._compared), "measured": dict(self._measured)}


def _word(parts: list[str]) -> str:
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:40]


def _is_difference(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 3:
        return False
    return type(value[0]) is int and isinstance(value[1], str) and isinstance(value[2], str)


def _is_gain(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0.0 < value <= MAX_GAIN
