"""Imports a file of conversations: each that is whole comes in, and each that is not is named with its reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import Notice, UserError
from app.store.exchange.collector import Collector
from app.store.exchange.fields import title_of
from app.store.exchange.galley_read import check_version, is_galley, read_conversation, read_preset
from app.store.exchange.limits import MAX_ITEMS
from app.store.exchange.outline import Budget, read_outline
from app.store.exchange.reading import Place, goes_on, read_items, read_members
from app.store.exchange.recognise import read_foreign, recognise
from app.store.exchange.source import BrokenStreamError, opened_sources
from app.store.exchange.values import ImportFormat

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.store.exchange.fields import Json, JsonObject
    from app.store.exchange.outline import Outline, Span
    from app.store.exchange.source import Source
    from app.store.exchange.values import ImportResult


_NO_DAMAGE = ("import_no_conversation", "import_strays")


def _never() -> bool:
    return False


def import_file(path: Path, *, cancelled: Callable[[], bool] = _never) -> ImportResult:
    """Read a file that Galley, ChatGPT, Open WebUI or LM Studio exported.

    The store is not touched: `planning.plan_import` says what belongs there.

    Args:
        path: A JSON file, or a ZIP file with JSON files in it.
        cancelled: Asked every mebibyte.

    Raises:
        UserError: If nothing of it can be read, or it was cancelled.
    """
    collector = Collector()
    budget = Budget()
    damages: list[Notice] = []
    with opened_sources(path) as sources:
        for source in sources:
            try:
                outline = read_outline(source, budget, cancelled) if source.looks_like_json() else None
                if outline is not None:
                    damages += _File(source, outline, collector, cancelled).read()
            except BrokenStreamError:
                collector.refuse(source.name, Notice("import_entry_damaged"))
    if collector.format is None:
        why = damages[0] if damages else Notice("import_unknown_format")
        raise UserError(why.code, **{"file": path.name, **why.values})
    return collector.result()


class _File:
    """One JSON file of an import."""

    def __init__(self, source: Source, outline: Outline, collector: Collector, cancelled: Callable[[], bool]) -> None:
        self._source = source
        self._outline = outline
        self._collector = collector
        self._cancelled = cancelled

    def read(self) -> list[Notice]:
        """Take in what it holds.

        Returns:
            Why it may be that nothing in it was recognised.
        """
        top = self._outline.top
        if top.is_list:
            damages = self._read_foreign(top.items, None if self._outline.broken else top)
        else:
            members = self._members()
            if is_galley(members):
                self._read_galley(members)
                damages = []
            else:
                damages = self._read_foreign([] if self._outline.broken else [top], None)
        return [Notice("import_cut_short")] if self._outline.broken else damages

    def _members(self) -> JsonObject:
        try:
            return read_members(self._source, self._outline, self._cancelled)
        except UserError as error:
            if error.notice.code == "import_cancelled":
                raise
            return {}  # no JSON: reading the whole says so

    def _read_foreign(self, spans: list[Span], within: Span | None) -> list[Notice]:
        """Take in the conversations of other programs."""
        refused: list[tuple[str, Notice]] = []
        is_known = False
        for item in read_items(self._source, spans, self._cancelled, within):
            found = recognise(item.value)
            if item.refusal is not None:
                refused.append((item.title, item.refusal))
            elif found is None:
                refused.append((_title(item.value), Notice("import_no_conversation")))
            else:
                is_known = True
                self._collector.note_format(found)
                self._take(item.value)
        if is_known:
            for title, notice in refused:
                self._collector.refuse(title, notice)
            self._check_rest()
        damages = [notice for _, notice in refused if notice.code not in _NO_DAMAGE]
        return [Notice("import_damaged") if each.code == "import_damaged_json" else each for each in damages]

    def _take(self, value: JsonObject) -> None:
        try:
            conversation, left_out = read_foreign(value)
        except UserError as error:
            self._collector.refuse(_title(value), error.notice)
        else:
            self._collector.add(conversation, left_out)

    def _read_galley(self, members: JsonObject) -> None:
        check_version(members)
        self._collector.note_format(ImportFormat.GALLEY)
        if "presets" in members:
            self._read_list(members, "presets", lambda value: self._collector.add_preset(read_preset(value)))
        self._read_list(members, "conversations", lambda value: self._collector.add(read_conversation(value)))
        self._check_rest()

    def _read_list(self, members: JsonObject, name: str, take: Callable[[Json], None]) -> None:
        place = members.get(name)
        span = self._outline.top.items[place.number] if isinstance(place, Place) else None
        if span is None or not span.is_list:
            if not self._outline.broken:
                self._collector.refuse("", Notice("import_damaged_value", {"place": name}))
            return
        for item in read_items(self._source, span.items, self._cancelled, None if self._outline.broken else span):
            if item.refusal is not None:
                self._collector.refuse(item.title, item.refusal)
                continue
            try:
                take(item.value)
            except UserError as error:
                self._collector.refuse(_title(item.value), error.notice)

    def _check_rest(self) -> None:
        """Say what the file holds beside whole conversations."""
        if self._outline.broken:
            self._collector.refuse("", Notice("import_rest_cut_short"))
        elif goes_on(self._source, self._outline.top.end, self._cancelled):
            self._collector.refuse("", Notice("import_goes_on"))
        if self._outline.too_many:
            self._collector.refuse("", Notice("import_too_many", {"most": MAX_ITEMS}))


def _title(value: Json) -> str:
    if not isinstance(value, dict):
        return ""
    inner = value.get("chat")
    named = title_of(value.get("title")) or title_of(value.get("name"))
    return named or (title_of(inner.get("title")) if isinstance(inner, dict) else "")
