"""Reads the parts of a file that its outline found, front to back, and makes values of one part at a time."""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from app.errors import Notice, UserError
from app.store.exchange.fields import title_of
from app.store.exchange.limits import CHUNK_BYTES, MAX_OUTER_BYTES
from app.store.exchange.source import BrokenStreamError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.store.exchange.fields import Json, JsonObject
    from app.store.exchange.outline import Outline, Span
    from app.store.exchange.source import Source, Stream

_TITLE = re.compile(rb'"(?:title|name)"\s*:\s*("[^"\\]*+(?:\\.[^"\\]*+)*+")', re.DOTALL)
_TITLE_WITHIN_BYTES = 64 << 10


@dataclass(frozen=True, slots=True)
class Item:
    """A part of the file as JSON values, or why it is none."""

    value: Json
    refusal: Notice | None = None
    title: str = ""
    """What can be made out of a part that is refused."""


def parse(data: bytes) -> Json:
    """Make values of JSON.

    Raises:
        UserError: If it is no JSON, or not UTF-8, or an object has two values under one name.
    """
    try:
        return json.loads(data.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        raise UserError("import_not_utf8") from error
    except (ValueError, RecursionError) as error:
        raise UserError("import_damaged_json") from error


def read_items(
    source: Source, spans: Sequence[Span], cancelled: Callable[[], bool], within: Span | None = None
) -> Iterator[Item]:
    """The parts of a file, in order; asking for the next one makes the last one's memory free.

    Args:
        source: The file.
        spans: The parts.
        cancelled: Asked every mebibyte.
        within: A list whose only items they are. What it holds beside them is one refused item more, at the end.

    Raises:
        UserError: If the file cannot be read, or it was cancelled.
    """
    num_strays = 0
    at = within.start + 1 if within is not None else -1
    with _walking(source, cancelled) as walker:
        for span in spans:
            if within is not None:
                num_strays += walker.is_stray(at, span.start)
                at = span.end
            if span.fault is not None:
                yield Item(None, span.fault, _title_in(walker.take(span.start, _start_of(span))))
                continue
            data = walker.take(span.start, span.end)
            try:
                item = Item(parse(data))
            except UserError as error:
                item = Item(None, error.notice, _title_in(data[:_TITLE_WITHIN_BYTES]))
            del data
            yield item
            del item
        if within is not None and walker.is_stray(at, within.end - 1):
            num_strays += 1
    if num_strays:
        yield Item(None, Notice("import_strays", {"count": num_strays}))


def read_members(source: Source, outline: Outline, cancelled: Callable[[], bool]) -> JsonObject:
    """What an outermost object says, with a `Place` instead of each list and object in it.

    Of a file cut short it is what comes before the cut.

    Raises:
        UserError: If it is no JSON, or too much.
    """
    text = bytearray()
    top = outline.top
    at = top.start
    with _walking(source, cancelled) as walker:
        for number, span in enumerate(top.items):
            text += walker.outer(at, span.start, len(text))
            text += b"[%d]" % number
            at = span.end
        if outline.broken:
            text += b"}"
        else:
            text += walker.outer(at, top.end, len(text))
    members = parse(bytes(text))
    if not isinstance(members, dict):
        raise UserError("import_damaged_json")
    return {name: Place(value[0]) if isinstance(value, list) else value for name, value in members.items()}


def goes_on(source: Source, end: int, cancelled: Callable[[], bool]) -> bool:
    """Whether something but white space follows the outermost list or object."""
    with _walking(source, cancelled) as walker:
        return walker.is_stray(end, end + CHUNK_BYTES)


@dataclass(frozen=True, slots=True)
class Place:
    """The number, among the outermost object's items, of the list or object that stands here."""

    number: int


@contextmanager
def _walking(source: Source, cancelled: Callable[[], bool]) -> Iterator[_Walker]:
    with source.opened() as stream:
        yield _Walker(stream, cancelled)


class _Walker:
    """Goes through a stream that cannot go back."""

    def __init__(self, stream: Stream, cancelled: Callable[[], bool]) -> None:
        self._stream = stream
        self._cancelled = cancelled
        self._position = 0

    def take(self, start: int, end: int) -> bytes:
        """The bytes between two positions, or fewer where the file no longer has them."""
        for _ in self._pieces(start):
            pass
        return b"".join(self._pieces(end))

    def outer(self, start: int, end: int, num_kept: int) -> bytes:
        """Bytes of the outermost level, of which there can only be few."""
        if num_kept + end - start > MAX_OUTER_BYTES:
            raise UserError("import_damaged_json")
        return self.take(start, end)

    def is_stray(self, start: int, end: int) -> bool:
        """Whether something stands there beside white space and commas."""
        for _ in self._pieces(start):
            pass
        found = False
        for piece in self._pieces(end):
            found = found or bool(piece.strip(b" \t\r\n,"))
        return found

    def _pieces(self, end: int) -> Iterator[bytes]:
        while self._position < end:
            if self._cancelled():
                raise UserError("import_cancelled")
            try:
                data = self._stream.read(min(CHUNK_BYTES, end - self._position))
            except BrokenStreamError:
                return
            if not data:
                return
            self._position += len(data)
            yield data


def _start_of(span: Span) -> int:
    return min(span.end, span.start + _TITLE_WITHIN_BYTES)


def _title_in(data: bytes) -> str:
    found = _TITLE.search(data)
    if found is None:
        return ""
    try:
        return title_of(json.loads(found[1].decode("utf-8", "replace")))
    except ValueError:
        return ""


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise UserError("import_repeated_name", name=title_of(name))
            seen.add(name)
    return made
