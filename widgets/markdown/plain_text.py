"""Text without any markup, exactly as it was typed, in the face for controls or for code."""

from __future__ import annotations

import unicodedata
from itertools import islice
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextBlockFormat, QTextCharFormat, QTextCursor

from widgets.look.theme import sans
from widgets.markdown.text_surface import TextSurface
from widgets.parts.clipboard import sendable

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from widgets.look.theme import Theme

_LINE_HEIGHT = 1.5
_LINES_MEASURED = 40
_CHARACTERS_MEASURED = 400
_MARKS = ("Mn", "Me")


class PlainText(TextSurface):
    """A text that is written as it is.

    Args:
        theme: Whose ink it takes.
        text: All of it.
        font: Its face; None takes the one for controls.
    """

    def __init__(self, theme: Theme, text: str, parent: QWidget | None = None, font: QFont | None = None) -> None:
        super().__init__(theme, parent)
        self._text = text
        self._font = font or sans()
        self.document().setDefaultFont(self._font)
        self.rebuild()

    @property
    def written(self) -> str:
        """All of it."""
        return self._text

    def rebuild(self) -> None:
        """Write the text in the theme's ink."""
        self.empty()
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        block = QTextBlockFormat()
        block.setLineHeight(_LINE_HEIGHT * self._font.pixelSize(), QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
        cursor.setBlockFormat(block)
        face = QTextCharFormat()
        face.setFont(self._font)
        face.setForeground(QColor(self._theme.palette.ink))
        self.write_lines(cursor, self._text, face)
        cursor.endEditBlock()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    @property
    def natural_width(self) -> int:
        """Width of the longest line, unwrapped."""
        metrics = QFontMetricsF(self._font)
        lines = self._text.expandtabs(8).split("\n")
        widest = sorted(lines, key=len)[-_LINES_MEASURED:]
        return int(max(metrics.horizontalAdvance(sendable(part)) for line in widest for part in _begins(line))) + 4


def _begins(line: str) -> tuple[str, str]:
    """Return a line's begin, and its begin without the marks of which a letter can carry hundreds."""
    letters = (character for character in line if unicodedata.category(character) not in _MARKS)
    return line[:_CHARACTERS_MEASURED], "".join(islice(letters, _CHARACTERS_MEASURED))
