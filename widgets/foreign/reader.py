"""Where another program's settings come in: a field to paste into, and a file to open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, Qt, QTimer, Signal
from PySide6.QtWidgets import QPlainTextEdit, QPushButton

from widgets.look.theme import mono
from widgets.parts.page_parts import Section, row, sentence_label

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

_HEIGHT = 132
_REST_MILLISECONDS = 250
"""After the last key, before it is read."""


class _Field(QPlainTextEdit):
    """Takes text only; Escape is the page's, Tab goes on to the buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "log")
        self.setFont(mono(12.5))
        self.setTabChangesFocus(True)
        self.setFixedHeight(_HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Everything but Escape."""
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """A dropped file is opened by the window, if it is a model."""
        return source.hasText() and not source.hasUrls()


class ForeignReader(Section):
    """Tells its text when it has come to rest."""

    text_rested = Signal(str)
    file_requested = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("From another program"))
        words = self.tr(
            "A command line of llama.cpp, a Modelfile of Ollama’s, or vLLM’s arguments: from a script, a page or a "
            "terminal, as they stand. Nothing is run, and nothing changes before you say so."
        )
        self.field = _Field()
        self.field.setPlaceholderText("llama-server -m target.gguf -md draft.gguf -c 8192 --temp 0.2")
        self.field.setAccessibleName(self.tr("Settings of another program"))
        self.open_button = QPushButton(self.tr("Open a file…"))
        self.clear_button = QPushButton(self.tr("Clear"))
        self.clear_button.setProperty("role", "quiet")
        self.clear_button.hide()
        self.problem = sentence_label(role="")
        self.problem.hide()
        self.add(sentence_label(words), self.field, row(self.open_button, self.clear_button, None), self.problem)
        self._rest = QTimer(self, singleShot=True, interval=_REST_MILLISECONDS)
        self._rest.timeout.connect(lambda: self.text_rested.emit(self.text))
        self.field.textChanged.connect(self._on_changed)
        self.open_button.clicked.connect(lambda: self.file_requested.emit())
        self.clear_button.clicked.connect(self._on_clear)

    @property
    def text(self) -> str:
        """What stands there."""
        return self.field.toPlainText()

    def put(self, text: str) -> None:
        """Show a text that comes from elsewhere, and whoever brought it has it read."""
        self.field.setPlainText(text)
        self._rest.stop()

    def show_problem(self, sentence: str) -> None:
        """Say why the text is not understood; empty says nothing."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def _on_changed(self) -> None:
        self.clear_button.setVisible(bool(self.text))
        self._rest.start()

    def _on_clear(self) -> None:
        self.field.clear()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
