"""The right column: what speculation buys just now, shown in words, figures, curves and single rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from app.engine.types import SamplingSettings, SpeculationMode, SpeculationSettings
from widgets import figures
from widgets.figure_tile import FigureTile
from widgets.fold import Fold
from widgets.mode_switch import ModeSwitch
from widgets.plots.acceptance import AcceptancePlot
from widgets.plots.memory import MemoryPlot
from widgets.plots.throughput import ThroughputPlot
from widgets.proof_strip import ProofStrip
from widgets.refresh_pacer import RefreshPacer
from widgets.rounds_list import SHORT, RoundsList
from widgets.sampling_panel import SamplingPanel
from widgets.speculation_badge import SpeculationBadge

if TYPE_CHECKING:
    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.speculation import SpeculationState
    from widgets.theme import Theme

_MARGIN = 16
_SPACING = 12


class ProofPanel(QFrame):
    """Follows the view models. `speculation_changed` carries the mode too, `mode_chosen` the mode alone."""

    mode_chosen = Signal(SpeculationMode)
    sampling_changed = Signal(SamplingSettings)
    speculation_changed = Signal(SpeculationSettings)
    keep_marks_changed = Signal(bool)

    def __init__(self, theme: Theme, state: SpeculationState, history: HardwareHistory) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Proof panel"))
        self._theme = theme
        self._state = state
        self.badge = SpeculationBadge(theme)
        self.rate_tile = FigureTile(
            self.tr("tokens/s"), self.tr("Tokens written a second: now, or of the whole reply once it is done.")
        )
        self.accepted_tile = FigureTile(
            self.tr("accepted"), self.tr("Share of this reply's draft tokens that the target accepted.")
        )
        self.check_tile = FigureTile(
            self.tr("per check τ"), self.tr("Tokens written for each pass of the target, in this reply.")
        )
        self.first_token = FigureTile(
            self.tr("first token"), self.tr("Time from the request to the first token."), plain=True
        )
        self.prefill = FigureTile(
            self.tr("prompt tokens/s"), self.tr("How fast the new part of the prompt was read."), plain=True
        )
        self.overhead = FigureTile(
            self.tr("own overhead"),
            self.tr("Share of the writing time spent outside the models; known when a reply ends."),
            plain=True,
        )
        self.throughput_plot = ThroughputPlot(theme, state)
        self.acceptance_plot = AcceptancePlot(theme, state)
        self.memory_plot = MemoryPlot(theme, history)
        self.rounds_list = RoundsList(theme)
        self.all_rounds = QPushButton(self.tr("Show 40"))
        self.mode_switch = ModeSwitch()
        self.sampling_panel = SamplingPanel()
        self.keep_marks = QCheckBox(self.tr("Keep marks"))
        self.sampling_fold = Fold(theme, self.tr("Sampling and checking"), self.sampling_panel)
        self._lay_out()
        self._connect()
        self._pacer = RefreshPacer(self, self._on_refresh)
        state.changed.connect(self._pacer.request)
        self._on_refresh()

    def make_strip(self) -> ProofStrip:
        """Return what stands for the panel in a narrow window."""
        return ProofStrip(self._theme, self._state)

    def set_sampling(self, settings: SamplingSettings) -> None:
        """Show settings without telling anyone."""
        self.sampling_panel.set_sampling(settings)

    def set_speculation(self, settings: SpeculationSettings) -> None:
        """Show settings without telling anyone."""
        self.sampling_panel.set_speculation(settings)
        self.mode_switch.set_mode(settings.mode)

    def set_keep_marks(self, keeps: bool) -> None:
        """Show whether marks are kept; tells when that differs from before."""
        self.keep_marks.setChecked(keeps)

    def _lay_out(self) -> None:
        content = QWidget()
        content.setProperty("role", "bare")
        column = QVBoxLayout(content)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, 8)
        column.setSpacing(_SPACING)
        column.addWidget(self.badge)
        column.addLayout(_row(8, self.rate_tile, self.accepted_tile, self.check_tile))
        for plot in (self.throughput_plot, self.acceptance_plot, self.memory_plot):
            column.addWidget(plot)
        column.addLayout(_row(8, self.first_token, self.prefill, self.overhead))
        column.addLayout(self._rounds_section())
        column.addWidget(self.sampling_fold)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(content)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._column = column
        self._scroll = scroll
        self._bar = scroll.verticalScrollBar()
        self._bar.rangeChanged.connect(self._on_scroll_range_changed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(scroll, 1)
        rule = QFrame()
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        layout.addWidget(rule)
        layout.addWidget(self._foot())

    def _rounds_section(self) -> QVBoxLayout:
        title = QLabel(self.tr("ROUNDS"))
        title.setProperty("role", "section")
        self.all_rounds.setProperty("role", "quiet")
        self.all_rounds.setCheckable(True)
        self.all_rounds.setAccessibleName(self.tr("Show the last forty rounds"))
        heading = QHBoxLayout()
        heading.addWidget(title)
        heading.addStretch(1)
        heading.addWidget(self.all_rounds)
        section = QVBoxLayout()
        section.setSpacing(2)
        section.addLayout(heading)
        section.addWidget(self.rounds_list)
        return section

    def _foot(self) -> QWidget:
        foot = QWidget()
        self.keep_marks.setToolTip(self.tr("Struck words stay in sight instead of fading after a second."))
        self.keep_marks.setAccessibleName(self.tr("Keep marks"))
        layout = QVBoxLayout(foot)
        layout.setContentsMargins(_MARGIN, 10, _MARGIN, 14)
        layout.setSpacing(10)
        layout.addWidget(self.keep_marks)
        layout.addWidget(self.mode_switch)
        return foot

    def _connect(self) -> None:
        self.mode_switch.mode_chosen.connect(self._on_mode_chosen)
        self.sampling_panel.sampling_changed.connect(self.sampling_changed)
        self.sampling_panel.speculation_changed.connect(self.speculation_changed)
        self.keep_marks.toggled.connect(self.keep_marks_changed)
        self.all_rounds.toggled.connect(self._on_all_rounds_toggled)
        self.sampling_fold.unfolded.connect(self._on_unfolded)

    def _on_mode_chosen(self, mode: SpeculationMode) -> None:
        settings = replace(self.sampling_panel.speculation, mode=mode)
        self.sampling_panel.set_speculation(settings)
        self.mode_chosen.emit(mode)
        self.speculation_changed.emit(settings)

    def _on_unfolded(self, unfolded: bool) -> None:
        if unfolded:
            # Once the layout has made room for it.
            QTimer.singleShot(0, self, lambda: self._scroll.ensureWidgetVisible(self.sampling_panel, 0, 8))

    def _on_all_rounds_toggled(self, shows_all: bool) -> None:
        self.all_rounds.setText(self.tr("Show fewer") if shows_all else self.tr("Show 40"))
        self.rounds_list.show_all(shows_all)

    def _on_scroll_range_changed(self, _lowest: int, highest: int) -> None:
        """Give the scroll bar its room out of the margin, so that nothing moves when it appears."""
        right = _MARGIN - (self._bar.sizeHint().width() if highest else 0)
        self._column.setContentsMargins(_MARGIN, _MARGIN, max(0, right), 8)

    def _on_refresh(self) -> None:
        state, tally = self._state, self._state.tally
        self.badge.show_badge(state.badge)
        self.rate_tile.show_figure(figures.rate(state.tokens_per_second))
        self.accepted_tile.show_figure(figures.percent(tally.acceptance_rate))
        self.check_tile.show_figure(figures.decimal(tally.block_efficiency))
        self.first_token.show_figure(figures.short_time(state.first_token_seconds))
        self.prefill.show_figure(figures.rate(state.prefill_tokens_per_second))
        overhead = state.overhead_share
        self.overhead.show_figure(figures.NONE if overhead is None else f"{figures.decimal(overhead * 100)} %")
        self.rounds_list.set_rounds(state.rounds)
        self.all_rounds.setVisible(len(state.rounds) > SHORT or self.all_rounds.isChecked())


def _row(spacing: int, *tiles: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(spacing)
    for tile in tiles:
        row.addWidget(tile, 1)
    return row
