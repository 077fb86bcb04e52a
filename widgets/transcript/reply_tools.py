"""What can be done with a reply, in a row below it, and its figures: as much of it as makes sense just now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from widgets.parts.quiet_button import QuietButton
from widgets.parts.tool_row import ToolRow
from widgets.transcript.reply_figures import FiguresButton
from widgets.transcript.version_switch import VersionSwitch

if TYPE_CHECKING:
    from app.viewmodels.reply import Reply
    from widgets.look.theme import Theme


class ReplyTools(QWidget):
    """Belongs to the card of a reply, which listens to the buttons."""

    def __init__(self, theme: Theme, reply: Reply, card: QWidget) -> None:
        super().__init__(card)
        self._theme = theme
        self._reply = reply
        self.is_last = False
        """The last reply has at hand what the others have in their menu."""
        self.can_withdraw = False
        """Whether it can be taken back alone, as long as it waits."""
        self.switch = VersionSwitch(theme, card, self)
        self.withdraw = self._button(self.tr("Withdraw"), self.tr("Do not write this version after all"))
        self.go_on = self._button(self.tr("Continue"), self.tr("Go on where it ended, in a new version"))
        self.regenerate = self._button(self.tr("Regenerate"), self.tr("Write it anew, as another version"))
        self.copy = self._button(self.tr("Copy"), self.tr("Copy the whole reply as Markdown"))
        self.marks = self._button(self.tr("Marks"), self.tr("Show which tokens were proposed, accepted and corrected"))
        self.marks.setCheckable(True)
        self.step = self._button(
            self.tr("▶ Step through"), self.tr("See the reply again, a round at a time: proposal, check, outcome")
        )
        self.more = self._button(self.tr("More"), self.tr("What else can be done with this reply"))
        self.figures = FiguresButton(theme, self)
        buttons = (self.withdraw, self.go_on, self.regenerate, self.copy, self.marks, self.step, self.more)
        self.setLayout(ToolRow(self.switch, *buttons, self.figures, spacing=16))

    def refresh(self) -> None:
        """While the reply is being written there is nothing but the way to its other versions, or back."""
        reply, is_over = self._reply, self._reply.phase.is_over
        self.withdraw.setVisible(self.can_withdraw and reply.is_waiting)
        self.go_on.setVisible(self.is_last and reply.can_go_on)
        self.regenerate.setVisible(is_over and self.is_last)
        self.copy.setVisible(is_over and bool(reply.text.strip()))
        is_known = is_over and not reply.is_packed and bool(reply.tokens)
        self.marks.setVisible(is_known)
        self.step.setVisible(is_known or (is_over and not reply.is_packed and bool(reply.rounds)))
        self.more.setVisible(is_over)
        self.figures.setVisible(is_over and (is_known or reply.summary is not None))
        self.setVisible(is_over or not self.switch.isHidden() or not self.withdraw.isHidden())

    def _button(self, text: str, tip: str) -> QuietButton:
        button = QuietButton(self._theme, text, self)
        button.setToolTip(tip)
        button.hide()
        return button
