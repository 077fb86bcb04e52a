"""The head of the page for other programs: whether they are served, in words, and the switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout

from app.viewmodels.programs_state import ProgramsState, Standing
from widgets.look.style_sheet import set_role
from widgets.parts.edged_card import paint_edged_card
from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import sentence_label
from widgets.programs.words import detail, headline

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.palette import Palette
    from widgets.look.theme import Theme


def edge_colour(state: ProgramsState, palette: Palette) -> str:
    """The colour that goes with how it stands."""
    if state.standing is Standing.ON:
        return palette.accepted if state.is_local else palette.corrected
    if state.standing in (Standing.NO_KEY, Standing.FAILED):
        return palette.rejected
    return palette.faint


class ProgramsStatus(QFrame):
    """A card with a coloured edge, like the badge of the proof panel."""

    on_requested = Signal()
    off_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._state = ProgramsState()
        self.headline = QLabel()
        self.headline.setProperty("role", "headline")
        self.headline.setWordWrap(True)
        self.detail = sentence_label()
        self.switch = QPushButton()
        self.retry_button = QPushButton(self.tr("Try again"))
        words = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(self.headline)
        words.addWidget(self.detail)
        words.addSpacing(5)
        words.addLayout(FlowRow(self.switch, self.retry_button))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(18, 12, 16, 14)
        layout.addLayout(words, 1)
        self.switch.clicked.connect(self._on_switch)
        self.retry_button.clicked.connect(lambda: self.on_requested.emit())
        theme.changed.connect(self.update)
        self.show_state(self._state)

    def show_state(self, state: ProgramsState) -> None:
        """Say what is true now."""
        self._state = state
        self.headline.setText(headline(state))
        self.detail.setText(detail(state))
        self.switch.setText(self.tr("Turn off") if state.wants else self.tr("Turn on"))
        self.switch.setEnabled(state.standing is not Standing.FORBIDDEN)
        self.switch.setAccessibleDescription(self.headline.text())
        role = "" if state.wants else "primary"
        if self.switch.property("role") != role:
            set_role(self.switch, role)
        self.retry_button.setVisible(state.standing in (Standing.NO_KEY, Standing.FAILED))
        self.setAccessibleName(self.headline.text())
        self.setAccessibleDescription(self.detail.text())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint card and edge."""
        paint_edged_card(self, self._theme.palette, edge_colour(self._state, self._theme.palette))

    def _on_switch(self) -> None:
        (self.off_requested if self._state.wants else self.on_requested).emit()
