"""Earlier replies as a source of proposals: bounded, forgettable, and silent until it has been right unseen.

What people ask for again is often worded as before; what they ask for anew is not, and must not pay for it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.drafters.suffix_automaton import SuffixAutomaton

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_SHARED_TOKENS = 65_536
MIN_SHARED_MATCH = 6
SEPARATOR = -1
"""Stands behind each reply. No history contains it, so no match reaches over it, and no guess goes past it."""

_TAIL_TOKENS = 64  # how far back a match is looked for anew; no minimum may exceed it
_MAX_MINIMUM = 48
_MIN_RIGHT = 3.0  # four tokens right one after another, or three of one guess
_MIN_SHARE = 0.5
_DECAY = 0.9  # a guess: about ten of them count
_MAX_WRONG = 3


class SharedText:
    """Finished replies of all conversations, in token ids of one vocabulary: another target needs another one.

    Two halves: replies go to the newer one, and when it is full the older one is dropped and they change places.
    So nothing is ever built anew, a reply costs its own tokens only, and between a half and all of the bound is held.

    What it holds can show in other conversations as ghost text. It lives in memory only, and switching it off
    empties it.

    Args:
        max_tokens: Most tokens held, separators included; at about 130 bytes each.
        enabled: Whether replies are taken in.
    """

    def __init__(self, max_tokens: int = MAX_SHARED_TOKENS, *, enabled: bool = True) -> None:
        self._half = max_tokens // 2
        self._enabled = enabled
        self._newer = SuffixAutomaton()
        self._older = SuffixAutomaton()
        self._num_changes = 0

    def __len__(self) -> int:
        """Tokens held, separators included."""
        return len(self._newer) + len(self._older)

    @property
    def halves(self) -> tuple[SuffixAutomaton, SuffixAutomaton]:
        """The newer half and the older one."""
        return self._newer, self._older

    @property
    def num_changes(self) -> int:
        """Grows whenever the text changes: states found before are no longer valid then."""
        return self._num_changes

    @property
    def enabled(self) -> bool:
        """Whether replies are taken in and proposed from."""
        return self._enabled

    @enabled.setter
    def enabled(self, enabled: bool) -> None:
        self._enabled = enabled
        if not enabled:
            self.forget()

    def remember(self, tokens: Sequence[int]) -> None:
        """Take in a finished reply; of one that is longer than half the bound, its end."""
        reply = list(tokens[max(0, len(tokens) - self._half + 1) :])
        if not self._enabled or not reply or self._half < 2:
            return
        if len(self._newer) + len(reply) + 1 > self._half:
            self._newer, self._older = SuffixAutomaton(), self._newer
        self._newer.extend([*reply, SEPARATOR])
        self._num_changes += 1

    def forget(self) -> None:
        """Empty it."""
        self._newer = SuffixAutomaton()
        self._older = SuffixAutomaton()
        self._num_changes += 1


@dataclass(slots=True)
class Trust:
    """A tally of guesses, made aloud or in silence, with the past fading.

    Attributes:
        minimum: Shortest match to guess from; doubles each time that trust is lost.
    """

    minimum: int = MIN_SHARED_MATCH
    _num_right: float = 0.0
    _num_tested: float = 0.0
    _num_wrong_in_a_row: int = 0

    @property
    def earned(self) -> bool:
        """Whether enough tokens were right, and most of those that were tested."""
        return self._num_right >= max(_MIN_RIGHT, _MIN_SHARE * self._num_tested)

    def record(self, num_right: int, num_tested: int) -> None:
        """Count one guess: how many of its tokens were compared with what was said, and how many were right."""
        self._num_right = _DECAY * self._num_right + num_right
        self._num_tested = _DECAY * self._num_tested + num_tested
        self._num_wrong_in_a_row = 0 if num_right else self._num_wrong_in_a_row + 1
        if self._num_wrong_in_a_row == _MAX_WRONG:
            self.minimum = min(2 * self.minimum, _MAX_MINIMUM)
            self._num_right = self._num_tested = 0.0
            self._num_wrong_in_a_row = 0


class SharedFollower:
    """One conversation's way through the shared text, and whether it may speak there.

    Each guess is compared with what is said next whether it was proposed or not, so trust is earned, and earned again
    after it was lost, without a single draft token checked for it.

    Args:
        shared: What it looks in.
    """

    def __init__(self, shared: SharedText) -> None:
        self._shared = shared
        self._trust = Trust()
        self._tail: deque[int] = deque(maxlen=_TAIL_TOKENS)
        self._places = [(0, 0), (0, 0)]
        self._seen_changes = shared.num_changes
        self._guess: list[int] = []

    @property
    def trusted(self) -> bool:
        """Whether its guesses are worth proposing."""
        return self._trust.earned

    def restart(self, history: Sequence[int], *, same_conversation: bool) -> None:
        """Go on from another history; what trust it has or has lost stays within a conversation."""
        if not same_conversation:
            self._trust = Trust()
        self._guess = []
        self._tail.clear()
        self._tail.extend(history[-_TAIL_TOKENS:])
        self._find_places()

    def follow(self, tokens: Sequence[int]) -> None:
        """Take in what was said, and count how much of it the last guess had right."""
        if not tokens:
            return
        self._count(tokens)
        self._tail.extend(tokens[-_TAIL_TOKENS:])
        if len(tokens) > _TAIL_TOKENS or self._seen_changes != self._shared.num_changes:
            self._find_places()
        else:
            self._move(tokens)

    def guess(self, limit: int) -> tuple[list[int], int]:
        """What followed the longest match in earlier replies, and its length; nothing below the minimum.

        Kept to be compared with what is said next.
        """
        if self._seen_changes != self._shared.num_changes:
            self._find_places()
        best: list[int] = []
        best_length = self._trust.minimum - 1
        for half, (state, matched) in zip(self._shared.halves, self._places, strict=True):
            if matched > best_length:
                end = half.latest_end(state)
                following = list(half.tokens[end : end + limit])
                if SEPARATOR in following:
                    del following[following.index(SEPARATOR) :]
                if following:
                    best, best_length = following, matched
        self._guess = best
        return list(best), best_length if best else 0

    def _count(self, tokens: Sequence[int]) -> None:
        num_tested = num_right = 0
        for guessed, said in zip(self._guess, tokens, strict=False):
            num_tested += 1
            if guessed != said:
                break
            num_right += 1
        self._guess = []
        if num_tested:
            self._trust.record(num_right, num_tested)

    def _find_places(self) -> None:
        """Match the last tokens anew: states do not outlive a change of the text."""
        self._seen_changes = self._shared.num_changes
        self._places = [(0, 0), (0, 0)]
        self._move(self._tail)

    def _move(self, tokens: Sequence[int]) -> None:
        for index, half in enumerate(self._shared.halves):
            state, matched = self._places[index]
            for token in tokens:
                state, matched = half.follow(state, matched, token)
            self._places[index] = state, matched
