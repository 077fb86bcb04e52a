"""Drafting without a model: what was said before after the same words is proposed again.

Most of a rewritten file, a quoted paragraph or a repeated table is in the conversation already.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.engine.drafters.shared_text import SharedFollower
from app.engine.drafters.suffix_automaton import SuffixAutomaton
from app.engine.types import Proposer
from app.engine.verification import Draft

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.contexts import Chain
    from app.engine.drafters.shared_text import SharedText
    from app.engine.speculative import Outcome

MIN_MATCH = 2
"""Shortest match to propose from.

Measured with a Qwen2.5 vocabulary on prose, on Python modules and on modules written again with other names
(`tests/benchmarks/lookup.py`): after a match of one token the next is right in 13, 27 and 43 of a hundred cases, of
two in 22, 40 and 70, of three in 29, 48 and 71. One token hardly ever pays. Two pays on code where further rows are
almost free: seven drafts always checked, at 1.5 % a row, bring 1.21 there against 1.14 from three on. Where rows are
dear whoever sets the draft length has to decline, and can: the length of the match comes with every guess.
"""


class Lookup:
    """Drafter over prompt, history and reply, and over earlier replies where those have nothing to say.

    It takes in what was said and nothing else, so there is nothing to take back after a round.

    Args:
        vocabulary_size: Ids from this on are never proposed.
        is_end: Whether a token ends the reply: nothing is proposed behind it.
        min_match: Shortest match in the conversation to propose from.
        shared: Earlier replies. They speak only where the conversation itself has no match, from longer matches, and
            after they were right in silence.
    """

    proposer = Proposer.LOOKUP

    def __init__(
        self,
        vocabulary_size: int,
        is_end: Callable[[int], bool],
        *,
        min_match: int = MIN_MATCH,
        shared: SharedText | None = None,
    ) -> None:
        self._vocabulary_size = vocabulary_size
        self._is_end = is_end
        self._min_match = max(1, min_match)
        self._text = SuffixAutomaton()
        self._follower = None if shared is None else SharedFollower(shared)
        self._from_shared = False

    @property
    def from_shared(self) -> bool:
        """Whether the last guess came from earlier replies."""
        return self._from_shared

    def prefill(self, history: Sequence[int]) -> None:
        """Take in a history; what it shares with the one before is kept, whatever that one said behind it is not."""
        kept = self._text.common_prefix(history)
        self._rewind(kept)
        self._extend(history[kept:])

    def propose(self, history: Sequence[int], limit: int, chain: Chain) -> list[Draft]:
        """What followed the longest match the last time; drafts without distribution, being certain of themselves."""
        tokens, _ = self.peek(history, limit)
        return [Draft(token) for token in chain.sayable(tokens)]

    def peek(self, history: Sequence[int], limit: int) -> tuple[list[int], int]:
        """What would be proposed to follow `history`, and the length of the match it comes from.

        Costs no more than taking in what was said since, so whoever decides can score it while others propose.
        """
        self._take_in(history)
        self._from_shared = False
        matched = self._text.match_length
        if matched >= self._min_match:
            tokens = self._text.continuation(limit)
        else:
            tokens, matched = self._guess_from_shared(limit)
        tokens = self._sayable(tokens)
        return tokens, matched if tokens else 0

    def observe(self, outcome: Outcome) -> None:
        """What was said reaches it with the next history."""

    def settle(self, length: int) -> None:
        """What it holds was said, so this matters only if the history itself is taken back."""
        self._rewind(min(length, len(self._text)))

    def _take_in(self, history: Sequence[int]) -> None:
        held = len(self._text)
        if held > len(history) or (held and history[held - 1] != self._text.tokens[-1]):
            self.prefill(history)
        else:
            self._extend(history[held:])

    def _extend(self, tokens: Sequence[int]) -> None:
        self._text.extend(tokens)
        if self._follower is not None:
            self._follower.follow(tokens)

    def _rewind(self, length: int) -> None:
        held = len(self._text)
        if length == held:
            return
        self._text.rewind(length)
        if self._follower is not None:
            self._follower.restart(self._text.tokens, same_conversation=2 * length >= held)

    def _guess_from_shared(self, limit: int) -> tuple[list[int], int]:
        if self._follower is None:
            return [], 0
        guess = self._follower.guess(limit)
        if not self._follower.trusted:
            return [], 0
        self._from_shared = bool(guess[0])
        return guess

    def _sayable(self, tokens: list[int]) -> list[int]:
        """Up to the first id that the target does not have, and up to the first end token, that included."""
        for index, token in enumerate(tokens):
            if not 0 <= token < self._vocabulary_size:
                return tokens[:index]
            if self._is_end(token):
                return tokens[: index + 1]
        return tokens
