"""The last rounds, one row each, one block per token: what was proposed and what became of it.

Shapes differ as well as colours: filled, struck through, empty, with a caret, with a double line, half high.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.engine.types import Mark
from widgets.look import figures
from widgets.look.theme import sans

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.types import Round
    from widgets.look.theme import Theme

ROW = 19
SHORT = 8
_BLOCK = QSize(17, 9)
_GAP = 2
_TEXT_WIDTH = 112


def marks_of(decoded: Round) -> tuple[Mark, ...]:
    """Return what the row of a round shows, left to right."""
    marks = [Mark.ACCEPTED] * decoded.num_accepted
    if decoded.rejected is not None:
        marks.append(Mark.REJECTED)
    marks += [Mark.DISCARDED] * len(decoded.discarded)
    marks += [token.mark for token in decoded.emitted if token.mark is not Mark.ACCEPTED]
    return tuple(marks)


class RoundsList(QWidget):
    """Newest first: eight rows, or all that are kept."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rounds: tuple[Round, ...] = ()
        self._shows_all = False
        self._font = sans(11)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(ROW * SHORT)
        self.setAccessibleName(self.tr("Rounds"))
        theme.changed.connect(self.update)

    def set_rounds(self, rounds: Sequence[Round]) -> None:
        """Show rounds, given oldest first."""
        self._rounds = tuple(reversed(rounds))
        self._fit()
        self.setAccessibleDescription(self.describe(self._rounds[0]) if self._rounds else "")
        self.update()

    def show_all(self, shows_all: bool) -> None:
        """Show every round that is kept, or only the newest few."""
        self._shows_all = shows_all
        self._fit()
        self.update()

    def describe(self, decoded: Round) -> str:
        """Return a round in words."""
        total = figures.short_time(decoded.seconds)
        number = decoded.index + 1
        if not decoded.num_drafted and not decoded.emitted:
            return self.tr("Round {number}: the target ended the reply, {total}").format(number=number, total=total)
        if not decoded.num_drafted:
            return self.tr("Round {number}: no proposal, {total}").format(number=number, total=total)
        text = self.tr(
            "Round {number}: {drafted} proposed, {accepted} accepted, {emitted} written, {total}"
            " (proposing {draft}, checking {verify})"
        )
        return text.format(
            number=number,
            drafted=decoded.num_drafted,
            accepted=decoded.num_accepted,
            emitted=len(decoded.emitted),
            total=total,
            draft=figures.short_time(decoded.draft_seconds),
            verify=figures.short_time(decoded.verify_seconds),
        )

    def event(self, event: QEvent) -> bool:
        """Show a round in words under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row = event.pos().y() // ROW
            visible = self._visible()
            QToolTip.showText(event.globalPos(), self.describe(visible[row]) if row < len(visible) else "", self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font)
        for row, decoded in enumerate(self._visible()):
            top = row * ROW
            self._paint_blocks(painter, marks_of(decoded), top + (ROW - _BLOCK.height()) / 2)
            painter.setPen(QColor(self._theme.palette.muted))
            painter.drawText(
                QRectF(0, top, self.width(), ROW),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                self.caption(decoded),
            )
        if not self._rounds:
            painter.setPen(QColor(self._theme.palette.muted))
            painter.drawText(QRectF(0, 0, self.width(), ROW), Qt.AlignmentFlag.AlignVCenter, self._empty_text())
        painter.end()

    def _empty_text(self) -> str:
        return self.tr("Every check of a reply appears here.")

    def _visible(self) -> tuple[Round, ...]:
        return self._rounds if self._shows_all else self._rounds[:SHORT]

    def _fit(self) -> None:
        rows = max(SHORT, len(self._rounds)) if self._shows_all else SHORT
        self.setFixedHeight(ROW * rows)

    def caption(self, decoded: Round) -> str:
        """Return what stands at the right of a round's row."""
        total = figures.short_time(decoded.seconds)
        if not decoded.num_drafted and not decoded.emitted:
            return self.tr("end · {total}").format(total=total)
        if not decoded.num_drafted:
            return self.tr("plain · {total}").format(total=total)
        return self.tr("{accepted} of {drafted} · {total}").format(
            accepted=decoded.num_accepted, drafted=decoded.num_drafted, total=total
        )

    def _paint_blocks(self, painter: QPainter, marks: tuple[Mark, ...], top: float) -> None:
        room = (self.width() - _TEXT_WIDTH) / max(1, len(marks)) - _GAP
        width = min(float(_BLOCK.width()), max(3.0, room))
        for position, mark in enumerate(marks):
            rect = QRectF(position * (width + _GAP), top, width, _BLOCK.height())
            self._paint_block(painter, rect, mark)

    def _paint_block(self, painter: QPainter, rect: QRectF, mark: Mark) -> None:
        palette = self._theme.palette
        colour = QColor(palette.of_mark(mark))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if mark is Mark.PLAIN:
            painter.setBrush(QColor(palette.muted))
            painter.drawRoundedRect(rect.adjusted(0, 3, 0, -3), 1, 1)
        elif mark in (Mark.REJECTED, Mark.DISCARDED):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour, 1.3))
            painter.drawRoundedRect(rect.adjusted(0.65, 0.65, -0.65, -0.65), 2, 2)
            if mark is Mark.REJECTED:
                painter.drawLine(QLineF(rect.left() + 2, rect.center().y(), rect.right() - 2, rect.center().y()))
        else:
            painter.drawRoundedRect(rect, 2, 2)
            painter.setPen(QPen(QColor(palette.card), 1.3))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            middle = rect.center()
            if mark is Mark.CORRECTED:
                caret = [QPointF(-2.6, 1.5), QPointF(0, -1.6), QPointF(2.6, 1.5)]
                painter.drawPolyline(QPolygonF([middle + point for point in caret]))
            elif mark is Mark.BONUS:
                painter.drawLine(QLineF(rect.left() + 3, middle.y() + 2, rect.right() - 3, middle.y() + 2))
                painter.drawLine(QLineF(rect.left() + 3, middle.y() - 1, rect.right() - 3, middle.y() - 1))
