"""A figure with its name: the tiles below the badge and the plainer row of read-outs below the plots."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout

from widgets.look import figures


class FigureTile(QFrame):
    """`plain` leaves out the card around it."""

    def __init__(self, caption: str, explanation: str, *, plain: bool = False) -> None:
        super().__init__()
        self._caption = caption
        self._figure = QLabel(figures.NONE)
        self._figure.setProperty("role", "strong" if plain else "figure")
        name = QLabel(caption)
        name.setProperty("role", "small")
        layout = QVBoxLayout(self)
        layout.setSpacing(0)
        if plain:
            layout.setContentsMargins(1, 0, 1, 0)
        else:
            layout.setContentsMargins(9, 6, 9, 7)
            self.setProperty("role", "card")
        layout.addWidget(self._figure)
        layout.addWidget(name)
        self.setToolTip(explanation)
        self.show_figure(figures.NONE)

    @property
    def text(self) -> str:
        """The figure."""
        return self._figure.text()

    def show_figure(self, text: str) -> None:
        """Show a figure; a screen reader hears it with its name."""
        if text != self._figure.text() or not self.accessibleName():
            self._figure.setText(text)
            self.setAccessibleName(f"{text} {self._caption}")
