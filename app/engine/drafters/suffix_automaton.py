"""Finds, after every token, the longest ending of a text that was there before and what followed it last time.

An online suffix automaton (Blumer et al. 1985) over token ids, in flat arrays because pure Python has to keep up.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_ROOT = 0
_NOTHING = -1
_NO_TOKEN = -(2**31)
"""Marks a state without transitions; no text may contain it."""


class SuffixAutomaton:
    """A text that grows at its end, and the matches of its endings with its past.

    The longest ending that occurred before is what the suffix link of the newest state stands for, so its length
    costs nothing beyond the construction. Where it occurred last is more: every new position is the latest one of
    all states on its link chain, and that chain is as long as the text where one token repeats. Three observations
    keep it cheap and exact. While the text goes on as it did after the latest earlier occurrence, the next latest
    occurrence is one further. Only when it does not must positions be known; then those since the last time are
    handed to their chains, newest first, and a chain ends where a newer position has passed already, so no state is
    visited twice. And states that are split off later inherit the position of the state they were split from.

    Memory: fewer than two states a token, each five 32-bit numbers, and one small dictionary for each state
    that text goes on from in more than one way: about 130 bytes a token in prose and code, at most some 300.

    Time: construction is linear. Handing positions down is linear where one thing repeats without end (one token,
    Fibonacci words) and goes with the depth of the link tree, about the logarithm of the length, on random text. No
    linear bound is proven for it: the worst of some twenty hostile kinds of text, runs of random lengths, takes 40
    steps a token where prose takes 6 (`tests/benchmarks/lookup.py` has the times).
    """

    def __init__(self, tokens: Iterable[int] = ()) -> None:
        self._forget()
        self.extend(tokens)

    def _forget(self) -> None:
        self._text = array("i")
        self._length = array("i", [0])
        self._link = array("i", [_NOTHING])
        self._latest = array("i", [0])
        # Most states have one transition: it stands in these two, the others in a dictionary of the state's own.
        self._token = array("i", [_NO_TOKEN])
        self._next = array("i", [_NOTHING])
        self._others: dict[int, dict[int, int]] = {}
        self._split = array("i")  # for each split, the state that the new one was split from
        self._unsettled: list[int] = []  # states of the positions that their chains do not know yet
        self._last = _ROOT
        self._match_end = 0

    def __len__(self) -> int:
        """Tokens in the text."""
        return len(self._text)

    @property
    def num_states(self) -> int:
        """States held: at most twice the tokens, or one for the empty text."""
        return len(self._length)

    @property
    def tokens(self) -> Sequence[int]:
        """The text; a view that grows with it."""
        return self._text

    @property
    def match_length(self) -> int:
        """Length of the longest ending of the text that occurs earlier in it, overlaps included."""
        return self._length[max(_ROOT, self._link[self._last])]

    def continuation(self, limit: int) -> list[int]:
        """What followed the most recent earlier occurrence of the longest match; empty without a match.

        Where it reaches the end of the text it goes on with itself, as if it had been said: a text that turns in
        circles is continued in circles.
        """
        if self.match_length == 0:
            return []
        following = self._text[self._match_end : self._match_end + limit].tolist()
        while len(following) < limit:
            following += following[: limit - len(following)]
        return following

    def append(self, token: int) -> None:
        """Add one token."""
        self.extend((token,))

    def extend(self, tokens: Iterable[int]) -> None:
        """Add tokens at the end of the text.

        Raises:
            OverflowError: If a token has more than 32 bits; nothing is added.
        """
        text, length, link, latest = self._text, self._length, self._link, self._latest
        first_token, first_next, others = self._token, self._next, self._others
        last, state = self._last, len(self._length)
        matched, match_end = self.match_length, self._match_end
        for token in array("i", tokens):
            text.append(token)
            length.append(len(text))
            latest.append(len(text))
            link.append(_ROOT)
            first_token.append(_NO_TOKEN)
            first_next.append(_NOTHING)
            newest, found, place = state, _NOTHING, last
            state += 1
            while place >= 0:  # every ending that was never followed by this token now is
                only = first_token[place]
                if only == token:
                    found = first_next[place]
                    break
                if only == _NO_TOKEN:
                    first_token[place] = token
                    first_next[place] = newest
                elif (more := others.get(place)) is None:
                    others[place] = {token: newest}
                elif (found := more.get(token, _NOTHING)) >= 0:
                    break
                else:
                    more[token] = newest
                place = link[place]
            if place < 0:
                matched = match_end = 0
            else:
                length_found = length[place] + 1
                if length[found] != length_found:  # it also stands for longer endings that did not occur here
                    split = state
                    state += 1
                    length.append(length_found)
                    latest.append(latest[found])
                    link.append(link[found])
                    first_token.append(first_token[found])
                    first_next.append(first_next[found])
                    if (more := others.get(found)) is not None:
                        others[split] = more.copy()
                    self._split.append(found)
                    self._redirect(place, token, found, split)
                    link[found] = split
                    found = split
                link[newest] = found
                if matched and text[match_end] == token:
                    match_end += 1
                else:
                    self._settle_positions()
                    match_end = latest[found]
                matched = length_found
            self._unsettled.append(newest)
            last = newest
        self._last, self._match_end = last, match_end

    def rewind(self, length: int) -> None:
        """Forget all but the first `length` tokens.

        Takes back token by token what `extend` did, at about twice the cost each, and then looks at every state once
        to find the latest positions that are left; where more is dropped than kept it builds anew. Never more than
        building the whole text costs; going back 300 tokens costs 1.3 ms behind 4 000 and
        17 ms behind 32 000, where building anew would cost 10 and 130.

        Raises:
            ValueError: If the text is not that long.
        """
        if not 0 <= length <= len(self._text):
            message = f"cannot rewind from {len(self._text)} to {length} tokens"
            raise ValueError(message)
        if length == len(self._text):
            return
        if len(self._text) - length > length:
            kept = self._text[:length]
            self._forget()
            self.extend(kept)
            return
        while len(self._text) > length:
            self._take_back()
        self._find_positions()

    def common_prefix(self, history: Sequence[int]) -> int:
        """How many leading tokens the text shares with `history`."""
        shared = min(len(self._text), len(history))
        if self._text[:shared] == array("i", history[:shared]):  # the usual case, at the speed of C
            return shared
        return next(index for index in range(shared) if self._text[index] != history[index])

    def follow(self, state: int, matched: int, token: int) -> tuple[int, int]:
        """Match another text against this one, token by token; begin with (0, 0).

        Args:
            state: Where the longest match of the other text's ending led to.
            matched: The length of that match.
            token: The other text's next token.

        Returns:
            State and length of the longest match that ends with `token`. States are valid until the text changes.
        """
        while (following := self._after(state, token)) < 0:
            if state == _ROOT:
                return _ROOT, 0
            state = self._link[state]
            matched = self._length[state]
        return following, matched + 1

    def latest_end(self, state: int) -> int:
        """Where in the text the last occurrence of what a state stands for ends: index of the token behind it."""
        self._settle_positions()
        return self._latest[state]

    def _after(self, state: int, token: int) -> int:
        if self._token[state] == token:
            return self._next[state]
        more = self._others.get(state)
        return _NOTHING if more is None else more.get(token, _NOTHING)

    def _redirect(self, place: int, token: int, old: int, new: int) -> None:
        """Let what leads to `old` by `token` lead to `new`, from `place` along the links."""
        while place >= 0 and self._after(place, token) == old:
            if self._token[place] == token:
                self._next[place] = new
            else:
                self._others[place][token] = new
            place = self._link[place]

    def _settle_positions(self) -> None:
        """Hand the positions that have come in to the states on their link chains."""
        length, link, latest = self._length, self._link, self._latest
        for state in reversed(self._unsettled):
            position = length[state]
            place = link[state]
            while place > 0 and latest[place] <= position:
                latest[place] = position
                place = link[place]
        self._unsettled.clear()

    def _take_back(self) -> None:
        """Undo the newest token: the states it made are the newest ones."""
        newest = self._last
        token = self._text.pop()
        # A state from a split is shorter than the text was, so the lengths tell whose the state before is.
        previous = newest - 1 if self._length[newest - 1] == len(self._text) else newest - 2
        place = previous
        while place >= 0 and self._after(place, token) == newest:
            if self._token[place] == token:
                self._token[place], self._next[place] = _NO_TOKEN, _NOTHING
            else:
                more = self._others[place]
                del more[token]
                if not more:
                    del self._others[place]
            place = self._link[place]
        if len(self._length) - 1 > newest:
            split = newest + 1
            whole = self._split.pop()
            self._redirect(place, token, split, whole)
            self._link[whole] = self._link[split]
            self._others.pop(split, None)
        for column in (self._length, self._link, self._latest, self._token, self._next):
            del column[newest:]
        self._last = previous

    def _find_positions(self) -> None:
        """Find all latest positions and that of the match anew, after tokens were taken back."""
        latest, unsettled = self._latest, self._unsettled
        unsettled.clear()
        num_tokens = 0
        for state, length in enumerate(self._length):
            if length == num_tokens + 1:  # states of whole prefixes come in order, those from splits are shorter
                num_tokens = length
                latest[state] = length
                unsettled.append(state)
            else:
                latest[state] = 0
        self._match_end = 0
        if unsettled:
            newest = unsettled.pop()  # its own position is no earlier occurrence
            self._settle_positions()
            self._match_end = latest[self._link[newest]]
            unsettled.append(newest)
