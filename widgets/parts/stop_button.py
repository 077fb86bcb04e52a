"""The button that stops what runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from widgets.look.label_colour import colour_label
from widgets.look.theme import sans

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class StopButton(QPushButton):
    """Stop, with the key that does the same beside it in a fainter face."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._word = QLabel(self.tr("Stop"), self)
        self._word.setFont(sans(13, QFont.Weight.DemiBold))
        self._key = QLabel(self.tr("Esc"), self)
        self._key.setFont(sans(13))
        self.setAccessibleName(self._word.text())
        self.setToolTip(self.tr("Stop what is running; what has been written is kept"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(14, 5, 14, 5)
        self._row.setSpacing(5)
        for label in (self._word, self._key):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            self._row.addWidget(label)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)

    def sizeHint(self) -> QSize:
        """Both words and the frame."""
        return self._row.sizeHint() + QSize(2, 2)

    def _apply_palette(self) -> None:
        colour_label(self._word, self._theme.palette.ink)
        colour_label(self._key, self._theme.palette.muted)
