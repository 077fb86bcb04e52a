"""What passes cost is measured within its budget, leaves nothing behind, and never spoils a load."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from app.engine.calibration import BUDGET_SECONDS, calibrate
from app.engine.contexts import Cancelled
from app.engine.draft_length.costs import CostModel
from app.errors import UserError
from tests.support.replies import EXACT, loaded
from tests.support.toy_models import ToyContext, ToyModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

MODEL = ToyModel()


def never() -> bool:
    return False


def steps(rows: int) -> float:
    """A step function, as real kernels have it."""
    return 0.02 if rows <= 4 else 0.05 if rows <= 8 else 0.09


@dataclass
class Machine:
    """How long a pass takes, and which were made."""

    seconds: Callable[[int], float] = steps
    passes: list[tuple[int, int]] = field(default_factory=list)


class Timed(ToyContext):
    """A context on a machine on paper."""

    def __init__(self, machine: Machine, fault: Exception | None = None, at: int = 3) -> None:
        super().__init__(MODEL)
        self._machine = machine
        self._spent = 0.0
        self._fault = fault
        self._at = at

    @property
    def decode_seconds(self) -> float:
        return self._spent

    def decode(self, tokens: Sequence[int], num_rows: int) -> None:
        if self._fault is not None and len(self._machine.passes) + 1 == self._at:
            raise self._fault
        super().decode(tokens, num_rows)
        self._machine.passes.append((len(tokens), num_rows))
        self._spent += self._machine.seconds(len(tokens))


def test_the_steps_of_a_machine_are_found() -> None:
    costs, target, draft = CostModel(), Timed(Machine()), Timed(Machine(lambda rows: steps(rows) / 4))
    calibrate(costs, target, draft, never)
    assert costs.known
    assert [costs.target.seconds(1), costs.target.seconds(4)] == pytest.approx([0.02, 0.02])
    assert costs.target.seconds(8) == pytest.approx(0.05)
    assert costs.catch_up_seconds(1) == pytest.approx(0.005)
    assert costs.catch_up_seconds(8) == pytest.approx(0.0125)


def test_a_check_reads_every_row_and_a_draft_only_the_last() -> None:
    checks, drafts = Machine(), Machine()
    calibrate(CostModel(), Timed(checks), Timed(drafts), never)
    assert all(tokens == rows for tokens, rows in checks.passes)
    assert all(rows == 1 for _tokens, rows in drafts.passes)
    assert max(tokens for tokens, _rows in checks.passes) <= 17


@pytest.mark.parametrize("held", [0, 5, 30])
def test_both_caches_hold_what_they_held(held: int) -> None:
    target, draft = Timed(Machine()), Timed(Machine())
    said = [2 + index % 9 for index in range(held)]
    if said:
        target.decode(said, 0)
    calibrate(CostModel(), target, draft, never)
    assert list(target.tokens) == said
    assert list(draft.tokens) == []


def test_a_full_cache_makes_a_little_room() -> None:
    costs, target = CostModel(), Timed(Machine())
    target.decode([2] * target.capacity, 0)
    calibrate(costs, target, None, never)
    assert list(target.tokens) == [2] * (target.capacity - 32)
    assert costs.target.seconds(8) == pytest.approx(0.05)


@pytest.mark.parametrize("single", [0.001, 0.05, 0.2, 0.7])
def test_the_budget_is_kept(single: float) -> None:
    machine = Machine(lambda rows: single * (1 + 0.5 * (rows - 1)))
    target = Timed(machine)
    calibrate(CostModel(), target, None, never)
    dearest = max(machine.seconds(tokens) for tokens, _rows in machine.passes)
    assert target.decode_seconds <= BUDGET_SECONDS + dearest


def test_a_huge_model_is_asked_once() -> None:
    machine = Machine(lambda _rows: 8.0)
    costs = CostModel()
    calibrate(costs, Timed(machine), None, never)
    assert machine.passes == [(1, 1)]
    assert costs.target.seconds(1) == pytest.approx(8.0)


def test_what_is_known_is_not_measured_for_ever() -> None:
    machine = Machine(lambda _rows: 1e-5)
    calibrate(CostModel(), Timed(machine), None, never)
    assert len(machine.passes) < 40


def test_it_stops_when_it_is_told_to() -> None:
    for asked in range(4):
        machine, left = Machine(), [asked]

        def stopping(left: list[int] = left) -> bool:
            left[0] -= 1
            return left[0] < 0

        target = Timed(machine)
        calibrate(CostModel(), target, Timed(Machine()), stopping)
        assert len(machine.passes) == asked
        assert list(target.tokens) == []


@pytest.mark.parametrize("fault", [Cancelled(), UserError("decode_failed", status=-3)])
@pytest.mark.parametrize("role", ["target", "draft"])
@pytest.mark.parametrize("at", [1, 2, 5])
def test_a_pass_that_fails_ends_it_and_nothing_else(fault: Exception, role: str, at: int) -> None:
    costs = CostModel()
    target = Timed(Machine(), fault if role == "target" else None, at)
    draft = Timed(Machine(), fault if role == "draft" else None, at)
    calibrate(costs, target, draft, never)
    assert list(target.tokens) == list(draft.tokens) == []
    assert costs.known == (role == "draft" or at > 2)


def test_a_real_pair_is_measured_in_time_and_left_empty(tiny_target: Path, tiny_draft: Path) -> None:
    with loaded(tiny_target, tiny_draft, **EXACT) as pair:
        costs = CostModel(pair.max_drafts)
        before = pair.target.decode_seconds
        calibrate(costs, pair.target, pair.draft, never)
        assert costs.known
        assert costs.draft.known
        assert 0 < pair.target.decode_seconds - before < BUDGET_SECONDS
        assert pair.draft is not None
        assert list(pair.target.tokens) == list(pair.draft.tokens) == []
