"""How the choice of a language is connected; `app.composition.languages` does what it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from widgets.window.language_menu import LanguageMenu

if TYPE_CHECKING:
    from app.composition.galley import Galley


class LanguageChoice(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self.menu = LanguageMenu(galley.header.more_menu)
        self.menu.chosen.connect(galley.preferences.set_language)
        galley.preferences.changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        self.menu.show_choice(self._galley.preferences.settings.appearance.language)
