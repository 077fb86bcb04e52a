"""How JSON is written: the rules for its strings, numbers, objects and arrays, and for any value at all.

Strings hold no control characters, which every reader of JSON refuses; between tokens there may be one blank, or a
line's end with some blanks.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.engine.grammar.characters import Characters

if TYPE_CHECKING:
    from collections.abc import Collection

    from app.engine.grammar.rules import RuleBook, Symbols

DIGITS = Characters.of("0123456789")
_FIRST_DIGITS = Characters.of("123456789")
_HEX = Characters.of("0123456789abcdefABCDEF")
CONTROLS = Characters.ranges([(0, 0x1F)])
SURROGATES = Characters.ranges([(0xD800, 0xDFFF)])
PLAIN = ~(Characters.of('"\\') | CONTROLS | SURROGATES)
"""What stands in a string as it is."""
_SHORT_ESCAPES = Characters.of('"\\/bfnrt')
_MOST_DIGITS = 15
_MOST_INDENT = 40


def literal(text: str) -> Symbols:
    """A text, character by character."""
    return tuple(Characters.of(each) for each in text)


def dumped(value: object) -> Symbols:
    """A value as it is written."""
    text = json.dumps(value, ensure_ascii=False)
    if any(each in SURROGATES for each in text):  # half a character, which only an escape can say
        text = json.dumps(value)
    return literal(text)


class JsonText:
    """The rules of JSON in a book, said when first needed.

    Args:
        book: What they are written in.
    """

    def __init__(self, book: RuleBook) -> None:
        self._book = book

    def _shared(self, name: str) -> tuple[Symbols, bool]:
        known = self._book.has(name)
        return (self._book.rule(name),), known

    @property
    def space(self) -> Symbols:
        """Nothing, a blank, or a line's end and blanks."""
        found, known = self._shared("space")
        if not known:
            blanks = self._book.repeat((Characters.of(" \t"),), 0, _MOST_INDENT, "space")
            self._book.say(self._book.rule("space"), [(), literal(" "), (*literal("\n"), *blanks)])
        return found

    @property
    def short_character(self) -> Symbols:
        """One character of a string, as itself or as a short escape: exactly one by any count."""
        found, known = self._shared("short-character")
        if not known:
            self._book.say(self._book.rule("short-character"), [(PLAIN,), (*literal("\\"), _SHORT_ESCAPES)])
        return found

    @property
    def string(self) -> Symbols:
        """Any string."""
        found, known = self._shared("string")
        if not known:
            escape = (*literal("\\u"), _HEX, _HEX, _HEX, _HEX)
            character = self._book.choice([self.short_character, escape], "character")
            body = self._book.repeat(character, 0, None, "string")
            self._book.say(self._book.rule("string"), [(*literal('"'), *body, *literal('"'))])
        return found

    @property
    def whole(self) -> Symbols:
        """Digits of a whole number that is not negative."""
        found, known = self._shared("whole")
        if not known:
            more = self._book.repeat((DIGITS,), 0, _MOST_DIGITS, "whole")
            self._book.say(self._book.rule("whole"), [literal("0"), (_FIRST_DIGITS, *more)])
        return found

    @property
    def fraction(self) -> Symbols:
        """A point and digits."""
        found, known = self._shared("fraction")
        if not known:
            digits = self._book.repeat((DIGITS,), 1, _MOST_DIGITS, "fraction")
            self._book.say(self._book.rule("fraction"), [(*literal("."), *digits)])
        return found

    @property
    def integer(self) -> Symbols:
        """Any whole number."""
        found, known = self._shared("integer")
        if not known:
            self._book.say(self._book.rule("integer"), [self.whole, (*literal("-"), *self.whole)])
        return found

    @property
    def number(self) -> Symbols:
        """Any number that a double can hold."""
        found, known = self._shared("number")
        if not known:
            sign = self._book.choice([(), (Characters.of("+-"),)], "number")
            exponent = (Characters.of("eE"), *sign, *self._book.repeat((DIGITS,), 1, 2, "number"))
            tail = self._book.choice([(), self.fraction, exponent, (*self.fraction, *exponent)], "number")
            self._book.say(self._book.rule("number"), [(*self.integer, *tail)])
        return found

    @property
    def value(self) -> Symbols:
        """Anything."""
        found, known = self._shared("value")
        if not known:
            words = [literal(word) for word in ("true", "false", "null")]
            self._book.say(self._book.rule("value"), [self.object, self.array, self.string, self.number, *words])
        return found

    @property
    def object(self) -> Symbols:
        """Any object."""
        found, known = self._shared("object")
        if not known:
            self._book.rule("object")
            pair = self.pair(self.string, self.value)
            self._book.say(self._book.rule("object"), [self.enclosed("{", self.listed(pair, 0, None), "}")])
        return found

    @property
    def array(self) -> Symbols:
        """Any array."""
        found, known = self._shared("array")
        if not known:
            self._book.rule("array")
            self._book.say(self._book.rule("array"), [self.enclosed("[", self.listed(self.value, 0, None), "]")])
        return found

    def pair(self, key: Symbols, value: Symbols) -> Symbols:
        """A key and its value."""
        return (*key, *literal(":"), *self.space, *value)

    def comma(self) -> Symbols:
        """What stands between two items."""
        return (*literal(","), *self.space)

    def enclosed(self, left: str, inner: Symbols, right: str) -> Symbols:
        """Brackets, with blanks inside of them."""
        return (*literal(left), *self.space, *inner, *self.space, *literal(right))

    def listed(self, item: Symbols, least: int, most: int | None) -> Symbols:
        """Items with commas between them.

        Raises:
            UserError: `grammar_too_large`.
        """
        if most == 0:
            return ()
        rest = None if most is None else most - 1
        some = (*item, *self._book.repeat((*self.comma(), *item), max(0, least - 1), rest, "items"))
        return some if least else self._book.choice([(), some], "items")

    def other_key(self, names: Collection[str]) -> Symbols:
        """A string that is none of these, without escapes, for which a name could be written in another way."""
        anything = self._book.repeat((PLAIN,), 0, None, "key")
        branches: dict[str, set[str]] = {"": set()}
        for name in names:
            for length, character in enumerate(name):
                branches.setdefault(name[:length], set()).add(character)
            branches.setdefault(name, set())
        unlike: dict[str, Symbols] = {}
        for prefix in sorted(branches, key=len, reverse=True):
            following = sorted(branches[prefix])
            ways: list[Symbols] = [(PLAIN - Characters.of("".join(following)), *anything)]
            ways += [(*literal(each), *unlike[prefix + each]) for each in following if each in PLAIN]
            if prefix not in names:
                ways.append(())
            unlike[prefix] = self._book.choice(ways, "key")
        return (*literal('"'), *unlike[""], *literal('"'))
