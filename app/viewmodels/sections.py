"""How the list of conversations is divided: what is pinned, the folders, and the rest by the day it was written to.

Days are those of the clock on the wall, so the border between two of them may lie 23 or 25 hours apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.viewmodels.conversation_list import ConversationEntry

_WEEK = timedelta(days=6)
"""Before today; today and these are seven days."""


class SectionKind(StrEnum):
    """The sections there are, from the top of the list to its end."""

    PINNED = "pinned"
    FOLDER = "folder"
    TODAY = "today"
    YESTERDAY = "yesterday"
    WEEK = "week"
    """The five days before yesterday."""
    EARLIER = "earlier"
    ARCHIVE = "archive"
    """Stands alone, in place of all others."""


@dataclass(frozen=True, slots=True)
class ListSection:
    """A part of the list. Only folders, and the archive, may be without a conversation."""

    kind: SectionKind
    entries: tuple[ConversationEntry, ...]
    """Latest first."""
    folder: str = ""
    """The folder's name; empty where it is none."""
    is_folded: bool = False
    """Whether only its heading is shown."""


def midnight(day: date) -> float:
    """When a day begins here, in seconds since 1970."""
    return datetime.combine(day, time()).timestamp()


def day_kind(updated_at: float, today: date) -> SectionKind:
    """The section of a conversation that is neither pinned nor in a folder. What lies ahead counts as today."""
    if updated_at >= midnight(today):
        return SectionKind.TODAY
    if updated_at >= midnight(today - timedelta(days=1)):
        return SectionKind.YESTERDAY
    return SectionKind.WEEK if updated_at >= midnight(today - _WEEK) else SectionKind.EARLIER


def sections_of(
    entries: Iterable[ConversationEntry], folders: Sequence[tuple[str, bool]], today: date
) -> tuple[ListSection, ...]:
    """Divide the conversations that are not archived.

    Args:
        entries: Latest first.
        folders: Name of every folder and whether it is folded, in the order in which they are shown.
        today: The day it is.
    """
    borders = (
        (midnight(today), SectionKind.TODAY),
        (midnight(today - timedelta(days=1)), SectionKind.YESTERDAY),
        (midnight(today - _WEEK), SectionKind.WEEK),
    )
    pinned: list[ConversationEntry] = []
    by_folder: dict[str, list[ConversationEntry]] = {name: [] for name, _ in folders}
    by_day: dict[SectionKind, list[ConversationEntry]] = {
        kind: [] for kind in (SectionKind.TODAY, SectionKind.YESTERDAY, SectionKind.WEEK, SectionKind.EARLIER)
    }
    for entry in entries:
        if entry.archived:
            continue
        if entry.pinned:
            pinned.append(entry)
        elif entry.folder in by_folder:
            by_folder[entry.folder].append(entry)
        else:
            kind = next((kind for border, kind in borders if entry.updated_at >= border), SectionKind.EARLIER)
            by_day[kind].append(entry)
    sections = [ListSection(SectionKind.PINNED, tuple(pinned))] if pinned else []
    sections += [
        ListSection(SectionKind.FOLDER, tuple(by_folder[name]), name, is_folded) for name, is_folded in folders
    ]
    sections += [ListSection(kind, tuple(listed)) for kind, listed in by_day.items() if listed]
    return tuple(sections)


def archive_of(entries: Iterable[ConversationEntry]) -> ListSection:
    """The conversations that are archived."""
    return ListSection(SectionKind.ARCHIVE, tuple(entry for entry in entries if entry.archived))
