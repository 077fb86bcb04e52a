"""The key that lets other programs in: made by a click, shown once, made anew after one question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from app.viewmodels.notices import written
from app.viewmodels.programs_state import ProgramsState, Standing
from widgets.parts.flow_row import FlowRow
from widgets.parts.inline_question import InlineQuestion
from widgets.parts.page_parts import Section, row, sentence_label
from widgets.privacy.marks import MarkLabel, PrivacyMark
from widgets.programs.copy_line import CopyLine

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class ProgramsKey(Section):
    """Shows what it is given; asks for the rest."""

    make_requested = Signal()
    """A key for the keyring; where there is one, it takes its place."""
    passing_requested = Signal()
    """A key that ends with the program."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("Key"))
        self._state = ProgramsState()
        self.words = sentence_label(role="")
        self.fresh = CopyLine(self.tr("The key"), self.tr("Copy the key"))
        self.fresh_words = sentence_label(
            self.tr(
                "It is shown this once. Put it where the other program asks for an API key; nobody needs to see it"
                " again, and a new one can be made at any time."
            )
        )
        self.note = sentence_label(role="")
        self.make_button = QPushButton()
        self.passing_button = QPushButton(self.tr("Use a key for this session only"))
        self.question = InlineQuestion(
            theme,
            self.tr("Programs that have the old key are refused from then on. Make a new one?"),
            self.tr("Keep the old one"),
            self.tr("Yes, make a new one"),
        )
        head = row(mark := MarkLabel(theme, PrivacyMark.LOCKED), spacing=12)
        head.setAlignment(mark, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.words, 1)
        self._buttons = QWidget()
        buttons = FlowRow(self.make_button, self.passing_button)
        self._buttons.setLayout(buttons)
        self.add(head, self.fresh, self.fresh_words, self.note, self._buttons, self.question)
        self.make_button.clicked.connect(self._on_make)
        self.passing_button.clicked.connect(lambda: self.passing_requested.emit())
        self.question.accepted.connect(self._on_accepted)
        self.question.declined.connect(self._on_declined)
        self.show_state(self._state)

    def show_state(self, state: ProgramsState) -> None:
        """Say what there is."""
        if state.has_key != self._state.has_key:
            self.question.take_back()
        self._state = state
        self.words.setText(self._words(state))
        self.fresh.set_text(state.fresh_key)
        for part in (self.fresh, self.fresh_words):
            part.setVisible(bool(state.fresh_key))
        is_said_here = state.standing in (Standing.OFF, Standing.ON)  # otherwise the head of the page says it
        reason = state.reason if is_said_here else None
        self.note.setText("" if reason is None else written(reason))
        self.note.setVisible(reason is not None)
        self.make_button.setText(self.tr("Make a new key…") if state.has_key else self.tr("Make a key"))
        allowed = state.standing is not Standing.FORBIDDEN
        self.make_button.setEnabled(allowed and state.standing is not Standing.LOOKING)
        self.passing_button.setVisible(not state.can_keep and not state.has_key)
        self.passing_button.setEnabled(allowed)

    def take_back(self) -> None:
        """Ask nothing any more."""
        self.question.take_back()

    def _words(self, state: ProgramsState) -> str:
        if not state.has_key and not state.can_keep:
            return self.tr(
                "Whoever asks has to show a key. One for this session is kept nowhere and ends when Galley is closed."
            )
        if not state.has_key:
            return self.tr("Whoever asks has to show a key. One is made when programs are served for the first time.")
        if state.is_key_kept:
            return self.tr("Whoever asks has to show the key. The system keyring keeps it, no file does.")
        return self.tr("Whoever asks has to show the key. It is kept nowhere and ends when Galley is closed.")

    def _on_make(self) -> None:
        if not self._state.has_key:
            self.make_requested.emit()
            return
        self._buttons.hide()
        self.question.ask()

    def _on_accepted(self) -> None:
        self._buttons.show()
        self.make_button.setFocus(Qt.FocusReason.OtherFocusReason)
        if self._state.is_key_kept or self._state.can_keep:
            self.make_requested.emit()
        else:
            self.passing_requested.emit()

    def _on_declined(self) -> None:
        self._buttons.show()
        if self.isVisible():
            self.make_button.setFocus(Qt.FocusReason.OtherFocusReason)
