"""The card that every plot lives in: what it shows, its value now or under the pointer, and the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from widgets.plots.canvas import PlotCanvas
from widgets.refresh_pacer import RefreshPacer

if TYPE_CHECKING:
    from widgets.theme import Theme


class PlotCard(QFrame):
    """Base of the plots. Subclasses implement `refresh` and `reading`; both are called only when seen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.canvas = PlotCanvas(theme)
        self._title = QLabel()
        self._title.setProperty("role", "muted")
        self._value = QLabel()
        self._value.setProperty("role", "strong")
        self._latest = ""
        self._hovered = -1
        heading = QHBoxLayout()
        heading.setContentsMargins(0, 0, 0, 0)
        heading.addWidget(self._title)
        heading.addStretch(1)
        heading.addWidget(self._value)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 7, 10, 8)
        layout.setSpacing(4)
        layout.addLayout(heading)
        layout.addWidget(self.canvas.widget)
        self.pacer = RefreshPacer(self, self._on_refresh)
        self.canvas.hovered.connect(self._on_hovered)
        self.pacer.request()

    @property
    def value_text(self) -> str:
        """What stands at the right: the latest value, or the one under the pointer."""
        return self._value.text()

    @property
    def title_text(self) -> str:
        """What the plot shows."""
        return self._title.text()

    def refresh(self) -> None:
        """Draw anew from the view model."""
        raise NotImplementedError

    def reading(self, index: int) -> str:
        """Return the value of a point in words, for the pointer."""
        raise NotImplementedError

    def show_value(self, title: str, text: str) -> None:
        """Say what is shown and its latest value; a screen reader hears both."""
        self._latest = text
        self._title.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        if self._hovered < 0:
            self._value.setText(text)

    def _on_refresh(self) -> None:
        self.refresh()

    def _on_hovered(self, index: int) -> None:
        self._hovered = index
        self._value.setText(self._latest if index < 0 else self.reading(index))
