"""Lets Ctrl+C and a polite kill close the window in order: Python's handlers do not run inside Qt's loop."""

from __future__ import annotations

import signal
import socket

from PySide6.QtCore import QObject, QSocketNotifier, Signal


class SignalBridge(QObject):
    """Turns SIGINT and SIGTERM into a Qt signal. Make one, in the main thread; `close` puts things back."""

    quit_requested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._previous_descriptor = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._previous = {name: signal.signal(name, lambda *_: None) for name in (signal.SIGINT, signal.SIGTERM)}
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_signal)

    def close(self) -> None:
        """Hand the signals back to whoever had them."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._previous_descriptor)
        for name, handler in self._previous.items():
            signal.signal(name, handler)
        self._reader.close()
        self._writer.close()

    def _on_signal(self) -> None:
        self._reader.recv(64)
        self.quit_requested.emit()
