"""How much of a struck word is still to be seen: all of it for a second, then less, then a hairline.

Where nothing may move by itself, it is all of it and then the hairline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal

if TYPE_CHECKING:
    from widgets.look.theme import Theme

STRUCK_MS = 1000
FADE_MS = 350
_FRAME_MS = 33


class StruckFade(QObject):
    """The ages of struck words. Its timer runs only while one of them is young."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._keep = False
        self._born: dict[int, int] = {}
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = QTimer(self, singleShot=True, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_due)

    @property
    def keep(self) -> bool:
        """Whether struck words stay."""
        return self._keep

    def set_keep(self, keep: bool) -> None:
        """Let struck words stay, or fade."""
        if keep != self._keep:
            self._keep = keep
            self.changed.emit()
            self._schedule()

    def forget(self) -> None:
        """Forget all; words that were struck before are as good as faded."""
        self._born.clear()
        self._timer.stop()

    def strike(self, indexes: list[int]) -> None:
        """Take note that the words before these tokens are struck now."""
        now = self._clock.elapsed()
        self._born.update((index, now) for index in indexes)
        self._schedule()

    def presence(self, index: int) -> float:
        """Return 1 for a word in full sight, 0 for one that has faded."""
        if self._keep:
            return 1.0
        born = self._born.get(index)
        if born is None:
            return 0.0
        age = self._clock.elapsed() - born
        if self._theme.is_still:
            return 1.0 if age < STRUCK_MS else 0.0
        return min(1.0, max(0.0, 1 - (age - STRUCK_MS) / FADE_MS))

    def _schedule(self) -> None:
        if self._keep or self._timer.isActive():
            return
        now = self._clock.elapsed()
        young = [born for born in self._born.values() if now - born < STRUCK_MS + FADE_MS]
        if young:
            self._timer.start(max(_FRAME_MS, STRUCK_MS - (now - min(young))))
        elif self._born:
            self._born.clear()

    def _on_due(self) -> None:
        self.changed.emit()
        self._schedule()
