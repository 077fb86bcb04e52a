"""How much of the context is used: a thin bar and the figures, which say what is left before it runs out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPainterPath
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.viewmodels.context_figures import ContextFigures
from widgets.look.theme import sans
from widgets.parts.reply_words import num_tokens, whole

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme

BAR_WIDTH = 110
_BAR_HEIGHT = 5
_GAP = 8
FILLING = 0.75
"""Share from which on the bar is drawn in ink."""
NEARLY_FULL = 0.9
"""Share from which on it warns, and says what is left."""


class ContextGauge(QWidget):
    """Tokens taken of the context, those of the message being written apart.

    Invisible until there is a context whose use is known.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._figures = ContextFigures(0, 0)
        self.setFont(sans(12.5))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()
        theme.changed.connect(self.update)

    @property
    def text(self) -> str:
        """The figures in words: what is taken, or what is left where that is little."""
        taken, total = whole(self._figures.taken), whole(self._figures.total)
        if self._figures.share < NEARLY_FULL:
            return self.tr("{used} of {total}").format(used=taken, total=total)
        if self._figures.share > 1 and self._figures.leaves_out:
            return self.tr("full: the oldest turns make room")
        if self._figures.share > 1:
            return self.tr("{used} of {total}, too much").format(used=taken, total=total)
        return self.tr("{left} left of {total}").format(left=whole(self._figures.left), total=total)

    @property
    def is_warning(self) -> bool:
        """Whether the context is full or nearly so, and nothing makes room by itself."""
        return self._figures.share >= NEARLY_FULL and not self._figures.leaves_out

    def set_context(self, used: int, total: int) -> None:
        """Show these; a total of 0 hides the gauge."""
        self.show_figures(ContextFigures(used, total))

    def show_figures(self, figures: ContextFigures) -> None:
        """Show these; without a context, or where nobody has counted, the gauge hides."""
        if figures == self._figures:
            return
        before, self._figures = self.sizeHint(), figures
        self.setAccessibleName(self.tr("Context: {figures} tokens").format(figures=self.text))
        details = self._details()
        self.setAccessibleDescription(details)
        self.setToolTip(details)
        self.setVisible(figures.total > 0 and figures.used is not None)
        if self.sizeHint() != before:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """The bar and the words."""
        metrics = QFontMetrics(self.font())
        return QSize(BAR_WIDTH + _GAP + metrics.horizontalAdvance(self.text) + 2, metrics.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar and the words."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        bar = QRectF(0, (self.height() - _BAR_HEIGHT) / 2, BAR_WIDTH, _BAR_HEIGHT)
        track = QPainterPath()
        track.addRoundedRect(bar, 2.5, 2.5)
        painter.fillPath(track, QColor(palette.selection))
        painter.setClipPath(track)
        share, total = self._figures.share, self._figures.total or 1
        colour = palette.rejected if self.is_warning else palette.muted if share >= FILLING else palette.faint
        taken = QRectF(bar.left(), bar.top(), bar.width() * min(1.0, share), bar.height())
        painter.fillRect(taken, QColor(colour if self.is_warning else palette.corrected))
        said = QRectF(bar.left(), bar.top(), bar.width() * (self._figures.used or 0) / total, bar.height())
        painter.fillRect(said, QColor(colour))
        painter.setClipping(False)
        painter.setPen(QColor(palette.rejected if self.is_warning else palette.muted))
        painter.setFont(self.font())
        words = self.rect().adjusted(BAR_WIDTH + _GAP, 0, 0, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self.text)
        painter.end()

    def _details(self) -> str:
        """Where the tokens are, a line each."""
        figures = self._figures
        lines = [self.tr("Context: {total}").format(total=num_tokens(figures.total))]
        if figures.prompt is not None and figures.reply is not None:
            lines += [
                self.tr("Prompt of the last reply: {tokens}").format(tokens=num_tokens(figures.prompt)),
                self.tr("The reply: {tokens}").format(tokens=num_tokens(figures.reply)),
            ]
        elif figures.used:
            lines.append(self.tr("This conversation: {tokens}").format(tokens=num_tokens(figures.used)))
        if figures.typed:
            lines.append(self.tr("The message being written: {tokens}").format(tokens=num_tokens(figures.typed)))
        if figures.attached:
            lines.append(self.tr("Its files: {tokens}").format(tokens=num_tokens(figures.attached)))
        if figures.share <= 1:
            lines.append(self.tr("Left: {tokens}").format(tokens=num_tokens(figures.left)))
        elif figures.leaves_out:
            lines.append(self.tr("All that is more than it holds: the oldest turns will be left out."))
        else:
            lines.append(
                self.tr(
                    "All that is more than it holds. Begin a new conversation, or choose in the menu a longer context "
                    "or that the oldest turns are left out."
                )
            )
        return "\n".join(lines)
