"""The page that lets two settings race for the same prompt: what to compare, both texts side by side, the verdict.

It shows what it is given and asks for the rest; it speaks with no engine itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.compare_track import Track
from app.viewmodels.reply import Reply
from widgets.compare.pane import ComparePane
from widgets.compare.race_line import RaceLine
from widgets.compare.replay_bar import ReplayBar
from widgets.compare.setup import CompareSetup
from widgets.compare.verdict_card import VerdictCard
from widgets.look.label_colour import colour_label
from widgets.parts.fold import Fold
from widgets.parts.page import Page
from widgets.parts.page_parts import row, sentence_label
from widgets.tokens.inspector import TokenInspector

if TYPE_CHECKING:
    from PySide6.QtCore import QRect
    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from app.lab.comparison import Comparison
    from app.lab.verdict import Verdict
    from app.viewmodels.compare_choice import CompareChoice
    from widgets.look.theme import Theme

_WIDTH = 1240
_BESIDE_FROM = 820
"""Width of the page from which the panes stand side by side."""
_MARGIN = 28
_PICTURE_MARGIN = 24


class ComparePage(Page):
    """Signals ask; `show_…` shows without telling anyone."""

    start_requested = Signal()
    stop_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.set_title(self.tr("Compare"))
        self._theme = theme
        self._names = ("", "")
        self._warns = False
        self._follows = False
        self.start_button = QPushButton(self.tr("Start"))
        self.start_button.setProperty("role", "primary")
        self.stop_button = QPushButton(self.tr("Stop"))
        self.status = sentence_label()
        self.race_line = RaceLine(theme)
        self.replay_bar = ReplayBar()
        self.setup = CompareSetup()
        self.fold = Fold(theme, self.tr("Prompt and settings"), self.setup)
        self.verdict_card = VerdictCard(theme)
        self.panes = (ComparePane(theme, 0), ComparePane(theme, 1))
        self._lay_out()
        self.inspector = TokenInspector(theme, self)
        self.first = self.setup.prompt
        self._connect()
        self.clear()

    def put_in_order(self) -> None:
        """As one reads, but one side's settings after the other's."""
        super().put_in_order()
        self.setup.chain_sides()

    def show_status(self, sentence: str, *, warns: bool = False) -> None:
        """Say how it stands, below the title."""
        self.status.setText(sentence)
        self._warns = warns
        self._apply_palette()

    def show_running(self, running: bool, *, stopping: bool = False) -> None:
        """Show whether a race is on."""
        self.start_button.setVisible(not running)
        self.stop_button.setVisible(running)
        self.stop_button.setEnabled(not stopping)
        self.stop_button.setText(self.tr("Stopping…") if stopping else self.tr("Stop"))
        self.setup.setEnabled(not running)

    def begin(self, names: tuple[str, str]) -> None:
        """Make room for a race between sides of these names."""
        self._names = names
        had_focus = self.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self.fold.heading.setChecked(False)
        self.verdict_card.hide()
        self.verdict_card.clear()
        self.replay_bar.hide()
        for pane, name in zip(self.panes, names, strict=True):
            pane.show_name(name)
        self._show_race(True)
        self.show_race((Reply(0), Reply(0)), (0.0, 0.0), (Track(), Track()))
        self.race_line.show_moment(None)
        self._follows = True
        self.show_running(True)
        if had_focus:
            self.stop_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_race(
        self, replies: tuple[Reply, Reply], seconds: tuple[float, float], tracks: tuple[Track, Track]
    ) -> None:
        """Show how far both sides are.

        Args:
            replies: What they have written.
            seconds: Their own clocks.
            tracks: How they came there.
        """
        for pane, reply, clock in zip(self.panes, replies, seconds, strict=True):
            pane.show_side(reply, clock)
        self.race_line.show_tracks(tracks, self._names)

    def end(self, comparison: Comparison, verdict: Verdict | None, choice: CompareChoice) -> None:
        """Show what came of it; None where no run was whole."""
        had_focus = self.stop_button.hasFocus()
        self._follows = False
        self.show_running(False)
        if verdict is None:
            self.fold.heading.setChecked(True)
        else:
            self.verdict_card.show_verdict(comparison, verdict, choice, self._names)
            self.verdict_card.show()
            self.scroll_area.verticalScrollBar().setValue(0)
        if had_focus:
            self.start_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def clear(self) -> None:
        """Forget what was asked and said: as at the start."""
        self.setup.clear()
        self.inspector.deleteLater()  # it knows the word that it explained last
        self.inspector = TokenInspector(self._theme, self)
        self.verdict_card.clear()
        self.verdict_card.hide()
        self.replay_bar.hide()
        for pane in self.panes:
            pane.clear(Reply(0))
        self.race_line.show_tracks((Track(), Track()), ("", ""))
        self._show_race(False)
        self.show_running(False)
        self.show_status("")
        self.fold.heading.setChecked(True)

    def picture(self) -> QPixmap:
        """Paint title, line, verdict and both texts whole, as they stand, without what one types into."""
        parts = [self._heading_words, self.race_line]
        parts += [part for part in (self.verdict_card, self._columns) if not part.isHidden()]
        width = self._columns.width() + 2 * _PICTURE_MARGIN
        height = sum(part.height() + 16 for part in parts) + 2 * _PICTURE_MARGIN - 16
        ratio = self.devicePixelRatioF()
        picture = QPixmap(round(width * ratio), round(height * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(self._theme.palette.background))
        painter = QPainter(picture)
        top = _PICTURE_MARGIN
        for part in parts:
            painter.drawPixmap(_PICTURE_MARGIN, top, part.grab())
            top += part.height() + 16
        painter.end()
        return picture

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter starts."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.start_button.isVisible():
            self.start_requested.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the panes side by side where there is room, else one above the other."""
        super().resizeEvent(event)
        beside = event.size().width() >= _BESIDE_FROM
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._pane_box.setDirection(direction)

    def _show_race(self, shown: bool) -> None:
        self.race_line.setVisible(shown)
        self._columns.setVisible(shown)

    def _connect(self) -> None:
        self.start_button.clicked.connect(lambda: self.start_requested.emit())
        self.stop_button.clicked.connect(lambda: self.stop_requested.emit())
        for pane in self.panes:
            pane.token_hovered.connect(lambda index, rect, pane=pane: self._on_hovered(pane, index, rect))
            pane.hover_left.connect(lambda: self.inspector.hide())
        bar = self.scroll_area.verticalScrollBar()
        bar.rangeChanged.connect(self._on_range_changed)
        bar.actionTriggered.connect(lambda _action: self._on_scrolled())
        self._theme.changed.connect(self._apply_palette)

    def _on_hovered(self, pane: ComparePane, index: int, rect: QRect) -> None:
        if pane.reply is not None and index < len(pane.reply.tokens):
            self.inspector.show_token(pane.reply.tokens[index], rect)

    def _on_range_changed(self, _least: int, most: int) -> None:
        """Stay at the end of what is being written, where the user is there."""
        if self._follows:
            self.scroll_area.verticalScrollBar().setValue(most)

    def _on_scrolled(self) -> None:
        bar = self.scroll_area.verticalScrollBar()
        self._follows = self.stop_button.isVisible() and bar.sliderPosition() >= bar.maximum()

    def _apply_palette(self) -> None:
        palette = self._theme.palette
        colour_label(self.status, palette.rejected if self._warns else palette.muted)

    def _lay_out(self) -> None:
        self._heading_words = QWidget()
        words = QVBoxLayout(self._heading_words)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.status)
        heading = row()
        heading.addWidget(self._heading_words, 1)
        for button in (self.start_button, self.stop_button, self.close_button):
            heading.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        head = QWidget()
        above = QVBoxLayout(head)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(8)
        above.addLayout(heading)
        above.addWidget(self.race_line)
        above.addWidget(self.replay_bar)
        self._columns = QWidget()
        self._pane_box = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._columns)
        self._pane_box.setContentsMargins(0, 0, 0, 0)
        self._pane_box.setSpacing(14)
        for pane in self.panes:
            self._pane_box.addWidget(pane, 1)
        column = QWidget()
        content = QVBoxLayout(column)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(14)
        for part in (self.verdict_card, self.fold, self._columns):
            content.addWidget(part)
        content.addStretch(1)
        self.scroll_area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.put_together(head, column, _WIDTH)
