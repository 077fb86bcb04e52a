"""A field for a passphrase: dots, a word that shows what was typed, and a hint when Caps Lock is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent

    from widgets.look.theme import Theme

_STYLE = "QLineEdit { font-size: 14px; padding: 7px 10px; border-radius: 8px; min-height: 20px; }"
_RING = 5
"""Room between the word and its focus ring."""
_HINTS = (
    Qt.InputMethodHint.ImhHiddenText
    | Qt.InputMethodHint.ImhSensitiveData
    | Qt.InputMethodHint.ImhNoPredictiveText
    | Qt.InputMethodHint.ImhNoAutoUppercase
)


class PassphraseField(QLineEdit):
    """One line. `take` empties it, so that what was typed does not stand there longer than it must.

    Args:
        theme: For the word in it.
        name: What it is for: placeholder and what a screen reader says.
    """

    caps_lock_changed = Signal(bool)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._caps_lock = False
        self.setPlaceholderText(name)
        self.setAccessibleName(name)
        self.setStyleSheet(_STYLE)
        self.setInputMethodHints(_HINTS)
        self.show_button = QuietButton(theme, self.tr("Show"), self, side=_RING)
        self.show_button.setCursor(Qt.CursorShape.PointingHandCursor)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 10 - _RING, 0)
        row.addStretch(1)
        row.addWidget(self.show_button)
        self.show_button.clicked.connect(lambda: self.set_hidden(self.echoMode() is QLineEdit.EchoMode.Normal))
        self.show_button.hide()
        self.textChanged.connect(lambda text: self.show_button.setVisible(bool(text)))
        self.set_hidden(True)

    def set_hidden(self, hidden: bool) -> None:
        """Show dots, or what was typed."""
        self.setEchoMode(QLineEdit.EchoMode.Password if hidden else QLineEdit.EchoMode.Normal)
        self.setInputMethodHints(_HINTS)
        self.show_button.setText(self.tr("Show") if hidden else self.tr("Hide"))
        self.show_button.setAccessibleName(self.tr("Show the passphrase") if hidden else self.tr("Hide the passphrase"))
        self.show_button.updateGeometry()
        self.setTextMargins(0, 0, self.show_button.sizeHint().width() + 8, 0)

    def take(self) -> str:
        """Return what was typed and forget it."""
        text = self.text()
        self.setText("")  # `clear` could be undone
        self.set_hidden(True)
        return text

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Find out from the letters whether Caps Lock is on: Qt does not tell."""
        text = event.text()
        if event.key() == Qt.Key.Key_CapsLock:
            self._set_caps_lock(False)
        elif len(text) == 1 and text.lower() != text.upper():
            shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._set_caps_lock(text.isupper() is not shifted)
        super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The hint is for whoever is typing."""
        self._set_caps_lock(False)
        super().focusOutEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of sight, it is dots again."""
        self.set_hidden(True)
        super().hideEvent(event)

    def _set_caps_lock(self, on: bool) -> None:
        if on is not self._caps_lock:
            self._caps_lock = on
            self.caps_lock_changed.emit(on)
