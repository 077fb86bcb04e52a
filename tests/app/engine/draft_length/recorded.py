"""Texts that the real models wrote, with what the real draft model would have proposed at each place.

A draft behind a true prefix does not depend on who decides when to ask for it, so one recording serves every policy on
every machine. `tests/benchmarks/record_texts.py` makes the file.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from app.engine.drafters.lookup import Lookup

FILE = Path(__file__).with_name("recorded_texts.json")


@dataclass(slots=True)
class RecordedText:
    """One reply.

    Attributes:
        prompt: Token ids, chat template and all.
        reply: Token ids.
        drafts: For each place of the reply whether the draft's proposal is the target's token.
        confidences: For each place the draft's q_max.
    """

    prompt: list[int]
    reply: list[int]
    drafts: list[bool]
    confidences: list[float]
    _matches: list[tuple[int, list[bool]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        lookup = Lookup(vocabulary_size=1 << 20, is_end=lambda _token: False)
        history = list(self.prompt)
        lookup.prefill(history)
        for at, token in enumerate(self.reply):
            tokens, matched = lookup.peek(history, 16)
            right = [ours == theirs for ours, theirs in zip(tokens, self.reply[at:], strict=False)]
            self._matches.append((matched, right))
            history.append(token)

    def right(self, position: int) -> bool:
        return self.drafts[position]

    def sure(self, position: int) -> float:
        return self.confidences[min(position, len(self.confidences) - 1)]  # one that is refused may lie behind the end

    def foreseen(self, start: int, limit: int) -> list[bool]:
        return self._matches[start][1][:limit]

    def match_length(self, position: int) -> int:
        return self._matches[position][0]


@lru_cache(maxsize=1)
def recorded_texts() -> dict[str, dict[str, RecordedText]]:
    """By target (`f16`, `q4`) and by prompt."""
    kept = json.loads(FILE.read_text("utf-8"))
    return {
        target: {
            name: RecordedText(
                text["prompt"], text["reply"], [mark == "1" for mark in text["drafts"]], text["confidences"]
            )
            for name, text in texts.items()
        }
        for target, texts in kept.items()
    }
