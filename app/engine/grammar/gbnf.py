"""Reads GBNF, the notation of llama.cpp's grammars (grammars/README.md there), into rules.

Read here and not by llama.cpp: its reader copies the whole grammar into the log, calls itself for every bracket, and
lets through rules that never come to an end.
"""

from __future__ import annotations

import string
from typing import TYPE_CHECKING, NoReturn

from app.engine.grammar.characters import MOST, Characters
from app.engine.grammar.rules import RuleBook
from app.errors import UserError

if TYPE_CHECKING:
    from app.engine.grammar.rules import Rules, Symbols

MOST_CHARACTERS = 200_000
MOST_NESTED = 100
ROOT = "root"
_NAME = frozenset(string.ascii_letters + string.digits + "-_")
_ESCAPES = {"t": "\t", "r": "\r", "n": "\n", **{each: each for each in '\\"[]-'}}
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_REPEATS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_SHOWN = 20


def read_gbnf(text: str) -> Rules:
    """Read a grammar.

    Raises:
        UserError: `grammar_syntax`, `grammar_range`, `grammar_nothing_fits`, `grammar_rule_twice`, `grammar_no_root`,
            `grammar_too_large`, `grammar_too_deep`, or what `RuleBook.finish` raises.
    """
    if len(text) > MOST_CHARACTERS:
        raise UserError("grammar_too_large")
    reader = _Reader(text)
    reader.read()
    if not reader.book.has(ROOT):
        raise UserError("grammar_no_root")
    return reader.book.finish(reader.book.rule(ROOT))


class _Reader:
    """Walks through the text once."""

    def __init__(self, text: str) -> None:
        self.book = RuleBook()
        self._text = text
        self._at = 0
        self._depth = 0
        self._name = ""
        self._lines: dict[str, int] = {}
        """Where each rule stands."""

    def read(self) -> None:
        self._space(newlines=True)
        while self._at < len(self._text):
            self._rule()

    @property
    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _line(self, at: int) -> int:
        return self._text.count("\n", 0, at) + 1

    def _refuse_characters(self, code: str, start: int, **values: str) -> NoReturn:
        """Refuse what stands between brackets; `start` is where it begins."""
        column = start - self._text.rfind("\n", 0, start)
        raise UserError(code, line=self._line(start), column=column, **values)

    def _refuse(self) -> NoReturn:
        line = self._line(self._at)
        near = self._text[self._at :].split("\n", 1)[0][:_SHOWN].strip()
        if near:
            raise UserError("grammar_syntax", line=line, near=near)
        raise UserError("grammar_syntax_end", line=line)

    def _space(self, *, newlines: bool) -> None:
        """Skip blanks and remarks, and line ends where a rule goes on over them."""
        while self._next and (self._next in " \t#" or (newlines and self._next in "\r\n")):
            if self._next == "#":
                while self._next and self._next not in "\r\n":
                    self._at += 1
            else:
                self._at += 1

    def _word(self) -> str:
        start = self._at
        while self._next in _NAME:
            self._at += 1
        if start == self._at:
            self._refuse()
        return self._text[start : self._at]

    def _rule(self) -> None:
        line = self._line(self._at)
        self._name = self._word()
        self._space(newlines=False)
        if not self._text.startswith("::=", self._at):
            self._refuse()
        self._at += 3
        if self._name in self._lines:
            raise UserError("grammar_rule_twice", name=self._name, first=self._lines[self._name], second=line)
        self._lines[self._name] = line
        self._space(newlines=True)
        alternatives = self._alternatives(nested=False)
        if self._next and self._next not in "\r\n":
            self._refuse()
        self.book.say(self.book.rule(self._name), alternatives)
        self._space(newlines=True)

    def _alternatives(self, *, nested: bool) -> list[Symbols]:
        found = [self._sequence(nested=nested)]
        while self._next == "|":
            self._at += 1
            self._space(newlines=True)
            found.append(self._sequence(nested=nested))
        return found

    def _sequence(self, *, nested: bool) -> Symbols:
        done: list[Symbols] = []
        while self._next and self._next not in "|)\r\n":
            if self._next in _REPEATS or self._next == "{":
                if not done or not done[-1]:
                    self._refuse()
                least, most = self._times()
                done[-1] = self.book.repeat(done[-1], least, most, self._name)
            else:
                done.append(self._item())
            self._space(newlines=nested)
        return tuple(symbol for symbols in done for symbol in symbols)

    def _item(self) -> Symbols:
        mark = self._next
        if mark == '"':
            return self._literal()
        if mark == "[":
            return (self._class(),)
        if mark == "(":
            return self._group()
        if mark == ".":
            self._at += 1
            return (Characters.anything(),)
        return (self.book.rule(self._word()),)

    def _literal(self) -> Symbols:
        self._at += 1
        symbols = []
        while self._next != '"':
            symbols.append(Characters.of(self._character()))
        self._at += 1
        return tuple(symbols)

    def _class(self) -> Characters:
        start = self._at
        self._at += 1
        excludes = self._next == "^"
        self._at += excludes
        pairs: list[tuple[int, int]] = []
        while self._next != "]":
            at = self._at
            first = last = self._character()
            if self._next == "-" and self._text[self._at + 1 : self._at + 2] != "]":
                self._at += 1
                last = self._character()
            if first > last:
                self._refuse_characters("grammar_range", at, range=self._text[at : self._at])
            pairs.append((ord(first), ord(last)))
        self._at += 1
        found = Characters.ranges(pairs)
        found = ~found if excludes else found
        if not found.size:
            self._refuse_characters("grammar_nothing_fits", start, near=self._text[start : self._at][:_SHOWN])
        return found

    def _group(self) -> Symbols:
        self._at += 1
        self._depth += 1
        if self._depth > MOST_NESTED:
            raise UserError("grammar_too_deep", most=MOST_NESTED)
        self._space(newlines=True)
        alternatives = self._alternatives(nested=True)
        if self._next != ")":
            self._refuse()
        self._at += 1
        self._depth -= 1
        return self.book.choice(alternatives, self._name)

    def _character(self) -> str:
        """One character of a literal or a class, which may be written as an escape."""
        mark = self._next
        if not mark:
            self._refuse()
        if mark != "\\":
            self._at += 1
            return mark
        kind = self._text[self._at + 1 : self._at + 2]
        if kind in _ESCAPES:
            self._at += 2
            return _ESCAPES[kind]
        digits = self._text[self._at + 2 : self._at + 2 + _HEX_DIGITS.get(kind, 0)]
        if len(digits) != _HEX_DIGITS.get(kind, -1) or not all(each in string.hexdigits for each in digits):
            self._refuse()
        code = int(digits, 16)
        if code > MOST:
            self._refuse()
        self._at += 2 + len(digits)
        return chr(code)

    def _times(self) -> tuple[int, int | None]:
        """What a repetition mark says: least and most; None is without end."""
        mark = self._next
        if mark != "{":
            self._at += 1
            return _REPEATS[mark]
        self._at += 1
        self._space(newlines=True)
        least = self._number()
        self._space(newlines=True)
        most: int | None = least
        if self._next == ",":
            self._at += 1
            self._space(newlines=True)
            most = self._number() if self._next.isdigit() else None
            self._space(newlines=True)
        if self._next != "}" or (most is not None and most < least):
            self._refuse()
        self._at += 1
        return least, most

    def _number(self) -> int:
        start = self._at
        while self._next in string.digits and self._next:
            self._at += 1
        if start == self._at:
            self._refuse()
        if self._at - start > len(str(MOST_CHARACTERS)):
            raise UserError("grammar_too_large")
        return int(self._text[start : self._at])
