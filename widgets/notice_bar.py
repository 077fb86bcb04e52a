"""A few lines above the message box for what the user should know and need not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from widgets.icons import Icon, IconButton

if TYPE_CHECKING:
    from widgets.theme import Theme

_MAX_WIDTH = 720
_SIDE_MARGIN = 16
_MAX_SENTENCES = 3


class NoticeBar(QWidget):
    """Hidden until there is something to say; the newest sentences stand there until they are put away."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._sentences: list[str] = []
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.close_button = IconButton(theme, Icon.CLOSE, self.tr("Close this message"))
        self.close_button.clicked.connect(self.clear)
        card = QFrame()
        card.setProperty("role", "card")
        card.setMaximumWidth(_MAX_WIDTH)
        inner = QHBoxLayout(card)
        inner.setContentsMargins(14, 8, 8, 8)
        inner.addWidget(self.label, 1)
        inner.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(_SIDE_MARGIN, 0, _SIDE_MARGIN, 8)
        outer.addStretch(1)
        outer.addWidget(card, 1000)
        outer.addStretch(1)
        self.hide()

    def show_sentence(self, sentence: str) -> None:
        """Say it, below what is said already; nothing is said twice."""
        if sentence not in self._sentences:
            self._show([*self._sentences, sentence][-_MAX_SENTENCES:])

    def withdraw(self, sentence: str) -> None:
        """Take back what is no longer true."""
        self._show([each for each in self._sentences if each != sentence])

    @Slot()
    def clear(self) -> None:
        """Put everything away."""
        self._show([])

    def _show(self, sentences: list[str]) -> None:
        self._sentences = sentences
        text = "\n".join(sentences)
        self.label.setText(text)
        self.setAccessibleDescription(text)
        self.setVisible(bool(sentences))


class Foot(QWidget):
    """The message box with bars on top of it."""

    def __init__(self, *bars: QWidget, composer: QWidget) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (*bars, composer):
            layout.addWidget(part)
        self.setFocusProxy(composer)
