"""What the window can be told: an action for each command, and which of them can be given just now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QKeySequence

from widgets.parts.shortcut_sheet import Command, shortcuts

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

PAGES = frozenset(
    {
        Command.SHOW_PRIVACY,
        Command.SHOW_MACHINE,
        Command.SHOW_MEMORY,
        Command.SHOW_MODELS,
        Command.SHOW_COMPARE,
        Command.SHOW_LAB,
        Command.SHOW_PROGRAMS,
        Command.SHOW_FOREIGN,
        Command.SHOW_SETTINGS,
        Command.SHOW_ABOUT,
        Command.SHOW_HELP,
    }
)
"""Those that show a page in place of everything."""
STAYING = PAGES | {Command.STOP, Command.LOCK, Command.QUIT}
"""What a page in place of everything stays for."""
_ELSEWHERE = PAGES | {Command.SHOW_SHORTCUTS, Command.STOP}
"""What the header's menu leaves out: the menu of all pages at the sidebar's foot has it, or a button."""


class WindowCommands(QObject):
    """The actions of a window, which listen to its keys.

    Args:
        window: Whose they are.
    """

    given = Signal(object)
    """The `Command` that was given, by its keys or in a menu."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._locked = False
        self._can_lock = False
        self._actions: dict[Command, QAction] = {}
        for shortcut in shortcuts():
            if shortcut.command is None:
                continue
            action = QAction(shortcut.text, window)
            action.setShortcut(QKeySequence(shortcut.keys))
            action.triggered.connect(lambda _=False, command=shortcut.command: self.given.emit(command))
            window.addAction(action)
            self._actions[shortcut.command] = action

    def action(self, command: Command) -> QAction:
        """What a command is in menus: its text, its keys, and whether it can be given now."""
        return self._actions[command]

    @property
    def listed(self) -> list[QAction]:
        """Those for the header's menu."""
        return [action for command, action in self._actions.items() if command not in _ELSEWHERE]

    def set_locked(self, locked: bool) -> None:
        """While it is locked, no command works but to quit."""
        self._locked = locked
        self._enable()

    def set_can_lock(self, can: bool) -> None:
        """Whether there is anything to lock."""
        self._can_lock = can
        self._enable()

    def _enable(self) -> None:
        for command, action in self._actions.items():
            action.setEnabled(not self._locked or command is Command.QUIT)
        self._actions[Command.LOCK].setEnabled(self._can_lock and not self._locked)
