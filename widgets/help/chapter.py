"""One chapter of the guide, section below section, so that it is known where each of them begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.viewmodels.help_book import Text
from widgets.first_run.picture import SpeculationPicture
from widgets.help.legend import MarksLegend
from widgets.help.picture import GuidePicture
from widgets.help.text import GuideText
from widgets.parts.page_parts import sentence_label
from widgets.transcript.found_words import clear_words, mark_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.viewmodels.help_book import Chapter, Picture, Section
    from widgets.look.theme import Theme

DRAWN: dict[str, Callable[[Theme], QWidget]] = {"speculation": SpeculationPicture, "all-marks": MarksLegend}
"""Pictures that are drawn, in place of those that were taken."""
_SECTION_GAP = 14


class HelpChapter(QWidget):
    """Shows a chapter.

    Args:
        theme: Whose colours it takes.
    """

    link_activated = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sections: dict[str, QWidget] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(_SECTION_GAP)

    @property
    def texts(self) -> list[GuideText]:
        """Everything to be read, from above."""
        return [text for section in self._sections.values() for text in section.findChildren(GuideText)]

    @property
    def stops(self) -> list[QWidget]:
        """Everything in it that the Tab key comes to, from above."""
        inner = [widget for section in self._sections.values() for widget in section.findChildren(QWidget)]
        return [widget for widget in inner if widget.focusPolicy() & Qt.FocusPolicy.TabFocus]

    def show_chapter(self, chapter: Chapter) -> None:
        """Show another chapter."""
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._sections = {}
        for section in chapter.sections:
            shown = self._section(section)
            self._sections[section.anchor] = shown
            self._column.addWidget(shown)
        self._column.addStretch(1)
        self.setAccessibleName(chapter.title)

    def top_of(self, anchor: str) -> int:
        """Pixels from the top to where a section begins; 0 for one that is not there."""
        section = self._sections.get(anchor)
        return 0 if section is None else section.y()

    def section(self, anchor: str) -> QWidget | None:
        """The widget of a section."""
        return self._sections.get(anchor)

    def mark(self, words: Sequence[str]) -> None:
        """Mark what was looked for; nothing takes the marks away."""
        for text in self.texts:
            if words:
                mark_words(text, words, self._theme)
            else:
                clear_words(text)

    def _section(self, section: Section) -> QWidget:
        shown = QWidget(self)
        column = QVBoxLayout(shown)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for piece in section.pieces:
            if isinstance(piece, Text):
                text = GuideText(self._theme, piece.markdown, shown)
                text.link_activated.connect(self.link_activated)
                column.addWidget(text)
            else:
                self._add_picture(column, piece)
        return shown

    def _add_picture(self, column: QVBoxLayout, picture: Picture) -> None:
        if picture.name in DRAWN:
            column.addWidget(DRAWN[picture.name](self._theme))
        else:
            shown = GuidePicture(self._theme, picture)
            column.addWidget(shown)
            column.addWidget(sentence_label(picture.caption, role="small"))
        column.addSpacing(8)
