"""What stands on the page about models while there is none: how to bring one over, and which pairs to look for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.look.theme import serif
from widgets.parts.centred import column, scrolling
from widgets.parts.page_parts import row, sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.recommended import RecommendedPair

_WIDTH = 600


class NoModels(QWidget):
    """Teaches; nothing is downloaded."""

    folder_requested = Signal()
    file_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        title = QLabel(self.tr("No models on this machine yet"))
        title.setFont(serif(22, QFont.Weight.DemiBold))
        title.setWordWrap(True)
        text = sentence_label(
            self.tr(
                "Galley downloads nothing. Bring model files in the GGUF format over on a disk, or fetch them with any"
                " other program: what LM Studio, Ollama, Jan, GPT4All, llama.cpp or Hugging Face keep on this machine"
                " appears here by itself."
            ),
            role="",
        )
        self.folder_button = QPushButton(self.tr("Look in a folder…"))
        self.folder_button.setProperty("role", "primary")
        self.file_button = QPushButton(self.tr("Open a GGUF file…"))
        self.pairs = RecommendedPairs()
        self.folder_button.clicked.connect(lambda: self.folder_requested.emit())
        self.file_button.clicked.connect(lambda: self.file_requested.emit())
        buttons = row(self.folder_button, self.file_button, None)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolling(column(title, text, buttons, self.pairs, spacing=16), _WIDTH))


class RecommendedPairs(QFrame):
    """A table of names."""

    def __init__(self) -> None:
        super().__init__()
        self.heading = sentence_label()
        self._table = QWidget()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 8, 0, 0)
        self._layout.setSpacing(8)
        self._layout.addWidget(self.heading)
        self._layout.addWidget(self._table)
        self.names: tuple[str, ...] = ()

    def show_pairs(self, pairs: Sequence[RecommendedPair], memory: str) -> None:
        """Show which pairs to look for.

        Args:
            pairs: The pairs.
            memory: How much memory there is, in words; empty where that is not known.
        """
        self.names = tuple(f"{pair.target} / {pair.draft}" for pair in pairs)
        if memory:
            self.heading.setText(self.tr("Pairs to look for, with {memory} of memory:").format(memory=memory))
        else:
            self.heading.setText(self.tr("Pairs to look for:"))
        fresh = QWidget()
        grid = QGridLayout(fresh)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(18)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(4, 1)
        uses = {"code": self.tr("code"), "text": self.tr("text of all kinds")}
        headings = (self.tr("target"), self.tr("draft"), self.tr("needs"), self.tr("for"))
        for place, heading in enumerate(headings):
            label = QLabel(heading)
            label.setProperty("role", "small")
            grid.addWidget(label, 0, place)
        for line, pair in enumerate(pairs, 1):
            size = self.tr("{size} GB").format(size=QLocale().toString(pair.needs_gb))
            cells = (pair.target, pair.draft, size, uses.get(pair.good_for, ""))
            for place, cell in enumerate(cells):
                label = QLabel(cell)
                label.setProperty("role", "strong" if place == 0 else "muted")
                grid.addWidget(label, line, place)
        self._layout.replaceWidget(self._table, fresh)
        self._table.deleteLater()
        self._table = fresh
