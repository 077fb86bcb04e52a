"""The bar in the header: how much of the memory the pair takes, and how much is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from app.viewmodels.memory_use import MemoryUse, memory_use
from widgets.look import figures
from widgets.look.theme import sans

if TYPE_CHECKING:
    from app.engine.types import PairInfo
    from app.hardware.sampler import MachineSample
    from widgets.look.theme import Theme

_BAR = 8.0
_GAP = 10
_MIN_BAR = 32
_LIGHTER_ALPHA = 130


class MemoryBar(QAbstractButton):
    """Segments: target weights, its cache and buffers, the draft's two, everything else. A click opens the planner.

    A button, so that assistive technology can press it too.
    """

    planner_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._pair: PairInfo | None = None
        self._sample: MachineSample | None = None
        self._use: MemoryUse | None = None
        self._text = ""
        self._font = sans(12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Memory: open the planner"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda: self.planner_requested.emit())
        theme.changed.connect(self.update)

    @property
    def figures_text(self) -> str:
        """The figures beside the bar."""
        return self._text

    def set_pair(self, pair: PairInfo | None) -> None:
        """Take what is loaded."""
        self._pair = pair
        self._on_data()

    def on_sample(self, sample: MachineSample) -> None:
        """Take a look at the machine."""
        self._sample = sample
        self._on_data()

    def sizeHint(self) -> QSize:
        """Return room for a bar that tells something."""
        return QSize(200, 24)

    def minimumSizeHint(self) -> QSize:
        """Return room for the figures alone."""
        return QSize(QFontMetrics(self._font).horizontalAdvance(self._text) + 2, 24)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter press it, as the space bar does."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bar and figures."""
        if self._use is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QColor(self._theme.palette.corrected))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        painter.setFont(self._font)
        painter.setPen(QColor(self._theme.palette.muted))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self._text)
        width = self.width() - QFontMetrics(self._font).horizontalAdvance(self._text) - _GAP
        if width >= _MIN_BAR:
            self._paint_bar(painter, QRectF(0, (self.height() - _BAR) / 2, width, _BAR), self._use)
        painter.end()

    def _paint_bar(self, painter: QPainter, rect: QRectF, use: MemoryUse) -> None:
        palette = self._theme.palette
        outline = QPainterPath()
        outline.addRoundedRect(rect, 4, 4)
        painter.fillPath(outline, QColor(palette.selection))
        painter.setClipPath(outline)
        x = rect.left()
        segments = (
            (use.target_weights, palette.corrected, 255),
            (use.target_cache, palette.corrected, _LIGHTER_ALPHA),
            (use.draft_weights, palette.bonus, 255),
            (use.draft_cache, palette.bonus, _LIGHTER_ALPHA),
            (use.other, palette.faint, 255),
        )
        for num_bytes, name, alpha in segments:
            width = rect.width() * num_bytes / max(use.total, 1)
            colour = QColor(name)
            colour.setAlpha(alpha)
            painter.fillRect(QRectF(x, rect.top(), width, rect.height()), colour)
            x += width

    def _on_data(self) -> None:
        if self._sample is None:
            return
        use = memory_use(self._sample, self._pair)
        if use == self._use:
            return
        self._use = use
        self._text = self.tr("{used} of {total} GB").format(
            used=figures.gigabytes(use.used), total=figures.gigabytes(use.total)
        )
        explanation = self._explanation(use)
        self.setToolTip(explanation)
        self.setAccessibleDescription(f"{self._text}. {explanation}")
        self.updateGeometry()
        self.update()

    def _explanation(self, use: MemoryUse) -> str:
        lines = [self.tr("Memory of the graphics card") if use.on_devices else self.tr("Memory of the machine")]
        parts = (
            (self.tr("target, weights"), use.target_weights),
            (self.tr("target, cache and buffers"), use.target_cache),
            (self.tr("draft, weights"), use.draft_weights),
            (self.tr("draft, cache and buffers"), use.draft_cache),
            (self.tr("everything else"), use.other),
            (self.tr("free"), max(0, use.total - use.used)),
        )
        lines += [
            self.tr("{size} GB {part}").format(size=figures.decimal(size / (1 << 30), 2), part=part)
            for part, size in parts
            if size
        ]
        if use.resident_share < 1:
            share = figures.percent(use.resident_share)
            lines.append(
                self.tr("{share} of the pair is on the card, the rest in the machine's memory").format(share=share)
            )
        return "\n".join(lines)
