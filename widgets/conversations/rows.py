"""The lines of the list of conversations: headings, conversations, and a word where there is none; and what they say.

A conversation's line is its `ConversationEntry` itself, so that thousands of them cost nothing to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from app.viewmodels.conversation_list import ConversationEntry
from app.viewmodels.sections import ListSection, SectionKind, day_kind

if TYPE_CHECKING:
    from collections.abc import Iterable

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Heading:
    """The first line of a section."""

    kind: SectionKind
    folder: str = ""
    num_conversations: int = 0
    """Of a folder, 0 of other sections, which are never folded."""
    is_folded: bool = False
    holds_open: bool = False
    """Whether the conversation that is open lies folded up in it."""

    @property
    def key(self) -> str:
        """What it is known by; no conversation's key has such a sign in it."""
        return f"{self.kind}/{self.folder}"

    @property
    def is_folder(self) -> bool:
        """Whether it can be folded, renamed and removed."""
        return self.kind is SectionKind.FOLDER


@dataclass(frozen=True, slots=True)
class EmptyLine:
    """Stands below the heading of a section without conversations."""

    kind: SectionKind
    folder: str = ""

    @property
    def key(self) -> str:
        """What it is known by."""
        return f"{self.kind}/{self.folder}/"


Row = Heading | ConversationEntry | EmptyLine


def rows_of(sections: Iterable[ListSection], active: str) -> list[Row]:
    """The lines of some sections; the archive has no heading among them.

    Args:
        sections: From the top.
        active: Key of the conversation that is open.
    """
    rows: list[Row] = []
    for section in sections:
        if section.kind is SectionKind.FOLDER:
            holds_open = section.is_folded and any(entry.key == active for entry in section.entries)
            rows.append(Heading(section.kind, section.folder, len(section.entries), section.is_folded, holds_open))
        elif section.kind is not SectionKind.ARCHIVE:
            rows.append(Heading(section.kind))
        if not section.is_folded:
            rows.extend(section.entries)
            if not section.entries:
                rows.append(EmptyLine(section.kind, section.folder))
    return rows


def title_of(row: Row) -> str:
    """What a line says in the first place."""
    if isinstance(row, ConversationEntry):
        return row.title or translate("ConversationRows", "Untitled")
    if isinstance(row, EmptyLine):
        if row.kind is SectionKind.ARCHIVE:
            return translate("ConversationRows", "Nothing is archived.")
        return translate("ConversationRows", "No conversation in it yet")
    match row.kind:
        case SectionKind.FOLDER:
            return row.folder
        case SectionKind.PINNED:
            return translate("ConversationRows", "PINNED")
        case SectionKind.TODAY:
            return translate("ConversationRows", "TODAY")
        case SectionKind.YESTERDAY:
            return translate("ConversationRows", "YESTERDAY")
        case SectionKind.WEEK:
            return translate("ConversationRows", "LAST 7 DAYS")
        case SectionKind.EARLIER:
            return translate("ConversationRows", "EARLIER")
        case SectionKind.ARCHIVE:
            return translate("ConversationRows", "ARCHIVED")


def detail_of(row: Row, today: date) -> str:
    """The second line of a conversation, or the figure of a folder; empty where there is none."""
    if isinstance(row, Heading):
        return str(row.num_conversations) if row.is_folder else ""
    if isinstance(row, EmptyLine):
        return ""
    parts = [length_of(row.num_messages)]
    if row.num_messages:
        parts.append(_when(row, today))
    if row.folder and (row.pinned or row.archived):
        parts.append(row.folder)
    return " · ".join(part for part in parts if part)


def spoken_of(row: Row) -> str:
    """What a screen reader says of a line."""
    if isinstance(row, EmptyLine):
        return title_of(row)
    if isinstance(row, ConversationEntry):
        parts = [title_of(row), length_of(row.num_messages)]
        if row.pinned:
            parts.append(translate("ConversationRows", "pinned"))
        if row.archived:
            parts.append(translate("ConversationRows", "archived"))
        if row.folder:
            parts.append(translate("ConversationRows", "in folder {name}").format(name=row.folder))
        return ", ".join(parts)
    if not row.is_folder:
        return title_of(row)
    if row.num_conversations == 1:
        number = translate("ConversationRows", "1 conversation")
    else:
        number = translate("ConversationRows", "{number} conversations").format(number=row.num_conversations)
    fold = translate("ConversationRows", "folded") if row.is_folded else translate("ConversationRows", "unfolded")
    return ", ".join((translate("ConversationRows", "Folder {name}").format(name=row.folder), number, fold))


def length_of(num_messages: int) -> str:
    """How long a conversation is."""
    if not num_messages:
        return translate("ConversationRows", "no messages yet")
    if num_messages == 1:
        return translate("ConversationRows", "1 message")
    return translate("ConversationRows", "{number} messages").format(number=num_messages)


def _when(entry: ConversationEntry, today: date) -> str:
    """When something was said last, as short as it is clear; a day's own section does not say the day again."""
    if entry.updated_at <= 0:
        return ""
    then, locale = datetime.fromtimestamp(entry.updated_at), QLocale()
    kind = day_kind(entry.updated_at, today)
    stands_elsewhere = entry.pinned or entry.archived or bool(entry.folder)
    if kind is SectionKind.YESTERDAY and stands_elsewhere:
        return translate("ConversationRows", "yesterday")
    if kind in (SectionKind.TODAY, SectionKind.YESTERDAY):
        return locale.toString(QTime(then.hour, then.minute), QLocale.FormatType.ShortFormat)
    day = QDate(then.year, then.month, then.day)
    if kind is SectionKind.WEEK:
        return locale.toString(day, "dddd")
    if then.date() > today - timedelta(days=300):
        return locale.toString(day, translate("ConversationRows", "d MMM", "day and month in Qt's letters"))
    return locale.toString(day, translate("ConversationRows", "d MMM yyyy", "day, month, year in Qt's letters"))
