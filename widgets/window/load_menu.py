"""The context in the menu: how long it is, what happens when it is full, and whether replies can be repeated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Signal
from PySide6.QtGui import QAction, QActionGroup

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenu

SIZES = (2048, 4096, 8192, 16384, 32768, 65536, 131072)
AS_TRAINED = 0


class LoadMenu(QObject):
    """Adds a submenu to a menu. Some choices make the pair be loaded again, which the menu says."""

    context_chosen = Signal(int)
    """Tokens; 0 takes what the target was trained for."""
    reproducible_chosen = Signal(bool)
    leave_out_chosen = Signal(bool)
    """Whether the oldest turns are left out where a conversation no longer fits, instead of refusing."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        self.menu = menu.addMenu(self.tr("Context and repeatability"))
        self.menu.setToolTipsVisible(True)
        self._sizes = QActionGroup(self)
        self._actions: dict[int, QAction] = {}
        self._below_sizes = self.menu.addSeparator()
        for tokens in (*SIZES, AS_TRAINED):
            self._add_size(tokens)
        self._add_full()
        self.menu.addSeparator()
        self._reproducible = self.menu.addAction(self.tr("Same seed, same text, always"))
        self._reproducible.setCheckable(True)
        self._reproducible.setToolTip(
            self.tr("The same seed gives the same text with speculation on and off; a little slower. Loads anew.")
        )
        self._reproducible.triggered.connect(self.reproducible_chosen)

    def show_choice(self, context_tokens: int, reproducible: bool) -> None:
        """Tick what is set; a size of the user's own from the settings file gets a line of its own."""
        if context_tokens not in self._actions:
            self._add_size(context_tokens)
        self._actions[context_tokens].setChecked(True)
        self._reproducible.setChecked(reproducible)

    def show_leaves_out(self, leaves_out: bool) -> None:
        """Tick what happens when a conversation no longer fits."""
        (self._leave_out if leaves_out else self._refuse).setChecked(True)

    def _add_full(self) -> None:
        """What happens when the context is full; that needs no loading."""
        self.full_menu = self.menu.addMenu(self.tr("When a conversation no longer fits"))
        self.full_menu.setToolTipsVisible(True)
        group = QActionGroup(self)
        self._refuse = self.full_menu.addAction(self.tr("Refuse the message, with the figures"))
        self._refuse.setToolTip(self.tr("Nothing is sent; the message comes back to be shortened."))
        self._leave_out = self.full_menu.addAction(self.tr("Leave out the oldest turns"))
        self._leave_out.setToolTip(
            self.tr("The model no longer reads them. A line shows where its reading begins; nothing is erased.")
        )
        for action, leaves_out in ((self._refuse, False), (self._leave_out, True)):
            action.setCheckable(True)
            action.triggered.connect(lambda _checked=False, chosen=leaves_out: self.leave_out_chosen.emit(chosen))
            group.addAction(action)

    def _add_size(self, tokens: int) -> None:
        text = self.tr("Context as the target was trained")
        if tokens != AS_TRAINED:
            text = self.tr("Context of {tokens} tokens").format(tokens=QLocale().toString(tokens))
        action = QAction(text, self)
        action.setCheckable(True)
        action.setToolTip(self.tr("Loads the pair anew. A longer context takes more memory."))
        action.triggered.connect(lambda _checked=False, chosen=tokens: self.context_chosen.emit(chosen))
        self._sizes.addAction(action)
        self._actions[tokens] = action
        self.menu.insertAction(self._below_sizes, action)
