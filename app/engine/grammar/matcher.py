"""Follows a text through a grammar, character by character, along all readings at once.

A reading is a stack: the place where it waits for a character, and what is to come when the rule there is done. Stacks
share their lower parts, states that hold the same stacks are one, and the number of both is bounded: llama.cpp's own
matcher keeps every stack apart, and a few lines of grammar make their number double with each character, without end.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from app.engine.grammar.characters import Characters
from app.errors import UserError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from app.engine.grammar.rules import Rules

MOST_READINGS = 2_000
"""Of one text: JSON has a handful, a choice of a thousand words a thousand."""
MOST_STACKS = 300_000
MOST_REMEMBERED = 400_000
"""Steps and verdicts, over all states: some tens of megabytes."""
MOST_WORK = 2_000_000
"""Readings looked at for one token: under a second. Trying all of a large vocabulary is a thirtieth of it in JSON."""
_NOTHING = -1
"""The stack of a reading that is complete."""


class State:
    """Where a text stands. Never changes, so whoever holds one can go on from it as often as needed.

    Attributes:
        can_end: Whether the text may be complete.
        known: The states behind characters that were asked for.
        verdicts: For tokens that were tried here: whether they may follow.
        allowed: All tokens that may follow, once somebody has listed them.
        is_wide: Listing them was given up, for there are many.
    """

    __slots__ = ("_matcher", "_waiting", "allowed", "can_end", "is_wide", "known", "verdicts")

    def __init__(self, matcher: Matcher, waiting: frozenset[int], *, can_end: bool) -> None:
        self._matcher = matcher
        self._waiting = waiting
        self.known: dict[str, State | None] = {}
        self.can_end = can_end
        self.verdicts: dict[int, bool] = {}
        self.allowed: NDArray[np.int32] | None = None
        self.is_wide = False

    @property
    def can_go_on(self) -> bool:
        """Whether any character may follow."""
        return bool(self._waiting)

    @property
    def following(self) -> Characters:
        """The characters that may follow."""
        pairs = [pair for each in self._matcher.characters(self._waiting) for pair in each.pairs]
        return Characters.ranges((first, behind - 1) for first, behind in pairs)

    def step(self, character: str) -> State | None:
        """The state behind a character, or None where it may not follow.

        Raises:
            UserError: `grammar_too_ambiguous`.
        """
        known = self.known
        if character not in known:
            self._matcher.note_remembered()
            known[character] = self._matcher.step(self._waiting, character)
        return known[character]

    def begin_token(self) -> None:
        """Another token is looked for: it has its own share of work."""
        self._matcher.begin_token()

    def remember(self, token: int, *, may_follow: bool) -> None:
        """Keep a verdict about a token."""
        self._matcher.note_remembered()
        self.verdicts[token] = may_follow

    def forget(self) -> None:
        """Keep nothing but the place itself."""
        self.known.clear()
        self.verdicts.clear()
        self.allowed = None

    def walk(self, text: str) -> State | None:
        """The state behind a text, or None where it may not follow.

        Raises:
            UserError: `grammar_too_ambiguous`.
        """
        state = self
        for character in text:  # the innermost loop of all: most of what is asked is known
            try:
                following = state.known[character]
            except KeyError:
                following = state.step(character)
            if following is None:
                return None
            state = following
        return state

    def takes_between(self, first: int, last: int) -> bool:
        """Whether any character from one code point to another may follow."""
        return any(each.meets(first, last) for each in self._matcher.characters(self._waiting))


class Matcher:
    """All states of one grammar.

    Args:
        rules: The grammar.
    """

    def __init__(self, rules: Rules) -> None:
        self._symbols: list[int | Characters] = []
        self._is_last: list[bool] = []
        self._starts = [[self._lay(symbols) for symbols in each] for each in rules.alternatives]
        self._root = rules.root
        self._places: list[int] = []
        self._below: list[int] = []
        self._stacks: dict[tuple[int, int], int] = {}
        self._expanded: dict[int, tuple[frozenset[int], bool]] = {}
        self._work_left = MOST_WORK
        self._num_remembered = 0
        self._states: dict[tuple[frozenset[int], bool], State] = {}

    @property
    def num_stacks(self) -> int:
        """Stacks made since the beginning: they are remembered, whichever text they belonged to."""
        return len(self._places)

    @cached_property
    def start(self) -> State:
        """Before the first character.

        Raises:
            UserError: `grammar_too_ambiguous`.
        """
        return self._state([self._stack(start, _NOTHING) for start in self._starts[self._root]])

    def begin_token(self) -> None:
        """Another token is looked for: it has its own share of work."""
        self._work_left = MOST_WORK

    def note_remembered(self) -> None:
        """Count one thing more that a state remembers, and have all of them forget when it is too much.

        States lead to each other, so none would go by itself; one that is still held goes on.
        """
        self._num_remembered += 1
        if self._num_remembered > MOST_REMEMBERED:
            self._num_remembered = 0
            for state in self._states.values():
                state.forget()
            self._states.clear()

    def step(self, waiting: frozenset[int], character: str) -> State | None:
        """Where the readings go that can take a character; None where none can.

        Raises:
            UserError: `grammar_too_ambiguous`, where they are too many, or were for one token.
        """
        self._work(len(waiting))
        following = []
        for stack in waiting:
            place = self._places[stack]
            symbol = self._symbols[place]
            if not isinstance(symbol, int) and character in symbol:
                below = self._below[stack]
                following.append(below if self._is_last[place] else self._stack(place + 1, below))
        return self._state(following) if following else None

    def characters(self, waiting: frozenset[int]) -> set[Characters]:
        """What readings wait for."""
        symbols = (self._symbols[self._places[stack]] for stack in waiting)
        return {symbol for symbol in symbols if not isinstance(symbol, int)}

    def _work(self, num_readings: int) -> None:
        self._work_left -= num_readings
        if self._work_left < 0:
            raise UserError("grammar_too_ambiguous")

    def _lay(self, symbols: tuple[int | Characters, ...]) -> int:
        """Lay a sequence out and return its first place; an empty one has none."""
        if not symbols:
            return _NOTHING
        first = len(self._symbols)
        self._symbols += symbols
        self._is_last += [False] * (len(symbols) - 1) + [True]
        return first

    def _stack(self, place: int, below: int) -> int:
        """The number of a stack with a place on top; an empty sequence adds none."""
        if place == _NOTHING:
            return below
        key = (place, below)
        number = self._stacks.get(key)
        if number is None:
            number = self._stacks[key] = len(self._places)
            if number >= MOST_STACKS:
                raise UserError("grammar_too_ambiguous")
            self._places.append(place)
            self._below.append(below)
        return number

    def _state(self, stacks: list[int]) -> State:
        waiting: frozenset[int] = frozenset()
        can_end = False
        for stack in stacks:
            more, ends = self._expand(stack)
            waiting = waiting | more if waiting else more
            can_end = can_end or ends
        if len(waiting) > MOST_READINGS:
            raise UserError("grammar_too_ambiguous")
        key = (waiting, can_end)
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = State(self, waiting, can_end=can_end)
        return state

    def _expand(self, stack: int) -> tuple[frozenset[int], bool]:
        """Write rules out until characters are waited for; and whether the text may end there."""
        known = self._expanded.get(stack)
        if known is not None:
            return known
        waiting: set[int] = set()
        can_end = False
        seen = {stack}
        todo = [stack]
        while todo:
            number = todo.pop()
            if number == _NOTHING:
                can_end = True
                continue
            place = self._places[number]
            symbol = self._symbols[place]
            if not isinstance(symbol, int):
                waiting.add(number)
                continue
            below = self._below[number]
            if not self._is_last[place]:
                below = self._stack(place + 1, below)
            for start in self._starts[symbol]:
                following = self._stack(start, below)
                if following not in seen:
                    seen.add(following)
                    todo.append(following)
            if len(seen) > 4 * MOST_READINGS:
                raise UserError("grammar_too_ambiguous")
        self._work(len(seen))
        found = self._expanded[stack] = (frozenset(waiting), can_end)
        return found
