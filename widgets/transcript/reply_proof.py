"""What unfolds in a reply's card when somebody wants to know more: the round stepper and the figures.

Both are built when they are asked for and thrown away when they are closed; nearly every reply needs neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal

from widgets.tokens.round_stepper import RoundStepper
from widgets.transcript.reply_figures import FiguresButton, ReplyFigures

if TYPE_CHECKING:
    from PySide6.QtWidgets import QVBoxLayout, QWidget

    from app.viewmodels.reply import Reply
    from widgets.look.theme import Theme
    from widgets.parts.quiet_button import QuietButton
    from widgets.transcript.provenance_strip import ProvenanceStrip

_GAP = 9
"""Between what unfolds and what it belongs to."""
_OTHER = Qt.FocusReason.OtherFocusReason


class ReplyProof(QObject):
    """Folds the stepper out above the strip and the figures below everything.

    Args:
        theme: For what it builds.
        reply: The card's reply.
        card: The card.
        column: The card's layout, in which the strip stands.
        strip: Shows and chooses the round that is looked at.
        step_button: Opens and closes the stepper.
        figures_button: Opens and closes the figures.
    """

    unfolded = Signal(object)
    """The widget that has come to stand there: it should be brought into sight."""

    def __init__(
        self,
        theme: Theme,
        reply: Reply,
        card: QWidget,
        column: QVBoxLayout,
        strip: ProvenanceStrip,
        step_button: QuietButton,
        figures_button: FiguresButton,
    ) -> None:
        super().__init__(card)
        self._theme = theme
        self._reply = reply
        self._card = card
        self._column = column
        self._strip = strip
        self._step_button = step_button
        self._figures_button = figures_button
        self.stepper: RoundStepper | None = None
        self.figures: ReplyFigures | None = None
        step_button.setCheckable(True)
        step_button.clicked.connect(self._on_step_clicked)
        figures_button.clicked.connect(self._on_figures_clicked)
        strip.token_pressed.connect(self.step_to)

    def open_stepper(self) -> None:
        """Step through the reply from its first round, or go on where one is."""
        if not self._reply.phase.is_over or not self._reply.rounds:
            return
        if self.stepper is None:
            self.stepper = RoundStepper(self._theme, self._reply, self._card)
            self.stepper.closed.connect(self.close_stepper)
            self.stepper.tokens_shown.connect(self._strip.show_tokens)
            self._column.insertWidget(self._column.indexOf(self._strip), self.stepper)
            self.stepper.setContentsMargins(0, 0, 0, _GAP)
            self.stepper.show()
            self.stepper.stepper.first_round()
            self._step_button.setChecked(True)
            self.unfolded.emit(self.stepper)
        self.stepper.setFocus(_OTHER)

    def step_to(self, token: int) -> None:
        """Step through the reply from the round that wrote a token."""
        self.open_stepper()
        if self.stepper is not None:
            self.stepper.stepper.go_to_token(token)

    def close_stepper(self) -> None:
        """Fold the stepper in."""
        stepper, self.stepper = self.stepper, None
        self._strip.show_tokens(0, 0)
        self._step_button.setChecked(False)
        self._fold(stepper, self._step_button)

    def open_figures(self) -> None:
        """Show all figures."""
        if self.figures is None and self._reply.phase.is_over:
            self.figures = ReplyFigures(self._theme, self._reply, self._card)
            self.figures.closed.connect(self.close_figures)
            self._column.addWidget(self.figures)
            self.figures.setContentsMargins(0, _GAP, 0, 0)
            self.figures.show()
            self._figures_button.setChecked(True)
            self.unfolded.emit(self.figures)
        if self.figures is not None:
            self.figures.setFocus(_OTHER)

    def close_figures(self) -> None:
        """Fold the figures in."""
        figures, self.figures = self.figures, None
        self._figures_button.setChecked(False)
        self._fold(figures, self._figures_button)

    def _fold(self, widget: QWidget | None, button: QWidget) -> None:
        if widget is None:
            return
        focus = self._card.window().focusWidget()
        if focus is not None and (focus is widget or widget.isAncestorOf(focus)):
            # Before it is hidden: Qt would pass the focus on to what comes next, and scroll there.
            button.setFocus(_OTHER)
        widget.hide()
        self._column.removeWidget(widget)
        widget.deleteLater()

    def _on_step_clicked(self, checked: bool) -> None:
        if checked:
            self.open_stepper()
        else:
            self.close_stepper()

    def _on_figures_clicked(self, checked: bool) -> None:
        if checked:
            self.open_figures()
        else:
            self.close_figures()
