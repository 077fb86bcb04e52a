"""One round as a table: a column for each place, the draft's proposal on top, the check below, what came of it last.

Every place keeps its width and its lines through the phases, so that nothing moves while a round unfolds.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.engine.types import Mark, Proposer
from app.viewmodels.stepper import Likelihood, StepPhase
from widgets.look.figures import decimal
from widgets.look.shaping import visible_text
from widgets.look.theme import mono, sans
from widgets.tokens.round_words import likelihood

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from app.viewmodels.stepper import Step
    from widgets.look.theme import Theme

_ROWS = (26, 20, 22, 30)
"""Heights: proposal, draft's probability, check, outcome."""
_GAP = 8
"""Above each row that begins a phase."""
HEIGHT = sum(_ROWS) + 2 * _GAP
_TITLE_WIDTH = 74
_LEAST_WIDTH = 36.0
_EASY_WIDTH = 54.0
"""A tick and a figure beside it fit into this."""
_BOUND_WIDTH = 12.0
"""What a sign before a figure takes."""
_REST_WIDTH = 34.0
"""For the count of those that have no room."""
_MOST_WIDTH = 132.0
_PADDING = 18.0


@dataclass(frozen=True, slots=True)
class Place:
    """A column: what was proposed there, what the target made of it, and what stands there now."""

    draft: str
    draft_probability: float | None
    verdict: Mark
    """Accepted, rejected, discarded; or the mark of the target's own token where nothing was proposed."""
    by_target: Likelihood
    """Of the proposal; of the target's own token where nothing was proposed."""
    outcome: str
    mark: Mark
    dotted: bool = False


def places_of(step: Step) -> list[Place]:
    """Return the columns of a round, left to right."""
    decoded = step.decoded
    places = []
    for position, draft in enumerate(decoded.proposed):
        verdict = Mark.DISCARDED
        if position < decoded.num_accepted:
            verdict = Mark.ACCEPTED
        elif position == decoded.num_accepted and decoded.rejected is not None:
            verdict = Mark.REJECTED
        emitted = step.tokens[position].emitted if position < len(step.tokens) else None
        places.append(
            Place(
                _shown(draft.text),
                draft.probability,
                verdict,
                step.by_target(position),
                "" if emitted is None else _shown(emitted.text),
                Mark.PLAIN if emitted is None else emitted.mark,
                decoded.proposer is Proposer.LOOKUP,
            )
        )
    for token in step.tokens[decoded.num_drafted :]:
        emitted = token.emitted
        places.append(
            Place("", None, emitted.mark, Likelihood(emitted.target_probability), _shown(emitted.text), emitted.mark)
        )
    return places


