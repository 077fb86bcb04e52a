"""What can be asked for in the list of conversations, whether by menu, by key or by hand; and the menus that ask it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QWidget

    from app.viewmodels.conversation_list import ConversationEntry

RENAME_KEY, DELETE_KEY, PIN_KEY, UNDO_KEY = "F2", "Del", "Ctrl+P", "Ctrl+Z"
_MOST_NAME_IN_MENU = 40


class ConversationRequests(QObject):
    """A signal for each wish. A conversation is named by its key, a folder by its name."""

    opening_asked = Signal(str)
    naming_asked = Signal(str)
    """A conversation whose title shall be typed, in its line."""
    title_given = Signal(str, str)
    undo_asked = Signal()
    """What has just left the list shall come back."""
    deletion_asked = Signal(str)
    export_asked = Signal(str)
    duplicate_asked = Signal(str)
    pin_asked = Signal(str, bool)
    archive_asked = Signal(str, bool)
    move_asked = Signal(str, str)
    """A conversation and its folder; empty is none."""
    drop_made = Signal(str, bool, str)
    """A conversation, whether it was dropped among the pinned ones, and the folder it was dropped in."""
    folder_asked = Signal(str)
    """A new folder, for a conversation where one is named."""
    new_in_folder_asked = Signal(str)
    folder_naming_asked = Signal(str)
    folder_name_given = Signal(str, str)
    folder_removal_asked = Signal(str)
    fold_asked = Signal(str, bool)

    def menu_of(self, entry: ConversationEntry, folders: Sequence[str], parent: QWidget, *, is_kept: bool) -> QMenu:
        """Make the menu of a conversation.

        Args:
            entry: The conversation.
            folders: Those it can be moved to.
            parent: Whose menu it is.
            is_kept: Whether conversations are kept: others cannot be copied.
        """
        menu, key = _menu(parent), entry.key
        if entry.num_messages:
            _add(menu, self.tr("Rename"), lambda: self.naming_asked.emit(key), RENAME_KEY)
            if not entry.archived:
                pin = self.tr("Unpin") if entry.pinned else self.tr("Pin")
                _add(menu, pin, lambda: self.pin_asked.emit(key, not entry.pinned), PIN_KEY)
                self._add_folders(menu, entry, folders)
            if is_kept:
                _add(menu, self.tr("Duplicate"), lambda: self.duplicate_asked.emit(key))
            _add(menu, self.tr("Export…"), lambda: self.export_asked.emit(key))
            menu.addSeparator()
            archive = self.tr("Take out of the archive") if entry.archived else self.tr("Archive")
            _add(menu, archive, lambda: self.archive_asked.emit(key, not entry.archived))
        _add(menu, self.tr("Delete"), lambda: self.deletion_asked.emit(key), DELETE_KEY)
        return menu

    def folder_menu(self, name: str, parent: QWidget) -> QMenu:
        """Make the menu of a folder."""
        menu = _menu(parent)
        _add(menu, self.tr("New conversation here"), lambda: self.new_in_folder_asked.emit(name))
        _add(menu, self.tr("Rename"), lambda: self.folder_naming_asked.emit(name), RENAME_KEY)
        menu.addSeparator()
        remove = _add(menu, self.tr("Remove folder"), lambda: self.folder_removal_asked.emit(name), DELETE_KEY)
        remove.setToolTip(self.tr("Its conversations stay"))
        menu.setToolTipsVisible(True)
        return menu

    def list_menu(self, parent: QWidget) -> QMenu:
        """Make the menu of the list itself."""
        menu = _menu(parent)
        _add(menu, self.tr("New folder…"), lambda: self.folder_asked.emit(""))
        return menu

    def _add_folders(self, menu: QMenu, entry: ConversationEntry, folders: Sequence[str]) -> None:
        key, goals = entry.key, QMenu(self.tr("Move to folder"), menu)
        menu.addMenu(goals)
        for name in folders:
            shown = name if len(name) <= _MOST_NAME_IN_MENU else name[: _MOST_NAME_IN_MENU - 1] + "…"
            goal = _add(goals, shown.replace("&", "&&"), partial(self.move_asked.emit, key, name))
            goal.setCheckable(True)
            goal.setChecked(name == entry.folder)
        if folders:
            goals.addSeparator()
        _add(goals, self.tr("New folder…"), lambda: self.folder_asked.emit(key))
        if entry.folder:
            _add(goals, self.tr("No folder"), lambda: self.move_asked.emit(key, ""))


def _menu(parent: QWidget) -> QMenu:
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return menu


def _add(menu: QMenu, text: str, react: Callable[[], object], shortcut: str = "") -> QAction:
    action = menu.addAction(text)
    if shortcut:
        action.setShortcut(QKeySequence(shortcut))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # shown only: the list itself listens
    action.triggered.connect(lambda _checked=False: react())
    return action
