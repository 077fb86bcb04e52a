"""What a page of settings is put together from: headings, cards, and sentences that wrap and can be selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLayout, QSizePolicy, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QFont, QPaintEvent

    from widgets.look.theme import Theme

CARD_MARGIN = 16


def sentence_label(text: str = "", role: str = "muted") -> QLabel:
    """A label for sentences: it wraps, can be selected, and shows what it is given as it is."""
    label = QLabel(text)
    label.setProperty("role", role)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    label.setSizePolicy(policy)
    return label


def rule() -> QFrame:
    """A line between two rows."""
    line = QFrame()
    line.setProperty("role", "rule")
    line.setFixedHeight(1)
    return line


def row(*parts: QWidget | None, spacing: int = 8) -> QHBoxLayout:
    """Widgets side by side; None takes the room that is left."""
    layout = QHBoxLayout()
    layout.setSpacing(spacing)
    for part in parts:
        if part is None:
            layout.addStretch(1)
        else:
            layout.addWidget(part)
    return layout


class FlowingContent(QWidget):
    """What scrolls, exactly as tall as it is at its width: the least height of a layout is that of its narrowest."""

    def minimumSizeHint(self) -> QSize:
        """Any height: the scroll area asks for the one at its width."""
        return QSize(super().minimumSizeHint().width(), 0)


class Section(QWidget):
    """A heading and a card below it; at the heading's right there is room for a quiet button."""

    def __init__(self, title: str, aside: QWidget | None = None) -> None:
        super().__init__()
        self.setAccessibleName(title)
        heading = QLabel(title.upper())
        heading.setProperty("role", "section")
        heading.setAccessibleName(title)
        top = row(heading, None)
        top.setContentsMargins(2, 0, 0, 0)
        if aside is not None:
            top.addWidget(aside)
        card = QFrame()
        card.setProperty("role", "card")
        self.body = QVBoxLayout(card)
        self.body.setContentsMargins(CARD_MARGIN, 14, CARD_MARGIN, 14)
        self.body.setSpacing(10)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(card)

    def add(self, *parts: QWidget | QLayout) -> None:
        """Put parts into the card, one below the other."""
        for part in parts:
            if isinstance(part, QWidget):
                self.body.addWidget(part)
            else:
                self.body.addLayout(part)


class LineLabel(QWidget):
    """A text on one line: where it does not fit, some of it is left out, and the whole is its tool tip.

    Args:
        theme: Whose secondary colour it is painted in, where no other is given.
        text: What it says.
        font: How it looks.
        elide: Where something is left out.
    """

    def __init__(self, theme: Theme, text: str, font: QFont, elide: Qt.TextElideMode) -> None:
        super().__init__()
        self._theme = theme
        self._elide = elide
        self._warns = False
        self.text = text
        self.setFont(font)
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def set_warns(self, warns: bool) -> None:
        """Paint it in the colour of what is wrong."""
        self._warns = warns
        self.update()

    def set_text(self, text: str) -> None:
        """Say something else."""
        self.text = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """One line, all of it."""
        metrics = QFontMetrics(self.font())
        return QSize(metrics.horizontalAdvance(self.text) + 1, metrics.height())

    def minimumSizeHint(self) -> QSize:
        """As little as there is."""
        return QSize(0, QFontMetrics(self.font()).height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what fits."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(QColor(palette.rejected if self._warns else palette.muted))
        shown = QFontMetrics(self.font()).elidedText(self.text, self._elide, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)
        painter.end()
