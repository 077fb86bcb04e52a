"""The card beside a token: what it is, what both models thought of, and the round it came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsDropShadowEffect, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.engine.types import Mark
from widgets.look.figures import decimal
from widgets.look.label_colour import colour_label
from widgets.look.theme import sans
from widgets.parts.reply_words import mark_word, whole
from widgets.tokens.round_words import quoted

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from app.viewmodels.reply import ReplyToken
    from widgets.look.theme import Theme

WIDTH = 272
NUM_CANDIDATES = 5
_GAP = 6


class TokenInspector(QWidget):
    """A small card that hovers over its parent, beside the token that it explains."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFont(sans(12))
        self.setFixedWidth(WIDTH)
        shadow = QGraphicsDropShadowEffect(self, blurRadius=30, xOffset=0, yOffset=8)
        shadow.setColor(QColor(0, 0, 0, 60))
        self.setGraphicsEffect(shadow)
        self._text = self._label(bold=True)
        self._mark = self._label()
        self._round = self._label(wraps=True)
        self._basis = self._label(wraps=True)
        heading = QHBoxLayout()
        heading.setSpacing(6)
        heading.addWidget(self._text)
        heading.addWidget(self._mark)
        heading.addStretch(1)
        self._table = QWidget(self)
        self._grid = QGridLayout(self._table)
        self._grid.setContentsMargins(0, 2, 0, 2)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self._host = parent
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(4)
        column.addLayout(heading)
        column.addWidget(self._table)
        column.addWidget(self._round)
        column.addWidget(self._basis)
        self.hide()

    def show_token(self, token: ReplyToken, around: QRect) -> None:
        """Explain a token.

        Args:
            token: What to explain.
            around: Where it stands on the screen.
        """
        palette = self._theme.palette
        emitted = token.emitted
        self._text.setText(quoted(emitted.text))
        colour_label(self._text, palette.ink)
        self._mark.setText(mark_word(emitted.mark, token.proposer))
        colour_label(self._mark, palette.muted if emitted.mark is Mark.PLAIN else palette.of_mark(emitted.mark))
        self._fill_table(token)
        self._round.setText(self._round_line(token))
        self._basis.setText(self._basis_line(token))
        for label in (self._round, self._basis):
            colour_label(label, palette.muted)
        self._column.activate()
        self.resize(WIDTH, self._column.totalHeightForWidth(WIDTH))
        self.move(self._place(around))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(self._theme.palette.card))
        painter.setPen(QPen(QColor(self._theme.palette.line), 1))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        painter.end()

    def _fill_table(self, token: ReplyToken) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        palette = self._theme.palette
        for column, title in ((1, self.tr("target")), (2, self.tr("draft"))):
            self._cell(0, column, title, palette.muted)
        struck = token.struck.token_id if token.struck is not None else None
        for row, (token_id, text, target, draft) in enumerate(candidates(token), start=1):
            rejected = token_id == struck
            name = self._cell(row, 0, quoted(text) if text else f"#{token_id}", palette.ink)
            if rejected:
                font = name.font()
                font.setStrikeOut(True)
                name.setFont(font)
                colour_label(name, palette.rejected)
            elif token_id == token.emitted.token_id:
                font = name.font()
                font.setWeight(font.Weight.DemiBold)
                name.setFont(font)
            self._cell(row, 1, decimal(target, 2), palette.ink)
            self._cell(row, 2, decimal(draft, 2), palette.ink)

    def _round_line(self, token: ReplyToken) -> str:
        decoded = token.round
        number = whole(decoded.index + 1)
        milliseconds = whole(round(1000 * decoded.seconds))
        if not decoded.num_drafted:
            return self.tr("round {number} · nothing proposed · {milliseconds} ms").format(
                number=number, milliseconds=milliseconds
            )
        return self.tr("round {number} · {proposed} proposed, {accepted} accepted · {milliseconds} ms").format(
            number=number,
            proposed=whole(decoded.num_drafted),
            accepted=whole(decoded.num_accepted),
            milliseconds=milliseconds,
        )

    def _basis_line(self, token: ReplyToken) -> str:
        basis = self.tr("Probabilities at temperature 1, over the candidates that were read.")
        if token.emitted.target_candidates:
            return basis
        return self.tr("The other candidates were not kept.") + " " + basis

    def _place(self, around: QRect) -> QPoint:
        token = QRect(self._host.mapFromGlobal(around.topLeft()), around.size())
        room = self._host.rect().adjusted(_GAP, _GAP, -_GAP, -_GAP)
        x = max(room.left(), min(token.left() + 12, room.right() - self.width()))
        below = token.bottom() + _GAP
        above = token.top() - _GAP - self.height()
        y = below if below + self.height() <= room.bottom() or above < room.top() else above
        return QPoint(x, y)

    def _cell(self, row: int, column: int, text: str, colour: str) -> QLabel:
        label = self._label()
        label.setText(text)
        colour_label(label, colour)
        side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
        self._grid.addWidget(label, row, column, side | Qt.AlignmentFlag.AlignVCenter)
        # A label that is not shown takes no room, and one added to a card in sight is not.
        label.show()
        return label

    def _label(self, *, bold: bool = False, wraps: bool = False) -> QLabel:
        label = QLabel(self)
        font = sans(12)
        if bold:
            font.setWeight(font.Weight.DemiBold)
        label.setFont(font)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(wraps)
        return label


def candidates(token: ReplyToken) -> list[tuple[int, str, float | None, float | None]]:
    """Return the likeliest candidates as (id, text, target's probability, draft's probability).

    The five likeliest of each model, likeliest for the target first; None where a model did not list one.
    The token itself and the draft token it answers are always among them.
    """
    target = {c.token_id: (c.text, c.probability) for c in token.emitted.target_candidates[:NUM_CANDIDATES]}
    target.setdefault(token.emitted.token_id, (token.emitted.text, token.emitted.target_probability))
    draft: dict[int, tuple[str, float | None]] = {}
    if token.drafted is not None:
        draft = {c.token_id: (c.text, c.probability) for c in token.drafted.runners_up[:NUM_CANDIDATES]}
        draft.setdefault(token.drafted.token_id, (token.drafted.text, token.drafted.probability))
    rows = [
        (
            token_id,
            (target.get(token_id) or draft[token_id])[0].replace("\ufffd", ""),
            target[token_id][1] if token_id in target else None,
            draft[token_id][1] if token_id in draft else None,
        )
        for token_id in {**target, **draft}
    ]
    return sorted(rows, key=lambda row: (-(row[2] or 0.0), -(row[3] or 0.0)))
