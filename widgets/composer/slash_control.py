"""Joins the message field and the slash menu: when it opens, what the keys do while it is open, when it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent

from widgets.composer.slash_menu import SlashMenu

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from widgets.composer.slash_menu import SlashEntry
    from widgets.look.theme import Theme
    from widgets.parts.message_field import MessageField

_SLASH = "/"
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class SlashControl(QObject):
    """Belongs to the composer.

    Args:
        theme: Whose palette the menu takes.
        field: Where the slash is typed.
        anchor: The card above which the menu lies.
    """

    chosen = Signal(object)
    """A `SlashEntry`; the field is empty again."""
    delete_requested = Signal(object)
    """A `SlashEntry` of the user's own."""

    def __init__(self, theme: Theme, field: MessageField, anchor: QWidget) -> None:
        super().__init__(field)
        self._theme = theme
        self._field = field
        self._anchor = anchor
        self._entries: tuple[SlashEntry, ...] = ()
        self._before = ""
        self._is_open = False
        self._menu: SlashMenu | None = None
        field.textChanged.connect(self._on_text_changed)
        field.installEventFilter(self)
        anchor.installEventFilter(self)

    @property
    def menu(self) -> SlashMenu:
        """The menu, which lies in the window, so it is made when there is one."""
        if self._menu is None:
            self._menu = SlashMenu(self._theme, self._field.window())
            self._menu.chosen.connect(self._on_chosen)
            self._menu.delete_requested.connect(self.delete_requested)
            self._menu.list.currentItemChanged.connect(self._say_current)
        return self._menu

    @property
    def is_open(self) -> bool:
        """Whether the menu is in sight."""
        return self._is_open

    def set_entries(self, entries: Sequence[SlashEntry]) -> None:
        """Offer these from now on."""
        self._entries = tuple(entries)
        if self._is_open:
            self._show()

    def close_menu(self) -> None:
        """Put the menu away; what is typed stays."""
        self._is_open = False
        self._field.setAccessibleDescription("")
        if self._menu is not None:
            self._menu.hide()

    def take_key(self, event: QKeyEvent) -> bool:
        """Take the keys that are the menu's while it is open; returns whether this one was."""
        if not self._is_open or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        match event.key():
            case Qt.Key.Key_Up:
                self.menu.move_by(-1)
            case Qt.Key.Key_Down:
                self.menu.move_by(1)
            case Qt.Key.Key_Escape:
                self.close_menu()
            case Qt.Key.Key_Delete:
                return self.menu.delete_current()
            case key if key in _TAKING:
                self.menu.choose()
            case _:
                return False
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape and Tab are the menu's while it is open; it goes with the keyboard, and moves with the card."""
        if not self._is_open:
            return False
        if watched is self._anchor and event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._show()
        elif watched is self._field and event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self.close_menu()
        elif watched is self._field and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        elif watched is self._field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return event.key() == Qt.Key.Key_Tab and self.take_key(event)  # a text field would go on to the next
        return False

    def _on_text_changed(self) -> None:
        before, self._before = self._before, self._field.text
        typed = self._before
        if not self._is_open:
            is_begun = typed == _SLASH and not before and self._field.hasFocus() and self._entries
            if not is_begun:
                return
            self._is_open = True
        if not typed.startswith(_SLASH) or "\n" in typed:
            self.close_menu()
            return
        self._show()

    def _show(self) -> None:
        anchor = QRect(self._anchor.mapTo(self._field.window(), QPoint(0, 0)), self._anchor.size())
        self.menu.set_entries(self._entries)
        if not self.menu.show_matching(self._field.text[len(_SLASH) :], anchor):
            self._is_open = False

    def _say_current(self) -> None:
        """A screen reader is where the keyboard is."""
        entry = None if self._menu is None or not self._is_open else self._menu.current
        self._field.setAccessibleDescription("" if entry is None else f"{entry.name}. {entry.detail}")

    def _on_chosen(self, entry: SlashEntry) -> None:
        self.close_menu()
        self._field.set_text("")
        self.chosen.emit(entry)
