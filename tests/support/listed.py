"""What the list of conversations shows, as a reader of the window sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.viewmodels.conversation_list import ConversationEntry
from widgets.conversations.rows import Heading
from widgets.parts.two_line_delegate import DETAIL

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex, QPoint

    from widgets.conversations.view import ConversationView


def titles(view: ConversationView) -> list[str]:
    """The titles of the conversations in the list, from the top."""
    return [str(index.data()) for index in _indexes(view) if isinstance(view.lines.row_at(index), ConversationEntry)]


def outline(view: ConversationView) -> list[str]:
    """Every line: headings as they are, a folder with the number in it, what is below them behind a dash."""
    lines = []
    for index in _indexes(view):
        row, text = view.lines.row_at(index), str(index.data())
        if not isinstance(row, Heading):
            lines.append(f"- {text}")
        elif row.is_folder:
            lines.append(f"{text} {index.data(DETAIL)}{' …' if row.is_folded else ''}")
        else:
            lines.append(text)
    return lines


def index_of(view: ConversationView, text: str) -> QModelIndex:
    """The line that shows this."""
    return next(index for index in _indexes(view) if index.data() == text)


def point_of(view: ConversationView, text: str) -> QPoint:
    """The middle of the line that shows this."""
    return view.visualRect(index_of(view, text)).center()


def _indexes(view: ConversationView) -> list[QModelIndex]:
    return [view.lines.index(place) for place in range(view.lines.rowCount())]
