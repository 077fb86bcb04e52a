"""The page of all settings: groups at the left, what belongs to one at the right, and a search over everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.viewmodels.settings_search import words_of
from widgets.parts.page import Page, in_the_middle
from widgets.parts.page_parts import FlowingContent, sentence_label
from widgets.parts.search_field import SearchField
from widgets.parts.tab_chain import chain_behind
from widgets.settings.section import SettingsSection

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent

    from app.viewmodels.settings_state import SettingsState
    from widgets.look.theme import Theme

_WIDTH = 900
_LIST_WIDTHS = (140, 220)
_SEARCH_WIDTH = 260
_LIST_PADDING, _NUMBER_ROOM = 28, 26
"""Around a line of the list, and for the number of what was found."""
_NARROW = 800
"""Pixels below which the list of groups has less room."""
_SIDE = 28
_ROW_HEIGHT = 34


class SettingsPage(Page):
    """Shows one group, or whatever a search finds in all of them."""

    reload_requested = Signal()
    """Load the pair again, with the settings as they are."""
    folder_asked = Signal(object)
    """Ask for a folder; the control that wants it, which has a method `add`, is told."""

    def __init__(self, theme: Theme, state: SettingsState) -> None:
        super().__init__(theme)
        self.set_title(self.tr("Settings"))
        self._state = state
        self._stale: set[str] = set()
        """Sections of the schema that were changed while nobody looked."""
        self.search_field = SearchField()
        self.search_field.setPlaceholderText(self.tr("Search settings (Ctrl+F)"))
        self.search_field.setAccessibleName(self.tr("Search settings"))
        self.first = self.search_field
        self.list = QListWidget()
        self.list.setProperty("role", "groups")
        self.list.setAccessibleName(self.tr("Groups of settings"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.note = sentence_label(role="strong")
        self.note.hide()
        self.none_found = sentence_label()
        self.none_found.hide()
        self.sections = [SettingsSection(theme, state, group, settings) for group, settings in state.groups]
        for section in self.sections:
            item = QListWidgetItem(section.group.title)
            item.setSizeHint(QSize(0, _ROW_HEIGHT))
            self.list.addItem(item)
        self.list.setSizeAdjustPolicy(QListWidget.SizeAdjustPolicy.AdjustToContents)
        self.list.setCurrentRow(0)
        self._lay_out()
        self._connect()
        self._show()

    def put_in_order(self) -> None:
        """Its rows see to it themselves; from the search one comes to what was found, and to the cross last."""

    def show_group(self, key: str) -> None:
        """Go to a group, such as "sampling"."""
        self.search_field.clear()
        for place, section in enumerate(self.sections):
            if section.group.key == key:
                self.list.setCurrentRow(place)

    def show_note(self, sentence: str) -> None:
        """Say above the settings what became of a change; empty says nothing."""
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))

    def finish(self) -> None:
        """Take what is typed and not taken yet."""
        for section in self.sections:
            section.finish()

    def showEvent(self, event: QShowEvent) -> None:
        """Make what is seen now, and bring it up to date."""
        super().showEvent(event)
        stale, self._stale = self._stale, set()
        for section in stale:
            self._on_changed(section)
        self._refresh_feet()
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """What was typed is meant, whichever way one leaves."""
        super().hideEvent(event)
        self.finish()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the list as much room as its longest line needs, and less where there is little."""
        super().resizeEvent(event)
        longest = max(self.fontMetrics().horizontalAdvance(section.group.title) for section in self.sections)
        room = _LIST_PADDING + (_NUMBER_ROOM if self.width() >= _NARROW else 0)
        self.list.setFixedWidth(max(_LIST_WIDTHS[0], min(_LIST_WIDTHS[1], longest + room)))

    def _connect(self) -> None:
        self.search_field.textChanged.connect(self._on_searched)
        self.search_field.down_pressed.connect(self._enter)
        self.search_field.left.connect(lambda: self.close_requested.emit())
        self.list.currentRowChanged.connect(self._on_group_chosen)
        self._state.changed.connect(self._on_changed)
        self._state.undo_changed.connect(self._refresh_feet)
        self._state.waiting_changed.connect(self._refresh_feet)
        QShortcut(
            QKeySequence(QKeySequence.StandardKey.Find),
            self,
            self._on_find,
            context=Qt.ShortcutContext.WidgetWithChildrenShortcut,
        )
        for section in self.sections:
            section.reload_requested.connect(self.reload_requested)
            section.folder_asked.connect(self.folder_asked)

    def _on_find(self) -> None:
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    def _enter(self) -> None:
        """Go on from the search into what it found."""
        for section in self.sections:
            for row in section.rows:
                if row.isVisible() and row.control.isEnabled():
                    row.control.field.setFocus(Qt.FocusReason.TabFocusReason)
                    self.scroll_area.ensureWidgetVisible(row)
                    return

    def _on_changed(self, section: str) -> None:
        """Follow at once what is seen, and the rest when it is."""
        if not self.isVisible():
            self._stale.add(section)
            return
        for each in self.sections:
            each.refresh(section)

    def _refresh_feet(self) -> None:
        if self.isVisible():
            for each in self.sections:
                each.refresh_foot()

    def _on_group_chosen(self, place: int) -> None:
        if self.search_field.text().strip():
            self.scroll_area.ensureWidgetVisible(self.sections[place], 0, 0)
            bar = self.scroll_area.verticalScrollBar()
            bar.setValue(min(bar.maximum(), self.sections[place].y()))
        else:
            self._on_searched()

    def _on_searched(self) -> None:
        self.show_note("")
        self._show()
        self.scroll_area.verticalScrollBar().setValue(0)

    def _show(self) -> None:
        """Show the group that is chosen; while something is searched for, every group in which it was found."""
        words = words_of(self.search_field.text())
        chosen, total = self.list.currentRow(), 0
        for place, section in enumerate(self.sections):
            number = section.search(words)
            shown = bool(number) if words else place == chosen
            if shown and self.isVisible():
                section.fill()
            section.setVisible(shown)
            item = self.list.item(place)
            item.setText(f"{section.group.title} ({number})" if words and number else section.group.title)
            usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
            item.setFlags(usable if number or not words else Qt.ItemFlag.NoItemFlags)
            total += number
        self.none_found.setText(self.tr("No setting has these words. Fewer words find more."))
        self.none_found.setVisible(not total)
        if self.isVisible():
            self._settle()

    def _settle(self) -> None:
        """Give what is new its height at once, before anybody sees it squeezed."""
        self._around.activate()
        QCoreApplication.sendEvent(self.scroll_area, QEvent(QEvent.Type.LayoutRequest))

    def _keep_edge(self, _least: int, most: int) -> None:
        """Let the cards end where the heading ends, whether or not there is a scroll bar."""
        self._around.setContentsMargins(18, 0, _SIDE - self.bar_room(most), _SIDE)

    def _lay_out(self) -> None:
        column = QWidget()
        content = QVBoxLayout(column)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(22)
        content.addWidget(self.note)
        content.addWidget(self.none_found)
        for section in self.sections:
            content.addWidget(section)
        content.addStretch(1)
        centred = FlowingContent()
        centred.setProperty("role", "bare")
        self._around = QHBoxLayout(centred)
        self._around.addWidget(column)
        self.scroll_area.verticalScrollBar().rangeChanged.connect(self._keep_edge)
        self._keep_edge(0, 0)
        self.scroll_area.setWidget(centred)
        self.search_field.setFixedWidth(_SEARCH_WIDTH)
        heading = self.title_line()
        line = heading.layout()
        assert isinstance(line, QHBoxLayout)
        line.insertWidget(2, self.search_field)
        body = QFrame()
        across = QHBoxLayout(body)
        across.setContentsMargins(0, 0, 0, 0)
        across.setSpacing(0)
        across.addWidget(self.list, 0, Qt.AlignmentFlag.AlignTop)
        across.addWidget(self.scroll_area, 1)
        above, below = in_the_middle(heading, _WIDTH), in_the_middle(body, _WIDTH + _SIDE)
        above.setContentsMargins(_SIDE, 22, _SIDE, 14)
        below.setContentsMargins(_SIDE - 10, 0, 0, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(above)
        layout.addLayout(below, 1)
        chain_behind(self.search_field, [self.list])
