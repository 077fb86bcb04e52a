"""Measures cells on a server: its own `timings` where it tells them, else the arrival of what it streams.

Counted as Galley counts itself: every token belongs to decoding, the first one too.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.errors import EnvironmentFault, Notice
from app.lab.endpoint import EndpointRefusal, Wire
from app.lab.engine_side import WARM_TOKENS, Stopped
from app.lab.measurement import SERVER_CLOCK, STREAM_CLOCK, Measurement, digest_of, failed
from app.models.naming import one_line

if TYPE_CHECKING:
    from app.lab.bench_plan import BenchPlan, Cell, Endpoint

_SLACK_TOKENS = 64
"""Pieces beyond the tokens asked for before a server is taken for one that never ends."""
_REASONING = ("reasoning_content", "reasoning")


class EndpointSide:
    """One server. All calls but `cancel` come from one thread.

    Args:
        endpoint: Which.
        plan: What is measured.
        patience_seconds: How long it may be silent.
        key: What a server that asks for one is shown; it is in no record.

    Raises:
        UserError: The address is none, or not on this machine.
    """

    def __init__(self, endpoint: Endpoint, plan: BenchPlan, patience_seconds: float, key: str = "") -> None:
        self._endpoint = endpoint
        self._plan = plan
        self._wire = Wire(endpoint.url, patience_seconds, key)
        self._model = endpoint.model
        self._extras = True
        self._warm = False

    def cancel(self) -> None:
        """Stop what runs, from any thread; whatever waits raises `Stopped`."""
        self._wire.stop()

    def open(self) -> None:
        """Find out whether the server is there.

        Raises:
            Stopped: `cancel` was called.
            UserError: It is not, or it answers nonsense.
        """
        try:
            self._model = self._model or self._wire.first_model() or "default"
        except EnvironmentFault:
            if self._wire.stopped:
                raise Stopped from None
            raise

    def measure(self, cell: Cell) -> Measurement:
        """The reply of a cell; what the server refuses is a cell that failed.

        Raises:
            Stopped: `cancel` was called.
            UserError: The server hangs, died or answers nonsense.
        """
        if self._wire.stopped:
            raise Stopped
        try:
            if not self._warm:
                self._warm_up(cell)
            began = time.perf_counter()
            measured = self._reply(cell, self._plan.max_tokens)
        except EndpointRefusal as error:
            return failed(cell.key, error.notice)
        except EnvironmentFault:
            if self._wire.stopped:
                raise Stopped from None
            raise
        return replace(measured, wall_seconds=time.perf_counter() - began, unix_seconds=time.time())

    def _warm_up(self, cell: Cell) -> None:
        """The first reply, which is slow; a server that refuses the further parameters is not given them again."""
        try:
            self._reply(cell, WARM_TOKENS)
        except EndpointRefusal as error:
            if error.notice.values["status"] not in (400, 422):
                raise
            self._extras = False
            self._reply(cell, WARM_TOKENS)
        self._warm = True

    def _body(self, cell: Cell, max_tokens: int) -> dict[str, object]:
        """What is sent: the same prompt, sampling and seed as the engine gets."""
        request = self._plan.request(cell, 1)
        sampling = request.sampling
        body: dict[str, object] = {
            "model": self._model,
            "messages": [{"role": each.role, "content": each.content} for each in request.messages],
            "temperature": sampling.temperature,
            "seed": sampling.seed,
            "max_tokens": max_tokens,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if sampling.temperature > 0.0:
            body["top_p"] = sampling.top_p
        if self._extras:  # in no standard: no cache, so that it reads the prompt as the engine does
            body |= {"cache_prompt": False, "top_k": sampling.top_k, "min_p": sampling.min_p}
        return body

    def _reply(self, cell: Cell, max_tokens: int) -> Measurement:
        heard = _Heard()
        most = max_tokens + _SLACK_TOKENS
        for seconds, piece in self._wire.stream(self._body(cell, max_tokens), lambda: heard.num_pieces > most):
            heard.take(seconds, piece)
        if self._wire.stopped:
            raise Stopped
        return self._measurement(cell, heard, most)

    def _measurement(self, cell: Cell, heard: _Heard, most: int) -> Measurement:
        """What was heard, as figures.

        Raises:
            EnvironmentFault: It is no complete reply.
        """
        url = one_line(self._endpoint.url)
        if heard.num_pieces > most:
            raise EnvironmentFault("endpoint_never_ends", url=url)
        if not heard.finish_reason:
            code = "endpoint_broke_off" if heard.num_pieces else "endpoint_says_nothing"
            raise EnvironmentFault(code, url=url)
        usage, timings = heard.usage, heard.timings
        tokens = _count(usage, "completion_tokens") or _count(timings, "predicted_n") or heard.num_pieces
        if not tokens:
            raise EnvironmentFault("endpoint_says_nothing", url=url)
        clock = SERVER_CLOCK
        since_first = _seconds(timings, "predicted_ms")
        prefill = _seconds(timings, "prompt_ms")
        if since_first is None or prefill is None:
            if not heard.streamed:
                raise EnvironmentFault("endpoint_not_streamed", url=url)
            clock, prefill, since_first = STREAM_CLOCK, heard.first_seconds, heard.last_seconds - heard.first_seconds
            if tokens > 1 and since_first <= 0.0:
                return failed(cell.key, Notice("endpoint_all_at_once", {"url": url}))
        accepted, drafted = _count(timings, "draft_n_accepted"), _count(timings, "draft_n")
        tells_rounds = clock == SERVER_CLOCK and accepted < tokens
        return Measurement(
            *cell.key,
            clock=clock,
            finish_reason=heard.finish_reason,
            seed=self._plan.seed + cell.repeat,
            prompt_tokens=_count(usage, "prompt_tokens") or _count(timings, "prompt_n"),
            completion_tokens=tokens,
            num_rounds=tokens - accepted if tells_rounds else 0,
            num_drafted=drafted,
            num_accepted=min(accepted, drafted),
            prefill_seconds=prefill,
            decode_seconds=since_first * tokens / (tokens - 1) if tokens > 1 else 0.0,
            first_token_seconds=heard.first_seconds,
            total_seconds=heard.last_seconds,
            digest="" if self._plan.suite.private else digest_of(heard.text),
        )


@dataclass(slots=True)
class _Heard:
    """What a server has said of a reply so far. Seconds count from the request."""

    text: str = ""
    num_pieces: int = 0
    first_seconds: float = 0.0
    last_seconds: float = 0.0
    finish_reason: str = ""
    usage: dict[str, Any] | None = None
    timings: dict[str, Any] | None = None
    streamed: bool = True

    def take(self, seconds: float, piece: dict[str, Any]) -> None:
        """Listen to one piece; what has another shape than the protocol's is passed over."""
        self.usage = _table(piece.get("usage")) or self.usage
        self.timings = _table(piece.get("timings")) or self.timings
        choices = piece.get("choices")
        choice = _table(choices[0]) if isinstance(choices, list) and choices else None
        if choice is None:
            return
        said = _table(choice.get("delta"))
        if said is None and (said := _table(choice.get("message"))) is not None:
            self.streamed = False
        content = (said or {}).get("content")
        thought = next((value for key in _REASONING if isinstance(value := (said or {}).get(key), str)), "")
        if (isinstance(content, str) and content) or thought:
            self.first_seconds = self.first_seconds or seconds
            self.last_seconds = seconds
            self.num_pieces += 1
            self.text += content if isinstance(content, str) else ""
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self.finish_reason = one_line(reason)[:20]


def _table(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) and value else None


def _count(table: dict[str, Any] | None, name: str) -> int:
    """A count that the server tells; 0 where it does not, or tells no count."""
    value = (table or {}).get(name)
    return value if type(value) is int and 0 <= value < 1 << 31 else 0


def _seconds(table: dict[str, Any] | None, name: str) -> float | None:
    value = (table or {}).get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value < 0:
        return None
    return value / 1e3
