"""What a client gets to read: OpenAI's shapes, with llama.cpp's `timings` beside them.

Nothing is said that was not measured: where a rate divides by nothing it is null.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app import __version__
from app.catalogue import sentence
from app.engine.metrics import Tally
from app.engine.types import FinishReason

if TYPE_CHECKING:
    from app.engine.types import PairInfo, ReplySummary
    from app.server.errors import Json

FINGERPRINT = f"galley-{__version__}"
OWNER = "galley"
_REASONS = {
    FinishReason.STOP: "stop",
    FinishReason.LENGTH: "length",
    FinishReason.CONTEXT: "length",
    FinishReason.CANCELLED: "stop",
}


@dataclass(slots=True)
class Sum:
    """What the choices of one answer add up to."""

    prompt_tokens: int = 0
    reused_tokens: int = 0
    prompt_evaluated: int = 0
    prompt_read: int = 0
    """Of these, what was read before the reply began: its first round reads a prompt's last token."""
    prefill_seconds: float = 0.0
    decode_seconds: float = 0.0
    tally: Tally = field(default_factory=Tally)
    last: ReplySummary | None = None
    seed: int | None = None
    """Of the first choice; the others follow it."""

    def add(self, summary: ReplySummary, tally: Tally, *, counts_prompt: bool) -> None:
        """One that has ended. The prompt of several choices counts once."""
        ours = self.tally
        ours.num_rounds += tally.num_rounds
        ours.num_drafted += tally.num_drafted
        ours.num_emitted += tally.num_emitted
        ours.num_tested += tally.num_tested
        ours.accepted_lengths += tally.accepted_lengths
        if counts_prompt:
            self.prompt_tokens += summary.prompt_tokens
            self.reused_tokens += summary.reused_tokens
        evaluated = summary.prompt_tokens - summary.reused_tokens
        self.prompt_evaluated += evaluated
        self.prompt_read += max(0, evaluated - 1)
        self.prefill_seconds += summary.timing.prefill_seconds
        self.decode_seconds += summary.timing.decode_seconds
        self.last = summary
        self.seed = summary.sampling.seed if self.seed is None else self.seed

    def usage(self) -> Json:
        """OpenAI's counts."""
        written = self.tally.num_emitted
        return {
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": written,
            "total_tokens": self.prompt_tokens + written,
            "prompt_tokens_details": {"cached_tokens": self.reused_tokens},
        }

    def timings(self) -> Json:
        """llama.cpp's figures; milliseconds. A rate is that of what its time was taken for."""
        prompt_n, predicted_n = self.prompt_evaluated, self.tally.num_emitted
        return {
            "cache_n": self.reused_tokens,
            "prompt_n": prompt_n,
            "prompt_ms": 1000 * self.prefill_seconds,
            "prompt_per_second": _rate(self.prompt_read, self.prefill_seconds),
            "predicted_n": predicted_n,
            "predicted_ms": 1000 * self.decode_seconds,
            "predicted_per_token_ms": 1000 * self.decode_seconds / predicted_n if predicted_n else None,
            "predicted_per_second": _rate(predicted_n, self.decode_seconds),
            "draft_n": self.tally.num_drafted,
            "draft_n_accepted": self.tally.num_accepted,
        }

    def speculation(self) -> Json | None:
        """What ran, and why it is not what was asked for; the first choice's seed."""
        if self.last is None:
            return None
        status = self.last.status
        return {
            "requested": status.requested.value,
            "mode": status.mode.value,
            "reason": None if status.reason is None else sentence(status.reason),
            "rounds": self.tally.num_rounds,
            "acceptance_rate": self.tally.acceptance_rate,
            "block_efficiency": self.tally.block_efficiency,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class Shape:
    """How the answers of one kind of request look."""

    kind: str
    model: str
    reply_id: str
    created: int

    @classmethod
    def new(cls, kind: str, model: str) -> Shape:
        """For one answer, `kind` being `chat` or `completion`."""
        prefix = "chatcmpl" if kind == "chat" else "cmpl"
        return cls(kind, model, f"{prefix}-{secrets.token_hex(12)}", int(time.time()))

    @property
    def is_chat(self) -> bool:
        """Whether it is an answer to messages."""
        return self.kind == "chat"

    def whole(self, texts: list[tuple[str, FinishReason]], total: Sum) -> Json:
        """An answer in one piece: the choices' texts and why they ended."""
        choices = [self._choice(index, text, reason) for index, (text, reason) in enumerate(texts)]
        return {
            **self._head("chat.completion" if self.is_chat else "text_completion"),
            "choices": choices,
            "usage": total.usage(),
            "timings": total.timings(),
            "speculation": total.speculation(),
        }

    def first(self, index: int, begin: str) -> Json:
        """What a choice's stream begins with."""
        if not self.is_chat:
            return self.piece(index, begin)
        return self._chunk(index, {"delta": {"role": "assistant", "content": begin}})

    def piece(self, index: int, text: str) -> Json:
        """Some text of a choice."""
        return self._chunk(index, {"delta": {"content": text}} if self.is_chat else {"text": text})

    def last(self, index: int, reason: FinishReason, total: Sum | None) -> Json:
        """A choice's end; with the figures of all of them behind the last one."""
        chunk = self._chunk(index, {"delta": {}} if self.is_chat else {"text": ""}, _REASONS[reason])
        if total is not None:
            chunk |= {"timings": total.timings(), "speculation": total.speculation()}
        return chunk

    def usage(self, total: Sum) -> Json:
        """The chunk behind the last one, where it was asked for."""
        return {**self._head(self._chunk_name), "choices": [], "usage": total.usage(), "timings": total.timings()}

    @property
    def _chunk_name(self) -> str:
        return "chat.completion.chunk" if self.is_chat else "text_completion"

    def _choice(self, index: int, text: str, reason: FinishReason) -> Json:
        said: Json = {"text": text}
        if self.is_chat:
            said = {"message": {"role": "assistant", "content": text, "refusal": None}}
        return {"index": index, **said, "logprobs": None, "finish_reason": _REASONS[reason]}

    def _chunk(self, index: int, said: Json, reason: str | None = None) -> Json:
        choice = {"index": index, **said, "logprobs": None, "finish_reason": reason}
        return {**self._head(self._chunk_name), "choices": [choice]}

    def _head(self, name: str) -> Json:
        return {
            "id": self.reply_id,
            "object": name,
            "created": self.created,
            "model": self.model,
            "system_fingerprint": FINGERPRINT,
        }


def model_entry(pair: PairInfo, created: int) -> Json:
    """The loaded target as `/v1/models` lists it, with llama.cpp's `meta`."""
    target, draft = pair.target, pair.draft
    return {
        "id": target.name,
        "object": "model",
        "created": created,
        "owned_by": OWNER,
        "meta": {
            "description": target.description,
            "n_params": target.num_parameters,
            "n_vocab": target.vocabulary_size,
            "n_ctx": target.context_tokens,
            "n_ctx_train": target.trained_context_tokens,
            "size": target.weights_bytes,
            "draft": None if draft is None else draft.name,
        },
    }


def _rate(count: int, seconds: float) -> float | None:
    return count / seconds if seconds > 0 else None
