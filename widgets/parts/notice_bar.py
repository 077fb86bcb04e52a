"""A few lines above the message box for what the user should know and need not answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from widgets.look.icons import Icon, IconButton
from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from widgets.look.theme import Theme

_MAX_WIDTH = 720
_SIDE_MARGIN = 16
_MAX_SENTENCES = 3


class NoticeBar(QWidget):
    """Hidden until there is something to say; the newest sentences stand there until they are put away."""

    why_requested = Signal(str)
    """The topic of the guide that explains the newest sentence that has one."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._sentences: list[str] = []
        self._topics: dict[str, str] = {}
        """Of sentences that the guide says more about."""
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.close_button = IconButton(theme, Icon.CLOSE, self.tr("Close this message"))
        self.close_button.clicked.connect(self.clear)
        self.why_button = QuietButton(theme, self.tr("Why?"), self, side=4)
        self.why_button.setToolTip(self.tr("What this means, and what can be done about it"))
        self.why_button.setAccessibleName(self.tr("Why is that so?"))
        self.why_button.clicked.connect(lambda: self.why_requested.emit(self.topic))
        self.why_button.hide()
        card = QFrame()
        card.setProperty("role", "card")
        card.setMaximumWidth(_MAX_WIDTH)
        inner = QHBoxLayout(card)
        inner.setContentsMargins(14, 8, 8, 8)
        inner.addWidget(self.label, 1)
        inner.addWidget(self.why_button, 0, Qt.AlignmentFlag.AlignTop)
        inner.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(_SIDE_MARGIN, 0, _SIDE_MARGIN, 8)
        outer.addStretch(1)
        outer.addWidget(card, 1000)
        outer.addStretch(1)
        self.hide()

    @property
    def topic(self) -> str:
        """Of the newest sentence that has one; empty where none has."""
        return next((self._topics[each] for each in reversed(self._sentences) if each in self._topics), "")

    def show_sentence(self, sentence: str, topic: str = "") -> None:
        """Say it, below what is said already; nothing is said twice. A topic leads to more about it in the guide."""
        if topic:
            self._topics[sentence] = topic
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
        self._topics = {sentence: topic for sentence, topic in self._topics.items() if sentence in sentences}
        self.why_button.setVisible(bool(self.topic))
        text = "\n".join(sentences)
        self.label.setText(text)
        self.setAccessibleDescription(text)
        self.setVisible(bool(sentences))


class Foot(QWidget):
    """The message box with bars on top of it.

    It hands the focus on to the message box. No focus proxy: the Tab key would go past the bars.
    """

    def __init__(self, *bars: QWidget, composer: QWidget) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for part in (*bars, composer):
            layout.addWidget(part)
        self._composer = composer

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason, /) -> None:
        """Whoever comes here wants to write."""
        self._composer.setFocus(reason)
