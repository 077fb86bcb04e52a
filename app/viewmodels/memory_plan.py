"""The memory planner's state: what is wished for, what it would take, and what the loaded pair really took.

A plan is made at once with formulas; when the wish has rested for a moment, llama.cpp is asked for its own figures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from app.cli.planning import cache_types, held_by, settings_of
from app.errors import UserError
from app.models.memory.fitting import ChangeKind, changes, is_squeezed
from app.models.memory.plan import LARGEST_CONTEXT, largest_context
from app.models.memory_record import MemoryRecord, MemorySizes

if TYPE_CHECKING:
    from app.cli.planning import Planner
    from app.engine.types import LoadSettings, ModelInfo, PairInfo
    from app.errors import Notice
    from app.models.memory.fitting import Change
    from app.models.memory.machine import Machine
    from app.models.memory.need import Need
    from app.models.memory.plan import MemoryPlan
    from app.runtime.tasks import Tasks

_CHECK_AFTER_MILLISECONDS = 400


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was predicted for a loaded model and what it took, in bytes."""

    predicted: Need
    allocated: ModelInfo
    settings: LoadSettings
    """With which the pair was loaded."""
    as_draft: bool

    def record(self, unix_seconds: float) -> MemoryRecord:
        """What is worth remembering of it."""
        keys, values = cache_types(self.settings, is_target=not self.as_draft)
        need, taken = self.predicted, self.allocated
        return MemoryRecord(
            predicted=MemorySizes(need.weights_bytes, need.kv_bytes, need.compute_bytes),
            allocated=MemorySizes(taken.weights_bytes, taken.kv_bytes, taken.compute_bytes),
            context_tokens=taken.context_tokens,
            kv_type_k=keys.value,
            kv_type_v=values.value,
            as_draft=self.as_draft,
            unix_seconds=int(unix_seconds),
        )


