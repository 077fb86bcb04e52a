"""The line under a bubble: its versions and whether it waits, and what can be done with it, shown to who comes near."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from widgets.look.label_colour import colour_label
from widgets.look.theme import sans
from widgets.parts.quiet_button import QuietButton
from widgets.transcript.version_switch import VersionSwitch

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QPaintEvent

    from widgets.look.theme import Theme

HEIGHT = 25


class _ShyButton(QuietButton):
    """Painted only while somebody is near; there for the keyboard and for screen readers all the time."""

    focus_changed = Signal()

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(theme, text, parent)
        self._is_near = False

    def set_near(self, is_near: bool) -> None:
        self._is_near = is_near
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_near or self.hasFocus():
            super().paintEvent(event)


class BubbleFoot(QWidget):
    """Stands at the right, below the bubble."""

    edit_requested = Signal()
    answer_requested = Signal()
    withdraw_requested = Signal()
    menu_requested = Signal()
    focus_changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.queued = QLabel(self.tr("Queued"), self)
        self.queued.setFont(sans(12.5))
        self.queued.setToolTip(self.tr("It is sent when the reply before it is done."))
        self.withdraw_button = QuietButton(theme, self.tr("Withdraw"), self)
        self.withdraw_button.setToolTip(self.tr("Take the message back before it is sent"))
        self.answer_button = QuietButton(theme, self.tr("Write a reply"), self)
        self.edit_button = _ShyButton(theme, self.tr("Edit"), self)
        self.edit_button.setToolTip(self.tr("Say it otherwise; what follows begins anew (Ctrl+E)"))
        self.more_button = _ShyButton(theme, self.tr("More"), self)
        self.switch = VersionSwitch(theme, parent, self)
        self.withdraw_button.clicked.connect(self.withdraw_requested)
        self.answer_button.clicked.connect(self.answer_requested)
        self.edit_button.clicked.connect(self.edit_requested)
        self.more_button.clicked.connect(self.menu_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 3, 2, 0)
        row.setSpacing(14)
        row.addStretch(1)
        for widget in (self.edit_button, self.more_button, self.answer_button, self.queued, self.withdraw_button):
            row.addWidget(widget)
        row.addWidget(self.switch)
        for button in (self.edit_button, self.more_button):
            button.focus_changed.connect(self.focus_changed)
        self.set_queued(False)
        self.set_unanswered(False)
        self._apply_palette()
        theme.changed.connect(self._apply_palette)

    @property
    def has_focus(self) -> bool:
        """Whether one of its quiet buttons has the focus."""
        return self.edit_button.hasFocus() or self.more_button.hasFocus()

    def set_near(self, is_near: bool) -> None:
        """Show what can be done, because the pointer or the focus is near."""
        self.edit_button.set_near(is_near)
        self.more_button.set_near(is_near)

    def set_queued(self, queued: bool) -> None:
        """Say that the message waits for its turn; until then it is taken back rather than edited."""
        self.queued.setVisible(queued)
        self.withdraw_button.setVisible(queued)
        self.edit_button.setVisible(not queued)

    def set_unanswered(self, unanswered: bool) -> None:
        """Offer to write a reply where there is none."""
        self.answer_button.setVisible(unanswered)

    def _apply_palette(self) -> None:
        colour_label(self.queued, self._theme.palette.muted)
