"""The pair and its settings for another program, to be copied as they stand, and what that program has no word for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.viewmodels.foreign_given import Form
from app.viewmodels.notices import written
from widgets.markdown.blocks import CodeBlock
from widgets.markdown.code_block import CodeCard
from widgets.parts.page_parts import Section, sentence_label
from widgets.parts.segmented_control import SegmentedControl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.errors import Notice
    from widgets.look.theme import Theme


class ForeignWriter(Section):
    """Asks for a text whenever another program is chosen."""

    form_chosen = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("For another program"))
        self._theme = theme
        self._shown: tuple[str, tuple[str, ...]] | None = None
        self.forms = SegmentedControl(
            self.tr("Write for"),
            (
                (Form.LLAMA_CPP.value, "llama.cpp", self.tr("Option names since April 2026")),
                (Form.LLAMA_CPP_OLD.value, self.tr("llama.cpp, older"), self.tr("Option names before April 2026")),
                (Form.OLLAMA.value, "Ollama", self.tr("A Modelfile")),
                (Form.VLLM.value, "vLLM", self.tr("A command that starts its server")),
            ),
        )
        self.forms.set_value(Form.LLAMA_CPP.value)
        words = self.tr("The pair that is chosen, with what holds for the open conversation and for loading.")
        self.card: CodeCard | None = None
        self.problem = sentence_label(role="")
        self._place = QWidget()
        self._card_layout = QVBoxLayout(self._place)
        self._card_layout.setContentsMargins(0, 0, 0, 0)
        self.notes = sentence_label()
        self.add(sentence_label(words), self.forms, self._place, self.problem, self.notes)
        self.forms.chosen.connect(lambda _form: self.form_chosen.emit())
        self.show_problem("")

    @property
    def form(self) -> Form:
        """The choice that holds."""
        return Form(self.forms.value or Form.LLAMA_CPP.value)

    @property
    def text(self) -> str:
        """What is shown; empty where there is nothing to show."""
        return "" if self._shown is None else self._shown[0]

    def show_text(self, text: str, notes: Sequence[Notice]) -> None:
        """Show a text and what is to be known about it."""
        shown = text.rstrip("\n"), tuple(written(note) for note in notes)
        self.problem.hide()
        if shown == self._shown:
            return
        self._shown = shown
        self._drop_card()
        self.card = CodeCard(self._theme, CodeBlock("modelfile" if self.form is Form.OLLAMA else "shell", shown[0]))
        self._card_layout.addWidget(self.card)
        self._place.show()
        self.notes.setText("\n".join(shown[1]))
        self.notes.setVisible(bool(shown[1]))

    def show_problem(self, sentence: str) -> None:
        """Say why there is nothing to show."""
        self._shown = None
        self._drop_card()
        self._place.hide()
        self.notes.hide()
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def _drop_card(self) -> None:
        if self.card is not None:
            self._card_layout.removeWidget(self.card)
            self.card.hide()
            self.card.deleteLater()
            self.card = None
