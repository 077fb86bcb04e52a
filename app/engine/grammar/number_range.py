"""Numbers between bounds as rules: digit by digit, so that not one outside of them can be written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine.grammar.characters import Characters
from app.engine.grammar.json_text import DIGITS, literal

if TYPE_CHECKING:
    from app.engine.grammar.json_text import JsonText
    from app.engine.grammar.rules import RuleBook, Symbols

MOST_DIGITS = 15
"""Of a bound, and of numbers where there is none: a double holds them exactly."""
LARGEST = 10**MOST_DIGITS - 1


@dataclass(frozen=True, slots=True)
class NumberRange:
    """Numbers from `low` to `high`, whole bounds, None where there is none; a bound may be excluded."""

    low: int | None = None
    high: int | None = None
    excludes_low: bool = False
    excludes_high: bool = False

    def integers(self, book: RuleBook) -> list[Symbols]:
        """Ways to write a whole number of the range; none where it is empty."""
        low = -LARGEST if self.low is None else self.low + self.excludes_low
        high = LARGEST if self.high is None else self.high - self.excludes_high
        ways: list[Symbols] = []
        if high >= 0:
            ways += _digits(max(0, low), high, book)
        if low < 0:
            ways += [(*literal("-"), *each) for each in _digits(max(1, -high), -low, book)]
        return ways

    def numbers(self, book: RuleBook, text: JsonText) -> list[Symbols]:
        """Ways to write a number of the range without an exponent; none where it is empty."""
        low = -LARGEST if self.low is None else self.low
        high = LARGEST if self.high is None else self.high
        ways: list[Symbols] = []
        if high >= 0:
            above = _Stretch(max(0, low), high, self.excludes_low and low >= 0, self.excludes_high)
            ways += above.ways(book, text)
        if low < 0:
            below = _Stretch(max(0, -high), -low, self.excludes_high or high > 0, self.excludes_low)
            ways += [(*literal("-"), *each) for each in below.ways(book, text)]
        return ways


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Numbers that are not negative, between whole bounds."""

    low: int
    high: int
    excludes_low: bool
    excludes_high: bool

    def ways(self, book: RuleBook, text: JsonText) -> list[Symbols]:
        low, high = self.low, self.high
        if low > high or (low == high and (self.excludes_low or self.excludes_high)):
            return []
        zeros = book.choice([(), (*literal("."), *book.repeat(literal("0"), 1, MOST_DIGITS, "zeros"))], "zeros")
        any_fraction = book.choice([(), text.fraction], "fraction")
        ways: list[Symbols] = []
        if not self.excludes_high:
            ways += [(*each, *zeros) for each in _digits(high, high, book)]
        if low == high:
            return ways
        if self.excludes_low:
            some = (*literal("."), *book.repeat(literal("0"), 0, MOST_DIGITS - 1, "zeros"), Characters.of("123456789"))
            ways += [
                (*each, *some, *book.repeat((DIGITS,), 0, MOST_DIGITS, "digits")) for each in _digits(low, low, book)
            ]
        first = low + self.excludes_low
        ways += [(*each, *any_fraction) for each in _digits(first, high - 1, book)]
        return ways


def _digits(low: int, high: int, book: RuleBook) -> list[Symbols]:
    """Ways to write the whole numbers from `low` to `high`, none of them negative."""
    ways: list[Symbols] = []
    while low <= high:
        last = min(high, 10 ** len(str(low)) - 1)
        ways += _same_length(str(low), str(last))
        low = last + 1
    return [book.choice(ways, "digits")] if ways else []


def _same_length(low: str, high: str) -> list[Symbols]:
    if not low:
        return [()]
    if low[0] == high[0]:
        return [(*literal(low[0]), *rest) for rest in _same_length(low[1:], high[1:])]
    length = len(low) - 1
    first, last = int(low[0]), int(high[0])
    ways: list[Symbols] = []
    if low[1:] != "0" * length:
        ways += [(*literal(low[0]), *rest) for rest in _same_length(low[1:], "9" * length)]
        first += 1
    if high[1:] != "9" * length:
        ways += [(*literal(high[0]), *rest) for rest in _same_length("0" * length, high[1:])]
        last -= 1
    if first <= last:
        leading = Characters.ranges([(ord(str(first)), ord(str(last)))])
        ways.append((leading, *([DIGITS] * length)))
    return ways
