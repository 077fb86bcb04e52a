"""Speculation in one picture: a line of a proof three times, as it is proposed, checked, and left standing.

It plays once where things may move, and is simply there where they may not; it costs nothing afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QStyle, QVBoxLayout, QWidget

from widgets.look.theme import sans
from widgets.parts.page_parts import sentence_label
from widgets.tokens.proof_line import ProofLine, ProofWords

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QShowEvent

    from widgets.look.theme import Theme

STEP_MILLISECONDS = 230
_NUM_ACCEPTED = 2
"""Of the proposal; the word behind them is the one that is struck."""


class SpeculationPicture(QFrame):
    """Three sentences, each above its line.

    Args:
        theme: Whose colours it takes, and which says whether anything may move.
    """

    finished = Signal()
    """It has played to its end."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self._theme = theme
        self._timer = QTimer(self, interval=STEP_MILLISECONDS)
        self._timer.timeout.connect(self._on_step)
        self._step = 0
        self.sentences: list[QLabel] = []
        self.lines: list[ProofLine] = []
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 14, 18, 12)
        layout.setSpacing(0)
        for number, (sentence, words, spoken) in enumerate(self._rows(), 1):
            label = sentence_label(f"{number}.  {sentence}", role="")
            label.setFont(sans(13))
            line = ProofLine(theme, words, spoken, self)
            self.sentences.append(label)
            self.lines.append(line)
            if number > 1:
                layout.addSpacing(9)
            layout.addWidget(label)
            layout.addSpacing(1)
            layout.addWidget(line)
        self.setAccessibleName(self.tr("How speculation works, in a picture"))

    @property
    def is_playing(self) -> bool:
        """Whether something moves."""
        return self._timer.isActive()

    @property
    def num_steps(self) -> int:
        """Marks that come one after the other."""
        return sum(line.words.num_steps for line in self.lines)

    def play(self) -> None:
        """From the begin, or all at once where nothing may move."""
        self._step = self.num_steps if self._theme.is_still else 0
        self._show_step()
        if self._step < self.num_steps:
            self._timer.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Play when it comes into sight."""
        super().showEvent(event)
        if not event.spontaneous():
            self.play()

    def hideEvent(self, event: QHideEvent) -> None:
        """Nothing moves where nobody sees it."""
        super().hideEvent(event)
        self._timer.stop()

    def _on_step(self) -> None:
        self._step += 1
        self._show_step()
        if self._step >= self.num_steps or self._theme.is_still:
            self._step = self.num_steps
            self._show_step()
            self._timer.stop()
            self.finished.emit()

    def _show_step(self) -> None:
        left = self._step
        for line in self.lines:
            line.show_steps(left)
            left -= line.words.num_steps

    def _rows(self) -> tuple[tuple[str, ProofWords, str], ...]:
        said = self.tr("The type is set,")
        # Words between bars; of the five that are proposed the first two are right and the third is not.
        proposed = tuple(self.tr("inked|and|printed|on|paper").split("|"))
        right, wrong, rest = proposed[:_NUM_ACCEPTED], proposed[_NUM_ACCEPTED], proposed[_NUM_ACCEPTED + 1 :]
        own = self.tr("proofed")
        return (
            (
                self.tr("A small, quick draft model guesses how the text goes on."),
                ProofWords(said, ghosts=proposed),
                self.tr("Proposed: {words}").format(words=" ".join(proposed)),
            ),
            (
                self.tr("The large target model checks them all in one pass and keeps what it would have said."),
                ProofWords(said, accepted=right, struck=wrong, ghosts=rest),
                self.tr("Accepted: {words}. Struck: {wrong}").format(words=" ".join(right), wrong=wrong),
            ),
            (
                self.tr("Where one is wrong it puts its own word: the text is the target's, and often there sooner."),
                ProofWords(said, accepted=right, struck=wrong, corrected=own),
                self.tr("The text: {words}").format(words=" ".join((said, *right, own))),
            ),
        )


def stands_still() -> bool:
    """Whether the system asks for nothing to move."""
    return QApplication.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) <= 0
