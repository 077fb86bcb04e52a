"""The context menu and the keys that every message has: copy, quote, and what the place under the pointer offers."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu

from widgets.parts.clipboard import copy_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QKeyEvent
    from PySide6.QtWidgets import QWidget

    from widgets.markdown.text_surface import TextSurface

translate = QCoreApplication.translate
EDIT_KEYS = "Ctrl+E"
TREE_KEYS = "Ctrl+T"
MARKDOWN_KEYS = "Ctrl+Shift+C"
QUOTE_KEYS = "Ctrl+Shift+."
_COMMAND = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class CopyAction(Enum):
    """What a key asks of a message."""

    TEXT = auto()
    MARKDOWN = auto()
    QUOTE = auto()


def copy_keys(event: QKeyEvent) -> CopyAction | None:
    """Return what a key asks for; None for every other key."""
    if event.matches(QKeySequence.StandardKey.Copy):
        return CopyAction.TEXT
    if event.modifiers() & _COMMAND == _COMMAND:
        if event.key() == Qt.Key.Key_C:
            return CopyAction.MARKDOWN
        if event.key() in (Qt.Key.Key_Period, Qt.Key.Key_Greater):
            return CopyAction.QUOTE
    return None


def message_menu(parent: QWidget, surface: TextSurface | None, place: QPoint) -> QMenu:
    """Return a menu that deletes itself, with what the text at `place` (on the screen) offers.

    Args:
        parent: The message.
        surface: The text that the menu was asked for in, if it was one.
        place: Where on the screen.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if surface is None:
        return menu
    link = surface.link_at(surface.viewport().mapFromGlobal(place))
    selected = surface.selected_text()
    copy = menu.addAction(translate("MessageMenu", "Copy selection"))
    copy.setEnabled(bool(selected))
    copy.triggered.connect(lambda: copy_text(selected))
    if link:
        menu.addAction(translate("MessageMenu", "Copy link address")).triggered.connect(lambda: copy_text(link))
    menu.addAction(translate("MessageMenu", "Select all of this text")).triggered.connect(surface.selectAll)
    menu.addSeparator()
    return menu


def add_versions(menu: QMenu, show_tree: Callable[[], None], delete: Callable[[], None]) -> None:
    """Add what every message has at the end of its menu: the conversation's versions, and deleting."""
    tree = menu.addAction(translate("MessageMenu", "All versions of the conversation…"))
    tree.setShortcut(TREE_KEYS)
    tree.triggered.connect(lambda: show_tree())
    menu.addSeparator()
    menu.addAction(translate("MessageMenu", "Delete with all that follows")).triggered.connect(lambda: delete())
