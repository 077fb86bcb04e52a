"""The runs that are kept, each with what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.lab.words import day_and_time, suite_name
from widgets.parts.page_parts import rule, sentence_label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.viewmodels.lab_runs import LabRun

_MOST = 12


class LabRunsList(QWidget):
    """Signals carry a `LabRun`."""

    resume_requested = Signal(object)
    report_requested = Signal(object)
    save_requested = Signal(object, str)
    """A run, and `csv` or `json`."""

    def __init__(self) -> None:
        super().__init__()
        self.note = sentence_label()
        self.rows: list[_RunRow] = []
        self._box = QVBoxLayout(self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(8)
        self._box.addWidget(self.note)
        self.show_runs((), is_busy=False)

    def show_runs(self, runs: Sequence[LabRun], *, is_busy: bool) -> None:
        """Show the newest of them.

        Args:
            runs: The newest first.
            is_busy: Whether a run is on, so that no other can go on.
        """
        for row in self.rows:
            self._box.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = [_RunRow(run, self) for run in runs[:_MOST]]
        for row in self.rows:
            self._box.addWidget(row)
            row.resume_button.setEnabled(not is_busy)
        if not runs:
            self.note.setText(self.tr("No run is kept yet."))
        elif len(runs) > _MOST:
            self.note.setText(self.tr("The newest {number} runs.").format(number=_MOST))
        self.note.setVisible(not runs or len(runs) > _MOST)


class _RunRow(QWidget):
    """One run."""

    def __init__(self, run: LabRun, of: LabRunsList) -> None:
        super().__init__(of)
        self.run = run
        target, draft = run.pair
        name = QLabel(f"{suite_name(run.suite)} · {target}" + (f" + {draft}" if draft else ""))
        name.setProperty("role", "strong")
        name.setWordWrap(True)
        text = self.tr("{moment}, %Ln reply(s) measured", "", run.num_measured)
        detail = QLabel(text.format(moment=day_and_time(run.created)))
        detail.setProperty("role", "muted")
        self.resume_button = QPushButton(self.tr("Go on"))
        self.resume_button.setVisible(run.can_go_on)
        self.report_button = QPushButton(self.tr("Open report"))
        self.csv_button = QPushButton(self.tr("Save CSV…"))
        self.json_button = QPushButton(self.tr("Save JSON…"))
        for button in (self.report_button, self.csv_button, self.json_button):
            button.setVisible(run.has_report)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(name)
        words.addWidget(detail)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addLayout(words, 1)
        for button in (self.resume_button, self.report_button, self.csv_button, self.json_button):
            button.setAccessibleDescription(name.text())
            line.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(rule())
        layout.addLayout(line)
        self.resume_button.clicked.connect(lambda: of.resume_requested.emit(run))
        self.report_button.clicked.connect(lambda: of.report_requested.emit(run))
        self.csv_button.clicked.connect(lambda: of.save_requested.emit(run, "csv"))
        self.json_button.clicked.connect(lambda: of.save_requested.emit(run, "json"))
