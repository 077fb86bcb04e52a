"""What stands where no message is yet: what Galley does and how to begin, or three things to ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QStackedLayout, QWidget

from widgets.centred import centre, column
from widgets.flow_row import FlowRow
from widgets.model_words import title_text
from widgets.no_models import RecommendedPairs
from widgets.style_sheet import set_role
from widgets.theme import serif

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.types import PairInfo
    from app.models.recommended import RecommendedPair
    from app.models.suggestions import PairOption

_WIDTH = 560


class EmptyState(QFrame):
    """The first start, or an empty conversation with a loaded model."""

    open_requested = Signal()
    starter_chosen = Signal(str)
    pair_chosen = Signal(object, object)
    """Paths of a target and a draft that were found on this machine; names need be no text."""
    models_requested = Signal()
    """Show what was found on this machine."""
    prompt_chosen = Signal(str)

    def __init__(self, starter_path: str | None = None) -> None:
        super().__init__()
        self.setProperty("role", "reading")
        self._starter_path = starter_path
        self.open_button = QPushButton(self.tr("Open a GGUF file…"))
        self.starter_button = QPushButton(self.tr("Chat with the starter model"))
        self.pair_button = QPushButton(self.tr("Start with this pair"))
        self.models_button = QPushButton(self.tr("Models on this machine…"))
        self.pairs = RecommendedPairs()
        self._pair_paths = ("", "")
        self.prompt_buttons = [QPushButton(prompt) for prompt in self._prompts()]
        self._pages = QStackedLayout(self)
        for content in (self._first_start(), self._ready()):
            page = QWidget()
            centre(page, content, _WIDTH)
            self._pages.addWidget(page)
        self.open_button.clicked.connect(lambda: self.open_requested.emit())
        self.starter_button.clicked.connect(self._on_starter)
        self.pair_button.clicked.connect(lambda: self.pair_chosen.emit(*self._pair_paths))
        self.models_button.clicked.connect(lambda: self.models_requested.emit())
        for button in self.prompt_buttons:
            button.clicked.connect(self._on_prompt)

    def set_pair(self, pair: PairInfo | None) -> None:
        """Show how to begin, or what to ask the loaded model."""
        self._pages.setCurrentIndex(0 if pair is None else 1)
        if pair is not None:
            template = self.tr("{target} is ready, {draft} drafts for it.")
            if pair.draft is None:
                template = self.tr("{target} is ready. A draft model, chosen above, can propose for it.")
            draft = pair.draft.name if pair.draft else ""
            self._ready_text.setText(template.format(target=pair.target.name, draft=draft))

    def set_found(self, num_models: int, best: PairOption | None) -> None:
        """Offer what was found on this machine.

        Args:
            num_models: Models that can be chatted with.
            best: The pair to begin with, or None.
        """
        self._found.setVisible(best is not None)
        self.pair_button.setVisible(best is not None)
        self.models_button.setVisible(num_models > 0)
        self.pairs.setVisible(not num_models)
        number = self.tr("1 model on this machine…") if num_models == 1 else self.tr("{number} models on this machine…")
        self.models_button.setText(number.format(number=num_models))
        if best is not None:
            self._pair_paths = str(best.target.path), str(best.draft.path)
            target, draft = (" ".join(title_text(model).split()) for model in (best.target, best.draft))
            text = self.tr(
                "Found on this machine: {target}, and {draft} to draft for it, which may make it about {factor:.1f}"
                " times as fast."
            )
            self._found.setText(text.format(target=target, draft=draft, factor=best.gain))
            self.pair_button.setAccessibleName(
                self.tr("Start with {target} and {draft}").format(target=target, draft=draft)
            )
        is_second = best is not None
        set_role(self.starter_button, "" if is_second else "primary")
        set_role(self.open_button, "" if is_second or self._starter_path is not None else "primary")

    def set_recommended(self, pairs: Sequence[RecommendedPair], memory: str) -> None:
        """Name pairs to look for, as long as there is no model; `memory` is what there is, in words."""
        self.pairs.show_pairs(pairs, memory)

    def _prompts(self) -> tuple[str, str, str]:
        return (
            self.tr("Write a Python function that merges two sorted lists, with a short docstring."),
            self.tr("Explain in one paragraph why the sky is blue."),
            self.tr("Leg uit hoe caching werkt, met een klein voorbeeld in Python."),
        )

    def _first_start(self) -> QWidget:
        title = _title(self.tr("Welcome to Galley"))
        text = QLabel(
            self.tr(
                "Galley lets a small draft model propose the next words and a large target model check them, so"
                " that replies come faster and stay the target's own. You see every proposal accepted, struck or"
                " corrected, and everything stays on this machine."
            )
        )
        text.setWordWrap(True)
        self.open_button.setProperty("role", "primary" if self._starter_path is None else "")
        self.starter_button.setProperty("role", "primary")
        self.starter_button.setVisible(self._starter_path is not None)
        hint = QLabel(self.tr("You can also drop a GGUF file anywhere on this window."))
        hint.setProperty("role", "muted")
        self._found = QLabel()
        self._found.setWordWrap(True)
        self.pair_button.setProperty("role", "primary")
        for widget in (self._found, self.pair_button, self.models_button, self.pairs):
            widget.hide()
        buttons = FlowRow(self.pair_button)
        if self._starter_path is not None:
            buttons.addWidget(self.starter_button)
        buttons.addWidget(self.models_button)
        buttons.addWidget(self.open_button)
        return column(title, text, self._found, buttons, hint, self.pairs, spacing=16)

    def _ready(self) -> QWidget:
        self._ready_text = QLabel()
        self._ready_text.setWordWrap(True)
        self._ready_text.setProperty("role", "muted")
        for button in self.prompt_buttons:
            button.setProperty("role", "chip")
            button.setToolTip(self.tr("Puts this into the message box"))
        return column(
            _title(self.tr("What would you like to ask?")), self._ready_text, *self.prompt_buttons, spacing=10
        )

    def _on_prompt(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.prompt_chosen.emit(button.text())

    def _on_starter(self) -> None:
        if self._starter_path is not None:
            self.starter_chosen.emit(self._starter_path)


def _title(text: str) -> QLabel:
    title = QLabel(text)
    title.setFont(serif(26, QFont.Weight.DemiBold))
    return title
