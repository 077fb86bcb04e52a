"""The left column: a new conversation, the ones there are, and whether they are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
)

from widgets.icons import Icon, IconButton
from widgets.search_field import SearchField
from widgets.search_results import SearchResults
from widgets.side_strip import SideStrip
from widgets.two_line_delegate import VALUE, TwoLineDelegate, two_line_item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.viewmodels.conversation_list import ConversationEntry, ConversationList
    from app.viewmodels.search import FoundMessage
    from widgets.theme import Theme


class Sidebar(QFrame):
    """Follows the list of conversations and asks for what the user chooses there."""

    new_requested = Signal()
    conversation_chosen = Signal(str)
    delete_requested = Signal(str)
    rename_requested = Signal(str, str)
    """Key of a conversation, and what it shall be called."""
    search_changed = Signal(str)
    found_chosen = Signal(str, str)
    """Key of a conversation, and id of the message in it that was looked for."""
    search_left = Signal()
    export_requested = Signal(str)

    def __init__(self, theme: Theme, conversations: ConversationList) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Sidebar"))
        self._theme = theme
        self._conversations = conversations
        self._delegate = TwoLineDelegate(theme)
        self.new_button = QPushButton(self.tr("New conversation"))
        self.new_button.setProperty("role", "primary")
        self.new_button.setMinimumHeight(36)
        self.new_button.setToolTip(self.tr("New conversation (Ctrl+N)"))
        self.list = QListWidget()
        self.list.setItemDelegate(self._delegate)
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.setEditTriggers(QListWidget.EditTrigger.NoEditTriggers)
        self.search_field = SearchField()
        self.results = SearchResults(theme)
        self._stack = QStackedWidget()
        self._renaming = False
        self.foot = QLabel()
        self.foot.setProperty("role", "small")
        self.foot.setWordWrap(True)
        self.foot.setContentsMargins(6, 4, 6, 0)
        self._make_actions()
        self._lay_out()
        self.new_button.clicked.connect(lambda: self.new_requested.emit())
        self.list.itemClicked.connect(self._on_item_chosen)
        self.list.itemActivated.connect(self._on_item_chosen)
        self.list.customContextMenuRequested.connect(self._on_menu_requested)
        self.list.itemChanged.connect(self._on_item_renamed)
        self._delegate.closeEditor.connect(self._on_editor_closed)
        self.search_field.textChanged.connect(self._on_search_changed)
        self.search_field.down_pressed.connect(self.results.enter)
        self.search_field.left.connect(self.search_left)
        self.results.chosen.connect(self.found_chosen)
        conversations.changed.connect(self._on_changed)
        theme.changed.connect(self.list.viewport().update)
        self.show_kept(True)
        self._on_changed()

    def make_strip(self) -> SideStrip:
        """Return what stands for the sidebar in a narrow window."""
        strip = SideStrip(self._theme, Icon.PANEL_LEFT, self.tr("Show the conversations"))
        new = IconButton(self._theme, Icon.PLUS, self.tr("New conversation"))
        new.clicked.connect(lambda: self.new_requested.emit())
        strip.add_button(new)
        return strip

    def show_kept(self, kept: bool) -> None:
        """Say whether conversations outlive the program."""
        if kept:
            self.foot.setText(self.tr("Kept on this machine only, encrypted."))
        else:
            self.foot.setText(self.tr("Nothing is kept: conversations are gone when Galley closes."))

        self.search_field.setVisible(kept)
        self.search_field.clear()

    def focus_search(self) -> None:
        """Begin to look for something."""
        self.search_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search_field.selectAll()

    def show_found(self, query: str, found: Sequence[FoundMessage]) -> None:
        """Show what was found, unless something else is looked for by now."""
        if query and query == self.search_field.text().strip():
            self.results.show_found(found)
            self._show_results(True)

    def clear_search(self) -> None:
        """Forget what was looked for, and what was found."""
        self.search_field.clear()
        self.results.clear()

    def menu_for(self, key: str) -> QMenu:
        """Make the menu of a conversation."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if self._conversations.entry(key).num_messages:
            rename = menu.addAction(self.tr("Rename"))
            rename.setShortcut(QKeySequence(Qt.Key.Key_F2))
            rename.triggered.connect(lambda: self._rename(key))
            menu.addAction(self.tr("Export…")).triggered.connect(lambda: self.export_requested.emit(key))
            menu.addSeparator()
        delete = menu.addAction(self.tr("Delete"))
        delete.setShortcut(QKeySequence.StandardKey.Delete)
        delete.triggered.connect(lambda: self.delete_requested.emit(key))
        return menu

    def _make_actions(self) -> None:
        delete = QAction(self.tr("Delete"), self.list)
        delete.setShortcut(QKeySequence.StandardKey.Delete)
        delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        delete.triggered.connect(self._on_delete_key)
        rename = QAction(self.tr("Rename"), self.list)
        rename.setShortcut(QKeySequence(Qt.Key.Key_F2))
        rename.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        rename.triggered.connect(self._on_rename_key)
        self.list.addActions([delete, rename])

    def _lay_out(self) -> None:
        self._section = section = QLabel()
        section.setProperty("role", "section")
        section.setContentsMargins(6, 12, 6, 2)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.results)
        self._show_results(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 14, 12, 14)
        layout.setSpacing(4)
        layout.addWidget(self.search_field)
        layout.addSpacing(4)
        layout.addWidget(self.new_button)
        layout.addWidget(section)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.foot)

    def _on_changed(self) -> None:
        if self._renaming:
            return  # the editor belongs to a row; its end brings the list up to date
        blocker = QSignalBlocker(self.list)
        self.list.clear()
        for entry in self._conversations.entries:
            is_open = entry.key == self._conversations.active
            item = two_line_item(entry.key, self._title(entry), self._length(entry), marked=is_open)
            item.setToolTip(self._title(entry))
            if entry.num_messages:
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self.list.addItem(item)
            if is_open:
                self.list.setCurrentItem(item)
        blocker.unblock()

    def _title(self, entry: ConversationEntry) -> str:
        return entry.title or self.tr("Untitled")

    def _length(self, entry: ConversationEntry) -> str:
        if not entry.num_messages:
            return self.tr("no messages yet")
        if entry.num_messages == 1:
            return self.tr("1 message")
        return self.tr("{number} messages").format(number=entry.num_messages)

    def _on_item_chosen(self, item: QListWidgetItem) -> None:
        key = str(item.data(VALUE))
        if key != self._conversations.active:
            self.conversation_chosen.emit(key)

    def _on_menu_requested(self, place: QPoint) -> None:
        item = self.list.itemAt(place)
        if item is not None:
            self.menu_for(str(item.data(VALUE))).popup(self.list.viewport().mapToGlobal(place))

    def _on_delete_key(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.delete_requested.emit(str(item.data(VALUE)))

    def _on_rename_key(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self._rename(str(item.data(VALUE)))

    def _rename(self, key: str) -> None:
        """Let the user type another name into the row itself."""
        for row in range(self.list.count()):
            item = self.list.item(row)
            if item.data(VALUE) == key and item.flags() & Qt.ItemFlag.ItemIsEditable:
                self._renaming = True
                self.list.setCurrentItem(item)
                self.list.editItem(item)

    def _on_item_renamed(self, item: QListWidgetItem) -> None:
        self.rename_requested.emit(str(item.data(VALUE)), item.text())

    def _on_editor_closed(self) -> None:
        """Bring the list up to date when the editor is really gone: it still belongs to a row of it."""
        self._renaming = False
        QTimer.singleShot(0, self, self._on_changed)

    def _on_search_changed(self, text: str) -> None:
        if not text.strip():
            self._show_results(False)
        self.search_changed.emit(text)

    def _show_results(self, shown: bool) -> None:
        self._stack.setCurrentWidget(self.results if shown else self.list)
        self._section.setText(self.tr("FOUND") if shown else self.tr("CONVERSATIONS"))
