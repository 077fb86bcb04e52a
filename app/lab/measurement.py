"""What was measured of one reply, as it is kept: readings only; every rate is derived from them elsewhere."""

from __future__ import annotations

import hashlib
import math
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any

from app.catalogue import sentence
from app.engine.metrics import Tally

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.engine.types import ReplySummary, Round
    from app.errors import Notice

ENGINE_CLOCK, SERVER_CLOCK, STREAM_CLOCK = "engine", "server", "stream"
"""Whose clock it was: the engine's own, a server's `timings`, or the arrival of what it streamed."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One cell. Seconds; counts of tokens; where `error` says something, there are no figures.

    Attributes:
        prefill_seconds: The target's; from a server without figures of its own, the time to the first token.
        reused_tokens: Prompt tokens that were in the cache already.
        num_rounds: Target passes; 0 where a server does not tell.
        accepted_lengths: How many rounds with a proposal had exactly n drafts accepted, by n.
        drafted_lengths: How many proposals were n long, by n.
        break_even: The acceptance from which on the controller thought that speculation pays; None where it did not.
        digest: Of the text, to compare replies without keeping them; empty for a private suite.
        wall_seconds: What the cell took altogether.
    """

    load: int
    endpoint: int
    setting: str
    prompt_id: str
    repeat: int
    error: str = ""
    clock: str = ENGINE_CLOCK
    finish_reason: str = ""
    mode: str = ""
    reason: str = ""
    seed: int = 0
    prompt_tokens: int = 0
    reused_tokens: int = 0
    completion_tokens: int = 0
    num_rounds: int = 0
    num_drafted: int = 0
    num_accepted: int = 0
    num_tested: int = 0
    accepted_lengths: dict[int, int] = field(default_factory=dict)
    drafted_lengths: dict[int, int] = field(default_factory=dict)
    prefill_seconds: float = 0.0
    draft_prefill_seconds: float = 0.0
    decode_seconds: float = 0.0
    first_token_seconds: float = 0.0
    total_seconds: float = 0.0
    model_seconds: float = 0.0
    draft_seconds: float = 0.0
    verify_seconds: float = 0.0
    break_even: float | None = None
    digest: str = ""
    wall_seconds: float = 0.0
    unix_seconds: float = 0.0

    @property
    def key(self) -> tuple[int, int, str, str, int]:
        """Of its cell."""
        return self.load, self.endpoint, self.setting, self.prompt_id, self.repeat

    @property
    def tokens_per_second(self) -> float | None:
        """Of decoding; None where nothing was written."""
        return self.completion_tokens / self.decode_seconds if self.completion_tokens and self.decode_seconds else None

    @property
    def total_tokens_per_second(self) -> float | None:
        """From the request to the last token, both prefills in it."""
        return self.completion_tokens / self.total_seconds if self.completion_tokens and self.total_seconds else None

    @property
    def acceptance_rate(self) -> float | None:
        """Accepted ÷ drafted tokens that entered a target pass."""
        return self.num_accepted / self.num_drafted if self.num_drafted else None

    @property
    def alpha(self) -> float | None:
        """Accepted ÷ compared."""
        return self.num_accepted / self.num_tested if self.num_tested else None

    @property
    def block_efficiency(self) -> float | None:
        """τ: tokens emitted per target pass."""
        return self.completion_tokens / self.num_rounds if self.num_rounds else None

    def to_json(self) -> dict[str, object]:
        """Plain values; `measurement_from_json` reads them."""
        return asdict(self)


def of_reply(
    key: tuple[int, int, str, str, int], summary: ReplySummary, rounds: Sequence[Round], *, private: bool
) -> Measurement:
    """What the engine's events of a reply come to, but for the wall's clock."""
    tally = Tally()
    for decoded in rounds:
        tally.add(decoded)
    timing, decision, reason = summary.timing, summary.decision, summary.status.reason
    text = "".join(token.text for decoded in rounds for token in decoded.emitted) + summary.tail
    return Measurement(
        *key,
        finish_reason=summary.finish_reason.value,
        mode=summary.status.mode.value,
        reason="" if reason is None else sentence(reason),
        seed=summary.sampling.seed or 0,
        prompt_tokens=summary.prompt_tokens,
        reused_tokens=summary.reused_tokens,
        completion_tokens=tally.num_emitted,
        num_rounds=tally.num_rounds,
        num_drafted=tally.num_drafted,
        num_accepted=tally.num_accepted,
        num_tested=tally.num_tested,
        accepted_lengths=dict(sorted(tally.accepted_lengths.items())),
        drafted_lengths=dict(sorted(tally.drafted_lengths.items())),
        prefill_seconds=timing.prefill_seconds,
        draft_prefill_seconds=timing.draft_prefill_seconds,
        decode_seconds=timing.decode_seconds,
        first_token_seconds=timing.first_token_seconds or 0.0,
        total_seconds=timing.total_seconds,
        model_seconds=timing.model_seconds,
        draft_seconds=tally.draft_seconds,
        verify_seconds=tally.verify_seconds,
        break_even=None if decision is None else decision.break_even,
        digest="" if private else digest_of(text),
    )


def failed(key: tuple[int, int, str, str, int], notice: Notice) -> Measurement:
    """A cell that came to nothing."""
    return Measurement(*key, error=sentence(notice))


def digest_of(text: str) -> str:
    """Enough of SHA-256 to tell two replies apart."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def measurement_from_json(entry: object) -> Measurement | None:
    """Read a kept cell; None for anything that was not written by `to_json`: then it is measured again."""
    if not isinstance(entry, dict) or set(entry) != {each.name for each in fields(Measurement)}:
        return None
    values: dict[str, Any] = dict(entry)
    for each in fields(Measurement):
        value = values[each.name]
        if each.name in ("accepted_lengths", "drafted_lengths"):
            counts = _counts(value)
            if counts is None:
                return None
            values[each.name] = counts
        elif each.name == "break_even":
            if value is not None and not _is_number(value):
                return None
        elif str(each.type) == "str":
            if not isinstance(value, str):
                return None
        elif str(each.type) == "int":
            if type(value) is not int:
                return None
        elif not _is_number(value):
            return None
    return Measurement(**values)


def _counts(value: object) -> dict[int, int] | None:
    """JSON makes texts of the keys."""
    if not isinstance(value, dict):
        return None
    entries: Mapping[str, object] = value
    if not all(name.isdecimal() and type(count) is int for name, count in entries.items()):
        return None
    return {int(name): int(count) for name, count in value.items()}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
