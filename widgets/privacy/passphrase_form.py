"""Where passphrases are typed: to unlock, to choose one, to put another in its place.

What is wrong is said in the form itself, and nothing typed stays in it once it has been handed over.
"""

from __future__ import annotations

from enum import Enum, auto
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.look.label_colour import colour_label
from widgets.look.theme import sans
from widgets.privacy.passphrase_field import PassphraseField

if TYPE_CHECKING:
    from widgets.look.theme import Theme

LEAST_CHARACTERS = 8
LEAST_DIFFERENT = 5


class FormKind(Enum):
    """What is asked for."""

    ENTER = auto()
    """The passphrase there is."""
    CHOOSE = auto()
    """A new one, twice."""
    CHANGE = auto()
    """The one there is, and a new one, twice."""


class PassphraseForm(QWidget):
    """One to three fields, a line for what is wrong, and a button.

    Args:
        theme: For the colours.
        kind: What is asked for, and so which of the signals is emitted.
        action: What the button says.
        least_characters: How short a new passphrase may be.
    """

    passphrase_entered = Signal(str)
    new_passphrase_chosen = Signal(str)
    change_requested = Signal(str, str)
    """The old and the new one."""

    def __init__(
        self,
        theme: Theme,
        kind: FormKind,
        action: str,
        least_characters: int = LEAST_CHARACTERS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._kind = kind
        self._action = action
        self._least = least_characters
        self._error = ""
        self._caps_lock = False
        new = self.tr("New passphrase") if kind is FormKind.CHANGE else self.tr("Passphrase")
        names = {
            FormKind.ENTER: [self.tr("Passphrase")],
            FormKind.CHOOSE: [new, self.tr("The same again")],
            FormKind.CHANGE: [self.tr("Present passphrase"), new, self.tr("The new one again")],
        }
        self.fields = [PassphraseField(theme, name) for name in names[kind]]
        self.message = QLabel()
        self.message.setFont(sans(12.5))
        self.message.setMinimumHeight(QFontMetrics(self.message.font()).height())  # nothing moves when it speaks
        self.message.setWordWrap(True)
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton(action)
        self.button.setProperty("role", "primary")
        self.extra = QHBoxLayout()
        """Room beside the button."""
        self._lay_out()
        self.button.clicked.connect(self._on_submit)
        for field in self.fields:
            field.returnPressed.connect(self._on_return)
            field.textEdited.connect(self._on_edited)
            field.caps_lock_changed.connect(self._on_caps_lock)
        self.setFocusProxy(self.fields[0])
        theme.changed.connect(self._show_message)
        self._show_message()

    @property
    def is_busy(self) -> bool:
        """Whether an answer is being waited for."""
        return not self.fields[0].isEnabled()

    def set_busy(self, busy: bool, text: str = "") -> None:
        """Take no input, or take it again; `text` stands on the button meanwhile."""
        for field in self.fields:
            field.setEnabled(not busy)
        self.button.setEnabled(not busy)
        self.button.setText((text or self.tr("Checking…")) if busy else self._action)

    def show_error(self, sentence: str) -> None:
        """Say what was wrong, and let it be typed again."""
        self.set_busy(False)
        self._refuse(sentence, self.fields[0])

    def clear(self) -> None:
        """Forget what was typed and said."""
        self.set_busy(False)
        self._error = ""
        for field in self.fields:
            field.take()
        self._show_message()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for field in self.fields:
            column.addWidget(field)
        column.addWidget(self.message)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.button)
        row.addLayout(self.extra)
        row.addStretch(1)
        column.addLayout(row)
        # From field to field first: what shows the words comes behind the last of them.
        order = [*self.fields, *(field.show_button for field in self.fields), self.button]
        for before, behind in pairwise(order):
            QWidget.setTabOrder(before, behind)

    def _on_return(self) -> None:
        """Enter goes on to the first field that is empty, and hands over when there is none."""
        empty = next((field for field in self.fields if not field.text()), None)
        if empty is None:
            self._on_submit()
        else:
            empty.setFocus(Qt.FocusReason.TabFocusReason)

    def _on_submit(self) -> None:
        if self.is_busy:
            return
        empty = next((field for field in self.fields if not field.text()), None)
        if empty is not None:
            empty.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._kind is not FormKind.ENTER and not self._is_new_one_fit():
            return
        else:
            self._hand_over()

    def _is_new_one_fit(self) -> bool:
        new, again = self.fields[-2], self.fields[-1]
        if len(new.text()) < self._least:
            text = self.tr("The passphrase needs at least {least} characters.").format(least=self._least)
            self._refuse(text, new)
        elif len(set(new.text().casefold())) < LEAST_DIFFERENT:
            text = self.tr("The passphrase needs at least {least} different characters.")
            self._refuse(text.format(least=LEAST_DIFFERENT), new)
        elif new.text() != again.text():
            self._refuse(self.tr("The two are not the same."), new)
        else:
            return True
        return False

    def _hand_over(self) -> None:
        self._error = ""
        self._show_message()
        taken = [field.take() for field in self.fields]
        self.set_busy(True)
        if self._kind is FormKind.ENTER:
            self.passphrase_entered.emit(taken[0])
        elif self._kind is FormKind.CHOOSE:
            self.new_passphrase_chosen.emit(taken[0])
        else:
            self.change_requested.emit(taken[0], taken[1])

    def _refuse(self, sentence: str, field: PassphraseField) -> None:
        self._error = sentence
        self._show_message()
        field.setFocus(Qt.FocusReason.OtherFocusReason)
        field.selectAll()

    def _on_edited(self) -> None:
        self._error = ""
        self._show_message()

    def _on_caps_lock(self, on: bool) -> None:
        self._caps_lock = on
        self._show_message()

    def _show_message(self) -> None:
        palette = self._theme.palette
        text = self._error
        if not text and self._caps_lock:
            text = self.tr("Caps Lock is on.")
        elif not text and self._kind is not FormKind.ENTER:
            text = self.tr("At least {least} characters, {different} of them different.").format(
                least=self._least, different=LEAST_DIFFERENT
            )
        colour_label(self.message, palette.rejected if self._error else palette.muted)
        self.message.setText(text)
        for field in self.fields:
            field.setAccessibleDescription(text)
