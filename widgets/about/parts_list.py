"""The parts by others, as a table that can be read, selected and heard line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.viewmodels.about_parts import Part


class PartsList(QWidget):
    """Name, version, licence."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)
        self._labels: list[QLabel] = []

    @property
    def texts(self) -> list[str]:
        """The lines, as they are spoken."""
        return [label.accessibleName() for label in self._labels if label.accessibleName()]

    def show_parts(self, parts: Sequence[Part]) -> None:
        """Show these parts."""
        for label in self._labels:
            label.deleteLater()
        self._labels = []
        for line, part in enumerate(parts):
            licence = part.licence or self.tr("see its licence file")
            name, version = QLabel(part.name), QLabel(part.version)
            words = sentence_label(licence)
            words.setAccessibleName(f"{part.name} {part.version}: {licence}")
            for column, label in enumerate((name, version, words)):
                label.setProperty("role", "muted" if column else "strong")
                label.setTextFormat(Qt.TextFormat.PlainText)
                self._grid.addWidget(label, line, column, Qt.AlignmentFlag.AlignTop)
                self._labels.append(label)
