"""What a round costs on this machine: the target's pass, the draft's catch-up and further tokens, our own work.

Times come in as numbers and are kept between runs per pair, device, context and threads (the caller knows the key).
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from app.engine.draft_length.pace import Pace, PacedFigure
from app.engine.draft_length.recent import RecentMedian
from app.engine.draft_length.row_costs import RowCosts
from app.engine.types import Proposer

_VERSION = 1
_SINGLE = ("further", "prefill", "lookup", "overhead")
_GUESSED_DRAFT = 0.2
"""A draft token in single rows of the target, as long as no draft was measured."""
_NOMINAL_ROW = 0.04
_NOMINAL_DRAFT = 0.12


class CostModel:
    """T(n), learnt.

    T(n) = V[n + 1] + [n > 0] · (D0(m) + (n − 1)·D) + O for the draft model, where V[b] is the target's pass of b
    rows, D0(m) the draft's batch over the m tokens it has not seen (which gives the first proposal already), D a
    further draft token and O everything else in a round; lookup has its own small cost in place of D0 and D.

    Args:
        max_drafts: Most drafts a round: V runs to one row more.
    """

    def __init__(self, max_drafts: int = 16) -> None:
        self._make(max_drafts, {}, {}, {})

    def _make(
        self, max_drafts: int, target: Mapping[int, float], draft: Mapping[int, float], single: Mapping[str, float]
    ) -> None:
        self.max_drafts = max_drafts
        beside = target.get(1)
        self._pace = pace = Pace(RecentMedian(beside))
        self.target = RowCosts(max_drafts + 1, pace, target, beside, sets_pace=True)
        self.draft = RowCosts(max(max_drafts, 16), pace, draft, beside)
        self._further, self._prefill, self._lookup, self._overhead = (
            PacedFigure(pace, RecentMedian(single.get(name)), beside) for name in _SINGLE
        )

    # What was measured

    def observe_target(self, rows: int, seconds: float) -> None:
        """A pass of the target with so many rows (drafts and the last token)."""
        self.target.observe(rows, seconds)

    def observe_draft(
        self, first_rows: int, first_seconds: float, num_further: int = 0, further_seconds: float = 0.0
    ) -> None:
        """A proposal: the catch-up batch with its first proposal, and the further tokens after it."""
        if first_rows <= self.draft.max_rows:
            self.draft.observe(first_rows, first_seconds)
        else:
            self.observe_prefill(first_rows, first_seconds)
        if num_further > 0 and further_seconds > 0.0:
            self._further.add(further_seconds / num_further)

    def observe_prefill(self, tokens: int, seconds: float) -> None:
        """The draft evaluated a stretch of the prompt without proposing."""
        if tokens > 0 and seconds > 0.0:
            self._prefill.add(seconds / tokens)

    def observe_lookup(self, seconds: float) -> None:
        """Asking the lookup structure."""
        if seconds > 0.0:
            self._lookup.add(seconds)

    def observe_overhead(self, seconds: float) -> None:
        """What is left of a round when the models' and the drafters' time is taken away."""
        if seconds > 0.0:
            self._overhead.add(seconds)

    # What it means

    @property
    def known(self) -> bool:
        """Whether the target has any figure."""
        return self.target.known

    @property
    def further_seconds(self) -> float:
        """D: one more draft token."""
        return self._further.value or self.draft.seconds(1) or _GUESSED_DRAFT * self.target.seconds(1)

    @property
    def prefill_seconds(self) -> float:
        """A token of the draft's prefill; guessed from its largest measured batch where no prefill was measured."""
        if self._prefill.value is not None:
            return self._prefill.value
        return (self.draft.seconds(self.draft.max_rows) or self.further_seconds) / self.draft.max_rows

    @property
    def overhead_seconds(self) -> float:
        """O: everything in a round outside the models and the drafters."""
        return self._overhead.value or 0.0

    @property
    def low_off_seconds(self) -> float:
        """T(0) at the low end of what it may be: savings are counted with it, so that noise does not make any."""
        return self.target.low_single() + self.overhead_seconds

    def catch_up_seconds(self, unseen: int) -> float:
        """D0(m): the draft's batch over `unseen` tokens, its first proposal included."""
        largest = self.draft.max_rows
        if not self.draft.known:
            return self.further_seconds * (1.0 + (max(1, unseen) - 1) / 2.0)
        if unseen <= largest:
            return self.draft.seconds(max(1, unseen))
        return self.draft.seconds(largest) + (unseen - largest) * self.prefill_seconds

    def round_seconds(self, num_drafts: int, unseen: int = 1, proposer: Proposer = Proposer.DRAFT) -> float:
        """T(n): a round with n drafts; n = 0 is a round without speculation."""
        if num_drafts == 0:
            return self.target.seconds(1) + self.overhead_seconds
        return self.round_table(num_drafts, unseen, proposer)[num_drafts]

    def round_table(self, limit: int, unseen: int, proposer: Proposer) -> list[float]:
        """T(0) … T(limit), shape (limit + 1,)."""
        target = self.target.table()
        overhead = self.overhead_seconds
        if proposer is Proposer.DRAFT:
            first, further = self.catch_up_seconds(unseen), self.further_seconds
        else:
            first, further = self._lookup.value or 0.0, 0.0
        base = overhead + first - further
        return [target[1] + overhead, *(target[n + 1] + base + n * further for n in range(1, limit + 1))]

    # What to measure when a pair is loaded

    def calibration_points(self, budget_seconds: float) -> tuple[int, ...]:
        """Which numbers of target rows to measure now, within a budget; see `RowCosts.calibration_points`."""
        return self.target.calibration_points(budget_seconds)

    def draft_calibration_points(self, budget_seconds: float) -> tuple[int, ...]:
        """The same for the draft model."""
        return self.draft.calibration_points(budget_seconds)

    # Between runs

    def to_json(self) -> dict[str, object]:
        """Everything worth keeping, as plain values."""
        figures = (self._further, self._prefill, self._lookup, self._overhead)
        single = {name: figure.value for name, figure in zip(_SINGLE, figures, strict=True)}
        return {
            "version": _VERSION,
            "target": self.target.to_json(),
            "draft": self.draft.to_json(),
            "single": {name: value for name, value in single.items() if value is not None},
        }

    @classmethod
    def from_json(cls, kept: object, max_drafts: int = 16) -> CostModel:
        """What an earlier run kept, as priors: three measurements of a figure replace it.

        Anything that is no positive number, such as in a damaged file or one of another version, is left out.
        """
        model = cls.__new__(cls)
        fields = kept if isinstance(kept, Mapping) and kept.get("version") == _VERSION else {}
        target, draft, single = (_numbers(fields.get(name)) for name in ("target", "draft", "single"))
        model._make(max_drafts, _by_rows(target), _by_rows(draft), single)
        return model

    @classmethod
    def nominal(cls, max_drafts: int = 16) -> CostModel:
        """The costs of a machine on paper, a single row its unit: for choices that must not depend on a clock.

        A memory-bound target (a further row costs a twenty-fifth) with a draft of an eighth of its time: what the
        pairs are like that speculation is meant for. On a machine that is unlike it the choice is not the fastest.
        """
        model = cls(max_drafts)
        for rows in (1, 8, max_drafts + 1):
            model.target.observe(rows, 1.0 + _NOMINAL_ROW * (rows - 1))
        for rows in (1, model.draft.max_rows):
            model.draft.observe(rows, _NOMINAL_DRAFT * (1.0 + _NOMINAL_ROW * (rows - 1)))
        return model


def _numbers(kept: object) -> dict[str, float]:
    """The positive, finite numbers of a mapping."""
    if not isinstance(kept, Mapping):
        return {}
    return {
        str(name): float(value)
        for name, value in kept.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value > 0.0
    }


def _by_rows(kept: Mapping[str, float]) -> dict[int, float]:
    return {int(name): value for name, value in kept.items() if name.isdecimal()}
