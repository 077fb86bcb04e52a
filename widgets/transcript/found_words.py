"""What was searched for, marked in the texts of a message that was gone to, as in the list of what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from widgets.markdown.text_surface import TextSurface

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PySide6.QtWidgets import QWidget

    from widgets.look.theme import Theme

MOST_MARKED = 500
"""Places in one text: a single letter may stand in it a million times."""


def mark_words(card: QWidget, words: Sequence[str], theme: Theme) -> tuple[TextSurface, QTextCursor] | None:
    """Mark every place where a word stands, whatever its case, and take away earlier marks.

    Returns:
        The first of them: the text that it stands in, and where. None where the words are not to be seen, such as
        in a thought that is folded away.
    """
    first: tuple[TextSurface, QTextCursor] | None = None
    face = QTextCharFormat()
    face.setBackground(QColor(theme.palette.selection))
    face.setForeground(QColor(theme.palette.ink))
    for surface in card.findChildren(TextSurface):
        places, marks = list(_places(surface, words)), []
        for place in places:
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = place, face
            marks.append(mark)
        surface.setExtraSelections(marks)
        if places and first is None and surface.isVisibleTo(card):
            first = surface, min(places, key=QTextCursor.selectionStart)
    return first


def clear_words(card: QWidget) -> None:
    """Take the marks away."""
    for surface in card.findChildren(TextSurface):
        if surface.extraSelections():
            surface.setExtraSelections([])


def _places(surface: TextSurface, words: Sequence[str]) -> Iterator[QTextCursor]:
    document = surface.document()
    for word in words:
        place = document.find(word)
        for _ in range(MOST_MARKED):
            if place.isNull():
                break
            yield place
            place = document.find(word, place)
