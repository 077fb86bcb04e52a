"""The card of a short test of a pair: how long it takes still, then one piece of advice and a button to follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.notices import written
from app.viewmodels.pair_advice import Use
from app.viewmodels.pair_test import Stage
from widgets.lab.pair_test_words import certainty, evidence, headline, use_text
from widgets.look.icons import Icon, IconButton
from widgets.parts.edged_card import paint_edged_card
from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from app.viewmodels.pair_test import PairTest
    from widgets.look.theme import Theme


class PairTestCard(QWidget):
    """Hidden while nothing was tested; follows the test it is given.

    Args:
        theme: Its colours.
        test: What it shows.
    """

    cancel_requested = Signal()
    use_requested = Signal()
    """Follow the advice."""
    dismissed = Signal()

    def __init__(self, theme: Theme, test: PairTest) -> None:
        super().__init__()
        self._theme = theme
        self._test = test
        self.title = sentence_label(role="title")
        self.text = sentence_label(role="plain")
        self.certainty = sentence_label()
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the test"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.use_button = QPushButton()
        self.use_button.setProperty("role", "primary")
        self.close_button = IconButton(theme, Icon.CLOSE, self.tr("Close this result"))
        self._lay_out()
        self.cancel_button.clicked.connect(lambda: self.cancel_requested.emit())
        self.use_button.clicked.connect(lambda: self.use_requested.emit())
        self.close_button.clicked.connect(lambda: self.dismissed.emit())
        test.changed.connect(self._show)
        theme.changed.connect(self.update)
        self._show()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card's ground: a green edge where the advice is to use the draft."""
        palette, advice = self._theme.palette, self._test.advice
        edge = palette.corrected if advice is None else palette.muted
        if advice is not None and advice.use is Use.DRAFT:
            edge = palette.accepted
        if self._test.failure is not None:
            edge = palette.rejected
        paint_edged_card(self, palette, edge)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.title, 1)
        top.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(18, 10, 10, 12)
        layout.setSpacing(6)
        layout.addLayout(top)
        layout.addWidget(self.progress)
        layout.addWidget(self.text)
        layout.addWidget(self.certainty)
        layout.addLayout(FlowRow(self.cancel_button, self.use_button))

    def _show(self) -> None:
        test, pair = self._test, self._test.pair
        self.setVisible(test.stage is not Stage.IDLE and pair is not None)
        if test.stage is Stage.IDLE or pair is None:
            return
        running, advice = test.is_running, test.advice
        had_focus = self.cancel_button.hasFocus() and not running
        self.progress.setVisible(running)
        self.cancel_button.setVisible(running)
        self.close_button.setVisible(not running)
        self.use_button.setVisible(advice is not None)
        self.certainty.setVisible(advice is not None)
        if running:
            self._show_running(pair.target_name, pair.draft_name)
        elif advice is not None:
            self.title.setText(headline(advice, pair.draft_name))
            self.text.setText(evidence(advice))
            self.certainty.setText(certainty(advice))
            self.use_button.setText(use_text(advice))
        elif test.failure is not None:
            self.title.setText(self.tr("{draft} was not tested").format(draft=pair.draft_name))
            self.text.setText(written(test.failure))
        if had_focus:
            (self.use_button if advice is not None else self.close_button).setFocus(Qt.FocusReason.OtherFocusReason)
        self.setAccessibleName(f"{self.title.text()}. {self.text.text()}")
        self.update()

    def _show_running(self, target: str, draft: str) -> None:
        test = self._test
        self.title.setText(self.tr("Testing {draft} with {target}").format(draft=draft, target=target))
        left = test.seconds_left
        if left is None:
            self.text.setText(self.tr("Loading both beside what is loaded, then about half a minute of measuring."))
            self.progress.setValue(int(test.load_fraction * 1000))
        else:
            text = self.tr("About {seconds} s left. Let the machine do nothing else meanwhile.")
            self.text.setText(text.format(seconds=max(1, round(left))))
            self.progress.setValue(int(test.share * 1000))
