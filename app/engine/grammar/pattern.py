"""Regular expressions of JSON schemas as rules for a string in JSON: what ECMA-262 and everybody else agree on.

Refused are look-around, references to groups, and borders within the expression: no rules can say them.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, NoReturn

from app.engine.grammar.characters import MOST, Characters
from app.engine.grammar.json_text import CONTROLS, PLAIN, SURROGATES, literal
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from app.engine.grammar.rules import RuleBook, Symbols
    from app.errors import Value

MOST_NESTED = 50
_SHOWN = 60
_MOST_TIMES = 10_000
_DIGITS = Characters.of(string.digits)
_WORD = Characters.of(string.ascii_letters + string.digits + "_")
_SPACE = Characters.of(" \t\n\r\f\v\u00a0\u2028\u2029\ufeff")
_CLASSES = {"d": _DIGITS, "D": ~_DIGITS, "w": _WORD, "W": ~_WORD, "s": _SPACE, "S": ~_SPACE}
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "f": "\f", "v": "\v", "0": "\0"}
_HEX_DIGITS = {"x": 2, "u": 4}
_REPEATS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_DOT = ~Characters.of("\n\r\u2028\u2029")
_SHORT = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f", '"': '"', "\\": "\\"}


def pattern_rules(expression: str, book: RuleBook, where: str) -> Symbols:
    """Symbols for the strings in which an expression is found, quotation marks included.

    Args:
        expression: The pattern.
        book: What the rules are written in.
        where: The schema that asks for it, as a reference writes it.

    Raises:
        UserError: `schema_pattern` with a reason, or `grammar_too_large`.
    """
    return _Reader(expression, book, where).read()


class _Reader:
    """Walks through one expression."""

    def __init__(self, expression: str, book: RuleBook, where: str) -> None:
        self._where = where
        self._expression = expression
        self._book = book
        self._at = 0
        self._depth = 0

    def read(self) -> Symbols:
        whole = self._expression
        from_start = whole.startswith("^")
        to_end = whole.endswith("$") and not _is_escaped(whole, len(whole) - 1)
        self._at = int(from_start)
        self._end = len(whole) - int(to_end and len(whole) > self._at)
        ways = self._ways()
        if self._at < self._end:
            self._refuse("pattern_not_closed", near=self._next)
        if (from_start or to_end) and len(ways) > 1:
            self._refuse("pattern_border_of_ways")
        around = self._book.repeat(self._one(~SURROGATES), 0, None, "pattern")
        inner = self._book.choice(ways, "pattern")
        before, behind = (() if from_start else around), (() if to_end else around)
        return (*literal('"'), *before, *inner, *behind, *literal('"'))

    @property
    def _next(self) -> str:
        return self._expression[self._at] if self._at < self._end else ""

    def _refuse(self, why: str, **values: Value) -> NoReturn:
        pattern = self._expression if len(self._expression) <= _SHOWN else f"{self._expression[:_SHOWN]}…"
        raise UserError("schema_pattern", pattern=pattern, where=self._where, why=Notice(why, values))

    def _ways(self) -> list[Symbols]:
        ways = [self._sequence()]
        while self._next == "|":
            self._at += 1
            ways.append(self._sequence())
        return ways

    def _sequence(self) -> Symbols:
        done: list[Symbols] = []
        while self._next and self._next not in "|)":
            if self._next in "*+?{":
                if not done:
                    self._refuse("pattern_repeat", near=self._next)
                least, most = self._times()
                done[-1] = self._book.repeat(done[-1], least, most, "pattern") if done[-1] else ()
            else:
                done.append(self._item())
        return tuple(symbol for symbols in done for symbol in symbols)

    def _item(self) -> Symbols:
        mark = self._next
        if mark in "^$":
            self._refuse("pattern_border")
        self._at += 1
        if mark == "(":
            return self._group()
        if mark == "[":
            return self._one(self._class())
        if mark == ".":
            return self._one(_DOT)
        if mark == "\\":
            return self._one(self._escape())
        return self._one(Characters.of(mark))

    def _group(self) -> Symbols:
        self._depth += 1
        if self._depth > MOST_NESTED:
            self._refuse("pattern_too_deep", most=MOST_NESTED)
        if self._next == "?":
            if self._expression[self._at : self._at + 2] != "?:":
                self._refuse("pattern_extension")
            self._at += 2
        ways = self._ways()
        if self._next != ")":
            self._refuse("pattern_breaks_off")
        self._at += 1
        self._depth -= 1
        return self._book.choice(ways, "pattern")

    def _class(self) -> Characters:
        excludes = self._next == "^"
        self._at += excludes
        found = Characters(())
        while self._next != "]":
            at = self._at
            first = self._member()
            if self._next == "-" and self._expression[self._at + 1 : self._at + 2] not in ("]", ""):
                self._at += 1
                last = self._member()
                if first.size != 1 or last.size != 1 or first.bounds[0] > last.bounds[0]:
                    self._refuse("pattern_range", near=self._expression[at : self._at])
                first = Characters.ranges([(first.bounds[0], last.bounds[0])])
            found = found | first
        self._at += 1
        return ~found if excludes else found

    def _member(self) -> Characters:
        mark = self._next
        if not mark:
            self._refuse("pattern_breaks_off")
        self._at += 1
        if mark != "\\":
            return Characters.of(mark)
        if self._next == "b":
            self._at += 1
            return Characters.of("\b")
        return self._escape()

    def _escape(self) -> Characters:
        kind = self._next
        self._at += 1
        if kind in _CLASSES:
            return _CLASSES[kind]
        if kind in _ESCAPES:
            return Characters.of(_ESCAPES[kind])
        if kind in _HEX_DIGITS:
            digits = self._expression[self._at : self._at + _HEX_DIGITS[kind]]
            if len(digits) != _HEX_DIGITS[kind] or not all(each in string.hexdigits for each in digits):
                self._refuse("pattern_escape", near=f"\\{kind}{digits}")
            self._at += len(digits)
            return Characters.of(chr(int(digits, 16)))
        if not kind:
            self._refuse("pattern_breaks_off")
        if kind in string.ascii_letters + string.digits:
            self._refuse("pattern_escape", near=f"\\{kind}")
        return Characters.of(kind)

    def _times(self) -> tuple[int, int | None]:
        mark = self._next
        self._at += 1
        if mark in _REPEATS:
            found = _REPEATS[mark]
        else:
            inner, _, _ = self._expression[self._at : self._end].partition("}")
            self._at += len(inner) + 1
            least, comma, most = inner.partition(",")
            if self._at > self._end or not _is_count(least) or not (most == "" or _is_count(most)):
                self._refuse("pattern_repeat", near=f"{{{inner}}}"[:_SHOWN])
            found = (int(least), int(most) if most else None if comma else int(least))
            if found[1] is not None and found[1] < found[0]:
                self._refuse("pattern_repeat", near=f"{{{inner}}}")
        if self._next == "?":  # as few as possible first: the same texts
            self._at += 1
        return found

    def _one(self, characters: Characters) -> Symbols:
        """One character of the text as it is written in a JSON string."""
        ways: list[Symbols] = []
        plain = characters & PLAIN
        if plain.size:
            ways.append((plain,))
        ways += [literal(f"\\{short}") for character, short in _SHORT.items() if character in characters]
        controls = (characters & CONTROLS).pairs
        ways += [
            literal(f"\\u{code:04x}")
            for first, behind in controls
            for code in range(first, behind)
            if chr(code) not in _SHORT
        ]
        if not ways:
            self._refuse("pattern_nothing_fits")
        return self._book.choice(ways, "pattern")


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < len(str(MOST)) and int(text) <= _MOST_TIMES


def _is_escaped(text: str, at: int) -> bool:
    """Whether an odd number of backslashes stands before a place."""
    before = text[:at]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1
