"""Plays a recorded race again at real speed, as if each side had a machine of its own; it can be dragged through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal, Slot

from app.viewmodels.reply import Reply

if TYPE_CHECKING:
    from app.lab.replay import Replay

_FRAME_MILLISECONDS = 33
_BEFORE = -1.0


class ComparePlayer(QObject):
    """Holds two replies that stand as they stood at a moment. Its timer runs only while it plays."""

    moved = Signal()
    """`seconds` and what the replies say are others."""
    playing_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._replay: Replay | None = None
        self._seconds = 0.0
        self._taken = _BEFORE
        self._from = 0.0
        self.replies = (Reply(0), Reply(0))
        self._clock = QElapsedTimer()
        self._timer = QTimer(self, interval=_FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._on_frame)

    @property
    def seconds(self) -> float:
        """The moment that is shown."""
        return self._seconds

    @property
    def length(self) -> float:
        """Seconds of the whole race; 0 where there is none."""
        return 0.0 if self._replay is None else self._replay.seconds

    @property
    def is_playing(self) -> bool:
        """Whether time passes."""
        return self._timer.isActive()

    def open(self, replay: Replay) -> None:
        """Take a race, and stand at its end."""
        self.pause()
        self._replay = replay
        self._begin()
        self.seek(replay.seconds)

    def close(self) -> None:
        """Forget it."""
        self.pause()
        self._replay = None
        self._begin()

    @Slot()
    def toggle(self) -> None:
        """Play, or pause; at the end, play from the begin."""
        if self.is_playing:
            self.pause()
        elif self.length > 0.0:
            if self._seconds >= self.length:
                self.seek(0.0)
            self._from = self._seconds
            self._clock.start()
            self._timer.start()
            self.playing_changed.emit(True)

    def pause(self) -> None:
        """Let time stand still."""
        if self.is_playing:
            self._timer.stop()
            self.playing_changed.emit(False)

    def seek(self, seconds: float) -> None:
        """Go to a moment; what plays goes on from there."""
        seconds = min(max(0.0, seconds), self.length)
        if self.is_playing:
            self._from = seconds
            self._clock.restart()
        self._show(seconds)

    def _on_frame(self) -> None:
        seconds = self._from + self._clock.elapsed() / 1000.0
        self._show(min(seconds, self.length))
        if seconds >= self.length:
            self.pause()

    def _show(self, seconds: float) -> None:
        if self._replay is None:
            return
        if seconds < self._taken:
            self._begin()
        for step in self._replay.between(self._taken, seconds):
            self.replies[step.side].apply(step.event)
        self._taken = self._seconds = seconds
        self.moved.emit()

    def _begin(self) -> None:
        self.replies = (Reply(0), Reply(0))
        self._seconds, self._taken = 0.0, _BEFORE
