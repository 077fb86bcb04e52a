"""The right half of the page about models: one model, what can be done with it, and which drafts go with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
)

from app.viewmodels.notices import written
from widgets.look.icons import Icon, IconButton
from widgets.look.theme import mono, serif
from widgets.models.draft_options import DraftOptions
from widgets.models.facts import ModelFacts
from widgets.models.words import kind_text, parameters_text, size_text
from widgets.parts.clipboard import copy_text
from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import sentence_label
from widgets.parts.segmented_control import SegmentedControl

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget

    from app.errors import Notice
    from app.models.details import ModelDetails as Details
    from app.models.listed_model import ListedModel
    from app.models.suggestions import DraftOption
    from widgets.look.theme import Theme

_DRAFTS, _ABOUT, _METADATA = "drafts", "about", "metadata"
_PAGES = (_DRAFTS, _ABOUT, _METADATA)


class ModelDetails(QFrame):
    """Signals carry paths, as objects: Qt's own strings cannot hold a name that is no text."""

    target_chosen = Signal(object)
    draft_chosen = Signal(object)
    pair_chosen = Signal(object, object)
    plan_requested = Signal(object, object)
    """See what target and draft take of each memory."""
    reveal_requested = Signal(object)
    hide_requested = Signal(object)
    metadata_requested = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model: ListedModel | None = None
        self._loaded = ("", "")
        self._read = ""
        self.name = QLabel()
        self.name.setFont(serif(21, QFont.Weight.DemiBold))
        self.name.setWordWrap(True)
        self.subtitle = sentence_label()
        self.refusal = sentence_label(role="")
        self.draft_note = sentence_label()
        self.target_button = QPushButton(self.tr("Use as target"))
        self.target_button.setProperty("role", "primary")
        self.draft_button = QPushButton(self.tr("Use as draft"))
        self.reveal_button = QPushButton(self.tr("Show in its folder"))
        self.more_button = self._make_menu(theme)
        self.sections = SegmentedControl(
            self.tr("What to show"),
            [
                (_DRAFTS, self.tr("Drafts for it"), self.tr("Which models can draft for it")),
                (_ABOUT, self.tr("About it"), self.tr("Size, context, licence")),
                (_METADATA, self.tr("All it says"), self.tr("Everything that stands in the file")),
            ],
        )
        self.drafts = DraftOptions(theme)
        self.facts = ModelFacts()
        self.metadata = QPlainTextEdit()
        self.metadata.setProperty("role", "log")
        self.metadata.setReadOnly(True)
        self.metadata.setFont(mono(12))
        self.metadata.setAccessibleName(self.tr("Everything that the file says"))
        self._stack = QStackedWidget()
        for page in (self.drafts, self.facts, self.metadata):
            self._stack.addWidget(page)
        self._lay_out()
        self._connect()

    @property
    def model(self) -> ListedModel | None:
        """Which one is shown."""
        return self._model

    def set_memory_widget(self, widget: QWidget) -> None:
        """Put what knows the model's memory below the facts."""
        self.facts.set_extra(widget)

    def show_model(self, model: ListedModel, loaded: tuple[str, str]) -> None:
        """Show a model.

        Args:
            model: The model.
            loaded: Paths of the target and the draft that are loaded; empty where none is.
        """
        is_other = self._model is None or model.path != self._model.path
        self._model, self._loaded = model, loaded
        self.name.setText(model.name)
        parts = (
            model.quantisation,
            parameters_text(model.num_parameters),
            size_text(model.file_bytes),
            kind_text(model),
        )
        self.subtitle.setText(" · ".join(part for part in parts if part))
        refusal = model.refusal
        self.refusal.setText("" if refusal is None else written(refusal))
        self.refusal.setVisible(refusal is not None)
        self.facts.show_model(model)
        self._show_buttons()
        self.sections.button(_DRAFTS).setEnabled(model.chats)
        if is_other or not model.chats:
            self._show_section(_DRAFTS if model.chats else _ABOUT)

    def show_options(self, options: Sequence[DraftOption], *, is_comparing: bool) -> None:
        """Show what stands beside the model."""
        if self._model is not None and self._model.chats:
            self.drafts.show_options(self._model, options, self._loaded, is_comparing=is_comparing)

    def show_draft_refusal(self, sentence: str, *, is_final: bool = True) -> None:
        """Say why the model cannot draft for the loaded target; empty where it can, or where nothing is loaded.

        Args:
            sentence: The reason.
            is_final: Whether nobody can change it; where memory is short somebody may try.
        """
        is_offered = not self.draft_button.isHidden()
        if sentence and is_offered:
            if is_final:
                self.draft_button.setEnabled(False)
            text = self.tr("No draft for the loaded target: {reason}") if is_final else "{reason}"
            self.draft_note.setText(text.format(reason=sentence))
        self.draft_note.setVisible(bool(sentence) and is_offered)

    def show_metadata(self, details: Details) -> None:
        """Show everything that the file says."""
        if self._model is None or details.path != self._model.path:
            return
        lines = [f"{key} = {value}" for key, value in details.lines]
        lines.append(self.tr("{number} tensors").format(number=details.num_tensors))
        if details.template:
            lines += ["", "tokenizer.chat_template", details.template]
        self.metadata.setPlainText("\n".join(lines))

    def show_metadata_failure(self, path: str, notice: Notice) -> None:
        """Say why the file cannot be read."""
        if self._model is not None and path == str(self._model.path):
            self.metadata.setPlainText(written(notice))

    def _lay_out(self) -> None:
        buttons = FlowRow(self.target_button, self.draft_button, self.reveal_button, self.more_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 4, 4, 12)
        layout.setSpacing(10)
        layout.addWidget(self.name)
        layout.addWidget(self.subtitle)
        layout.addWidget(self.refusal)
        layout.addSpacing(2)
        layout.addLayout(buttons)
        layout.addWidget(self.draft_note)
        layout.addSpacing(6)
        layout.addWidget(self.sections)
        layout.addWidget(self._stack, 1)

    def _make_menu(self, theme: Theme) -> IconButton:
        button = IconButton(theme, Icon.MORE, self.tr("More to do with this model"))
        menu = QMenu(button)
        self.copy_action = menu.addAction(self.tr("Copy the path"))
        self.hide_action = menu.addAction(self.tr("Remove from this list"))
        self.hide_action.setToolTip(self.tr("The file stays where it is"))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return button

    def _connect(self) -> None:
        self.sections.chosen.connect(self._show_section)
        self.target_button.clicked.connect(lambda: self._send(self.target_chosen))
        self.draft_button.clicked.connect(lambda: self._send(self.draft_chosen))
        self.reveal_button.clicked.connect(lambda: self._send(self.reveal_requested))
        self.hide_action.triggered.connect(lambda: self._send(self.hide_requested))
        self.copy_action.triggered.connect(self._on_copy)
        self.drafts.pair_chosen.connect(self.pair_chosen)
        self.drafts.plan_requested.connect(self.plan_requested)

    def _on_copy(self) -> None:
        if self._model is not None:
            copy_text(str(self._model.path))

    def _send(self, signal: SignalInstance) -> None:
        if self._model is not None:
            signal.emit(str(self._model.path))

    def _show_section(self, name: str) -> None:
        self.sections.set_value(name)
        self._stack.setCurrentIndex(_PAGES.index(name))
        if name == _METADATA and self._model is not None and self._read != str(self._model.path):
            self._read = str(self._model.path)
            self.metadata.setPlainText("")
            self.metadata_requested.emit(self._read)

    def _show_buttons(self) -> None:
        model = self._model
        if model is None:
            return
        target, draft = self._loaded
        path = str(model.path)
        self.target_button.setVisible(model.chats)
        self.target_button.setEnabled(path != target)
        self.target_button.setText(self.tr("Loaded as target") if path == target else self.tr("Use as target"))
        self.draft_button.setVisible(model.chats and bool(target) and path != target)
        self.draft_button.setText(self.tr("Loaded as draft") if path == draft else self.tr("Use as draft"))
        self.draft_button.setEnabled(path != draft)
        self.draft_note.hide()
