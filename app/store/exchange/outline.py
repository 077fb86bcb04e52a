"""Finds where each conversation of a JSON file begins and ends, without making values of any of it.

So a file of any size is read one conversation at a time, one damaged conversation does not take the others with it,
and of a file cut short everything before the cut comes in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.errors import Notice, UserError
from app.store.exchange.limits import (
    CHUNK_BYTES,
    MAX_DEPTH,
    MAX_ITEM_BYTES,
    MAX_ITEM_NODES,
    MAX_ITEMS,
    MAX_JSON_BYTES,
)
from app.store.exchange.source import BrokenStreamError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.store.exchange.source import Source

_TOKEN = re.compile(rb'[^"\[\]{}]*+(?:("[^"\\]*+(?:\\.[^"\\]*+)*+"|[\[\]{}"])|\Z)', re.DOTALL)
"""A whole string, a bracket, or the quote of a string that goes on behind what was read; and all that is before it."""
_REST_OF_STRING = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_QUOTE = ord('"')
_LIST = ord("[")
_OPENING = (_LIST, ord("{"))
_Token = tuple[int, int, int]
"""Its first byte, where it begins, where it ends."""


@dataclass(frozen=True, slots=True)
class Span:
    """A list or an object in the file: its bytes from `start` to `end`, of the text as UTF-8."""

    start: int
    end: int
    is_list: bool
    fault: Notice | None = None
    """Why it is better not read."""
    items: list[Span] = field(default_factory=list)
    """The lists and objects directly inside, as far as they are looked for."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The outermost list or object of a file, its items, and of an object the items of its lists."""

    top: Span
    broken: bool
    """Whether the file ends, or cannot be unpacked, before the outermost bracket closes."""
    too_many: bool
    """Whether there are more items than are read; those that are here are the first."""


class Budget:
    """The bytes that one import may read, all its files together."""

    def __init__(self) -> None:
        self._left = MAX_JSON_BYTES

    def spend(self, num_bytes: int, source: Source) -> None:
        """Count what was read.

        Raises:
            UserError: If it is more than there was left.
        """
        self._left -= num_bytes
        if self._left < 0:
            raise UserError("import_too_large", file=source.path.name, most_mib=MAX_JSON_BYTES >> 20)


def read_outline(source: Source, budget: Budget, cancelled: Callable[[], bool]) -> Outline | None:
    """Go through a file once.

    Returns:
        None where it is neither a list nor an object.

    Raises:
        UserError: If it cannot be read, holds more than an import reads, or was cancelled.
    """
    builder = _Builder()
    for kind, start, end in _tokens(_chunks(source, budget, cancelled, builder)):
        if kind in _OPENING:
            builder.open(kind == _LIST, start)
        elif kind == _QUOTE:
            builder.num_nodes += 1
        elif builder.close(end):
            break
    return builder.outline()


def _chunks(source: Source, budget: Budget, cancelled: Callable[[], bool], builder: _Builder) -> Iterator[bytes]:
    with source.opened() as stream:
        is_first = True
        while True:
            try:
                data = stream.read(CHUNK_BYTES)
            except BrokenStreamError:
                return
            if not data or (is_first and data.lstrip()[:1] not in (b"[", b"{")):
                return
            is_first = False
            if cancelled():
                raise UserError("import_cancelled")
            budget.spend(len(data), source)
            builder.num_bytes += len(data)
            yield data


def _tokens(chunks: Iterator[bytes]) -> Iterator[_Token]:
    """The strings and brackets of a text that comes in pieces."""
    position = 0
    string_start = -1
    is_escaped = False
    for data in chunks:
        at = 0
        if string_start >= 0:
            at, is_closed, is_escaped = _go_on(data, is_escaped)
            if is_closed:
                yield _QUOTE, string_start, position + at
                string_start = -1
        if string_start < 0:
            for token in _TOKEN.finditer(data, at):
                start, end = token.span(1)
                if start < 0:
                    break
                if data[start] == _QUOTE and end - start == 1:
                    string_start = position + start
                    is_escaped = _go_on(data[end:], False)[2]
                    break
                yield data[start], position + start, position + end
        position += len(data)


def _go_on(data: bytes, is_escaped: bool) -> tuple[int, bool, bool]:
    """Follow a string: up to where, whether it is closed there, whether the next byte is escaped."""
    rest = _REST_OF_STRING.match(data, 1 if is_escaped and data else 0)
    end = len(data) if rest is None else rest.end()
    if end == len(data):
        return end, False, is_escaped and not data
    return (end + 1, True, False) if data[end] == _QUOTE else (end + 1, False, True)


@dataclass(slots=True)
class _Open:
    """A span whose bracket is open."""

    start: int
    is_list: bool
    nodes_before: int
    deepest: int = 0
    items: list[Span] = field(default_factory=list)


class _Builder:
    """Makes spans of brackets."""

    def __init__(self) -> None:
        self.num_bytes = 0
        self.num_nodes = 0
        self._open: list[_Open] = []
        self._depth = 0
        self._num_items = 0
        self._top: Span | None = None
        self._too_many = False

    def open(self, is_list: bool, start: int) -> None:
        """A bracket opens."""
        if self._depth == len(self._open) < self._num_levels():
            self._open.append(_Open(start, is_list, self.num_nodes))
        self.num_nodes += 1
        self._depth += 1
        if self._depth > MAX_DEPTH:
            self._open[-1].deepest = self._depth

    def close(self, end: int) -> bool:
        """A bracket closes; True where it is the outermost."""
        self._depth -= 1
        if self._depth >= len(self._open):
            return False
        closed = self._open.pop()
        span = self._finished(closed, end)
        if not self._open:
            self._top = span
            return True
        self._keep(self._open[-1], closed, span)
        return False

    def outline(self) -> Outline | None:
        """What was found. Of what the file's end cuts through, only the lists in an object are there."""
        if self._top is not None:
            return Outline(self._top, broken=False, too_many=self._too_many)
        if not self._open:
            return None
        top = self._open[0]
        if len(self._open) > 1 and not top.is_list:
            self._keep(top, self._open[1], self._finished(self._open[1], self.num_bytes))
        return Outline(self._finished(top, self.num_bytes), broken=True, too_many=self._too_many)

    def _num_levels(self) -> int:
        """A list's items are looked for, and an object's, and those of the lists in an object."""
        if len(self._open) < 2:
            return 2
        return 3 if self._open[1].is_list and not self._open[0].is_list else 2

    def _keep(self, parent: _Open, closed: _Open, span: Span) -> None:
        parent.deepest = max(parent.deepest, closed.deepest)
        if self._num_items >= MAX_ITEMS:
            self._too_many = True
            return
        self._num_items += 1
        parent.items.append(span)

    def _finished(self, closed: _Open, end: int) -> Span:
        fault = None
        if closed.deepest:
            fault = Notice("import_too_deep", {"most": MAX_DEPTH})
        elif end - closed.start > MAX_ITEM_BYTES:
            fault = Notice("import_item_too_large", {"most_mib": MAX_ITEM_BYTES >> 20})
        elif self.num_nodes - closed.nodes_before > MAX_ITEM_NODES:
            fault = Notice("import_item_too_many_values", {"most": MAX_ITEM_NODES})
        return Span(closed.start, end, closed.is_list, fault, closed.items)
