"""A sentence with things to do about it, inside the message box: what others would ask in a dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from widgets.look.label_colour import colour_label
from widgets.look.theme import sans
from widgets.parts.flow_row import FlowRow
from widgets.parts.tab_chain import chain_behind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QResizeEvent

    from widgets.look.theme import Theme

Choice = tuple[str, "Callable[[], None]"]
"""What a button says, and what it does."""
_GAP = 12


class ChoiceLine(QWidget):
    """Hidden until there is something to choose."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._warns = False
        self._shown: tuple[str, tuple[str, ...]] = ("", ())
        self._actions: list[Callable[[], None]] = []
        self.buttons: list[QPushButton] = []
        self.label = QLabel(self)
        self.label.setFont(sans(12.5))
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.label.setSizePolicy(policy)
        self._flow = FlowRow(spacing=6)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(2, 0, 0, 0)
        self._box.setSpacing(6)
        self._box.addWidget(self.label)
        self._box.addLayout(self._flow, 1)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.hide()
        theme.changed.connect(self._apply_palette)

    def offer(self, sentence: str, choices: Sequence[Choice], *, warns: bool = False) -> None:
        """Say something and show a button for each thing to do about it."""
        self._warns = warns
        self._actions = [action for _text, action in choices]
        shown = (sentence, tuple(text for text, _action in choices))
        if shown != self._shown:
            self._shown = shown
            self._rebuild(sentence, shown[1])
        self._apply_palette()
        self.show()

    def withdraw(self) -> None:
        """There is nothing to choose any more."""
        if any(button.hasFocus() for button in self.buttons):
            self.focusNextChild()
        self._shown = ("", ())
        self._actions = []
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons behind the sentence where there is room, else below it."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        words = QFontMetrics(self.label.font()).horizontalAdvance(self.label.text()) + _GAP
        fits = words + self._flow.sizeHint().width() + 4 <= self.width()
        self.label.setMinimumWidth(words if fits else 0)
        self._box.setDirection(QBoxLayout.Direction.LeftToRight if fits else QBoxLayout.Direction.TopToBottom)

    def _rebuild(self, sentence: str, texts: tuple[str, ...]) -> None:
        self.label.setText(sentence)
        self.setAccessibleName(sentence)
        for button in self.buttons:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [self._button(place, text) for place, text in enumerate(texts)]
        chain_behind(self, self.buttons)
        self._arrange()
        self.updateGeometry()

    def _button(self, place: int, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("role", "choice")
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setAccessibleDescription(self.label.text())
        button.clicked.connect(lambda: self._do(place))
        self._flow.addWidget(button)
        button.show()
        return button

    def _do(self, place: int) -> None:
        if place < len(self._actions):
            self._actions[place]()

    def _apply_palette(self) -> None:
        palette = self._theme.palette
        colour_label(self.label, palette.rejected if self._warns else palette.muted)
