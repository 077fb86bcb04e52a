"""What the self-test found: a line for each part, with a sign that differs in shape, and what there is to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.viewmodels.about import name_of, verdict_of
from app.viewmodels.notices import written
from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QPaintEvent

    from app.cli.finding import Finding
    from widgets.look.theme import Theme

_SIZE = 16


class SelfTestList(QWidget):
    """Grows while the test runs; hidden while there is nothing."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._num_shown = 0
        self._lines: list[QWidget] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 2, 0, 2)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(2, 1)
        self.hide()

    @property
    def texts(self) -> list[str]:
        """The lines, as they are spoken."""
        return [line.accessibleName() for line in self._lines if line.accessibleName()]

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Show these; those that stand there already are left alone."""
        if len(findings) < self._num_shown:
            for line in self._lines:
                self._grid.removeWidget(line)
                line.hide()
                line.deleteLater()
            self._lines, self._num_shown = [], 0
        for finding in findings[self._num_shown :]:
            self._add(finding)
        self._num_shown = len(findings)
        self.setVisible(bool(findings))

    def _add(self, finding: Finding) -> None:
        detail = finding.written(written)
        name = QLabel(name_of(finding))
        name.setProperty("role", "strong")
        words = sentence_label(detail)
        words.setAccessibleName(f"{name.text()} {verdict_of(finding)}: {detail}")
        sign = _Sign(self._theme, finding)
        for column, part in enumerate((sign, name, words)):
            self._grid.addWidget(part, self._num_lines, column)
            if part is not words:
                self._grid.setAlignment(part, Qt.AlignmentFlag.AlignTop)
            self._lines.append(part)

    @property
    def _num_lines(self) -> int:
        return len(self._lines) // 3


class _Sign(QWidget):
    """A tick, a cross, or a line where something is not there and need not be."""

    def __init__(self, theme: Theme, finding: Finding) -> None:
        super().__init__()
        self._theme = theme
        self._finding = finding
        self.setFixedSize(QSize(_SIZE, _SIZE + 2))
        self.setToolTip(verdict_of(finding))
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sign."""
        palette, finding = self._theme.palette, self._finding
        colour = palette.accepted if finding.ok else palette.rejected if finding.needed else palette.muted
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colour), 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        path = QPainterPath()
        if finding.ok:
            path.moveTo(QPointF(3.5, 9.5))
            path.lineTo(QPointF(6.8, 12.8))
            path.lineTo(QPointF(12.8, 5.5))
        elif finding.needed:
            box = QRectF(4, 5, 8, 8)
            path.moveTo(box.topLeft())
            path.lineTo(box.bottomRight())
            path.moveTo(box.topRight())
            path.lineTo(box.bottomLeft())
        else:
            path.moveTo(QPointF(4, 9))
            path.lineTo(QPointF(12, 9))
        painter.drawPath(path)
        painter.end()
