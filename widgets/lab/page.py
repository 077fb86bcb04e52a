"""The page of the lab: what to measure, how far it is, what it found, and the runs that are kept.

It shows what it is given and asks for the rest; it measures nothing itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.lab import LabStage
from app.viewmodels.notices import written
from widgets.lab.runs_list import LabRunsList
from widgets.lab.setup import LabSetup
from widgets.lab.table import LabTable
from widgets.lab.words import duration, language_name, suite_name
from widgets.look.label_colour import colour_label
from widgets.parts.page import Page
from widgets.parts.page_parts import Section, row, sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from app.viewmodels.lab import LabState
    from app.viewmodels.lab_runs import LabRun
    from widgets.look.theme import Theme

_WIDTH = 960


class LabPage(Page):
    """Signals ask; `show_…` shows without telling anyone."""

    start_requested = Signal()
    pause_requested = Signal()
    go_on_requested = Signal()
    stop_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.set_title(self.tr("Lab"))
        self._theme = theme
        self._warns = False
        self._stage = LabStage.IDLE
        self.status = sentence_label()
        self.start_button = QPushButton(self.tr("Start"))
        self.start_button.setProperty("role", "primary")
        self.pause_button = QPushButton(self.tr("Pause"))
        self.stop_button = QPushButton(self.tr("Stop"))
        self.progress = QProgressBar()
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the run"))
        self.setup = LabSetup()
        self.findings = sentence_label(role="plain")
        self.table = LabTable(theme)
        self.runs = LabRunsList()
        self.note = sentence_label()
        self._found = Section(self.tr("What it found"))
        self._lay_out()
        self.first = self.setup.suite
        self.start_button.clicked.connect(lambda: self.start_requested.emit())
        self.stop_button.clicked.connect(lambda: self.stop_requested.emit())
        self.pause_button.clicked.connect(self._on_pause)
        self._is_paused = False
        theme.changed.connect(self._apply_palette)
        self.show_findings([])
        self.show_note("")

    def show_state(self, state: LabState, loaded: str) -> None:
        """Show how a run stands.

        Args:
            state: Of the lab.
            loaded: What would be measured, where nothing is.
        """
        running = state.is_running
        was_running = self.stop_button.isVisible()
        focus = self.focusWidget()
        self._is_paused = state.is_paused and running
        self.start_button.setVisible(not running)
        self.pause_button.setVisible(running)
        self.pause_button.setEnabled(not state.is_stopping)
        self.pause_button.setText(self.tr("Go on") if self._is_paused else self.tr("Pause"))
        self.stop_button.setVisible(running)
        self.stop_button.setEnabled(not state.is_stopping)
        self.progress.setVisible(running)
        self.setup.setEnabled(not running)
        progress = state.progress
        if progress is not None and progress.total:
            self.progress.setValue(int(progress.done / progress.total * 1000))
        else:
            self.progress.setValue(0)
        self._warns = state.stage is LabStage.FAILED
        self.status.setText(self._status(state, loaded))
        self._apply_palette()
        if focus is None or running == was_running:
            return
        if running and (focus is self.start_button or self.setup.isAncestorOf(focus)):
            self.stop_button.setFocus(Qt.FocusReason.OtherFocusReason)
        elif not running and focus in (self.stop_button, self.pause_button):
            self.start_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_findings(self, sentences: Sequence[str]) -> None:
        """Show the answers."""
        self.findings.setText("\n\n".join(sentences))
        self.findings.setVisible(bool(sentences))

    def show_found(self, shown: bool) -> None:
        """Show the table and what it comes to, or nothing before there is any."""
        self._found.setVisible(shown)

    def show_runs(self, runs: Sequence[LabRun], *, is_busy: bool) -> None:
        """Show what is kept."""
        self.runs.show_runs(runs, is_busy=is_busy)

    def show_note(self, sentence: str) -> None:
        """Say what became of a wish about a kept run; empty says nothing."""
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Enter starts."""
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if is_enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier and self.start_button.isVisible():
            self.start_requested.emit()
        else:
            super().keyPressEvent(event)

    def _status(self, state: LabState, loaded: str) -> str:
        progress = state.progress
        match state.stage:
            case LabStage.FAILED:
                return "" if state.failure is None else written(state.failure)
            case LabStage.PREPARING:
                return self.tr("Looking at memory and files…")
            case LabStage.LOADING:
                percent = int(state.load_fraction * 100)
                return self.tr("Loading the pair once more, for the lab alone… {percent} %").format(percent=percent)
            case LabStage.COMPLETE:
                return self.tr("Done: everything is measured.")
            case LabStage.STOPPED if state.summary is None:
                return self.tr("Stopped before anything was measured.")
            case LabStage.STOPPED:
                return self.tr("Stopped. What was measured is kept, and the run can go on later.")
            case LabStage.MEASURING if progress is not None:
                return self._measuring(state)
            case _:
                return loaded

    def _measuring(self, state: LabState) -> str:
        progress = state.progress
        if progress is None:
            return ""
        parts = [self.tr("{done} of {total} replies").format(done=progress.done, total=progress.total)]
        if state.is_stopping:
            parts.append(self.tr("stopping…"))
        elif self._is_paused:
            parts.append(self.tr("paused"))
        elif progress.seconds_left is not None:
            parts.append(self.tr("about {time} left").format(time=duration(progress.seconds_left)))
        if progress.cell is not None and not self._is_paused:
            prompt = progress.cell.prompt
            parts.append(suite_name(prompt.category))
            if prompt.language:
                parts.append(language_name(prompt.language))
            parts.append(progress.cell.side.name)
        return " · ".join(parts)

    def _on_pause(self) -> None:
        (self.go_on_requested if self._is_paused else self.pause_requested).emit()

    def _apply_palette(self) -> None:
        palette = self._theme.palette
        colour_label(self.status, palette.rejected if self._warns else palette.muted)

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.status)
        heading = row()
        heading.addLayout(words, 1)
        for button in (self.start_button, self.pause_button, self.stop_button, self.close_button):
            heading.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        head = QWidget()
        above = QVBoxLayout(head)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(8)
        above.addLayout(heading)
        above.addWidget(self.progress)
        wanted = Section(self.tr("What to measure"))
        wanted.add(self.setup)
        self._found.add(self.findings, self.table)
        self._found.hide()
        kept = Section(self.tr("Kept runs"))
        kept.add(self.note, self.runs)
        column = QWidget()
        content = QVBoxLayout(column)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(18)
        for part in (wanted, self._found, kept):
            content.addWidget(part)
        content.addStretch(1)
        self.put_together(head, column, _WIDTH)
