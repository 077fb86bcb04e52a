"""The memory planner: what a pair takes of each memory, how much context fits, and loading it that way.

It shows what it is given at once for every step of a slider, and asks for the rest.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from app.errors import Notice
from app.models.memory.plan import LARGEST_CONTEXT
from app.viewmodels.notices import written
from widgets.look.label_colour import colour_label
from widgets.memory.context_slider import LEAST_TOKENS, STEP_TOKENS, ContextSlider
from widgets.memory.placement_panel import FIELD_WIDTH, PlacementPanel
from widgets.memory.plan_bars import PlanBars
from widgets.memory.plan_table import PlanTable
from widgets.memory.plan_words import change_explanation, change_text, size_text, tokens_text
from widgets.parts.flow_row import FlowRow
from widgets.parts.page import Page, in_the_middle
from widgets.parts.page_parts import Section, row, rule, sentence_label

if TYPE_CHECKING:
    from app.engine.types import LoadSettings
    from app.models.memory.plan import MemoryPlan
    from app.viewmodels.memory_plan import MemoryPlanning
    from widgets.look.theme import Theme

_WIDTH = 680
_MOST_BUTTONS = 4
_WORTH_SAYING = 64 << 20


class MemoryPlanner(Page):
    """Follows a `MemoryPlanning`."""

    load_requested = Signal()
    """Load what is wished for."""
    reset_requested = Signal()
    """Begin again with what is loaded."""
    recovers_changed = Signal(bool)

    def __init__(self, theme: Theme, planning: MemoryPlanning) -> None:
        super().__init__(theme)
        self.set_title(self.tr("Memory"))
        self._theme = theme
        self._planning = planning
        self.verdict = QLabel()
        self.verdict.setProperty("role", "title")
        self.verdict.setWordWrap(True)
        self.details = sentence_label()
        self.warning = sentence_label()
        self.bars = PlanBars(theme)
        self.table = PlanTable(theme)
        self.copies = sentence_label("", "small")
        self.slider = ContextSlider(theme)
        self.tokens = QSpinBox()
        self.tokens.setRange(LEAST_TOKENS, LARGEST_CONTEXT)
        self.tokens.setSingleStep(STEP_TOKENS)
        self.tokens.setGroupSeparatorShown(True)
        self.tokens.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.tokens.lineEdit().setTextMargins(0, 0, 4, 0)
        self.tokens.setAccessibleName(self.tr("Tokens of context"))
        self.largest_button = QPushButton()
        self.largest_button.setProperty("role", "quiet")
        self.placement = PlacementPanel()
        self.change_buttons: list[QPushButton] = []
        self._changes = QWidget()
        self._change_flow = FlowRow()
        self._changes.setLayout(self._change_flow)
        self.load_button = QPushButton(self.tr("Load it like this"))
        self.load_button.setProperty("role", "primary")
        self.reset_button = QPushButton(self.tr("As it was"))
        self._lay_out()
        self._connect()
        self._show()

    def _connect(self) -> None:
        planning = self._planning
        planning.changed.connect(self._show)
        self._theme.changed.connect(self._show)
        self.load_button.clicked.connect(lambda: self.load_requested.emit())
        self.reset_button.clicked.connect(lambda: self.reset_requested.emit())
        self.slider.tokens_chosen.connect(self._on_tokens)
        self.tokens.valueChanged.connect(self._on_tokens)
        self.largest_button.clicked.connect(lambda: self._on_tokens(planning.largest_context))
        self.placement.changed.connect(planning.change)
        self.placement.recovers_changed.connect(self.recovers_changed)

    def _on_tokens(self, tokens: int) -> None:
        wish = self._planning.wish
        if wish is not None and tokens:
            self._planning.change(replace(wish, context_tokens=tokens))

    def _show(self) -> None:
        planning, wish, plan = self._planning, self._planning.wish, self._planning.plan
        has_plan = plan is not None and wish is not None
        for part in (self.bars_section, self.context_section, self.placement_section):
            part.setVisible(has_plan)
        self.load_button.setEnabled(planning.is_loadable)
        self.reset_button.setEnabled(has_plan and planning.differs)
        self._changes.setVisible(False)
        self.warning.setVisible(has_plan and planning.is_squeezed)
        if plan is None or wish is None:
            self._show_nothing()
            return
        self._show_verdict(plan)
        self._show_changes()
        self._show_sizes(plan)
        self._show_copies(plan)
        self._show_context(plan)
        self._show_placement(wish, plan)

    def _show_nothing(self) -> None:
        problem = self._planning.problem
        if problem is not None:
            self.verdict.setText(self.tr("No plan can be made"))
            self.details.setText(written(problem))
        elif self._planning.wish is None:
            self.verdict.setText(self.tr("No model is chosen"))
            self.details.setText(self.tr("Choose a target model, and this page says how much memory it takes."))
        else:
            self.verdict.setText(self.tr("Looking at the files and at the machine…"))
            self.details.setText("")
        colour_label(self.verdict, self._theme.palette.ink)

    def _show_verdict(self, plan: MemoryPlan) -> None:
        tokens = tokens_text(plan.context_tokens)
        if plan.fits:
            self.verdict.setText(self.tr("A context of {tokens} tokens fits").format(tokens=tokens))
        else:
            self.verdict.setText(self.tr("A context of {tokens} tokens does not fit").format(tokens=tokens))
        colour_label(self.verdict, self._theme.palette.ink if plan.fits else self._theme.palette.rejected)
        needed, short = plan.total_bytes, sum(plan.shortage_bytes(each) for each in plan.short_memories)
        text = self.tr("It takes {size}.").format(size=size_text(needed))
        if short:
            missing = self.tr("{size} are missing, a little reserve counted in.").format(size=size_text(short))
            text = f"{text} {missing}"
        checked = self.tr("Checked with llama.cpp.") if plan.is_checked else self.tr("Estimated from the files.")
        self.details.setText(f"{text} {checked}")
        if self._planning.is_squeezed:
            self.warning.setText(written(Notice("plan_squeezed", {"bits": plan.target.shape.bits_per_weight})))
            colour_label(self.warning, self._theme.palette.rejected)

    def _show_changes(self) -> None:
        for button in self.change_buttons:
            self._change_flow.removeWidget(button)
            button.deleteLater()
        self.change_buttons = []
        for change in self._planning.changes[:_MOST_BUTTONS]:
            button = QPushButton(change_text(change))
            button.setToolTip(change_explanation(change))
            button.setAccessibleDescription(button.toolTip())
            button.clicked.connect(lambda _checked=False, chosen=change: self._planning.take(chosen))
            self._change_flow.addWidget(button)
            self.change_buttons.append(button)
        self._changes.setVisible(bool(self.change_buttons))

    def _show_sizes(self, plan: MemoryPlan) -> None:
        others = {memory.name: self._planning.other_bytes(memory.name) for memory in plan.machine.memories}
        self.bars.show_plan(plan, others)
        wish = self._planning.wish
        draft_path = None if wish is None or wish.draft is None else wish.draft.path
        target_path = "" if wish is None else wish.target.path
        draft = None
        if plan.draft is not None and plan.draft_need is not None and draft_path is not None:
            draft = (plan.draft.shape.name, plan.draft_need, self._planning.comparison(draft_path))
        self.table.show_needs((plan.target.shape.name, plan.target_need, self._planning.comparison(target_path)), draft)

    def _show_copies(self, plan: MemoryPlan) -> None:
        """Say why the system shows more than the plan: it gives that back before anything gets scarce."""
        copies = plan.target_need.copies_bytes + (0 if plan.draft_need is None else plan.draft_need.copies_bytes)
        text = self.tr(
            "Up to {size} more are in use while there is room: pages of the file behind weights that are kept in the "
            "processor's own order. The system takes them back when it needs them."
        )
        self.copies.setText(text.format(size=size_text(copies)))
        self.copies.setVisible(copies >= _WORTH_SAYING)

    def _show_context(self, plan: MemoryPlan) -> None:
        largest, most = self._planning.largest_context, self._planning.most_context
        self.slider.show_tokens(plan.context_tokens, most, largest)
        if not self.tokens.hasFocus() or self.tokens.value() != plan.context_tokens:
            with QSignalBlocker(self.tokens):
                self.tokens.setValue(plan.context_tokens)
        if largest:
            self.largest_button.setText(self.tr("The longest that fits: {tokens}").format(tokens=tokens_text(largest)))
        else:
            self.largest_button.setText(self.tr("No context fits"))
        self.largest_button.setEnabled(bool(largest) and largest != plan.context_tokens)
        trained = plan.target.shape.trained_context
        self.trained.setText(
            self.tr("The target was trained for {tokens} tokens.").format(tokens=tokens_text(trained))
            if trained
            else ""
        )

    def _show_placement(self, wish: LoadSettings, plan: MemoryPlan) -> None:
        machine = self._planning.machine
        if machine is not None:
            self.placement.show_machine(machine)
        draft_layers = 0 if plan.draft is None else plan.draft.shape.num_layers + 1
        self.placement.show_settings(wish, plan.target.shape.num_layers + 1, draft_layers)

    def _lay_out(self) -> None:
        self.bars_section = Section(self.tr("What lies where"))
        self.bars_section.body.setSpacing(16)
        self.bars_section.add(self.bars, self.table, self.copies)
        self.trained = QLabel()
        self.trained.setProperty("role", "muted")
        self.context_section = Section(self.tr("Context"))
        self.tokens.setFixedWidth(FIELD_WIDTH)
        self.context_section.add(
            row(self.slider, self.tokens, spacing=14), row(self.trained, None, self.largest_button)
        )
        self.placement_section = Section(self.tr("How it is loaded"))
        self.placement_section.add(self.placement)
        column = QWidget()
        content = QVBoxLayout(column)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(18)
        top = QVBoxLayout()
        top.setSpacing(6)
        for part in (self.verdict, self.details, self.warning, self._changes):
            top.addWidget(part)
        content.addLayout(top)
        for section in (self.bars_section, self.context_section, self.placement_section):
            content.addWidget(section)
        content.addStretch(1)
        self.put_together(self.title_line(), column, _WIDTH)
        self._foot = self._make_foot()
        below = self.layout()
        if isinstance(below, QVBoxLayout):
            below.addWidget(rule())
            below.addLayout(self._foot)
        self.scroll_area.verticalScrollBar().rangeChanged.connect(self._align)
        self._align(0, 0)

    def _align(self, _least: int, most: int) -> None:
        """Keep what stays below right below what scrolls."""
        self._foot.setContentsMargins(28, 12, 28 + self.bar_room(most), 12)

    def _make_foot(self) -> QHBoxLayout:
        """What is done with the plan stays in sight."""
        buttons = QWidget()
        line = row(self.load_button, self.reset_button, None)
        line.setContentsMargins(0, 0, 0, 0)
        buttons.setLayout(line)
        return in_the_middle(buttons, _WIDTH)
