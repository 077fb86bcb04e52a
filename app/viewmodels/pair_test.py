"""Half a minute that says whether a draft pays: a few prompts without it, with it and with lookup; then advice.

It ends by itself when its time is up and goes by what was measured until then.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import Enum, auto
from itertools import zip_longest
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.engine.types import SpeculationMode
from app.errors import Notice
from app.lab.bench_plan import make_plan
from app.lab.grid import Grid, Setting, unshared
from app.lab.suites import Suite, load_suite
from app.viewmodels.pair_advice import advice_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.types import LoadSettings, SamplingSettings
    from app.lab.bench_plan import BenchPlan
    from app.lab.measurement import Measurement
    from app.lab.progress import Progress
    from app.runtime.lab_worker import LabWorker
    from app.viewmodels.pair_advice import PairAdvice

SECONDS = 30.0
KINDS = ("code", "chat", "summarising")
_PER_KIND = 2
_MAX_TOKENS = 32
_LONGER = 2.0
"""Times its seconds that it may go on where they did not do for one prompt under all settings."""
_FIXED_LENGTH = 3
_FIXED = f"n={_FIXED_LENGTH}"
_TICK_MILLISECONDS = 250


class Stage(Enum):
    """Where a test is."""

    IDLE = auto()
    LOADING = auto()
    MEASURING = auto()
    OVER = auto()


@dataclass(frozen=True, slots=True)
class PairUnderTest:
    """Which files are tested, and what to call them."""

    target: str
    draft: str
    target_name: str
    draft_name: str


class PairTest(QObject):
    """One test at a time.

    Args:
        worker: Measures; nobody else's.
        seconds: After which it goes by what was measured, loading not counted; a machine that has not answered one
            prompt under all settings by then gets some more.
    """

    changed = Signal()
    """The stage, the progress or the outcome is another."""

    def __init__(self, worker: LabWorker, seconds: float = SECONDS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._seconds = seconds
        self._deadline: float | None = None
        self._seconds_left: float | None = None
        self._plan: BenchPlan | None = None
        self._measured: dict[tuple[int, int, str, str, int], Measurement] = {}
        self._was_cancelled = False
        self._is_longer = False
        self._reason: Notice | None = None
        self._ticks = QTimer(self, interval=_TICK_MILLISECONDS)
        self._ticks.timeout.connect(self._on_tick)
        self.pair: PairUnderTest | None = None
        """What is tested, or was last."""
        self.stage = Stage.IDLE
        self.advice: PairAdvice | None = None
        """Of the last test."""
        self.failure: Notice | None = None
        """Why there is none."""
        self.load_fraction = 0.0
        worker.planned.connect(self._on_planned)
        worker.loading.connect(self._on_loading)
        worker.progressed.connect(self._on_progressed)
        worker.measured.connect(self._on_measured)
        worker.ended.connect(self._on_ended)
        worker.failed.connect(self._on_failed)

    @property
    def is_running(self) -> bool:
        """Whether a test is on."""
        return self.stage in (Stage.LOADING, Stage.MEASURING)

    @property
    def seconds_left(self) -> float | None:
        """Until it ends at the latest; None before it measures."""
        if self._deadline is None:
            return None
        bound = max(0.0, self._deadline - time.monotonic())
        return bound if self._seconds_left is None else min(bound, self._seconds_left)

    @property
    def share(self) -> float:
        """How much of its time is over, 0 to 1."""
        if self._deadline is None:
            return 0.0
        allowed = self._seconds * (1.0 + _LONGER if self._is_longer else 1.0)
        return min(1.0, max(0.0, 1.0 - (self._deadline - time.monotonic()) / allowed))

    def start(
        self,
        pair: PairUnderTest,
        load: LoadSettings,
        sampling: SamplingSettings,
        languages: Sequence[str],
        place: Callable[[LoadSettings], LoadSettings],
    ) -> None:
        """Begin, unless a test is on.

        Args:
            pair: What is tested.
            load: How it would be loaded.
            sampling: How its replies would be sampled.
            languages: Of the prompts, what matters most first; those without prompts are passed over.
            place: Settles where layers go and raises `UserError` where there is no memory; called elsewhere.
        """
        if self._worker.is_running:
            return
        self.pair, self.stage, self.advice, self.failure = pair, Stage.LOADING, None, None
        self._plan, self._deadline, self._seconds_left, self.load_fraction = None, None, None, 0.0
        self._was_cancelled, self._reason, self._is_longer = False, None, False
        self._measured = {}
        self._worker.start(lambda: short_plan(place(load), sampling, languages))
        self.changed.emit()

    def refuse(self, pair: PairUnderTest, reason: Notice) -> None:
        """Say why it cannot be tested now."""
        if not self.is_running:
            self.pair, self.stage, self.advice, self.failure = pair, Stage.OVER, None, reason
            self.changed.emit()

    def cancel(self, reason: Notice | None = None) -> None:
        """Stop without advice; `reason` is said where it was not the user's wish."""
        if self.is_running:
            self._was_cancelled, self._reason = True, reason
            self._worker.cancel()

    def dismiss(self) -> None:
        """Forget the last test."""
        if not self.is_running:
            self.stage, self.advice, self.failure = Stage.IDLE, None, None
            self.changed.emit()

    @Slot(object)
    def _on_planned(self, plan: BenchPlan) -> None:
        self._plan = plan

    @Slot(str, float)
    def _on_loading(self, role: str, fraction: float) -> None:
        self.load_fraction = fraction / 2 if role == "target" else 0.5 + fraction / 2
        if role == "draft" and fraction >= 1.0:
            self._begin_to_count(0.0)
        self.changed.emit()

    @Slot(object)
    def _on_progressed(self, progress: Progress) -> None:
        self._seconds_left = progress.seconds_left
        self.changed.emit()

    @Slot(object)
    def _on_measured(self, measurement: Measurement) -> None:
        if self._plan is None:
            return
        self._measured[measurement.key] = measurement
        self._begin_to_count(measurement.wall_seconds)
        if self._is_longer and self._has_compared:
            self._worker.cancel()

    def _begin_to_count(self, spent: float) -> None:
        """The time that is allowed begins when the pair is loaded."""
        if self._deadline is None:
            self._deadline = time.monotonic() + max(0.0, self._seconds - spent)
            self.stage = Stage.MEASURING
            self._ticks.start()

    @Slot()
    def _on_tick(self) -> None:
        if self._deadline is not None and time.monotonic() >= self._deadline:
            if self._has_compared or self._is_longer:
                self._ticks.stop()
                self._worker.cancel()  # what is measured by now is the outcome
            else:
                self._is_longer = True
                self._deadline += self._seconds * _LONGER
        self.changed.emit()

    @property
    def _has_compared(self) -> bool:
        """Whether every setting has answered one prompt."""
        return self._plan is not None and len(self._measured) >= len(self._plan.sides)

    @Slot(bool)
    def _on_ended(self, _is_complete: bool) -> None:
        if self._was_cancelled:
            self._end(None, self._reason)
            return
        advice = None if self._plan is None else advice_of(self._plan, self._measured)
        if advice is not None:
            self._end(advice, None)
            return
        eager = [each for each in self._measured.values() if each.setting == _FIXED and each.num_rounds]
        has_draft = not eager or any(each.num_drafted for each in eager)
        self._end(None, Notice("pair_test_too_slow" if has_draft else "pair_test_no_draft"))

    @Slot(object)
    def _on_failed(self, notice: Notice) -> None:
        self._end(None, self._reason if self._was_cancelled else notice)

    def _end(self, advice: PairAdvice | None, failure: Notice | None) -> None:
        self._ticks.stop()
        self.advice, self.failure = advice, failure
        self.stage = Stage.IDLE if advice is None and failure is None else Stage.OVER
        self.changed.emit()


def short_plan(load: LoadSettings, sampling: SamplingSettings, languages: Sequence[str]) -> BenchPlan:
    """What a test measures, in an order in which it may end at any time: one prompt of each kind, then another."""
    suites = [load_suite(kind) for kind in KINDS]
    known = {prompt.language for suite in suites for prompt in suite.prompts}
    wanted = [each for each in dict.fromkeys((*languages, "en")) if each in known]
    columns = [suite.only([language], _PER_KIND).prompts for language in wanted for suite in suites]
    prompts = [prompt for rank in zip_longest(*columns) for prompt in rank if prompt is not None]
    fixed = unshared(mode=SpeculationMode.DRAFT, draft_max=_FIXED_LENGTH, fixed_draft_length=True)
    settings = (
        Setting("auto", unshared(), sampling),
        Setting(_FIXED, fixed, sampling),
        Setting("lookup", unshared(mode=SpeculationMode.LOOKUP), sampling),
    )
    suite = Suite("pair test", tuple(prompts))
    return make_plan(suite, Grid("pair test", settings), load, sampling, max_tokens=_MAX_TOKENS)
