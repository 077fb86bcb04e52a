"""A quiet line above the message box: this conversation was last written with another pair, which is one click away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from widgets.look.icons import Icon, IconButton

if TYPE_CHECKING:
    from widgets.look.theme import Theme

_MAX_WIDTH = 720
_SIDE_MARGIN = 24


class PairOffer(QWidget):
    """Hidden while there is nothing to offer."""

    accepted = Signal()
    dismissed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setProperty("role", "muted")
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setWordWrap(True)
        self.use_button = QPushButton(self.tr("Use that pair"))
        self.use_button.setStyleSheet("padding: 2px 10px; font-size: 12px; font-weight: 400; border-radius: 6px;")
        self.use_button.setAccessibleName(self.use_button.text())
        self.close_button = IconButton(theme, Icon.CLOSE, self.tr("Go on with the pair that is loaded"))
        line = QWidget()
        line.setMaximumWidth(_MAX_WIDTH)
        inner = QHBoxLayout(line)
        inner.setContentsMargins(14, 0, 8, 0)
        inner.setSpacing(10)
        inner.addWidget(self.label, 1)
        inner.addWidget(self.use_button)
        inner.addWidget(self.close_button)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(_SIDE_MARGIN, 0, _SIDE_MARGIN, 4)
        outer.addStretch(1)
        outer.addWidget(line, 1000)
        outer.addStretch(1)
        self.use_button.clicked.connect(lambda: self.accepted.emit())
        self.close_button.clicked.connect(lambda: self.dismissed.emit())
        self.hide()

    def offer(self, target: str, draft: str) -> None:
        """Name the pair; `draft` is empty where there was none."""
        if draft:
            text = self.tr("Last written with {target} + {draft}.").format(target=target, draft=draft)
        else:
            text = self.tr("Last written with {target}, without a draft.").format(target=target)
        self.label.setText(text)
        self.setAccessibleDescription(text)
        self.show()

    def withdraw(self) -> None:
        """There is nothing to offer any more."""
        self.hide()
        self.label.clear()
        self.setAccessibleDescription("")
