"""The controller on texts that the real pair wrote, with the row costs of real machines, and the bars it has to clear.

Costs and texts are recorded and only the controller runs, so the outcome does not depend on what else the machine does.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache, partial
from statistics import geometric_mean, median

import pytest

from app.engine.draft_length.controller import Controller
from app.engine.draft_length.costs import CostModel
from app.engine.types import Proposer
from tests.app.engine.draft_length.recorded import recorded_texts
from tests.app.engine.draft_length.simulation import F16, Q4_K_M, SMALL_DRAFT, Machine, best_fixed, decode

BOTH = (Proposer.DRAFT, Proposer.LOOKUP)
P_MINS = (0.0, 0.4, 0.6, 0.8)
REPEATS = 5
NEWER_DRAFT = {1: 0.0215, 2: 0.041, 3: 0.047, 4: 0.051, 6: 0.075, 8: 0.085, 16: 0.160}
MACHINES = {
    "memory-bound f16": ("f16", Machine(F16, SMALL_DRAFT, prefill=0.006, noise=0.03)),
    "memory-bound q4": ("q4", Machine(Q4_K_M, SMALL_DRAFT, prefill=0.006, noise=0.03)),
    "wide f16": (
        "f16",
        Machine(
            {1: 0.098, 2: 0.125, 3: 0.145, 4: 0.146, 6: 0.158, 8: 0.208, 16: 0.360},
            NEWER_DRAFT,
            prefill=0.006,
            noise=0.03,
        ),
    ),
    "wide q4": (
        "q4",
        Machine(
            {1: 0.032, 2: 0.060, 3: 0.080, 4: 0.098, 6: 0.140, 8: 0.222, 16: 0.360},
            NEWER_DRAFT,
            prefill=0.006,
            noise=0.03,
        ),
    ),
}
"""Two pairs of cores: the one the bars were set on, and one with vector units that outrun its memory less."""


@lru_cache(maxsize=8)
def _gains(machine_name: str) -> dict[str, tuple[float, float]]:
    """Gain of the first and of the second reply on a text, medians over noise; prefill of the draft in it."""
    target, machine = MACHINES[machine_name]
    gains = {}
    for name, text in recorded_texts()[target].items():
        firsts: list[float] = []
        seconds: list[float] = []
        for seed in range(REPEATS):
            own = replace(machine, seed=seed)
            costs = CostModel(16)
            own.calibrate(costs, 1.5)
            controller = Controller(costs)
            for kept, prompt_tokens in ((firsts, len(text.prompt)), (seconds, 0)):
                controller.new_reply(200.0)
                run = decode(controller, own, text, len(text.reply), offers=BOTH, prompt_tokens=prompt_tokens)
                kept.append(run.gain)
        gains[name] = median(firsts), median(seconds)
    return gains


@lru_cache(maxsize=8)
def _best_fixed(machine_name: str) -> dict[str, float]:
    target, machine = MACHINES[machine_name]
    quiet = replace(machine, noise=0.0)
    return {
        name: best_fixed(partial(replace, quiet), lambda text=text: text, len(text.reply), p_mins=P_MINS)[1]  # type: ignore[misc]
        for name, text in recorded_texts()[target].items()
    }


def test_where_memory_is_the_limit_the_gain_is_large_on_every_kind_of_text() -> None:
    gains = _gains("memory-bound f16")
    assert geometric_mean(first for first, _ in gains.values()) >= 1.7
    assert geometric_mean(second for _, second in gains.values()) >= 1.8
    assert gains["caching-nl"][0] >= 1.2
    assert min(first for first, _ in gains.values()) >= 1.2


@pytest.mark.parametrize("machine_name", ["memory-bound q4", "wide q4"])
def test_where_no_draft_can_pay_nothing_is_lost(machine_name: str) -> None:
    gains = _gains(machine_name)
    assert min(min(pair) for pair in gains.values()) >= 0.97
    assert geometric_mean(second for _, second in gains.values()) >= 1.0


def test_near_break_even_the_first_reply_pays_little_for_finding_out_and_the_second_nothing() -> None:
    gains = _gains("wide f16")
    assert min(first for first, _ in gains.values()) >= 0.95
    assert min(second for _, second in gains.values()) >= 0.97


@pytest.mark.parametrize("machine_name", ["memory-bound f16", "wide f16"])
def test_nobody_who_knew_the_best_setting_of_each_text_would_have_been_faster(machine_name: str) -> None:
    """Against the best of 64 fixed settings for each text, picked in hindsight, once a reply has been seen."""
    gains, best = _gains(machine_name), _best_fixed(machine_name)
    shares = {name: gains[name][1] / best[name] for name in gains}
    assert geometric_mean(shares.values()) >= 0.97
    assert min(shares.values()) >= 0.90, shares
