"""The left column: a new conversation, the ones there are, the archive, whether they are kept, and all other pages."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QStackedWidget, QVBoxLayout

from app.viewmodels.sections import archive_of, sections_of
from widgets.conversations.archive_parts import ArchiveButton, ArchiveHead
from widgets.conversations.requests import ConversationRequests
from widgets.conversations.search_results import SearchResults
from widgets.conversations.view import ConversationView
from widgets.look.icons import Icon, IconButton
from widgets.parts.search_field import SearchField
from widgets.parts.side_strip import SideStrip
from widgets.window.page_menu import PageGroup, PageMenu
from widgets.window.page_row import PageRow, pages_button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QAction

    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.folders import ConversationFolders
    from app.viewmodels.search import FoundMessage
    from widgets.look.theme import Theme


class Sidebar(QFrame):
    """Follows the list of conversations and asks for what the user chooses there; `requests` has the rest of it."""

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

    def __init__(self, theme: Theme, conversations: ConversationList, folders: ConversationFolders) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Sidebar"))
        self._theme = theme
        self._conversations = conversations
        self._folders = folders
        self._today = date.today()
        self._active = ""
        """The conversation that was open when the list was brought up to date last."""
        self._is_archive = False
        self.requests = ConversationRequests(self)
        self.new_button = QPushButton(self.tr("New conversation"))
        self.new_button.setProperty("role", "primary")
        self.new_button.setMinimumHeight(36)
        self.new_button.setToolTip(self.tr("New conversation (Ctrl+N)"))
        self.list = ConversationView(theme, self.requests)
        self.search_field = SearchField()
        self.results = SearchResults(theme)
        self.archive_head = ArchiveHead(theme)
        self.archive_button = ArchiveButton(theme)
        self._stack = QStackedWidget()
        self.page_menu = PageMenu(self)
        self.pages = PageRow(theme, self.page_menu)
        self.foot = QLabel()
        self.foot.setProperty("role", "small")
        self.foot.setWordWrap(True)
        self.foot.setContentsMargins(6, 4, 6, 4)
        self._lay_out()
        self._connect()
        self.show_kept(True)
        self._on_changed()

    def make_strip(self) -> SideStrip:
        """Return what stands for the sidebar in a narrow window."""
        strip = SideStrip(self._theme, Icon.PANEL_LEFT, self.tr("Show the conversations"))
        new = IconButton(self._theme, Icon.PLUS, self.tr("New conversation"))
        new.clicked.connect(lambda: self.new_requested.emit())
        strip.add_button(new)
        strip.add_button(pages_button(self._theme, self.page_menu))
        return strip

    def add_page(self, action: QAction, group: PageGroup, place: int = 50, *, quick: str = "") -> None:
        """Offer a page that stands in place of everything.

        Args:
            action: The window's, which brings the page to the front.
            group: What it stands with in the menu.
            place: Where among those: smaller is further up.
            quick: A word for a button beside the menu, for the few pages that one goes to most.
        """
        self.page_menu.add_page(action, group, place)
        if quick:
            self.pages.add_button(action, quick)

    def show_kept(self, kept: bool) -> None:
        """Say whether conversations outlive the program."""
        if kept:
            self.foot.setText(self.tr("Kept on this machine only, encrypted."))
        else:
            self.foot.setText(self.tr("Nothing is kept: conversations are gone when Galley closes."))

        self.search_field.setVisible(kept)
        self.search_field.clear()
        self.list.set_kept(kept)

    def set_today(self, today: date) -> None:
        """Say which day it is."""
        self._today = today
        self._on_changed()

    def show_archive(self, shown: bool) -> None:
        """List what is archived, or everything else."""
        if shown == self._is_archive:
            return
        has_focus = self.list.hasFocus()
        self._is_archive = shown
        self._on_changed()
        self._show_results(self._stack.currentWidget() is self.results)
        self.list.scrollToTop()
        self.list.go_to(self._conversations.active)
        if shown or has_focus:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def name_folder(self, name: str) -> None:
        """Let the user type the name of a folder into its line."""
        self.requests.folder_naming_asked.emit(name)

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

    def _lay_out(self) -> None:
        self._found_head = QLabel(self.tr("FOUND"))
        self._found_head.setProperty("role", "section")
        self._found_head.setContentsMargins(6, 12, 6, 2)
        self._stack.addWidget(self.list)
        self._stack.addWidget(self.results)
        self._show_results(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 14, 12, 14)
        layout.setSpacing(4)
        layout.addWidget(self.search_field)
        layout.addSpacing(4)
        layout.addWidget(self.new_button)
        layout.addWidget(self._found_head)
        layout.addWidget(self.archive_head)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.archive_button, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.foot)
        layout.addWidget(self.pages)

    def _connect(self) -> None:
        requests = self.requests
        requests.opening_asked.connect(self._on_opening_asked)
        requests.deletion_asked.connect(self.delete_requested)
        requests.title_given.connect(self.rename_requested)
        requests.export_asked.connect(self.export_requested)
        self.new_button.clicked.connect(lambda: self.new_requested.emit())
        self.list.left.connect(lambda: self.show_archive(False))
        self.archive_head.back_requested.connect(lambda: self.show_archive(False))
        self.archive_button.clicked.connect(lambda: self.show_archive(True))
        self.search_field.textChanged.connect(self._on_search_changed)
        self.results.left.connect(self._on_results_left)
        self.search_field.down_pressed.connect(self.results.enter)
        self.search_field.left.connect(self.search_left)
        self.results.chosen.connect(self.found_chosen)
        self._conversations.changed.connect(self._on_changed)
        self._folders.changed.connect(self._on_changed)

    def _on_changed(self) -> None:
        """Bring the list up to date; where another conversation was opened, go to it."""
        entries, active = self._conversations.entries, self._conversations.active
        is_another, self._active = active != self._active, active
        if is_another and self._is_archive and not self._conversations.active_entry.archived:
            self._is_archive = False
            self._show_results(self._stack.currentWidget() is self.results)
        archive = archive_of(entries)
        sections = (archive,) if self._is_archive else sections_of(entries, self._folders.shown, self._today)
        self.list.show_sections(sections, active, self._today)
        self.archive_button.show_number(0 if self._is_archive else len(archive.entries))
        if is_another:
            self.list.go_to(active)

    def _on_opening_asked(self, key: str) -> None:
        if key != self._conversations.active:
            self.conversation_chosen.emit(key)

    def _on_results_left(self) -> None:
        self.search_field.clear()
        self.search_left.emit()

    def _on_search_changed(self, text: str) -> None:
        if not text.strip():
            self._show_results(False)
        self.search_changed.emit(text)

    def _show_results(self, shown: bool) -> None:
        self._stack.setCurrentWidget(self.results if shown else self.list)
        self._found_head.setVisible(shown)
        self.archive_head.setVisible(self._is_archive and not shown)
