"""The page on which settings come in from other programs and go out to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.foreign.reader import ForeignReader
from widgets.foreign.result import ForeignResult
from widgets.foreign.writer import ForeignWriter
from widgets.parts.page import Page

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

    from widgets.look.theme import Theme

_WIDTH = 720


class ForeignPage(Page):
    """Reads nothing and writes nothing itself."""

    shown = Signal()
    """It is in sight again: what is written for others may have changed."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.set_title(self.tr("Settings in and out"))
        self.reader = ForeignReader()
        self.result = ForeignResult(theme)
        self.writer = ForeignWriter(theme)
        self.first = self.reader.field
        column = QWidget()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(22)
        for part in (self.reader, self.result, self.writer):
            layout.addWidget(part)
        layout.addStretch(1)
        self.put_together(self.title_line(), column, _WIDTH)

    def showEvent(self, event: QShowEvent) -> None:
        """Tell that it is looked at."""
        super().showEvent(event)
        if not event.spontaneous():
            self.shown.emit()
