"""The left column: a new conversation, and the ones of this session."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QListWidget, QListWidgetItem, QPushButton, QVBoxLayout

from widgets.icons import Icon, IconButton
from widgets.side_strip import SideStrip
from widgets.two_line_delegate import VALUE, TwoLineDelegate, two_line_item

if TYPE_CHECKING:
    from app.viewmodels.conversation_list import ConversationEntry, ConversationList
    from widgets.theme import Theme


class Sidebar(QFrame):
    """Follows the list of conversations and asks for what the user chooses there."""

    new_requested = Signal()
    conversation_chosen = Signal(int)

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
        self._lay_out()
        self.new_button.clicked.connect(lambda: self.new_requested.emit())
        self.list.itemClicked.connect(self._on_item_chosen)
        self.list.itemActivated.connect(self._on_item_chosen)
        conversations.changed.connect(self._on_changed)
        theme.changed.connect(self.list.viewport().update)
        self._on_changed()

    def make_strip(self) -> SideStrip:
        """Return what stands for the sidebar in a narrow window."""
        strip = SideStrip(self._theme, Icon.PANEL_LEFT, self.tr("Show the conversations"))
        new = IconButton(self._theme, Icon.PLUS, self.tr("New conversation"))
        new.clicked.connect(lambda: self.new_requested.emit())
        strip.add_button(new)
        return strip

    def _lay_out(self) -> None:
        section = QLabel(self.tr("THIS SESSION"))
        section.setProperty("role", "section")
        section.setContentsMargins(6, 12, 6, 2)
        foot = QLabel(self.tr("Conversations are kept until Galley closes."))
        foot.setProperty("role", "small")
        foot.setWordWrap(True)
        foot.setContentsMargins(6, 4, 6, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 14, 12, 14)
        layout.setSpacing(4)
        layout.addWidget(self.new_button)
        layout.addWidget(section)
        layout.addWidget(self.list, 1)
        layout.addWidget(foot)

    def _on_changed(self) -> None:
        blocker = QSignalBlocker(self.list)
        self.list.clear()
        for entry in self._conversations.entries:
            is_open = entry.key == self._conversations.active
            item = two_line_item(str(entry.key), self._title(entry), self._length(entry), marked=is_open)
            item.setToolTip(self._title(entry))
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
        key = int(item.data(VALUE))
        if key != self._conversations.active:
            self.conversation_chosen.emit(key)
