"""What can be done with a plot: how far back it goes, standing still, saving what was recorded."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from app.viewmodels.plot_view import PlotView, Span


class PlotMenu(QMenu):
    """Made anew from the view's state whenever it opens: most are never opened.

    Args:
        view: What it shows and changes.
        parent: Its button.
    """

    save_requested = Signal()

    def __init__(self, view: PlotView, parent: QWidget) -> None:
        super().__init__(parent)
        self._view = view
        self._further: list[QAction] = []
        self.aboutToShow.connect(self.fill)

    def add_further(self, action: QAction) -> None:
        """Offer something more, at the end."""
        self._further.append(action)

    def fill(self) -> None:
        """List what can be done now."""
        self.clear()
        pause = self._checkable(self.tr("Pause all curves"), self._view.is_paused)
        pause.triggered.connect(self._view.set_paused)
        self.addSeparator()
        group = QActionGroup(self)
        for span, name in span_names().items():
            action = self._checkable(name, span is self._view.span)
            action.triggered.connect(lambda _checked=False, span=span: self._view.choose_span(span))
            group.addAction(action)
        self.addSeparator()
        self.addAction(self.tr("Save as CSV…")).triggered.connect(lambda: self.save_requested.emit())
        for action in self._further:
            self.addAction(action)

    def _checkable(self, name: str, checked: bool) -> QAction:
        action = self.addAction(name)
        action.setCheckable(True)
        action.setChecked(checked)
        return action


def span_names() -> dict[Span, str]:
    """How far back, in words."""
    return {
        Span.MINUTE: QCoreApplication.translate("PlotMenu", "Last minute"),
        Span.TEN_MINUTES: QCoreApplication.translate("PlotMenu", "Last ten minutes"),
        Span.HOUR: QCoreApplication.translate("PlotMenu", "Last hour"),
    }
