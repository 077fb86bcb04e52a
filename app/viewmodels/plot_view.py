"""How all curves are looked at: how far back, and whether they stand still. What they show is recorded either way."""

from __future__ import annotations

from enum import Enum

from PySide6.QtCore import QObject, Signal


class Span(Enum):
    """How far back; the value is in seconds."""

    MINUTE = 60
    TEN_MINUTES = 600
    HOUR = 3600

    @property
    def seconds(self) -> float:
        """How long it is."""
        return float(self.value)


class PlotView(QObject):
    """One for all plots of the window, so that moments can be compared."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._span = Span.TEN_MINUTES
        self._is_paused = False

    @property
    def span(self) -> Span:
        """How far back plots go."""
        return self._span

    @property
    def is_paused(self) -> bool:
        """Whether plots stand still."""
        return self._is_paused

    def choose_span(self, span: Span) -> None:
        """Show more or less of the past."""
        if span is not self._span:
            self._span = span
            self.changed.emit()

    def set_paused(self, paused: bool) -> None:
        """Let all plots stand still, or go on with what has come meanwhile."""
        if paused is not self._is_paused:
            self._is_paused = paused
            self.changed.emit()
