"""The best pair of what was found on this machine: why this one, what memory it takes, and one click that loads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout

from widgets.look.figures import gigabytes
from widgets.models.words import title_text
from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from app.models.suggestions import PairOption


class PairSuggestion(QFrame):
    """Hidden until there is a pair."""

    pair_chosen = Signal(object, object)
    """Paths of a target and a draft; names need be no text."""
    models_requested = Signal()
    """Show the others, too."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._paths = ("", "")
        self.heading = QLabel(self.tr("The best pair on this machine"))
        self.heading.setProperty("role", "title")
        self.names = sentence_label(role="")
        self.reason = sentence_label()
        self.memory = sentence_label()
        self.button = QPushButton(self.tr("Load this pair"))
        self.button.setProperty("role", "primary")
        self.models_button = QPushButton(self.tr("All models on this machine…"))
        self.models_button.clicked.connect(lambda: self.models_requested.emit())
        self.button.clicked.connect(lambda: self.pair_chosen.emit(*self._paths))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 14, 18, 16)
        layout.setSpacing(4)
        for label in (self.heading, self.names, self.reason, self.memory):
            layout.addWidget(label)
        layout.addSpacing(8)
        layout.addLayout(FlowRow(self.button, self.models_button))
        self.memory.hide()
        self.hide()

    @property
    def paths(self) -> tuple[object, object]:
        """Of the pair that is offered; empty where none is."""
        return self._paths

    def show_pair(self, best: PairOption | None) -> None:
        """Offer a pair, or none."""
        if best is None:
            self._paths = ("", "")
            return
        paths = str(best.target.path), str(best.draft.path)
        if paths != self._paths:
            self.memory.hide()  # it is said of another pair
        self._paths = paths
        target, draft = (" ".join(title_text(model).split()) for model in (best.target, best.draft))
        self.names.setText(self.tr("{target}, with {draft} to draft for it.").format(target=target, draft=draft))
        reason = self.tr(
            "The largest model here for which there is room, and the draft with the same vocabulary that promises"
            " most beside it: about {factor} times as fast as alone."
        )
        self.reason.setText(reason.format(factor=QLocale().toString(best.gain, "f", 1)))
        self.button.setAccessibleName(self.tr("Load {target} with {draft}").format(target=target, draft=draft))

    def show_memory(self, needed_bytes: int, free_bytes: int, context_tokens: int) -> None:
        """Say what the pair will take, and of how much that is free."""
        text = self.tr("It takes {needed} GB of the {free} GB that are free, with a context of {tokens} tokens.")
        tokens = QLocale().toString(context_tokens)
        self.memory.setText(text.format(needed=gigabytes(needed_bytes), free=gigabytes(free_bytes), tokens=tokens))
        self.memory.show()
