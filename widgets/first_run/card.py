"""What somebody sees who starts Galley for the first time: how it works, in a picture that can be skipped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.first_run.picture import SpeculationPicture
from widgets.parts.page_parts import row
from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class FirstRunCard(QWidget):
    """The picture, and below it what can be done with it.

    Args:
        theme: Whose colours it takes, and which says whether anything may move.
    """

    help_requested = Signal()
    skipped = Signal()
    """It shall not be shown again; it is still to be found in Help."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.picture = SpeculationPicture(theme, self)
        self.play_button = QuietButton(theme, self.tr("Play again"), self, side=4)
        self.help_button = QuietButton(theme, self.tr("More about it"), self, side=4)
        self.skip_button = QuietButton(theme, self.tr("Skip this"), self, side=4)
        self.skip_button.setToolTip(self.tr("Not shown again; Help has it."))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.picture)
        layout.addLayout(row(self.play_button, None, self.help_button, self.skip_button, spacing=12))
        self.play_button.clicked.connect(self.picture.play)
        self.help_button.clicked.connect(lambda: self.help_requested.emit())
        self.skip_button.clicked.connect(lambda: self.skipped.emit())
        theme.motion_changed.connect(self._show_play)
        self._show_play()

    def _show_play(self) -> None:
        """Offer to play it only where it may move."""
        self.play_button.setVisible(not self._theme.is_still)
