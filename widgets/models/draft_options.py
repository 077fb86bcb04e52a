"""The models beside a target: which can draft for it, what they may gain, and every reason why another cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.help_topics import topic_of
from app.viewmodels.notices import written
from widgets.look.figures import decimal
from widgets.models.rows import ModelListView, ModelRow
from widgets.models.words import gain_text, kind_text, size_text, title_text
from widgets.parts.page_parts import row, sentence_label
from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.models.listed_model import ListedModel
    from app.models.suggestions import DraftOption
    from widgets.look.theme import Theme


class DraftOptions(QWidget):
    """`pair_chosen` carries the paths of target and draft, as objects: names need be no text."""

    pair_chosen = Signal(object, object)
    plan_requested = Signal(object, object)
    """See what this pair takes of each memory."""
    test_requested = Signal(object, object)
    """Find out what this pair gains on this machine."""
    why_requested = Signal(str)
    """The topic of the guide that explains why a model does not fit."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._target: ListedModel | None = None
        self._options: dict[str, DraftOption] = {}
        self._loaded = ("", "")
        self._shown: object = None
        self.summary = sentence_label()
        self.list = ModelListView(theme, self.tr("Drafts for this model"))
        self.verdict = QLabel()
        self.verdict.setProperty("role", "strong")
        self.verdict.setWordWrap(True)
        self.reasons = sentence_label()
        self.use_button = QPushButton(self.tr("Load this pair"))
        self.use_button.setProperty("role", "primary")
        self.plan_button = QPushButton(self.tr("Plan its memory"))
        self.test_button = QPushButton(self.tr("Test this pair"))
        self.test_button.setToolTip(self.tr("Half a minute of measuring: what does this draft gain on this machine?"))
        self.test_button.hide()
        self._can_test = False
        self._topic = ""
        self.why_button = QuietButton(theme, self.tr("Why?"), self, side=4)
        self.why_button.setToolTip(self.tr("What this means, and what can be done about it"))
        self.why_button.setAccessibleName(self.tr("Why is that so?"))
        self.why_button.clicked.connect(lambda: self.why_requested.emit(self._topic))
        self._card = self._make_card()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self.summary)
        layout.addWidget(self.list, 1)
        layout.addWidget(self._card)
        self._foot = QVBoxLayout()
        layout.addLayout(self._foot)
        self.list.selectionModel().currentChanged.connect(self._show_current)
        self.list.activated.connect(self._on_use)
        self.use_button.clicked.connect(self._on_use)
        self.plan_button.clicked.connect(self._on_plan)
        self.test_button.clicked.connect(self._on_test)

    def set_test_widget(self, widget: QWidget) -> None:
        """Put what shows tests of pairs below everything, and offer them."""
        self._can_test = True
        self._foot.addWidget(widget)
        self._show_current()

    def show_options(
        self, target: ListedModel, options: Sequence[DraftOption], loaded: tuple[str, str], *, is_comparing: bool
    ) -> None:
        """Show what stands beside a target.

        Args:
            target: The target.
            options: Every other model.
            loaded: Paths of the target and the draft that are loaded; empty where none is.
            is_comparing: Whether they are still on their way.
        """
        self._target, self._loaded = target, loaded
        self._options = {str(option.model.path): option for option in options}
        shown = (target, tuple(options), loaded)
        if shown != self._shown:
            self._shown = shown
            self.list.show_rows(list(self._options), lambda number: self._row(options[number]))
        num_fitting = sum(option.fits for option in options)
        self.summary.setText(self._summary(num_fitting, len(options), is_comparing))
        self._show_current()

    def _summary(self, num_fitting: int, num_all: int, is_comparing: bool) -> str:
        if is_comparing and not num_all:
            return self.tr("Comparing vocabularies…")
        if not num_all:
            return self.tr("There is no other model on this machine yet.")
        if not num_fitting:
            return self.tr("None of the other models can draft for it. Choose one to see why.")
        if num_fitting == 1:
            return self.tr("1 of {number} other models can draft for it.").format(number=num_all)
        return self.tr("{fitting} of {number} other models can draft for it, the most promising first.").format(
            fitting=num_fitting, number=num_all
        )

    def _row(self, option: DraftOption) -> ModelRow:
        model = option.model
        reasons = [written(reason) for reason in option.check.reasons]
        if option.fits:
            detail, tag = self.tr("fits"), gain_text(option)
        else:
            detail = reasons[0]
            tag = self.tr("does not fit") if model.chats else kind_text(model)
            if option.only_lacks_memory:
                tag = self.tr("memory is short")
        path = str(model.path)
        is_loaded = self._target is not None and self._loaded == (str(self._target.path), path)
        return ModelRow(
            key=path,
            title=title_text(model),
            aside=size_text(model.file_bytes),
            detail=self.tr("loaded as draft") if is_loaded else detail,
            tag=tag,
            good=option.fits and option.gain > 1.0,
            marked=is_loaded,
            tip="\n".join(reasons) or model.file_name,
        )

    def _make_card(self) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        layout = QVBoxLayout(card)
        layout.setContentsMargins(14, 10, 14, 12)
        layout.setSpacing(6)
        layout.addWidget(self.verdict)
        layout.addWidget(self.reasons)
        layout.addLayout(row(self.use_button, self.test_button, self.plan_button, None, self.why_button))
        return card

    def _show_current(self) -> None:
        option = self._options.get(self.list.current_key)
        self._card.setVisible(option is not None)
        if option is None or self._target is None:
            return
        name = option.model.name
        pair = (str(self._target.path), str(option.model.path))
        self.use_button.setVisible(option.fits and pair != self._loaded)
        self.plan_button.setVisible(option.fits or option.only_lacks_memory)
        self.test_button.setVisible(self._can_test and option.fits)
        self._topic = "" if option.fits else topic_of(option.check.reasons[0].code)
        self.why_button.setVisible(bool(self._topic))
        if option.fits:
            self.verdict.setText(self.tr("{name} can draft for it.").format(name=name))
            self.reasons.setText(self._expectation(option))
        elif option.only_lacks_memory:
            self.verdict.setText(self.tr("{name} goes with it, but not into memory as it is now.").format(name=name))
            self.reasons.setText(self._reasons(option))
        else:
            self.verdict.setText(self.tr("{name} cannot draft for it:").format(name=name))
            self.reasons.setText(self._reasons(option))

    @staticmethod
    def _reasons(option: DraftOption) -> str:
        reasons = [written(reason) for reason in option.check.reasons]
        if len(reasons) == 1:
            return reasons[0]
        return "\n".join(f"{number}. {text}" for number, text in enumerate(reasons, 1))

    def _expectation(self, option: DraftOption) -> str:
        if option.measured_gain is not None:
            return self.tr("This pair was {factor} times as fast as the target alone when it was used last.").format(
                factor=decimal(option.measured_gain)
            )
        if option.gain <= 1.0:
            return self.tr("It is too large beside this target: checking its proposals would cost more than they save.")
        return self.tr(
            "By the sizes of both, about {factor} times as fast as the target alone. What it really gains is"
            " measured when it is loaded."
        ).format(factor=decimal(option.gain))

    def _on_plan(self) -> None:
        option = self._options.get(self.list.current_key)
        if option is not None and self._target is not None:
            self.plan_requested.emit(str(self._target.path), str(option.model.path))

    def _on_test(self) -> None:
        option = self._options.get(self.list.current_key)
        if option is not None and option.fits and self._target is not None:
            self.test_requested.emit(str(self._target.path), str(option.model.path))

    def _on_use(self) -> None:
        option = self._options.get(self.list.current_key)
        if option is not None and option.fits and self._target is not None:
            self.pair_chosen.emit(str(self._target.path), str(option.model.path))
