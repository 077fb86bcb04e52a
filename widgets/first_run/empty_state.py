"""What stands where no message is yet: how it works, the best pair of this machine, and three things to ask.

At the first start all of it; later what is still of use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.first_run.card import FirstRunCard
from widgets.first_run.offer import PairSuggestion
from widgets.first_run.prompt_chip import PromptChip
from widgets.look.style_sheet import set_role
from widgets.look.theme import serif
from widgets.models.no_models import RecommendedPairs
from widgets.parts.centred import column, scrolling
from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.types import PairInfo
    from app.models.recommended import RecommendedPair
    from app.models.suggestions import PairOption
    from widgets.look.theme import Theme

_WIDTH = 600


class EmptyState(QFrame):
    """The first start, or an empty conversation.

    Args:
        theme: Whose colours it takes.
        starter_path: The model that comes with the program; None where it is not there.
    """

    open_requested = Signal()
    starter_chosen = Signal(str)
    pair_chosen = Signal(object, object)
    """Paths of a target and a draft that were found on this machine; names need be no text."""
    models_requested = Signal()
    """Show what was found on this machine."""
    prompt_chosen = Signal(str)
    help_requested = Signal()
    """Explain more of how it works."""
    intro_skipped = Signal()
    """The picture shall not be shown again."""

    def __init__(self, theme: Theme, starter_path: str | None = None) -> None:
        super().__init__()
        self.setProperty("role", "reading")
        self._starter_path = starter_path
        self._pair: PairInfo | None = None
        self._comes = False
        self._is_first = False
        self._best: PairOption | None = None
        self._num_models: int | None = None
        self.title = QLabel()
        self.title.setFont(serif(26, QFont.Weight.DemiBold))
        self.title.setWordWrap(True)
        self.text = sentence_label(role="")
        self.intro = FirstRunCard(theme)
        self.suggestion = PairSuggestion()
        self.open_button = QPushButton(self.tr("Open a GGUF file…"))
        self.starter_button = QPushButton(self.tr("Chat with the starter model"))
        self.models_button = QPushButton(self.tr("Models on this machine…"))
        self.hint = QLabel(self.tr("You can also drop a GGUF file anywhere on this window."))
        self.hint.setProperty("role", "muted")
        self.hint.setWordWrap(True)
        self.pairs = RecommendedPairs()
        self.prompts_text = sentence_label()
        self.prompt_buttons = [PromptChip(theme, prompt) for prompt in self._prompts()]
        self._lay_out()
        self.open_button.clicked.connect(lambda: self.open_requested.emit())
        self.starter_button.clicked.connect(self._on_starter)
        self.suggestion.pair_chosen.connect(self.pair_chosen)
        self.suggestion.models_requested.connect(self.models_requested)
        self.models_button.clicked.connect(lambda: self.models_requested.emit())
        self.intro.help_requested.connect(self.help_requested)
        self.intro.skipped.connect(self._on_skipped)
        for button in self.prompt_buttons:
            button.clicked.connect(self._on_prompt)
        self._show()

    @property
    def pair_button(self) -> QPushButton:
        """Loads the best pair of this machine."""
        return self.suggestion.button

    def set_first(self, is_first: bool) -> None:
        """Whether the picture is shown: until somebody has skipped it, or has had a reply."""
        self._is_first = is_first
        self._show()

    def set_comes(self, comes: bool) -> None:
        """Whether a pair is on its way, so that nobody is asked for one."""
        self._comes = comes
        self._show()

    def set_pair(self, pair: PairInfo | None) -> None:
        """Show how to begin, or what to ask the loaded model."""
        self._pair, self._comes = pair, False
        self._show()

    def set_found(self, num_models: int, best: PairOption | None) -> None:
        """Offer what was found on this machine.

        Args:
            num_models: Models that can be chatted with.
            best: The pair to begin with, or None.
        """
        self._num_models, self._best = num_models, best
        self.suggestion.show_pair(best)
        number = self.tr("1 model on this machine…") if num_models == 1 else self.tr("{number} models on this machine…")
        self.models_button.setText(number.format(number=num_models))
        self._show()

    def set_recommended(self, pairs: Sequence[RecommendedPair], memory: str) -> None:
        """Name pairs to look for, as long as there is no model; `memory` is what there is, in words."""
        self.pairs.show_pairs(pairs, memory)

    def _prompts(self) -> tuple[str, str, str]:
        """Three that show the marks: what repeats itself is proposed even without a draft model."""
        return (
            self.tr("Write a Python function that merges two sorted lists, with a short docstring."),
            self.tr("Write a JSON list of five invented people with name, age and city."),
            self.tr("Write a short letter that moves a meeting from Monday to Tuesday, and the same one for Friday."),
        )

    def _lay_out(self) -> None:
        for button in self.prompt_buttons:
            button.setToolTip(self.tr("Sends this message"))
        buttons = FlowRow(self.starter_button, self.models_button, self.open_button)
        content = column(
            self.title,
            self.text,
            self.intro,
            self.suggestion,
            buttons,
            self.hint,
            self.pairs,
            self.prompts_text,
            *self.prompt_buttons,
            spacing=10,
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolling(content, _WIDTH))

    def _show(self) -> None:
        has_pair = self._pair is not None or self._comes
        is_starter = self._pair is not None and self._pair.target.path == self._starter_path
        offers = self._best is not None and not self._comes and (self._pair is None or is_starter)
        self.title.setText(
            self.tr("What would you like to ask?") if has_pair and not self._is_first else self.tr("Welcome to Galley")
        )
        self.text.setText(
            self.tr(
                "Galley lets a small draft model propose the next words and a large target model check them, so that"
                " replies come faster and stay the target's own. Everything stays on this machine."
            )
        )
        self.text.setVisible(not has_pair and not self._is_first)
        self.intro.setVisible(self._is_first)
        self.suggestion.setVisible(offers)
        chooses = not has_pair
        self.starter_button.setVisible(chooses and self._starter_path is not None)
        self.models_button.setVisible(bool(self._num_models) and chooses and not offers)
        self.open_button.setVisible(chooses)
        self.hint.setVisible(chooses)
        self.pairs.setVisible(chooses and self._num_models == 0)
        set_role(self.starter_button, "" if offers else "primary")
        set_role(self.open_button, "" if offers or self._starter_path is not None else "primary")
        self.prompts_text.setText(self._prompts_words())
        for widget in (self.prompts_text, *self.prompt_buttons):
            widget.setVisible(has_pair)

    def _prompts_words(self) -> str:
        if self._pair is None:
            return self.tr("The model is being loaded. You can write already.")
        target = self._pair.target.name
        if self._pair.draft is not None:
            return self.tr("{target} is ready, {draft} drafts for it. One click sends a question:").format(
                target=target, draft=self._pair.draft.name
            )
        return self.tr(
            "{target} is ready. A draft model, chosen above, can propose for it. One click sends a question:"
        ).format(target=target)

    def _on_prompt(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.prompt_chosen.emit(button.text())

    def _on_skipped(self) -> None:
        self.set_first(False)
        self.intro_skipped.emit()
        first: QWidget = self.prompt_buttons[0] if self.prompt_buttons[0].isVisible() else self.open_button
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_starter(self) -> None:
        if self._starter_path is not None:
            self.starter_chosen.emit(self._starter_path)
