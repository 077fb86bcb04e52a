"""The left half of Help: a line to search with, and below it the chapters, or the places that were found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QToolButton, QVBoxLayout, QWidget

from widgets.parts.page_parts import sentence_label
from widgets.parts.two_line_delegate import MARKED, VALUE, TwoLineDelegate, two_line_item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QListWidgetItem

    from app.viewmodels.help_book import Chapter, Found
    from widgets.look.theme import Theme


class HelpList(QWidget):
    """Says which topic is wanted; whoever listens finds what was searched for."""

    topic_chosen = Signal(str)
    query_changed = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._chapters: Sequence[Chapter] = ()
        self._current = ""
        self.search = _SearchLine(self.tr("Search the guide"))
        self.list = QListWidget()
        self._delegate = TwoLineDelegate(theme)
        self.list.setItemDelegate(self._delegate)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setMouseTracking(True)
        self.list.setProperty("role", "ringed")
        self.nothing = sentence_label()
        self.nothing.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.search)
        layout.addWidget(self.nothing)
        layout.addWidget(self.list, 1)
        self.search.textChanged.connect(lambda text: self.query_changed.emit(text.strip()))
        self.search.down_pressed.connect(self._enter)
        self.list.itemClicked.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.list.currentItemChanged.connect(self._on_moved)
        theme.changed.connect(self.list.viewport().update)

    @property
    def query(self) -> str:
        """What is searched for; empty where nothing is."""
        return self.search.text().strip()

    @property
    def topics(self) -> list[str]:
        """What can be chosen now, from above."""
        return [str(self.list.item(number).data(VALUE)) for number in range(self.list.count())]

    def show_chapters(self, chapters: Sequence[Chapter]) -> None:
        """Offer all chapters."""
        self._chapters = chapters
        self.nothing.hide()
        self.list.setAccessibleName(self.tr("Chapters"))
        self._fill([two_line_item(chapter.name, chapter.title, "") for chapter in chapters])

    def show_found(self, found: Sequence[Found]) -> None:
        """Offer places in which everything stands that is searched for."""
        self.nothing.setText(self.tr("Nothing in the guide has all of these words."))
        self.nothing.setVisible(not found)
        self.list.setAccessibleName(self.tr("Found in the guide"))
        items = []
        for each in found:
            title = each.section.title
            place = each.excerpt if title == each.chapter_title else f"{each.chapter_title} · {each.excerpt}"
            item = two_line_item(each.section.topic, title, place)
            item.setToolTip(each.excerpt)
            items.append(item)
        self._fill(items)

    def show_current(self, topic: str) -> None:
        """Mark what is being read, without telling anyone."""
        self._current = topic
        shown = topic if topic in self.topics else topic.partition("#")[0]
        for number in range(self.list.count()):
            item = self.list.item(number)
            is_current = item.data(VALUE) == shown
            item.setData(MARKED, is_current)
            if is_current and not self.list.hasFocus():
                self.list.blockSignals(True)
                self.list.setCurrentItem(item)
                self.list.blockSignals(False)
        self.list.viewport().update()

    def clear_search(self) -> None:
        """Offer the chapters again."""
        self.search.clear()

    def _fill(self, items: list[QListWidgetItem]) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for item in items:
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.show_current(self._current)

    def _choose(self, item: QListWidgetItem) -> None:
        self.topic_chosen.emit(str(item.data(VALUE)))

    def _on_moved(self, item: QListWidgetItem | None) -> None:
        """The arrow keys read on; what was found is gone to as one moves through it."""
        if item is not None and self.list.hasFocus():
            self._choose(item)

    def _enter(self) -> None:
        if self.list.count():
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            if self.query or self.list.currentRow() < 0:
                self.list.setCurrentRow(0)
            self._choose(self.list.currentItem())


class _SearchLine(QLineEdit):
    """A line that leads down into the list; Esc empties it before it leaves the page."""

    down_pressed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        self.setMinimumHeight(34)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Clear the search"))

    def event(self, event: QEvent) -> bool:
        """Have Esc before the window has it, while there is something to empty."""
        is_early = event.type() == QEvent.Type.ShortcutOverride
        if is_early and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape and self.text():
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The arrow and Enter lead into the list, Esc takes back what was typed."""
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.down_pressed.emit()
            event.accept()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            event.accept()
        else:
            super().keyPressEvent(event)
