"""The readings of one reply's clock, taken where things happen, so that no figure is pieced together later."""

from __future__ import annotations

import time

from app.engine.types import ReplyTiming


class ReplyClock:
    """Marks the first round, the first token and the last.

    Args:
        began: `time.perf_counter()` at the request.
    """

    def __init__(self, began: float) -> None:
        self._began = began
        self._first_round: float | None = None
        self._first_token: float | None = None
        self._last: float | None = None
        self._model_before = 0.0

    def start(self, model_seconds: float) -> None:
        """The first round begins; `model_seconds` have been spent inside the models so far."""
        self._first_round = self._last = time.perf_counter()
        self._model_before = model_seconds

    def tick(self, emitted: bool) -> None:
        """A round is done."""
        self._last = time.perf_counter()
        if emitted and self._first_token is None:
            self._first_token = self._last

    def timing(self, prefill: float, draft_prefill: float, model_seconds: float) -> ReplyTiming:
        """Sum up, in seconds."""
        now = time.perf_counter()
        decoding = self._first_round is not None and self._last is not None
        return ReplyTiming(
            prefill_seconds=prefill,
            draft_prefill_seconds=draft_prefill,
            decode_seconds=(self._last or 0.0) - (self._first_round or 0.0) if decoding else 0.0,
            first_token_seconds=None if self._first_token is None else self._first_token - self._began,
            total_seconds=(self._last or now) - self._began,
            model_seconds=model_seconds - self._model_before if decoding else 0.0,
        )