class RoundTable(QWidget):
    """Paints the places of a round, as many as there is room for."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._places: list[Place] = []
        self._phase = StepPhase.OUTCOME
        self._token_font = mono(12.5)
        self._figure_font = sans(11.5)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_step(self, step: Step, phase: StepPhase) -> None:
        """Show a round at a phase."""
        self._places = places_of(step)
        self._phase = phase
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as there is room."""
        return QSize(400, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint titles and columns."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tops = self._tops()
        self._paint_titles(painter, tops)
        if self._places and not self._places[0].draft:
            painter.drawText(
                QRectF(_TITLE_WIDTH, tops[0], 200, _ROWS[0]), Qt.AlignmentFlag.AlignVCenter, self.tr("nothing")
            )
        left = float(_TITLE_WIDTH)
        widths = self._widths()
        for place, width in zip(self._places, widths, strict=False):
            self._paint_place(painter, place, left, width, tops)
            left += width
        rest = len(self._places) - len(widths)
        if rest > 0:
            painter.setFont(self._figure_font)
            painter.setPen(QColor(self._theme.palette.muted))
            painter.drawText(QPointF(left + 4, tops[0] + 17), self.tr("+{count}").format(count=rest))
        painter.end()

    def _tops(self) -> tuple[float, ...]:
        tops, top = [], 0.0
        for row, height in enumerate(_ROWS):
            top += _GAP if row >= 2 else 0
            tops.append(top)
            top += height
        return tuple(tops)

    def _widths(self) -> list[float]:
        """Give each place what its words need; where that is too much, the long words give way."""
        metrics = QFontMetricsF(self._token_font)
        least = [_LEAST_WIDTH + (_BOUND_WIDTH if place.by_target.at_most else 0) for place in self._places]
        natural = [
            min(
                _MOST_WIDTH, max(_EASY_WIDTH, low, _PADDING + max(map(metrics.horizontalAdvance, (p.draft, p.outcome))))
            )
            for p, low in zip(self._places, least, strict=True)
        ]
        room = self.width() - _TITLE_WIDTH
        spare, wanted = room - sum(least), sum(natural) - sum(least)
        if spare >= 0:
            share = min(1.0, spare / wanted) if wanted else 0.0
            return [low + share * (wide - low) for low, wide in zip(least, natural, strict=True)]
        sums = accumulate(least)
        return [low for low, right in zip(least, sums, strict=True) if right <= room - _REST_WIDTH]

    def _paint_titles(self, painter: QPainter, tops: tuple[float, ...]) -> None:
        palette = self._theme.palette
        painter.setFont(self._figure_font)
        painter.setPen(QColor(palette.muted))
        titles = (self.tr("proposed"), self.tr("draft"), self.tr("target"), self.tr("written"))
        for row, title in enumerate(titles):
            rect = QRectF(0, tops[row], _TITLE_WIDTH - 8, _ROWS[row])
            if row == len(titles) - 1:
                painter.drawText(QPointF(0, self._baseline(rect)), title)
            else:
                painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, title)
        for row in (2, 3):
            y = round(tops[row] - _GAP / 2)
            painter.fillRect(QRectF(0, y, self.width(), 1), QColor(palette.line))

    def _paint_place(self, painter: QPainter, place: Place, left: float, width: float, tops: tuple[float, ...]) -> None:
        palette = self._theme.palette
        rects = [QRectF(left, top, width - 6, height) for top, height in zip(tops, _ROWS, strict=True)]
        checked = self._phase >= StepPhase.CHECK
        self._paint_proposal(painter, place, rects[0], checked=checked)
        painter.setFont(self._figure_font)
        if place.draft:
            painter.setPen(QColor(palette.muted))
            text = self._fitted(decimal(place.draft_probability, 2), rects[1].width())
            painter.drawText(rects[1], Qt.AlignmentFlag.AlignVCenter, text)
        if checked and (place.draft or self._phase is StepPhase.OUTCOME):
            self._paint_check(painter, place, rects[2])
        if self._phase is StepPhase.OUTCOME and place.outcome:
            self._paint_outcome(painter, place, rects[3])

    def _paint_proposal(self, painter: QPainter, place: Place, rect: QRectF, *, checked: bool) -> None:
        if not place.draft:
            return
        palette = self._theme.palette
        font = QFont(self._token_font)
        font.setItalic(True)
        rejected = checked and place.verdict is Mark.REJECTED
        painter.setFont(font)
        painter.setPen(QColor(palette.rejected if rejected else palette.ghost))
        text = self._elided(place.draft, font, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter, text)
        if rejected:
            y = round(rect.center().y()) + 0.5
            right = rect.left() + QFontMetricsF(font).horizontalAdvance(text)
            painter.fillRect(QRectF(rect.left() - 1, y - 0.65, right - rect.left() + 2, 1.3), QColor(palette.rejected))

    def _paint_check(self, painter: QPainter, place: Place, rect: QRectF) -> None:
        palette = self._theme.palette
        colour = QColor(palette.of_mark(place.verdict) if place.draft else palette.muted)
        middle = QPointF(rect.left() + 4.5, rect.center().y())
        pen = QPen(colour, 1.6)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        indent = 13.0
        if place.verdict is Mark.ACCEPTED:
            tick = [QPointF(-3.6, 0.2), QPointF(-1.0, 2.9), QPointF(3.8, -3.2)]
            painter.drawPolyline(QPolygonF([middle + point for point in tick]))
        elif place.verdict is Mark.REJECTED:
            for sign in (1, -1):
                painter.drawLine(middle + QPointF(-3, -3 * sign), middle + QPointF(3, 3 * sign))
        else:
            indent = 0.0
        discarded = place.verdict is Mark.DISCARDED
        painter.setPen(QColor(palette.muted if discarded or not place.draft else palette.ink))
        text = self._fitted(likelihood(place.by_target), rect.width() - indent)
        painter.drawText(rect.adjusted(indent, 0, 6, 0), Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_outcome(self, painter: QPainter, place: Place, rect: QRectF) -> None:
        palette = self._theme.palette
        font = QFont(self._token_font)
        corrected = place.mark is Mark.CORRECTED
        if corrected:
            font.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetricsF(font)
        indent = 10.0 if corrected else 0.0
        text = self._elided(place.outcome, font, rect.width() - indent)
        advance = metrics.horizontalAdvance(text)
        baseline = self._baseline(rect)
        if corrected:
            box = QRectF(rect.left() - 3, baseline - 15, indent + advance + 6, 21)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(palette.corrected_box))
            painter.drawRoundedRect(box, 4, 4)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = QPen(QColor(palette.corrected), 1.6)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            foot = QPointF(rect.left() + 4, baseline + 3.5)
            caret = [QPointF(-3, 0), QPointF(0, -4.4), QPointF(3, 0)]
            painter.drawPolyline(QPolygonF([foot + point for point in caret]))
        painter.setFont(font)
        painter.setPen(QColor(palette.corrected if corrected else palette.ink))
        painter.drawText(QPointF(rect.left() + indent, baseline), text)
        self._paint_line(painter, place, rect.left(), rect.left() + advance, baseline + 5.5)

    def _baseline(self, outcome: QRectF) -> int:
        """Where what was written stands in the last row, with room for its marks below."""
        return round(outcome.center().y() + QFontMetricsF(self._token_font).capHeight() / 2 - 2)

    def _paint_line(self, painter: QPainter, place: Place, left: float, right: float, y: float) -> None:
        palette = self._theme.palette
        if place.mark is Mark.ACCEPTED and place.dotted:
            pen = QPen(QColor(palette.accepted), 2.0, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.01, 2.0])
            painter.setPen(pen)
            painter.drawLine(QPointF(left, y), QPointF(right, y))
        elif place.mark is Mark.ACCEPTED:
            painter.fillRect(QRectF(left, y - 0.75, right - left, 1.5), QColor(palette.accepted))
        elif place.mark is Mark.BONUS:
            for line_y in (y - 1.0, y + 2.0):
                painter.fillRect(QRectF(left, line_y - 0.6, right - left, 1.2), QColor(palette.bonus))

    def _fitted(self, text: str, width: float) -> str:
        """Leave out the zero before the point, and the space behind a sign, where room is short."""
        if QFontMetricsF(self._figure_font).horizontalAdvance(text) <= width:
            return text
        return text.replace(" ", "").replace("0", "", 1)

    def _elided(self, text: str, font: QFont, width: float) -> str:
        return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, max(8.0, width))


def _shown(text: str) -> str:
    """A token on one line. The space before a word is left out; a part of a character is three dots."""
    shown = visible_text(text.replace("\ufffd", "").replace("\n", "↵").replace("\t", "⇥"))
    return shown.strip(" ") or "␣" * len(shown) or "…"
