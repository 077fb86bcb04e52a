"""The readings of one reply's clock, taken where things happen, so that no figure is pieced together later."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.engine.types import ReplyTiming

if TYPE_CHECKING:
    from collections.abc import Callable


class ReplyClock:
    """Marks the first round, the first token and the last.

    Args:
        began: What `now` gave at the request.
        now: The clock, in seconds.
    """

    def __init__(self, began: float, now: Callable[[], float] = time.perf_counter) -> None:
        self._began = began
        self._now = now
        self._first_round: float | None = None
        self._first_token: float | None = None
        self._last: float | None = None
        self._model_before = self._model_last = 0.0

    def start(self, model_seconds: float) -> None:
        """The first round begins; `model_seconds` have been spent inside the models so far."""
        self._first_round = self._last = self._now()
        self._model_before = self._model_last = model_seconds

    def tick(self, emitted: bool, model_seconds: float) -> None:
        """A round is done; `model_seconds` have been spent inside the models so far."""
        self._last = self._now()
        self._model_last = model_seconds
        if emitted and self._first_token is None:
            self._first_token = self._last

    def timing(self, prefill: float, draft_prefill: float, *, prefilled_late: bool) -> ReplyTiming:
        """Sum up, in seconds. A round that was broken off counts in the total only.

        Args:
            prefill: The target's.
            draft_prefill: The draft's, whenever it was done.
            prefilled_late: The draft read the prompt between the rounds; that is no decoding either.
        """
        now = self._now()
        late = draft_prefill if prefilled_late else 0.0
        decode = model = 0.0
        if self._first_round is not None and self._last is not None:
            decode = self._last - self._first_round - late
            model = self._model_last - self._model_before - late
        return ReplyTiming(
            prefill_seconds=prefill,
            draft_prefill_seconds=draft_prefill,
            decode_seconds=decode,
            first_token_seconds=None if self._first_token is None else self._first_token - self._began,
            total_seconds=(self._last or now) - self._began,
            model_seconds=model,
        )
