"""The foot of the sidebar: the pages that one goes to most, and the button that drops the menu of all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from widgets.look.icons import Icon, IconButton
from widgets.parts.tab_chain import chain_behind

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QResizeEvent

    from widgets.look.theme import Theme
    from widgets.window.page_menu import PageMenu

_HEIGHT = 32
_GAP = 4


def pages_button(theme: Theme, menu: PageMenu) -> IconButton:
    """Return a button that drops the menu of all pages; several may share one menu."""
    button = IconButton(theme, Icon.MENU, menu.accessibleName())
    button.setMenu(menu)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    return button


class PageRow(QWidget):
    """Buttons that find no room are left out: the menu has them all."""

    def __init__(self, theme: Theme, menu: PageMenu) -> None:
        super().__init__()
        self.menu_button = pages_button(theme, menu)
        self.menu_button.setFixedHeight(_HEIGHT)
        self._menu = menu
        self._buttons: dict[QAction, QPushButton] = {}
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_GAP)
        self._layout.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        self._layout.addWidget(self.menu_button)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._arrange()

    @property
    def buttons(self) -> list[QPushButton]:
        """The buttons of single pages, in the menu's order."""
        return [self._buttons[action] for action in self._menu.pages if action in self._buttons]

    def add_button(self, action: QAction, text: str) -> QPushButton:
        """Put a button for a page of the menu where the menu has it; `text` names the page in a word."""
        button = QPushButton(text, self)
        button.setProperty("role", "foot")
        button.setFixedHeight(_HEIGHT)
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        told = action.text().rstrip("…")
        button.setToolTip(f"{told} ({keys})" if keys else told)
        button.setAccessibleName(text)
        button.setAccessibleDescription(told)
        button.setEnabled(action.isEnabled())
        button.clicked.connect(lambda: action.trigger())
        action.enabledChanged.connect(button.setEnabled)
        self._buttons[action] = button
        self._layout.insertWidget(self.buttons.index(button), button, 1)
        chain_behind(self, [*self.buttons, self.menu_button])
        self._arrange()
        return button

    def sizeHint(self) -> QSize:
        """All of them side by side."""
        width = sum(button.sizeHint().width() + _GAP for button in self.buttons)
        return QSize(width + self.menu_button.sizeHint().width(), _HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """The menu alone."""
        return QSize(self.menu_button.sizeHint().width(), _HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as many as there is room for."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Show the first that fit; alone, the button of the menu stands at the left."""
        room = self.width() - self.menu_button.sizeHint().width()
        for button in self.buttons:
            room -= button.sizeHint().width() + _GAP
            button.setVisible(room >= 0)
        shown = any(not button.isHidden() for button in self.buttons)
        side = Qt.AlignmentFlag.AlignRight if shown else Qt.AlignmentFlag.AlignLeft
        self._layout.setAlignment(self.menu_button, side)
