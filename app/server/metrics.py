"""Counts of what was served, and how a monitor reads them: Prometheus's text, under vLLM's and llama.cpp's names.

Dashboards made for either server show Galley's figures too. Nothing of a request but its counts is in them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.engine.types import FinishReason
from app.server.served import Totals

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.engine.metrics import Tally
    from app.engine.types import ReplySummary

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_VLLM_REASONS = {
    FinishReason.STOP: "stop",
    FinishReason.LENGTH: "length",
    FinishReason.CONTEXT: "length",
    FinishReason.CANCELLED: "abort",
}


@dataclass(slots=True)
class Metrics:
    """Counts since the server was made. Fed by the desk."""

    totals: Totals = field(default_factory=Totals)
    rounds: int = 0
    """Target passes of decoding."""
    proposals: int = 0
    """Rounds with drafts."""
    accepted_at: list[int] = field(default_factory=list)
    """How often the draft at each position was accepted."""
    prompt_evaluated: int = 0
    """Prompt tokens that were not in the cache."""
    prompt_read: int = 0
    """Of these, what was read before replies began: their first round reads a prompt's last token."""
    prefill_seconds: float = 0.0
    decode_seconds: float = 0.0
    reasons: dict[str, int] = field(default_factory=dict)

    def finished(self, summary: ReplySummary, tally: Tally) -> None:
        """A reply has ended, by itself or because it was stopped."""
        cancelled = summary.finish_reason is FinishReason.CANCELLED
        totals = self.totals
        self.totals = replace(
            totals,
            requests=totals.requests + (not cancelled),
            stopped=totals.stopped + cancelled,
            prompt_tokens=totals.prompt_tokens + summary.prompt_tokens,
            tokens=totals.tokens + tally.num_emitted,
            drafted=totals.drafted + tally.num_drafted,
            accepted=totals.accepted + tally.num_accepted,
        )
        self.rounds += tally.num_rounds
        self.proposals += sum(tally.accepted_lengths.values())
        self._count_positions(tally)
        evaluated = summary.prompt_tokens - summary.reused_tokens
        self.prompt_evaluated += evaluated
        self.prompt_read += max(0, evaluated - 1)
        self.prefill_seconds += summary.timing.prefill_seconds
        self.decode_seconds += summary.timing.decode_seconds
        reason = _VLLM_REASONS[summary.finish_reason]
        self.reasons[reason] = self.reasons.get(reason, 0) + 1

    def failed(self) -> None:
        """A reply could not be written."""
        self.totals = replace(self.totals, failed=self.totals.failed + 1)

    def stopped(self) -> None:
        """A reply was given up before the engine had it."""
        self.totals = replace(self.totals, stopped=self.totals.stopped + 1)

    def refused(self) -> None:
        """A request was not taken."""
        self.totals = replace(self.totals, refused=self.totals.refused + 1)

    def _count_positions(self, tally: Tally) -> None:
        longest = max(tally.drafted_lengths, default=0)
        self.accepted_at += [0] * (longest - len(self.accepted_at))
        for length, rounds in tally.accepted_lengths.items():
            for position in range(length):
                self.accepted_at[position] += rounds

    def text(self, model: str, num_running: int, num_waiting: int) -> str:
        """All figures as Prometheus reads them."""
        labels = {"engine": "0", "model_name": model}
        lines: list[str] = []
        for name, kind, about, value in self._vllm(num_running, num_waiting):
            lines += _described(name, kind, about)
            lines.append(_sample(name, labels, value))
        name = "vllm:spec_decode_num_accepted_tokens_per_pos_total"
        lines += _described(name, "counter", "Draft tokens that were accepted, by their position in the proposal.")
        lines += (
            _sample(name, {**labels, "position": str(position)}, count)
            for position, count in enumerate(self.accepted_at)
        )
        name = "vllm:request_success_total"
        lines += _described(name, "counter", "Requests by how they ended.")
        lines += (
            _sample(name, {**labels, "finished_reason": reason}, self.reasons.get(reason, 0))
            for reason in ("stop", "length", "abort")
        )
        for name, kind, about, value in self._llama(num_running, num_waiting):
            lines += _described(name, kind, about)
            lines.append(_sample(name, {}, value))
        return "\n".join(lines) + "\n"

    def _vllm(self, num_running: int, num_waiting: int) -> Iterable[tuple[str, str, str, float]]:
        totals = self.totals
        yield "vllm:num_requests_running", "gauge", "Requests that the engine works on.", num_running
        yield "vllm:num_requests_waiting", "gauge", "Requests that wait for their turn.", num_waiting
        yield "vllm:prompt_tokens_total", "counter", "Tokens of prompts.", totals.prompt_tokens
        yield "vllm:generation_tokens_total", "counter", "Tokens written.", totals.tokens
        yield "vllm:spec_decode_num_drafts_total", "counter", "Rounds with a proposal.", self.proposals
        yield "vllm:spec_decode_num_draft_tokens_total", "counter", "Draft tokens checked.", totals.drafted
        yield "vllm:spec_decode_num_accepted_tokens_total", "counter", "Draft tokens accepted.", totals.accepted

    def _llama(self, num_running: int, num_waiting: int) -> Iterable[tuple[str, str, str, float]]:
        totals = self.totals
        prompt_rate = self.prompt_read / self.prefill_seconds if self.prefill_seconds > 0 else 0.0
        rate = totals.tokens / self.decode_seconds if self.decode_seconds > 0 else 0.0
        yield "llamacpp:prompt_tokens_total", "counter", "Prompt tokens evaluated.", self.prompt_evaluated
        yield "llamacpp:prompt_seconds_total", "counter", "Seconds spent on prompts.", self.prefill_seconds
        yield "llamacpp:tokens_predicted_total", "counter", "Tokens written.", totals.tokens
        yield "llamacpp:tokens_predicted_seconds_total", "counter", "Seconds spent on writing.", self.decode_seconds
        yield "llamacpp:n_decode_total", "counter", "Passes of the target while writing.", self.rounds
        yield "llamacpp:prompt_tokens_seconds", "gauge", "Prompt tokens a second, on average.", prompt_rate
        yield "llamacpp:predicted_tokens_seconds", "gauge", "Tokens written a second, on average.", rate
        yield "llamacpp:requests_processing", "gauge", "Requests that the engine works on.", num_running
        yield "llamacpp:requests_deferred", "gauge", "Requests that wait for their turn.", num_waiting
        yield "llamacpp:draft_n_total", "counter", "Draft tokens checked (timings.draft_n).", totals.drafted
        yield (
            "llamacpp:draft_n_accepted_total",
            "counter",
            "Draft tokens accepted (timings.draft_n_accepted).",
            totals.accepted,
        )


def _described(name: str, kind: str, about: str) -> tuple[str, str]:
    return f"# HELP {name} {about}", f"# TYPE {name} {kind}"


def _sample(name: str, labels: dict[str, str], value: float) -> str:
    pairs = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels.items())
    return f"{name}{{{pairs}}} {value:.17g}" if pairs else f"{name} {value:.17g}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
