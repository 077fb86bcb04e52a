"""The badge at the head of the proof panel: whether speculation runs and what it buys, in words first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout

from app.viewmodels.badge import BadgeKind
from app.viewmodels.help_topics import topic_of_badge
from widgets.parts.edged_card import paint_edged_card
from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QShowEvent

    from app.viewmodels.badge import Badge
    from widgets.look.palette import Palette
    from widgets.look.theme import Theme


def badge_colour(kind: BadgeKind, palette: Palette) -> str:
    """Return the colour that goes with a kind of badge."""
    if kind in (BadgeKind.ON, BadgeKind.FASTER):
        return palette.accepted
    if kind in (BadgeKind.SLOWER, BadgeKind.STOPPED):
        return palette.rejected
    if kind in (BadgeKind.READY, BadgeKind.LOADING):
        return palette.corrected
    return palette.faint


class SpeculationBadge(QFrame):
    """A card with a coloured edge; where something is off, paused or slow, a button leads to what is said about it."""

    why_requested = Signal(str)
    """The topic of the guide that explains it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._kind = BadgeKind.NO_MODEL
        self._headline = QLabel()
        self._headline.setProperty("role", "headline")
        self._headline.setWordWrap(True)
        self._detail = QLabel()
        self._detail.setProperty("role", "muted")
        self._detail.setWordWrap(True)
        self._topic = ""
        self.why_button = QuietButton(theme, self.tr("Why?"), self, side=4)
        self.why_button.setToolTip(self.tr("What this means, and what can be done about it"))
        self.why_button.setAccessibleName(self.tr("Why is that so?"))
        self.why_button.clicked.connect(lambda: self.why_requested.emit(self._topic))
        self.why_button.hide()
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(16, 9, 12, 10)
        layout.setSpacing(1)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self._headline, 1)
        head.addWidget(self.why_button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(head)
        layout.addWidget(self._detail)
        layout.addStretch(1)
        self._reserve()
        theme.changed.connect(self.update)

    @property
    def text(self) -> str:
        """Both lines, as a screen reader hears them."""
        return self.accessibleDescription()

    def show_badge(self, badge: Badge) -> None:
        """Show what is true now."""
        self._kind = badge.kind
        headline = badge.headline
        if badge.qualifier:
            headline = f'{badge.headline} <span style="font-size: 12px; font-weight: 400">({badge.qualifier})</span>'
        self._headline.setText(headline)
        self._detail.setText(badge.detail)
        self._topic = topic_of_badge(badge)
        self.why_button.setVisible(bool(self._topic))
        self.setAccessibleName(self.tr("Speculation"))
        self.setAccessibleDescription(f"{badge.text}. {badge.detail}")
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        """Other fonts need other room."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._reserve()

    def showEvent(self, event: QShowEvent) -> None:
        """The style sheet gives the labels their fonts when they are first shown."""
        super().showEvent(event)
        self._reserve()

    def _reserve(self) -> None:
        """Keep room for a headline of two lines, so that nothing below moves when it becomes one."""
        for label in (self._headline, self._detail):
            label.ensurePolished()
        margins = self._column.contentsMargins()
        words = 2 * self._headline.fontMetrics().lineSpacing() + self._detail.fontMetrics().lineSpacing()
        self.setMinimumHeight(words + self._column.spacing() + margins.top() + margins.bottom())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint card and edge."""
        palette = self._theme.palette
        paint_edged_card(self, palette, badge_colour(self._kind, palette))
