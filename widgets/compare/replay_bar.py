"""Below the race's line when it is over: play it again at real speed, stop at a moment, drag through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QSlider, QWidget

from widgets.look import figures

if TYPE_CHECKING:
    from collections.abc import Sequence

_STEPS_PER_SECOND = 100


class ReplayBar(QWidget):
    """Shows a moment and asks for others."""

    toggled = Signal()
    """Play, or pause."""
    sought = Signal(float)
    """Seconds."""
    repeat_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.play_button = QPushButton()
        self.play_button.setProperty("role", "choice")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName(self.tr("Moment of the race"))
        self.slider.setSingleStep(_STEPS_PER_SECOND // 10)
        self.slider.setPageStep(_STEPS_PER_SECOND)
        self.time = QLabel()
        self.time.setProperty("role", "muted")
        self.repeats = QComboBox()
        self.repeats.setAccessibleName(self.tr("Run"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.play_button)
        layout.addWidget(self.slider, 1)
        layout.addWidget(self.time)
        layout.addWidget(self.repeats)
        self.play_button.clicked.connect(lambda: self.toggled.emit())
        self.slider.valueChanged.connect(lambda value: self.sought.emit(value / _STEPS_PER_SECOND))
        self.repeats.activated.connect(lambda index: self.repeat_chosen.emit(self.repeats.itemData(index)))
        self.show_playing(False)

    def show_race(self, length: float, repeats: Sequence[int], repeat: int) -> None:
        """Show how long a race is, and which of several it is."""
        blocker = QSignalBlocker(self.slider)
        self.slider.setRange(0, round(length * _STEPS_PER_SECOND))
        blocker.unblock()
        self.repeats.clear()
        for each in repeats:
            self.repeats.addItem(self.tr("run {number}").format(number=each + 1), each)
        self.repeats.setCurrentIndex(self.repeats.findData(repeat))
        self.repeats.setVisible(len(repeats) > 1)

    def show_moment(self, seconds: float, length: float) -> None:
        """Show which moment stands there."""
        blocker = QSignalBlocker(self.slider)
        self.slider.setValue(round(seconds * _STEPS_PER_SECOND))
        blocker.unblock()
        text = self.tr("{seconds} of {length} s, at real speed")
        self.time.setText(text.format(seconds=figures.decimal(seconds, 1), length=figures.decimal(length, 1)))

    def show_playing(self, playing: bool) -> None:
        """Say what the button does."""
        self.play_button.setText(self.tr("Pause") if playing else self.tr("Replay"))
