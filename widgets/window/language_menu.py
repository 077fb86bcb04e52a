"""The languages in the menu, each in its own words, so that nobody has to read one to get out of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QActionGroup

from app.viewmodels.languages import languages, name_of_system

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from PySide6.QtWidgets import QMenu

_ENGLISH = "Language"
"""Stands beside the translated word, for whoever cannot read that."""


class LanguageMenu(QObject):
    """Adds a submenu to a menu; it is not there where there is one language only."""

    chosen = Signal(str)
    """Code of a language; empty for the system's."""

    def __init__(self, menu: QMenu) -> None:
        super().__init__(menu)
        word = self.tr("Language")
        self.menu = menu.addMenu(word if word == _ENGLISH else f"{word} ({_ENGLISH})")
        group = QActionGroup(self)
        self.actions: dict[str, QAction] = {}
        names = [("", name_of_system()), *((each.code, each.name) for each in languages())]
        for code, name in names:
            action = self.menu.addAction(name)
            action.setCheckable(True)
            action.triggered.connect(lambda _checked=False, chosen=code: self.chosen.emit(chosen))
            group.addAction(action)
            self.actions[code] = action
        self.menu.menuAction().setVisible(len(names) > 2)

    def show_choice(self, code: str) -> None:
        """Tick a language, without telling anyone; one that is gone is the system's."""
        self.actions.get(code, self.actions[""]).setChecked(True)
