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
from app.viewmodels.own_settings import MAX_SYSTEM_PROMPT
from app.viewmodels.plot_view import PlotView
from widgets.composer.system_prompt import SystemPrompt
from widgets.look import figures
from widgets.look.refresh_pacer import RefreshPacer
from widgets.parts.figure_tile import FigureTile
from widgets.parts.fold import Fold
from widgets.parts.tab_chain import chain_behind
from widgets.proof.conversation_controls import ConversationControls
from widgets.proof.mode_switch import ModeSwitch
from widgets.proof.rounds_list import SHORT, RoundsList
from widgets.proof.sampling_panel import SamplingPanel
from widgets.proof.speculation_badge import SpeculationBadge
from widgets.proof.strip import ProofStrip

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.speculation import SpeculationState
    from widgets.look.theme import Theme
    from widgets.plots.panel_plots import PanelPlots

_MARGIN = 16
_SPACING = 12
_PLOTS_HEIGHT = 362
"""What the curves take, but for a line or two."""


class ProofPanel(QFrame):
    """Follows the view models. `speculation_changed` carries the mode too, `mode_chosen` the mode alone."""

    mode_chosen = Signal(SpeculationMode)
    sampling_changed = Signal(SamplingSettings)
    speculation_changed = Signal(SpeculationSettings)
    keep_marks_changed = Signal(bool)
    machine_requested = Signal()
    """Show everything about the machine."""
    save_requested = Signal(object)
    """A `Table` to be saved."""

    def __init__(
        self, theme: Theme, state: SpeculationState, history: HardwareHistory, view: PlotView | None = None
    ) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self.setAccessibleName(self.tr("Proof panel"))
        self._theme = theme
        self._state = state
        self._history = history
        self.view = view or PlotView(self)
        """How all its curves are looked at."""
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
        self._plots: PanelPlots | None = None
        self._plots_place = QWidget()
        self.rounds_list = RoundsList(theme)
        self.all_rounds = QPushButton(self.tr("Show 40"))
        self.mode_switch = ModeSwitch()
        self.sampling_panel = SamplingPanel()
        self.keep_marks = QCheckBox(self.tr("Keep marks"))
        self.controls = ConversationControls(theme, self.sampling_panel)
        self.sampling_fold = Fold(theme, self.tr("Sampling and checking"), self.controls)
        self.system_prompt = SystemPrompt(theme, MAX_SYSTEM_PROMPT)
        self.scope_note = QLabel(self.tr("mode for this conversation only"))
        self._lay_out()
        self._connect()
        self._pacer = RefreshPacer(self, self._on_refresh)
        state.changed.connect(self._pacer.request)
        self._on_refresh()

    @property
    def plots(self) -> PanelPlots:
        """The curves, which are made when they are first asked for: until then there is room for them."""
        if self._plots is None:
            from widgets.plots.panel_plots import PanelPlots

            self._plots = PanelPlots(self._theme, self._state, self._history, self.view)
            self._plots.machine_requested.connect(self.machine_requested)
            self._plots.save_requested.connect(self.save_requested)
            self._column.replaceWidget(self._plots_place, self._plots)
            self._plots_place.deleteLater()
            chain_behind(self.badge, self._plots.stops)
        return self._plots

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

    def show_scope(self, scoped: bool, program: Mapping[str, object]) -> None:
        """Show whose settings these are; see `ConversationControls.show_scope`."""
        self.controls.show_scope(scoped, program)
        self.scope_note.setVisible(scoped)
        title = self.tr("Sampling and checking — own settings") if program else self.tr("Sampling and checking")
        self.sampling_fold.heading.setText(title)
        self.sampling_fold.heading.setAccessibleName(title)

    def show_controls(self) -> None:
        """Unfold what the next reply is asked with, and go there."""
        self.system_prompt.fold.heading.setChecked(True)
        self.sampling_fold.heading.setChecked(True)
        self.system_prompt.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        # Once the layout has made room for both: the prompt stands at the top, the settings below it.
        QTimer.singleShot(0, self, lambda: self._bar.setValue(self.system_prompt.y()))

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
        self._plots_place.setFixedHeight(_PLOTS_HEIGHT)
        column.addWidget(self._plots_place)
        column.addLayout(_row(8, self.first_token, self.prefill, self.overhead))
        column.addLayout(self._rounds_section())
        folds = QVBoxLayout()
        folds.setSpacing(4)
        folds.addWidget(self.system_prompt)
        folds.addWidget(self.sampling_fold)
        column.addLayout(folds)
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
        self.scope_note.setProperty("role", "small")
        self.scope_note.hide()
        for part in (self.keep_marks, self.scope_note, self.mode_switch):  # side by side they are too long in Dutch
            layout.addWidget(part)
        return foot

    def _connect(self) -> None:
        self.mode_switch.mode_chosen.connect(self._on_mode_chosen)
        self.sampling_panel.sampling_changed.connect(self.sampling_changed)
        self.sampling_panel.speculation_changed.connect(self.speculation_changed)
        self.keep_marks.toggled.connect(self.keep_marks_changed)
        self.all_rounds.toggled.connect(self._on_all_rounds_toggled)
        self.sampling_fold.unfolded.connect(self._on_unfolded)
        self.system_prompt.fold.unfolded.connect(self._on_prompt_unfolded)

    def _on_mode_chosen(self, mode: SpeculationMode) -> None:
        settings = replace(self.sampling_panel.speculation, mode=mode)
        self.sampling_panel.set_speculation(settings)
        self.mode_chosen.emit(mode)
        self.speculation_changed.emit(settings)

    def _on_unfolded(self, unfolded: bool) -> None:
        if unfolded:
            # Once the layout has made room for it.
            QTimer.singleShot(0, self, lambda: self._scroll.ensureWidgetVisible(self.controls, 0, 8))

    def _on_prompt_unfolded(self, unfolded: bool) -> None:
        if unfolded:
            QTimer.singleShot(0, self, lambda: self._scroll.ensureWidgetVisible(self.system_prompt, 0, 8))

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
        self.overhead.show_figure(figures.percent(state.overhead_share, 1))
        self.rounds_list.set_rounds(state.rounds)
        self.all_rounds.setVisible(len(state.rounds) > SHORT or self.all_rounds.isChecked())


def _row(spacing: int, *tiles: QWidget) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(spacing)
    for tile in tiles:
        row.addWidget(tile, 1)
    return row