class MemoryPlanning(QObject):
    """Belongs to the planner's page.

    Args:
        planner: Makes plans.
        tasks: Where it asks llama.cpp; nobody else's, because an answer may take a second.
    """

    changed = Signal()
    """Another plan, or more exact figures for the same."""
    compared = Signal(str, object)
    """A model's path, and the `Comparison` of its load that has just ended."""

    def __init__(self, planner: Planner, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._planner = planner
        self._tasks = tasks
        self._machine: Machine | None = None
        self._wish: LoadSettings | None = None
        self._begun: LoadSettings | None = None
        """The wish as it was at the beginning."""
        self._loaded: LoadSettings | None = None
        self._pair: PairInfo | None = None
        self._plan: MemoryPlan | None = None
        self._problem: Notice | None = None
        self._comparisons: dict[str, Comparison] = {}
        self._timer = QTimer(self, singleShot=True, interval=_CHECK_AFTER_MILLISECONDS)
        self._timer.timeout.connect(self._on_rested)

    @property
    def wish(self) -> LoadSettings | None:
        """What would be loaded; None before there is a target."""
        return self._wish

    @property
    def plan(self) -> MemoryPlan | None:
        """What it would take; None until files and machine have been looked at, and where they cannot be."""
        return self._plan

    @property
    def problem(self) -> Notice | None:
        """Why there is no plan."""
        return self._problem

    @property
    def machine(self) -> Machine | None:
        """The memories, what the loaded pair holds counted as free."""
        return self._machine

    @property
    def largest_context(self) -> int:
        """The longest context that fits as everything else is."""
        return 0 if self._plan is None else largest_context(self._plan)

    @property
    def most_context(self) -> int:
        """The longest context that makes sense for the target."""
        trained = 0 if self._plan is None else self._plan.target.shape.trained_context
        return min(trained or LARGEST_CONTEXT, LARGEST_CONTEXT)

    @property
    def changes(self) -> tuple[Change, ...]:
        """What would make it fit, the smallest change first."""
        return () if self._plan is None else changes(self._plan)

    @property
    def is_squeezed(self) -> bool:
        """Whether the target has so few bits a weight that a draft beside it is hardly worth it."""
        return self._plan is not None and is_squeezed(self._plan)

    @property
    def differs(self) -> bool:
        """Whether something else is wished for than at the beginning."""
        return self._wish != self._begun

    @property
    def is_loadable(self) -> bool:
        """Whether loading what is wished for would change anything: other files, or the same ones differently."""
        return self._plan is not None and (self.differs or _files(self._wish) != _files(self._pair))

    def comparison(self, path: str) -> Comparison | None:
        """What was predicted for a model when it was loaded last, and what it took."""
        return self._comparisons.get(path)

    def other_bytes(self, memory: str) -> int:
        """What other programs hold of a memory."""
        if self._machine is None:
            return 0
        return self._machine.memory(memory).others_bytes

    def set_loaded(self, settings: LoadSettings | None, pair: PairInfo | None) -> None:
        """Take note of what is loaded, and compare what it took with what would have been predicted."""
        self._loaded, self._pair = settings, pair
        if settings is not None and pair is not None:
            self._tasks.run(
                lambda: self._planner.plan(settings, self._planner.known_machine()),
                lambda plan: self._compare(pair, settings, plan),
                lambda _notice: None,  # a file that is gone since: the planner's page says so
            )

    def begin(self, wish: LoadSettings | None) -> None:
        """Plan for these settings; the machine is looked at anew."""
        self._wish = self._begun = wish
        self._plan = self._problem = None
        if wish is None:
            self.changed.emit()
            return
        pair, loaded = self._pair, self._loaded
        held = {} if pair is None or loaded is None else held_by(pair, maps_file=loaded.use_mmap)

        def look() -> Machine:
            machine = self._planner.machine().with_freed(held)
            self._planner.plan(wish, machine)  # reads the files, so that every further plan comes at once
            return machine

        self._tasks.run(
            look, lambda machine: self._on_looked(wish, machine), lambda notice: self._on_not_looked(wish, notice)
        )
        self.changed.emit()

    def reset(self) -> None:
        """Wish again for what it began with."""
        self.begin(self._begun)

    def change(self, wish: LoadSettings) -> None:
        """Wish for something else with the same files."""
        if wish != self._wish:
            self._wish = wish
            self._replan()

    def take(self, change: Change) -> None:
        """Wish for what a change proposes."""
        wish = self._wish
        if wish is None:
            return
        settings = settings_of(change.plan, wish)
        if change.kind is not ChangeKind.LAYERS:  # what was left open stays open
            settings = replace(settings, target=replace(settings.target, gpu_layers=wish.target.gpu_layers))
            if settings.draft is not None and wish.draft is not None:
                settings = replace(settings, draft=replace(settings.draft, gpu_layers=wish.draft.gpu_layers))
        self.change(settings)

    def _on_looked(self, begun: LoadSettings, machine: Machine) -> None:
        if self._begun is begun:  # otherwise it has begun anew
            self._machine = machine
            self._replan()

    def _on_not_looked(self, begun: LoadSettings, notice: Notice) -> None:
        if self._begun is begun:
            self._problem = notice
            self.changed.emit()

    def _replan(self) -> None:
        if self._wish is None or self._machine is None:
            return
        try:
            self._plan = self._planner.plan(self._wish, self._machine)
            self._problem = None
            self._timer.start()
        except UserError as error:
            self._plan, self._problem = None, error.notice
        self.changed.emit()

    def _on_rested(self) -> None:
        plan, wish = self._plan, self._wish
        if plan is not None and wish is not None:
            self._tasks.run(
                lambda: self._planner.check(plan, wish),
                lambda found: self._on_checked(plan, found),
                lambda _notice: None,
            )

    def _on_checked(self, asked: MemoryPlan, found: MemoryPlan) -> None:
        if self._plan is asked:  # otherwise something else is wished for by now
            self._plan = found
            self.changed.emit()

    def _compare(self, pair: PairInfo, settings: LoadSettings, plan: MemoryPlan) -> None:
        found = {pair.target.path: Comparison(plan.target_need, pair.target, settings, as_draft=False)}
        if pair.draft is not None and plan.draft_need is not None and pair.draft.path not in found:
            found[pair.draft.path] = Comparison(plan.draft_need, pair.draft, settings, as_draft=True)
        self._comparisons |= found
        for path, comparison in found.items():
            self.compared.emit(path, comparison)
        self.changed.emit()


def _files(pair: PairInfo | LoadSettings | None) -> tuple[str, str | None] | None:
    return None if pair is None else (pair.target.path, None if pair.draft is None else pair.draft.path)
