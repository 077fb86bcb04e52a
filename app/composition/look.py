"""How the window looks follows the settings, whoever changes them: light or dark, contrast, motion, marks that stay."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QApplication

from app.runtime.tasks import Tasks
from app.settings.desktop import wants_stillness
from app.settings.schema import MotionName
from widgets.first_run.picture import stands_still
from widgets.look.theme import ContrastChoice, ThemeChoice

if TYPE_CHECKING:
    from app.composition.galley import Galley

_EFFECTS = (
    Qt.UIEffect.UI_AnimateMenu,
    Qt.UIEffect.UI_FadeMenu,
    Qt.UIEffect.UI_AnimateCombo,
    Qt.UIEffect.UI_AnimateTooltip,
    Qt.UIEffect.UI_FadeTooltip,
)


class Look(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._tasks = Tasks(self)  # a desktop that does not answer may not keep a model waiting
        self._is_desktop_still = stands_still()
        self._blink = QApplication.cursorFlashTime()
        self._effects = [effect for effect in _EFFECTS if QApplication.isEffectEnabled(effect)]
        galley.theme.motion_changed.connect(self._on_motion_changed)
        galley.preferences.changed.connect(self._on_changed)
        self._show_motion()
        self._tasks.run(lambda: wants_stillness(os.environ), self._on_desktop_asked, lambda _notice: None)

    def stop(self) -> None:
        """Leave the application as it was found."""
        self._tasks.stop()
        self._galley.theme.set_still(False)

    @Slot(str)
    def _on_changed(self, section: str) -> None:
        galley = self._galley
        if section == "appearance":
            appearance = galley.preferences.settings.appearance
            galley.theme.choose(ThemeChoice(appearance.theme.value))
            galley.theme.choose_contrast(ContrastChoice(appearance.contrast.value))
            galley.header.show_theme_choice(galley.theme.choice)
            self._show_motion()
        elif section == "marks":
            keep = galley.preferences.settings.marks.keep
            galley.proof_panel.set_keep_marks(keep)
            galley.stack.set_keep_marks(keep)
        elif section == "load":
            load = galley.preferences.settings.load
            galley.load_menu.show_choice(load.context_tokens, load.reproducible)

    def _on_desktop_asked(self, still: bool) -> None:
        self._is_desktop_still = self._is_desktop_still or still
        self._show_motion()

    def _show_motion(self) -> None:
        motion = self._galley.preferences.settings.appearance.motion
        still = self._is_desktop_still if motion is MotionName.SYSTEM else motion is MotionName.REDUCED
        self._galley.theme.set_still(still)

    @Slot()
    def _on_motion_changed(self) -> None:
        """Let text cursors stand, and menus and tips be there at once; or everything as it was."""
        still = self._galley.theme.is_still
        QApplication.setCursorFlashTime(0 if still else self._blink)
        for effect in self._effects:
            QApplication.setEffectEnabled(effect, not still)
