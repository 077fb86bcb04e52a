"""The proof panel in a narrow window: the badge's colour and words, upright, and a button to see the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets.look.icons import Icon
from widgets.look.refresh_pacer import RefreshPacer
from widgets.look.theme import sans
from widgets.parts.side_strip import SideStrip
from widgets.proof.speculation_badge import badge_colour

if TYPE_CHECKING:
    from app.viewmodels.speculation import SpeculationState
    from widgets.look.theme import Theme

_BAR = 4


class UprightBadge(QWidget):
    """The badge's headline, read from top to bottom, beside its colour."""

    def __init__(self, theme: Theme, state: SpeculationState) -> None:
        super().__init__()
        self._theme = theme
        self._state = state
        self._badge = state.badge
        self._font = sans(13, QFont.Weight.DemiBold)
        self.setAccessibleName(self.tr("Speculation"))
        self._pacer = RefreshPacer(self, self._on_refresh)
        state.changed.connect(self._pacer.request)
        theme.changed.connect(self.update)
        self._on_refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint colour and words."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        metrics = QFontMetrics(self._font)
        text = metrics.elidedText(self._badge.text, Qt.TextElideMode.ElideRight, self.height() - 8)
        length = metrics.horizontalAdvance(text) + 8
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(badge_colour(self._badge.kind, palette)))
        painter.drawRoundedRect(QRectF(self.width() - _BAR - 2, 0, _BAR, length), 2, 2)
        painter.translate(self.width() - _BAR - 8, 4)
        painter.rotate(90)
        painter.setPen(QColor(palette.ink))
        painter.drawText(0, metrics.ascent() // 2 + 4, text)
        painter.end()

    def _on_refresh(self) -> None:
        self._badge = self._state.badge
        self.setAccessibleDescription(f"{self._badge.text}. {self._badge.detail}")
        self.setToolTip(f"{self._badge.text}\n{self._badge.detail}")
        self.update()


class ProofStrip(SideStrip):
    """Follows the view model."""

    def __init__(self, theme: Theme, state: SpeculationState) -> None:
        super().__init__(theme, Icon.PANEL_RIGHT, "")
        name = self.tr("Show the proof panel")
        self.show_button.setToolTip(name)
        self.show_button.setAccessibleName(name)
        self.badge = UprightBadge(theme, state)
        self.add_filling(self.badge)
