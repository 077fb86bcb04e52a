"""The rules of a grammar, and the book they are written in: bounded in size, complete, and sure to come to an end.

What a rule says is a choice among sequences of symbols; a symbol is a set of characters or another rule's number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.grammar.characters import Characters
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

Symbol = int | Characters
Symbols = tuple[Symbol, ...]

MOST_SYMBOLS = 100_000
"""Of a whole grammar, repetitions written out: reading it takes a few tenths of a second then."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A finished grammar: `alternatives[rule]` are the sequences that a rule may become."""

    alternatives: tuple[tuple[Symbols, ...], ...]
    root: int


class RuleBook:
    """Takes rules down one by one."""

    def __init__(self) -> None:
        self._alternatives: list[tuple[Symbols, ...] | None] = []
        self._names: list[str] = []
        self._by_name: dict[str, int] = {}
        self._num_symbols = 0

    def rule(self, name: str) -> int:
        """The number of a named rule, which may be said later."""
        if name not in self._by_name:
            self._by_name[name] = self._new(name)
        return self._by_name[name]

    def has(self, name: str) -> bool:
        """Whether a rule of this name is known, said or not."""
        return name in self._by_name

    def say(self, rule: int, alternatives: Iterable[Symbols]) -> None:
        """What a rule may become; once only.

        Raises:
            UserError: `grammar_too_large`.
        """
        said = tuple(alternatives)
        self._num_symbols += 1 + sum(len(each) + 1 for each in said)
        if self._num_symbols > MOST_SYMBOLS:
            raise UserError("grammar_too_large")
        self._alternatives[rule] = said

    def choice(self, alternatives: Sequence[Symbols], name: str = "") -> Symbols:
        """Symbols for one of several sequences."""
        if len(alternatives) == 1:
            return alternatives[0]
        rule = self._new(name)
        self.say(rule, alternatives)
        return (rule,)

    def repeat(self, item: Symbols, least: int, most: int | None, name: str = "") -> Symbols:
        """Symbols for a sequence from `least` to `most` times; None is without end.

        Raises:
            UserError: `grammar_too_large`.
        """
        times = least if most is None else most
        if (len(item) + 2) * times > MOST_SYMBOLS:
            raise UserError("grammar_too_large")
        if len(item) > 1 and times > 1:
            item = self.as_rule(item, name)
        rest: Symbols = ()
        if most is None:
            again = self._new(name)
            self.say(again, [(*item, again), ()])
            rest = (again,)
        else:
            for _ in range(most - least):
                rest = self.choice([(*item, *rest), ()], name)
        self._count(least * len(item))
        return item * least + rest

    def finish(self, root: int) -> Rules:
        """Close the book.

        Raises:
            UserError: `grammar_rule_missing` or `grammar_left_recursion`.
        """
        for rule, said in enumerate(self._alternatives):
            if said is None:
                raise UserError("grammar_rule_missing", name=self._names[rule])
        rules = tuple(said for said in self._alternatives if said is not None)
        endless = _left_recursive(rules)
        if endless is not None:
            raise UserError("grammar_left_recursion", name=self._names[endless] or "root")
        return Rules(rules, root)

    def _new(self, name: str) -> int:
        self._alternatives.append(None)
        self._names.append(name)
        return len(self._alternatives) - 1

    def as_rule(self, item: Symbols, name: str = "") -> Symbols:
        """A rule of its own for symbols that stand in several places."""
        rule = self._new(name)
        self.say(rule, [item])
        return (rule,)

    def _count(self, num_symbols: int) -> None:
        self._num_symbols += num_symbols
        if self._num_symbols > MOST_SYMBOLS:
            raise UserError("grammar_too_large")


def _nullable(rules: Sequence[tuple[Symbols, ...]]) -> list[bool]:
    """Which rules may become nothing."""
    nullable = [False] * len(rules)
    used_by: list[list[int]] = [[] for _ in rules]
    for rule, alternatives in enumerate(rules):
        for symbol in {each for symbols in alternatives for each in symbols if isinstance(each, int)}:
            used_by[symbol].append(rule)
    waiting = list(range(len(rules)))
    while waiting:
        rule = waiting.pop()
        if nullable[rule]:
            continue
        nullable[rule] = any(
            all(isinstance(symbol, int) and nullable[symbol] for symbol in symbols) for symbols in rules[rule]
        )
        if nullable[rule]:
            waiting += used_by[rule]
    return nullable


def _left_recursive(rules: Sequence[tuple[Symbols, ...]]) -> int | None:
    """A rule that comes back to itself before any character, leaving something behind each time; None without."""
    nullable = _nullable(rules)

    def beginnings(rule: int) -> Iterator[tuple[int, bool]]:
        """Rules that may stand first, and whether anything stands behind them."""
        for symbols in rules[rule]:
            for at, symbol in enumerate(symbols):
                if not isinstance(symbol, int):
                    break
                yield symbol, at + 1 < len(symbols)
                if not nullable[symbol]:
                    break

    edges = [list(beginnings(rule)) for rule in range(len(rules))]
    circle = _circles([[first for first, _ in each] for each in edges])
    for rule, each in enumerate(edges):
        if any(grows and circle[first] == circle[rule] for first, grows in each):
            return rule
    return None


def _circles(edges: Sequence[Sequence[int]]) -> list[int]:
    """For each node the number of its strongly connected component (Tarjan 1972, without recursion)."""
    order, low, component = [-1] * len(edges), [0] * len(edges), [-1] * len(edges)
    path: list[int] = []
    num_seen = num_components = 0
    for start in range(len(edges)):
        if order[start] >= 0:
            continue
        calls = [(start, iter(edges[start]))]
        order[start] = low[start] = num_seen
        num_seen += 1
        path.append(start)
        while calls:
            node, rest = calls[-1]
            following = next(rest, None)
            if following is None:
                calls.pop()
                if calls:
                    low[calls[-1][0]] = min(low[calls[-1][0]], low[node])
                if low[node] == order[node]:
                    while component[node] < 0:
                        component[path.pop()] = num_components
                    num_components += 1
            elif order[following] < 0:
                order[following] = low[following] = num_seen
                num_seen += 1
                path.append(following)
                calls.append((following, iter(edges[following])))
            elif component[following] < 0:
                low[node] = min(low[node], order[following])
    return component
