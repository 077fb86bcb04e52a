"""One setting on its page: what it is, what it does, its control, and the way back to its default."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.settings.described import Kind
from app.viewmodels.settings_reading import is_within, read_value
from app.viewmodels.settings_search import marked
from app.viewmodels.settings_words import sentence_of, title_of, value_in_words
from widgets.look.label_colour import colour_label
from widgets.parts.page_parts import sentence_label
from widgets.parts.tab_chain import chain_behind
from widgets.settings.controls import WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from app.settings.described import Described
    from app.viewmodels.settings_state import SettingsState
    from widgets.look.theme import Theme
    from widgets.settings.controls import SettingControl

translate = QCoreApplication.translate

_BESIDE_FROM = 460
"""Pixels from which on the control stands beside the words."""
_GAP, _GAP_BELOW = 20, 8
_STEP = 0.05
_DIGITS = 6


class SettingRow(QWidget):
    """Follows the state of its setting; what is typed and will not do stays in the field, with a sentence below."""

    def __init__(self, theme: Theme, state: SettingsState, described: Described, control: SettingControl) -> None:
        super().__init__()
        self._theme = theme
        self._state = state
        self.described = described
        self.control = control
        self._words: Sequence[str] = ()
        self._found: Sequence[str] = ()
        self._shown: Any = None
        """The value that the control shows, or showed before something else was typed."""
        self.title = QLabel()
        self.title.setProperty("role", "setting")
        self.title.setWordWrap(True)
        self.title.setBuddy(self.control.field)
        self.sentence = sentence_label()
        self._lay_out()
        self._connect()
        self.show_words(())
        self.refresh(anew=True)

    # What is there only when it is needed: every widget costs something whenever colours change.

    @cached_property
    def choices(self) -> QLabel:
        """Values in whose names stands what is searched for."""
        return self._among_words("muted")

    @cached_property
    def pin(self) -> QLabel:
        """Why nobody can change it here."""
        return self._among_words("strong")

    @cached_property
    def waiting(self) -> QLabel:
        """That the value waits for the next load."""
        return self._among_words("muted")

    @cached_property
    def problem(self) -> QLabel:
        """Why what is typed will not do."""
        label = sentence_label()
        label.hide()
        self._column.insertWidget(1, label)
        return label

    @cached_property
    def reset_button(self) -> QPushButton:
        """The way back to the default."""
        button = QPushButton()
        button.setProperty("role", "quiet")
        button.hide()
        default = value_in_words(self.described, self.described.default)
        button.setText(translate("SettingRow", "Reset ({default})").format(default=default))
        spoken = translate("SettingRow", "Reset “{title}” to its default: {default}")
        button.setAccessibleName(spoken.format(title=title_of(self.described), default=default))
        self._column.insertWidget(self._column.count() - 1, button, 0, Qt.AlignmentFlag.AlignLeft)
        chain_behind(self.control.field, [button])
        button.clicked.connect(self._on_reset)
        return button

    def _among_words(self, role: str) -> QLabel:
        label = sentence_label(role=role)
        label.hide()
        self._words_column.insertWidget(self._words_column.count() - 1, label)
        return label

    def _say(self, name: str, text: str) -> None:
        """Show a text in one of these labels, or hide it where there is none."""
        if text or name in self.__dict__:
            label: QLabel = getattr(self, name)
            label.setText(text)
            label.setVisible(bool(text))

    def refresh(self, *, anew: bool = False) -> None:
        """Show the value there is; what is typed stays, unless there is another value or it is to be shown `anew`."""
        state, described = self._state, self.described
        value = state.value(described)
        if anew or value != self._shown:
            self._shown = value
            self._show_problem("")
            self.control.show_value(value)
        pin = state.pin_of(described)
        differs = not pin and not state.is_default(described)
        if differs or "reset_button" in self.__dict__:
            if not differs and self.reset_button.hasFocus():
                self.control.field.setFocus(Qt.FocusReason.OtherFocusReason)
            self.reset_button.setVisible(differs)
        self.control.setEnabled(not pin)
        self._say("pin", pin)
        self.show_waiting()
        self._name()

    def show_waiting(self) -> None:
        """Say whether the value waits for the next load."""
        waits = self._state.waits(self.described)
        self._say("waiting", translate("SettingRow", "Waits for the next load.") if waits else "")

    def show_words(self, words: Sequence[str], choices: Sequence[str] = ()) -> None:
        """Mark what was searched for; `choices` are values in whose names it stands."""
        if not words and not self._words and self.title.text():
            return
        self._words = words
        palette = self._theme.palette
        self._found = choices
        texts = [(self.title, title_of(self.described)), (self.sentence, sentence_of(self.described))]
        if choices or "choices" in self.__dict__:
            texts.append((self.choices, " · ".join(choices)))
            self.choices.setVisible(bool(choices))
        for label, text in texts:
            html = marked(text, words, palette.ink, palette.corrected_box) if words else ""
            label.setTextFormat(Qt.TextFormat.RichText if html else Qt.TextFormat.PlainText)
            label.setText(html or text)
            label.setAccessibleName(text)

    def finish(self) -> None:
        """Take what is typed and not taken yet."""
        self.control.finish()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the control below the words where there is little room."""
        super().resizeEvent(event)
        beside = self.width() >= _BESIDE_FROM and not self.control.is_wide
        self._across.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self._across.setSpacing(_GAP if beside else _GAP_BELOW)

    def _lay_out(self) -> None:
        words = self._words_column = QVBoxLayout()
        words.setSpacing(3)
        words.addWidget(self.title)
        words.addWidget(self.sentence)
        words.addStretch(1)
        side = QWidget()
        if not self.control.is_wide:
            side.setFixedWidth(WIDTH)
        column = self._column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(self.control)
        column.addStretch(1)
        # As it will be in most windows: another direction later lets lines break anew.
        is_wide, directions = self.control.is_wide, QBoxLayout.Direction
        self._across = QBoxLayout(directions.TopToBottom if is_wide else directions.LeftToRight, self)
        self._across.setContentsMargins(0, 12, 0, 12)
        self._across.setSpacing(_GAP_BELOW if is_wide else _GAP)
        self._across.addLayout(words, 1)
        self._across.addWidget(side)

    def _connect(self) -> None:
        self.control.value_chosen.connect(self._on_value_chosen)
        self.control.text_entered.connect(self._on_text_entered)
        self.control.text_edited.connect(self._on_text_edited)
        self.control.step_asked.connect(self._on_step_asked)
        self._theme.changed.connect(self._on_theme_changed)

    def _on_value_chosen(self, value: Any) -> None:  # noqa: ANN401 - each setting has its own type
        problem = self._state.put(self.described, value)
        self.refresh(anew=True)  # also where nothing was taken
        self._show_problem(problem)

    def _on_text_entered(self, text: str) -> None:
        reading = read_value(self.described, text)
        problem = reading.problem or self._state.put(self.described, reading.value)
        if not problem:
            self.refresh(anew=True)
        self._show_problem(problem)

    def _on_text_edited(self, text: str) -> None:
        """Take a complaint back as soon as there is no reason for it."""
        if self._has_problem and not read_value(self.described, text).problem:
            self._show_problem("")

    def _on_step_asked(self, steps: int) -> None:
        """Count up or down, within the bounds, from what holds or from the least there can be."""
        described, value = self.described, self._state.value(self.described)
        if self._has_problem:
            return  # what is typed is not to be lost
        step = steps if described.kind is Kind.WHOLE else steps * _STEP
        wanted = max(described.least or 0, 0) if value is None else round(value + step, _DIGITS)
        if not is_within(described, wanted):
            return
        self._state.put(described, int(wanted) if described.kind is Kind.WHOLE else wanted)

    def _on_reset(self) -> None:
        self._state.reset(self.described)

    @property
    def _has_problem(self) -> bool:
        return "problem" in self.__dict__ and not self.problem.isHidden()

    def _show_problem(self, problem: str) -> None:
        self._say("problem", problem)
        self.control.show_wrong(bool(problem))
        self._colour()
        self._name()

    def _name(self) -> None:
        """Tell those who do not see it what it is, does, and is by default."""
        default = value_in_words(self.described, self.described.default)
        parts = (
            self.problem.text() if self._has_problem else "",
            self._state.pin_of(self.described),
            sentence_of(self.described),
            translate("SettingRow", "Default: {default}.").format(default=default),
        )
        self.control.name(title_of(self.described), " ".join(filter(None, parts)))

    def _colour(self) -> None:
        """A style sheet of its own is dear, so only what is seen gets one."""
        if self._has_problem:
            colour_label(self.problem, self._theme.palette.rejected)

    def _on_theme_changed(self) -> None:
        self._colour()
        if self._words:
            self.show_words(self._words, self._found)
