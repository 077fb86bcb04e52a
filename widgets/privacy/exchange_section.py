"""Taking conversations out and bringing them in: the two buttons, and below them what came of it.

Nothing opens for it, so that locking works at every moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import Section, sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

_LIST_HEIGHT = 120


class ExchangeSection(Section):
    """`told(QWidget)` carries what should be brought into sight."""

    export_requested = Signal()
    import_requested = Signal()
    told = Signal(object)

    def __init__(self) -> None:
        super().__init__(self.tr("Take out and bring in"))
        text = self.tr("What is exported is not encrypted any more. Conversations from other programs can be imported.")
        self.export_button = QPushButton(self.tr("Export all conversations…"))
        self.import_button = QPushButton(self.tr("Import…"))
        self.note = sentence_label(role="")
        self.note.hide()
        self.list = QPlainTextEdit()
        self.list.setReadOnly(True)
        self.list.setTabChangesFocus(True)
        self.list.setFixedHeight(_LIST_HEIGHT)
        self.list.setAccessibleName(self.tr("What did not come along, and why"))
        self.list.hide()
        self.add(sentence_label(text), FlowRow(self.export_button, self.import_button), self.note, self.list)
        self.export_button.clicked.connect(lambda: self.export_requested.emit())
        self.import_button.clicked.connect(lambda: self.import_requested.emit())

    def show_note(self, sentence: str, lines: Sequence[str] = ()) -> None:
        """Say what came of it, and what did not come along; empty says nothing."""
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))
        self.list.setPlainText("\n".join(lines))
        self.list.setVisible(bool(lines))
        if sentence:
            QTimer.singleShot(0, self, self._on_laid_out)

    def _on_laid_out(self) -> None:
        last: QWidget = self.note if self.list.isHidden() else self.list
        self.told.emit(last)
