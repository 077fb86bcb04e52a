"""The quiet words in the header while other programs are served: how many, and how many wait; a click leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from app.viewmodels.programs_state import ProgramsState, Standing
from widgets.look.theme import sans
from widgets.programs.status import edge_colour
from widgets.programs.words import detail, headline, indicator

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme

_DOT = 3.0
_DOT_ROOM = 14
_SIDE = 5


class ProgramsBadge(QAbstractButton):
    """Hidden while nobody can be served. The dot is filled while somebody is; in a narrow window it stands alone."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._state = ProgramsState()
        self.setFont(sans(12))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)
        self.hide()

    def show_state(self, state: ProgramsState) -> None:
        """Say how things stand."""
        self._state = state
        text = indicator(state)
        self.setVisible(bool(text))
        if text != self.text():
            self.setText(text)
            self.updateGeometry()
        self.setAccessibleName(self.tr("For other programs: {words}").format(words=text))
        more = state.base_url if state.standing is Standing.ON else detail(state)
        self.setToolTip(f"{headline(state)}\n{more}")
        self.update()

    def sizeHint(self) -> QSize:
        """The dot and the words."""
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self.text()) + _DOT_ROOM + 2 * _SIDE, metrics.height() + 8)

    def minimumSizeHint(self) -> QSize:
        """The dot alone."""
        return QSize(_DOT_ROOM + 2 * _SIDE, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dot and the words."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.corrected), 1.2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 5, 5)
        colour = QColor(edge_colour(self._state, palette))
        painter.setPen(QPen(colour, 1.4))
        painter.setBrush(colour if self._state.num_served else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(_SIDE + _DOT + 1, self.height() / 2), _DOT, _DOT)
        lively = self.underMouse() or self.isDown()
        painter.setPen(QColor(palette.ink if lively else palette.muted))
        painter.setFont(self.font())
        room = self.rect().adjusted(_SIDE + _DOT_ROOM, 0, -1, 0)
        words = QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        painter.end()
