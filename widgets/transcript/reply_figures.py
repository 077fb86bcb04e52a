"""The figures of a finished reply: a line at its foot, and the card that it unfolds to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from widgets.look.icons import Icon, IconButton
from widgets.look.label_colour import colour_label
from widgets.look.theme import sans
from widgets.parts.quiet_button import QuietButton
from widgets.transcript.figure_sections import as_text, models_of, remarks_of, sections_of

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QPaintEvent, QResizeEvent

    from app.viewmodels.reply import Reply
    from widgets.look.theme import Theme
    from widgets.transcript.figure_sections import Section

_COLUMN = 205
"""Least width of a column of figures."""
_MOST_COLUMNS = 3
_CHEVRON = 17
_RING = 5
"""Room between the words and the focus ring."""


class FiguresButton(QuietButton):
    """The line of figures at a reply's foot; pressing it unfolds the rest. Where room is short its end is cut."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "", parent)
        self._theme = theme
        self.setCheckable(True)
        self.setToolTip(self.tr("Show all figures of this reply"))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """The words and the chevron behind them."""
        size = super().sizeHint()
        return QSize(size.width() + _CHEVRON + _RING, size.height())

    def minimumSizeHint(self) -> QSize:
        """Enough for the count of tokens."""
        return QSize(90, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the words at the right, and a chevron that says where the card is."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.corrected), 1.2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), 3, 3)
        lively = self.underMouse() or self.isDown() or self.isChecked()
        colour = QColor(palette.ink if lively else palette.muted)
        painter.setFont(self.font())
        painter.setPen(colour)
        room = QRect(_RING, 0, self.width() - _CHEVRON - _RING, self.height())
        text = QFontMetrics(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        pen = QPen(colour, 1.3)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        middle = QPointF(self.width() - 8.5, self.height() / 2 + 0.5)
        lift = -1.6 if self.isChecked() else 1.6
        chevron = [QPointF(-3.2, -lift), QPointF(0, lift), QPointF(3.2, -lift)]
        painter.drawPolyline(QPolygonF([middle + point for point in chevron]))
        painter.end()


class ReplyFigures(QWidget):
    """A card of figures in as many columns as there is room for."""

    closed = Signal()

    def __init__(self, theme: Theme, reply: Reply, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._reply = reply
        self._num_columns = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Figures"))
        self.setAccessibleDescription(as_text(reply))
        self._quiet: list[QLabel] = []
        self._strong: list[QLabel] = []
        self._sections = [self._section(section) for section in sections_of(reply)]
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(30)
        self._grid.setVerticalSpacing(16)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(12)
        column.addLayout(self._head())
        column.addLayout(self._grid)
        for remark in remarks_of(reply):
            column.addWidget(self._label(remark, self._quiet, wraps=True))
        self.copy_button = QuietButton(theme, self.tr("Copy figures"), self)
        self.copy_button.clicked.connect(self._on_copy)
        column.addWidget(self.copy_button)
        self._arrange(_MOST_COLUMNS)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)

    def text(self) -> str:
        """All of it as plain text."""
        return as_text(self._reply)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from whoever listens to it in the whole window."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes; the copy key copies."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif event.matches(QKeySequence.StandardKey.Copy):
            self._on_copy()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take as many columns as there is room for."""
        super().resizeEvent(event)
        self._arrange(_columns_for(event.size().width()))

    def hasHeightForWidth(self) -> bool:
        """Fewer columns are higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height at a width; arranges the columns for it, as it is about to be set."""
        self._arrange(_columns_for(width))
        return super().heightForWidth(width)

    def minimumSizeHint(self) -> QSize:
        """One column is enough."""
        return QSize(_COLUMN + 32, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(palette.card))
        painter.setPen(QPen(QColor(palette.corrected if self.hasFocus() else palette.line), 1))
        painter.drawRoundedRect(QRectF(self.contentsRect()).adjusted(0.5, 0.5, -0.5, -0.5), 10, 10)
        painter.end()

    def _arrange(self, num_columns: int) -> None:
        if num_columns == self._num_columns:
            return
        for number in range(self._num_columns):
            self._grid.setColumnStretch(number, 0)
        self._num_columns = num_columns
        for section in self._sections:
            self._grid.removeWidget(section)
        for section, (row, column, rows) in zip(self._sections, _PLACES[num_columns], strict=True):
            self._grid.addWidget(section, row, column, rows, 1, Qt.AlignmentFlag.AlignTop)
        for number in range(num_columns):
            self._grid.setColumnStretch(number, 1)
        self.updateGeometry()

    def _head(self) -> QHBoxLayout:
        title = self._label(self.tr("Figures"), self._strong)
        font = sans(13.5)
        font.setWeight(font.Weight.DemiBold)
        title.setFont(font)
        models = self._label(models_of(self._reply), self._quiet, wraps=True)
        self.close_button = IconButton(self._theme, Icon.CLOSE, self.tr("Close the figures"), self)
        self.close_button.clicked.connect(self.closed)
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(title)
        head.addWidget(models, 1)
        head.addWidget(self.close_button)
        return head

    def _section(self, section: Section) -> QWidget:
        host = QWidget(self)
        grid = QGridLayout(host)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        title = self._label(section.title, self._quiet)
        font = sans(11)
        font.setCapitalization(font.Capitalization.AllUppercase)
        font.setLetterSpacing(font.SpacingType.AbsoluteSpacing, 0.6)
        title.setFont(font)
        grid.addWidget(title, 0, 0, 1, 2)
        for row, (name, value) in enumerate(section.lines, start=1):
            grid.addWidget(self._label(name, self._quiet), row, 0)
            grid.addWidget(self._label(value, self._strong), row, 1, Qt.AlignmentFlag.AlignRight)
        return host

    def _label(self, text: str, group: list[QLabel], *, wraps: bool = False) -> QLabel:
        label = QLabel(text, self)
        label.setFont(sans(12))
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(wraps)
        group.append(label)
        return label

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())
        self.copy_button.setText(self.tr("Copied"))
        self.copy_button.updateGeometry()

    def _apply_palette(self) -> None:
        for label in self._quiet:
            colour_label(label, self._theme.palette.muted)
        for label in self._strong:
            colour_label(label, self._theme.palette.ink)
        self.update()


def _columns_for(width: int) -> int:
    return min(_MOST_COLUMNS, max(1, (width - 32) // _COLUMN))


_PLACES: dict[int, tuple[tuple[int, int, int], ...]] = {
    1: ((0, 0, 1), (1, 0, 1), (2, 0, 1), (3, 0, 1)),
    2: ((0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 1)),
    3: ((0, 0, 1), (0, 1, 2), (0, 2, 2), (1, 0, 1)),
}
"""Row, column and rows of each section, by the number of columns."""
