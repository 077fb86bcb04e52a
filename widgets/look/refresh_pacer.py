"""Redraws a widget at most ten times a second, and not at all while nobody sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

INTERVAL_MS = 100


class RefreshPacer(QObject):
    """Calls `refresh` soon after `request`: at once at first, then paced; a hidden widget waits until shown.

    There is no running timer while nothing is requested.
    """

    refreshed = Signal()

    def __init__(self, widget: QWidget, refresh: Callable[[], None]) -> None:
        super().__init__(widget)
        self._widget = widget
        self._refresh = refresh
        self._is_due = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self._on_timeout)
        widget.installEventFilter(self)

    def request(self) -> None:
        """Ask for a refresh. Cheap: call it for every change."""
        self._is_due = True
        if self._widget.isVisible() and not self._timer.isActive():
            self._perform()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Catch up when the widget is shown, rest when it is hidden."""
        if event.type() == QEvent.Type.Show and self._is_due:
            self._perform()
        elif event.type() == QEvent.Type.Hide:
            self._timer.stop()
        return super().eventFilter(watched, event)

    def _perform(self) -> None:
        self._is_due = False
        self._refresh()
        self._timer.start()
        self.refreshed.emit()

    def _on_timeout(self) -> None:
        if self._is_due and self._widget.isVisible():
            self._perform()
