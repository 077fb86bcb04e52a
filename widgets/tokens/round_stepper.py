"""The reply again, a round at a time: what was said, what the draft proposed, what the target made of it.

It stands in the reply's card, above the provenance strip, which shows and chooses the round that is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStyle, QVBoxLayout, QWidget

from app.viewmodels.stepper import Stepper, StepPhase
from widgets.look.icons import Icon, IconButton
from widgets.look.label_colour import colour_label
from widgets.look.theme import sans
from widgets.parts.quiet_button import QuietButton
from widgets.parts.reply_words import whole
from widgets.parts.step_button import StepButton, StepSign
from widgets.tokens import round_words
from widgets.tokens.round_table import RoundTable
from widgets.tokens.step_text import StepText

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QFocusEvent, QPaintEvent, QResizeEvent

    from app.viewmodels.reply import Reply
    from widgets.look.theme import Theme

_RADIUS = 10
_REASON_LINES = 2
_HINT_FROM = 560


class RoundStepper(QWidget):
    """Steps through a finished reply that has rounds. It takes the focus and every key that it knows."""

    closed = Signal()
    tokens_shown = Signal(int, int)
    """First token of the round that is shown, and the one behind its last."""

    def __init__(self, theme: Theme, reply: Reply, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        animates = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) > 0
        self.stepper = Stepper(reply, self, animates=animates)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Round stepper"))
        self.title = self._label(13.5, strong=True)
        self.text = StepText(theme, reply.text, self)
        self.table = RoundTable(theme, self)
        self.figures = self._label(12)
        self.reason = self._label(12.5)
        self.reason.setMinimumHeight(_REASON_LINES * self.reason.fontMetrics().lineSpacing())
        self.reason.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.hint = self._label(11.5)
        self.hint.setWordWrap(False)
        self.hint.setText(self.tr("← → rounds   ↑ ↓ phases   Space plays   Esc closes"))
        self.close_button = IconButton(theme, Icon.CLOSE, self.tr("Close the round stepper"), self)
        self.close_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.close_button.clicked.connect(self.closed)
        self.phase_buttons = self._make_phase_buttons()
        self._make_step_buttons()
        self._lay_out()
        self.stepper.changed.connect(self._on_changed)
        theme.changed.connect(self._apply_palette)
        self._apply_palette()
        self._on_changed()

    def event(self, event: QEvent) -> bool:
        """Keep Escape from whoever listens to it in the whole window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._knows(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step, play, close."""
        if self._knows(event):
            self._reactions()[Qt.Key(event.key())]()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring away."""
        super().focusOutEvent(event)
        self.update()

    def minimumSizeHint(self) -> QSize:
        """It makes do with the narrowest column."""
        return QSize(300, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the keys to the reader's own memory where they have no line to stand in."""
        super().resizeEvent(event)
        self.hint.setVisible(event.size().width() >= _HINT_FROM)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(palette.card))
        painter.setPen(QPen(QColor(palette.corrected if self.hasFocus() else palette.line), 1))
        painter.drawRoundedRect(QRectF(self.contentsRect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.end()

    def _knows(self, event: QKeyEvent) -> bool:
        return event.key() in self._reactions() and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier

    def _reactions(self) -> dict[Qt.Key, Callable[[], None]]:
        stepper = self.stepper
        return {
            Qt.Key.Key_Right: stepper.next_round,
            Qt.Key.Key_Left: stepper.previous_round,
            Qt.Key.Key_Down: stepper.next_phase,
            Qt.Key.Key_Up: stepper.previous_phase,
            Qt.Key.Key_Home: stepper.first_round,
            Qt.Key.Key_End: stepper.last_round,
            Qt.Key.Key_Space: stepper.toggle_play,
            Qt.Key.Key_Escape: self.closed.emit,
        }

    def _make_phase_buttons(self) -> dict[StepPhase, QuietButton]:
        names = {
            StepPhase.PROPOSAL: self.tr("Proposal"),
            StepPhase.CHECK: self.tr("Check"),
            StepPhase.OUTCOME: self.tr("Outcome"),
        }
        buttons = {}
        for phase, name in names.items():
            button = QuietButton(self._theme, name, self)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, phase=phase: self.stepper.show_phase(phase))
            buttons[phase] = button
        return buttons

    def _make_step_buttons(self) -> None:
        def made(sign: StepSign, name: str, react: Callable[[], None]) -> StepButton:
            button = StepButton(self._theme, sign, name, self)
            button.clicked.connect(react)
            return button

        stepper = self.stepper
        self.first_button = made(StepSign.FIRST, self.tr("First round"), stepper.first_round)
        self.previous_button = made(StepSign.PREVIOUS, self.tr("Previous round"), stepper.previous_round)
        self.play_button = made(StepSign.PLAY, self.tr("Play"), stepper.toggle_play)
        self.next_button = made(StepSign.NEXT, self.tr("Next round"), stepper.next_round)
        self.last_button = made(StepSign.LAST, self.tr("Last round"), stepper.last_round)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(self.title)
        head.addStretch(1)
        for button in self.phase_buttons.values():
            head.addWidget(button)
        head.addSpacing(4)
        head.addWidget(self.close_button)
        foot = QHBoxLayout()
        foot.setSpacing(2)
        for step in (self.first_button, self.previous_button, self.play_button, self.next_button, self.last_button):
            foot.addWidget(step)
        foot.addSpacing(14)
        foot.addWidget(self.hint)
        foot.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(0)
        column.addLayout(head)
        column.addSpacing(8)
        column.addWidget(self.text)
        column.addSpacing(10)
        column.addWidget(self.table)
        column.addSpacing(10)
        column.addWidget(self.figures)
        column.addSpacing(4)
        column.addWidget(self.reason)
        column.addSpacing(4)
        column.addLayout(foot)

    def _label(self, pixels: float, *, strong: bool = False) -> QLabel:
        label = QLabel(self)
        font = sans(pixels)
        if strong:
            font.setWeight(font.Weight.DemiBold)
        label.setFont(font)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(not strong)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(not strong)
        label.setSizePolicy(policy)
        return label

    def _on_changed(self) -> None:
        stepper = self.stepper
        step, phase = stepper.step, stepper.phase
        self.title.setText(
            self.tr("Round {number} of {count}").format(number=whole(step.number + 1), count=whole(stepper.num_rounds))
        )
        self.text.show_step(step, phase)
        self.table.show_step(step, phase)
        self.figures.setText(round_words.figures_of(step, phase))
        self.reason.setText(round_words.reason_of(step) if phase is StepPhase.OUTCOME else "")
        for each, button in self.phase_buttons.items():
            button.setChecked(each is phase)
            button.setEnabled(each is StepPhase.OUTCOME or step.decoded.num_drafted > 0)
        self.first_button.setEnabled(step.number > 0)
        self.previous_button.setEnabled(step.number > 0)
        self.next_button.setEnabled(not stepper.is_at_end)
        self.last_button.setEnabled(not stepper.is_at_end)
        if stepper.is_playing:
            self.play_button.show_sign(StepSign.PAUSE, self.tr("Pause"))
        else:
            self.play_button.show_sign(StepSign.PLAY, self.tr("Play"))
        self.tokens_shown.emit(step.first_token, step.first_token + len(step.tokens))
        self._say(round_words.spoken(step, stepper.num_rounds))

    def _say(self, words: str) -> None:
        """Tell a screen reader, once for each round."""
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)
            if self.hasFocus():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    def _apply_palette(self) -> None:
        palette = self._theme.palette
        for label, colour in (
            (self.title, palette.ink),
            (self.figures, palette.muted),
            (self.reason, palette.ink),
            (self.hint, palette.muted),
        ):
            colour_label(label, colour)
        self.update()
