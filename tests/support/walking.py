"""Walks through one state of the window after the other by the Tab key, where `Inspection` looks at them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu

from tests.support.inspection import Inspection, settle
from tests.support.tab_walk import TabWalk

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tests.support.program import Program

_SIGHT_MILLISECONDS = 500
_NO_WALK = frozenset(
    {
        "conversation is renamed",
        "folder is named",
        "slash menu",
        "slash menu, own prompt",
        "list over a small window",
        "settings beside a narrow window",
        "passphrase is being checked",
    }
)
"""Where Tab ends what is typed, chooses, or closes what one leaves; and where there is nothing to go to as yet."""
_WINDOWS = (Qt.WindowType.Window, Qt.WindowType.Dialog)


class Walking(Inspection):
    """Walks there and back in every window and dialog, and looks at every stop.

    Args:
        program: Whose states they are.
    """

    def __init__(self, program: Program) -> None:
        super().__init__("en", "light")
        self._program = program

    def look(self, state: str, widget: QWidget, size: tuple[int, int] | None = None) -> None:
        """Walk through a window or a dialog as it is now; menus go by the arrow keys."""
        window = widget.window()
        if size is not None:
            window.resize(*size)
        settle()
        self.states.append(state)
        is_window = window.windowType() in _WINDOWS and not isinstance(window, QMenu)
        if not is_window or state in _NO_WALK or window.focusWidget() is None:
            return
        window.activateWindow()
        self._program.until(lambda: QApplication.activeWindow() is window)
        walk = TabWalk(window, lambda held: self._program.until(held, _SIGHT_MILLISECONDS))
        walk.press()
        there, back = walk.round(looks=True), walk.round(back=True)
        self.faults |= {f"{state}: “{stop.name}” {stop.fault}" for stop in there if stop.fault}
        if not isinstance(window, QFileDialog) and not all(stop.name.strip() for stop in there):
            self.faults.add(f"{state}: a stop has no name among {[stop.name for stop in there]}")
        if [stop.name for stop in back[1:]] != [stop.name for stop in reversed(there[1:])]:
            ways = [[stop.name for stop in way] for way in (there, back)]
            self.faults.add(f"{state}: Shift+Tab leads another way back: {ways[0]}, {ways[1]}")
