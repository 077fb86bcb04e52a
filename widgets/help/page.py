"""The guide inside the program: chapters at the left, what is read at the right, all of it without a network."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from widgets.help.chapter import HelpChapter
from widgets.help.contents import HelpList
from widgets.look.icons import Icon, IconButton
from widgets.parts.page import Page, in_the_middle
from widgets.parts.page_parts import FlowingContent, row
from widgets.parts.quiet_button import QuietButton
from widgets.parts.tab_chain import chain_behind

if TYPE_CHECKING:
    from PySide6.QtCore import QObject
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from app.viewmodels.help_book import Book, Section
    from widgets.look.theme import Theme

_LIST_WIDTH = 262
_TEXT_WIDTH = 700
_ABOVE = 6
"""Left of what stands above the section that was gone to."""
_EDGE = 2


class HelpPage(Page):
    """Shows a book.

    Args:
        theme: Whose colours it takes.
        book: The guide in the user's language.
    """

    shortcuts_requested = Signal()
    link_activated = Signal(str)
    """A link that leads out of the guide; nothing has been opened."""

    def __init__(self, theme: Theme, book: Book) -> None:
        super().__init__(theme)
        self.set_title(self.tr("Help"))
        self._book = book
        self._topic = ""
        self._passed: list[str] = []
        """Topics that were read before, the latest last."""
        self._aim: Section | None = None
        """Where to stand, until the reader moves: heights are known only bit by bit."""
        self.back_button = IconButton(theme, Icon.ARROW_LEFT, self.tr("Back to what was read before (Alt+Left)"))
        self.back_button.clicked.connect(self.go_back)
        self.contents = HelpList(theme)
        self.contents.setFixedWidth(_LIST_WIDTH)
        self.shortcuts_button = QuietButton(theme, self.tr("Keyboard shortcuts (F1)"), self, side=6)
        self.chapter = HelpChapter(theme, self)
        self.first = self.contents.search
        self._edge = _Edge(theme, self.scroll_area)
        self._lay_out()
        self.contents.topic_chosen.connect(self.show_topic)
        self.contents.query_changed.connect(self._on_query_changed)
        self.chapter.link_activated.connect(self._on_link)
        self.shortcuts_button.clicked.connect(lambda: self.shortcuts_requested.emit())
        bar = self.scroll_area.verticalScrollBar()
        bar.rangeChanged.connect(lambda _least, _most: self._keep_aim())
        bar.actionTriggered.connect(lambda _action: self._let_go())

    @property
    def topic(self) -> str:
        """What is being read; empty before anything was."""
        return self._topic

    def begin(self, topic: str = "") -> None:
        """Show a topic, or go on where the reader was; nothing is searched for."""
        self.contents.clear_search()
        if not self.contents.topics:
            self.contents.show_chapters(self._book.chapters)
        wanted = topic or self._topic or self._book.chapters[0].name
        if wanted != self._topic or topic:
            self.show_topic(wanted)

    def show_topic(self, topic: str) -> None:
        """Show a section of a chapter; one that is not there shows nothing else."""
        section = self._book.section(topic)
        if section is None:
            return
        if self._topic and self._topic != topic:
            self._passed.append(self._topic)
        self._go(section)

    def go_back(self) -> None:
        """Show what was read before this."""
        if not self._passed:
            return
        section = self._book.section(self._passed.pop())
        if section is not None:
            self._go(section)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The usual keys for back lead back within the guide."""
        if event.matches(QKeySequence.StandardKey.Back) or _is_alt_left(event):
            self.go_back()
            return
        super().keyPressEvent(event)

    def _go(self, section: Section) -> None:
        before = self._book.section(self._topic) if self._topic else None
        self._topic = section.topic
        self.back_button.setVisible(bool(self._passed))
        self.contents.show_current(section.topic)
        chapter = self._book.chapter(section.chapter)
        if chapter is not None and (before is None or before.chapter != section.chapter):
            self.chapter.show_chapter(chapter)
            self.put_in_order()
        self.chapter.mark(self.contents.query.split())
        self._aim = section
        self.scroll_area.verticalScrollBar().setValue(0)
        QTimer.singleShot(0, self, self._keep_aim)  # once the layout has made room

    def _keep_aim(self) -> None:
        if self._aim is None:
            return
        self._flow.activate()
        top = self.chapter.top_of(self._aim.anchor) if self._aim.anchor else 0
        self.scroll_area.verticalScrollBar().setValue(max(0, top - _ABOVE))

    def _let_go(self) -> None:
        self._aim = None

    def put_in_order(self) -> None:
        """The Tab key goes through the chapter as the eye does, and to the buttons of the heading last."""
        before = (self.contents.list, self.shortcuts_button, self.scroll_area)
        chain_behind(self.contents.search, (*before, *self.chapter.stops, self.back_button, self.close_button))

    def _on_query_changed(self, query: str) -> None:
        if query:
            self.contents.show_found(self._book.find(query))
        else:
            self.contents.show_chapters(self._book.chapters)
        self.chapter.mark(query.split())

    def _on_link(self, link: str) -> None:
        """Links name files, as they do where the guide is read outside of the program."""
        name, _, anchor = link.partition("#")
        chapter = name.removesuffix(".md") if name else self._topic.partition("#")[0]
        topic = f"{chapter}#{anchor}" if anchor else chapter
        if self._book.section(topic) is not None:
            self.show_topic(topic)
        else:
            self.link_activated.emit(link)

    def _lay_out(self) -> None:
        content = FlowingContent()
        content.setProperty("role", "bare")
        self._flow = in_the_middle(self.chapter, _TEXT_WIDTH)
        self._flow.setContentsMargins(28, 4, 28, 40)
        content.setLayout(self._flow)
        self.scroll_area.setWidget(content)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.scroll_area.setAccessibleName(self.tr("The chapter"))
        heading = row(self.title, self.back_button, None, self.close_button)
        self.back_button.hide()
        left = QVBoxLayout()
        left.setSpacing(8)
        left.addWidget(self.contents, 1)
        left.addWidget(self.shortcuts_button)
        columns = QHBoxLayout()
        columns.setSpacing(0)
        columns.addLayout(left)
        columns.addSpacing(16)
        columns.addWidget(self._edge)
        columns.addWidget(self.scroll_area, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 20, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(heading)
        layout.addLayout(columns, 1)


class _Edge(QWidget):
    """The line at the left of what is read; it says whether the keys scroll there."""

    def __init__(self, theme: Theme, area: QScrollArea) -> None:
        super().__init__()
        self._theme = theme
        self._area = area
        self.setFixedWidth(_EDGE)
        area.installEventFilter(self)
        theme.changed.connect(self.update)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the focus."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the line."""
        palette = self._theme.palette
        focused = self._area.hasFocus()
        painter = QPainter(self)
        colour = QColor(palette.corrected if focused else palette.line)
        painter.fillRect(0, 0, _EDGE if focused else 1, self.height(), colour)
        painter.end()


def _is_alt_left(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Left and event.modifiers() == Qt.KeyboardModifier.AltModifier
