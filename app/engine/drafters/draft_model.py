"""A small model that proposes: one batched catch-up, then one token at a time while a gate lets it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from app.engine.types import Proposer
from app.engine.verification import Draft
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.contexts import Chain, ModelContext
    from app.engine.speculative import Outcome
    from app.engine.verification import Rule


class Gate(Protocol):
    """Decides while drafting. `confidences` holds q_max of every position evaluated so far, the newest last."""

    def take(self, confidences: Sequence[float]) -> bool:
        """Whether to draw a token at the position just evaluated.

        It sees q before a token is drawn, never the drawn token's own probability: with rejection verification that
        would bend the text.
        """
        ...

    def go_on(self, confidences: Sequence[float]) -> bool:
        """Whether to evaluate another position behind the tokens drawn."""
        ...


@dataclass(frozen=True, slots=True)
class LeastConfidence:
    """The fixed rule: stop where the draft's most likely token is less likely than `p_min`."""

    p_min: float

    def take(self, confidences: Sequence[float]) -> bool:
        """Whether the draft is sure enough."""
        return confidences[-1] >= self.p_min

    def go_on(self, confidences: Sequence[float]) -> bool:
        """Always: the next position's own certainty decides."""
        return True


@dataclass(frozen=True, slots=True)
class DraftWork:
    """What a proposal took, for whoever decides about the next one. Times are seconds inside the draft model."""

    confidences: tuple[float, ...] = ()
    catch_up_rows: int = 0
    catch_up_seconds: float = 0.0
    num_further: int = 0
    further_seconds: float = 0.0
    prefill_tokens: int = 0
    prefill_seconds: float = 0.0


class DraftModel:
    """Drafter over a model context of its own.

    Args:
        context: The draft model's cache.
        rule: How a draft token is chosen from its distribution; the same rule checks it.
        p_min: For `propose`: stop when the draft's most likely token is less likely than this.
        is_end: Whether a token ends the reply: nothing is proposed behind it.
    """

    proposer = Proposer.DRAFT

    def __init__(self, context: ModelContext, rule: Rule, p_min: float, is_end: Callable[[int], bool]) -> None:
        self._context = context
        self._rule = rule
        self._gate = LeastConfidence(p_min)
        self._is_end = is_end
        self._prompt_length = 0

    def begin(self, history: Sequence[int]) -> None:
        """Another prompt: keep the prefix that is in the cache already, evaluate nothing yet."""
        self._prompt_length = len(history)
        self._context.rewind(common_prefix(self._context.tokens, history, len(history) - 1))

    def prefill(self, history: Sequence[int]) -> int:
        """Evaluate the prompt but for its last token, where that was not done; returns how many tokens it took.

        Raises:
            Cancelled: The user stopped it.
            UserError: The prompt does not fit.
        """
        self._require_room(len(history))
        rest = history[len(self._context.tokens) : self._prompt_length - 1]
        if rest:
            self._context.decode(rest, 0)
        return len(rest)

    def backlog(self, history: Sequence[int]) -> tuple[int, int]:
        """Tokens it would have to read first: of the prompt, and of the reply (the last token included)."""
        held = len(self._context.tokens)
        prompt = max(0, self._prompt_length - 1 - held)
        return prompt, len(history) - held - prompt

    def propose(self, history: Sequence[int], limit: int, chain: Chain) -> list[Draft]:
        """Catch up with the history in one batch, then draft token by token."""
        return self.draft(history, limit, chain, self._gate)[0]

    def draft(self, history: Sequence[int], limit: int, chain: Chain, gate: Gate) -> tuple[list[Draft], DraftWork]:
        """Propose under a gate and say what it took; arguments and errors as in `Drafter.propose`."""
        self._require_room(len(history))
        limit = min(limit, self._context.capacity - len(history) + 1)
        if limit < 1:
            return [], DraftWork()
        began = self._context.decode_seconds
        prefilled = self.prefill(history)
        ready = self._context.decode_seconds
        unseen = history[len(self._context.tokens) :]
        catch_up_rows, caught_up = len(unseen), ready
        fork = chain.fork()
        drafts: list[Draft] = []
        confidences: list[float] = []
        while len(drafts) < limit:
            self._context.decode(unseen, 1)
            if not confidences:
                caught_up = self._context.decode_seconds
            q = fork.distribution(self._context.row(0))
            confidences.append(float(q.reading.probabilities[0]))
            if not gate.take(confidences):
                break
            token = self._rule.propose(q, len(history) + len(drafts), len(drafts))
            drafts.append(Draft(token, q))
            if self._is_end(token) or len(drafts) == limit or not gate.go_on(confidences):
                break
            fork.accept(token)
            if fork.is_complete:
                break
            unseen = [token]
        return drafts, DraftWork(
            confidences=tuple(confidences),
            catch_up_rows=catch_up_rows,
            catch_up_seconds=caught_up - ready,
            num_further=len(confidences) - 1,
            further_seconds=self._context.decode_seconds - caught_up,
            prefill_tokens=prefilled,
            prefill_seconds=ready - began,
        )

    def settle(self, length: int) -> None:
        """Drop what was drafted and not said."""
        self._context.rewind(min(length, len(self._context.tokens)))

    def observe(self, outcome: Outcome) -> None:
        """A fixed rule learns nothing."""

    def _require_room(self, length: int) -> None:
        if length > self._context.capacity:
            raise UserError("draft_context_full", capacity=self._context.capacity)


def common_prefix(held: Sequence[int], wanted: Sequence[int], limit: int) -> int:
    """How many leading tokens two sequences share, at most `limit`."""
    length = 0
    for ours, theirs in zip(held, wanted[:limit], strict=False):
        if ours != theirs:
            break
        length += 1
    return length
