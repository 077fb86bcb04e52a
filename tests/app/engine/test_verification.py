"""Speculation does not change the distribution of the text: shown by enumerating every path, not by sampling.

Each random choice of the rule becomes a fork; the real loop runs once down each path, and the weights add up.
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from app.engine.draft_length.controller import Controller
from app.engine.draft_length.costs import CostModel
from app.engine.draft_length.reply_length import ReplyLengths
from app.engine.drafters.auto import Auto
from app.engine.drafters.draft_model import DraftModel
from app.engine.drafters.lookup import Lookup
from app.engine.sampling import Distribution, Noise, Reading
from app.engine.speculative import Limits, SpeculativeDecoder
from app.engine.types import Proposer, Verification
from app.engine.verification import (
    Coupled,
    Draft,
    Greedy,
    Match,
    Rejection,
    acceptance,
    residual,
    rule_for,
)
from tests.support.lying_drafters import LyingDrafter
from tests.support.scripted_controller import Moody
from tests.support.toy_models import ToyChain, ToyContext, ToyModel, begin, is_end

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from app.engine.contexts import Chain
    from app.engine.drafters import Drafter
    from app.engine.sampling import Ids
    from app.engine.speculative import Outcome

    Numbers = NDArray[np.float64]

TOLERANCE = 1e-12


def _distribution(weights: Sequence[float], ids: Sequence[int] | None = None) -> Distribution:
    """A distribution in proportion to `weights`; ids from 0 on unless given."""
    token_ids = np.array(range(len(weights)) if ids is None else ids, np.int32)
    logits = np.array([math.log(weight) if weight else -math.inf for weight in weights])
    return Distribution(token_ids, logits, Reading(token_ids, logits))


def _total_variation(first: dict[object, float], second: dict[object, float]) -> float:
    return sum(abs(first.get(key, 0.0) - second.get(key, 0.0)) for key in {*first, *second}) / 2


# One token.

WEIGHTS = st.lists(st.one_of(st.just(0.0), st.floats(1e-9, 1.0)), min_size=1, max_size=8).filter(any)


def _emitted(p: Distribution, drafts: list[tuple[float, Draft]]) -> dict[object, float]:
    """The distribution of the token at a position, over the given proposals, by the module's own two numbers."""
    out: dict[object, float] = defaultdict(float)
    for weight, draft in drafts:
        accepted = acceptance(p, draft)
        assert 0.0 <= accepted <= 1.0
        out[draft.token_id] += weight * accepted
        rest = residual(p, draft)
        if rest.sum() <= 0:
            rest = p.probabilities
        for token, share in zip(p.ids.tolist(), (rest / rest.sum()).tolist(), strict=True):
            out[token] += weight * (1 - accepted) * share
    return out


def _as_dict(distribution: Distribution) -> dict[object, float]:
    return dict(zip(distribution.ids.tolist(), distribution.probabilities.tolist(), strict=True))


@given(WEIGHTS, WEIGHTS, st.integers(0, 9))
def test_rejection_gives_the_targets_distribution_whatever_the_draft(
    target: list[float], draft: list[float], shift: int
) -> None:
    p = _distribution(target)
    q = _distribution(draft, range(shift, shift + len(draft)))  # the supports overlap, or do not
    proposals = [
        (weight, Draft(token, q))
        for token, weight in zip(q.ids.tolist(), q.probabilities.tolist(), strict=True)
        if weight
    ]
    assert _total_variation(_emitted(p, proposals), _as_dict(p)) < TOLERANCE


@given(WEIGHTS, st.integers(0, 9))
def test_rejection_is_exact_for_a_drafter_that_is_certain(target: list[float], token: int) -> None:
    p = _distribution(target)
    assert acceptance(p, Draft(token)) == pytest.approx(p.probability(token), abs=TOLERANCE)
    assert _total_variation(_emitted(p, [(1.0, Draft(token))]), _as_dict(p)) < TOLERANCE


def test_a_token_the_target_cannot_say_is_never_accepted() -> None:
    p = _distribution([0.5, 0.5, 0.0])
    for draft in (Draft(2), Draft(7), Draft(2, _distribution([0, 0, 1])), Draft(7, _distribution([1, 1]))):
        assert acceptance(p, draft) == 0.0
        rule = Rejection(Noise(3))
        assert all(rule.check(p, draft, position) in ((0, False), (1, False)) for position in range(50))


def test_equal_distributions_are_always_accepted() -> None:
    p = _distribution([0.2, 0.3, 0.5])
    rule = Rejection(Noise(5))
    for position in range(500):
        assert rule.check(p, Draft(rule.propose(p, position), p), position)[1]


# Whole replies.


@dataclass(slots=True)
class _Path:
    """One sequence of choices through a random program; `choose` takes the recorded one, then the first."""

    choices: list[int] = field(default_factory=list)
    options: list[list[float]] = field(default_factory=list)

    def choose(self, weights: Sequence[float]) -> int:
        depth = len(self.options)
        self.options.append(list(weights))
        if depth == len(self.choices):
            self.choices.append(next(index for index, weight in enumerate(weights) if weight > 0))
        return self.choices[depth]

    @property
    def weight(self) -> float:
        return math.prod(weights[choice] for weights, choice in zip(self.options, self.choices, strict=True))

    def following(self) -> _Path | None:
        """The next path in order, or None when all were walked."""
        choices = self.choices.copy()
        while choices:
            last = choices.pop()
            weights = self.options[len(choices)]
            for index in range(last + 1, len(weights)):
                if weights[index] > 0:
                    return _Path([*choices, index])
        return None


class _Forking(Rejection):
    """The rule itself, with every draw a fork of the path."""

    def __init__(self, path: _Path) -> None:
        super().__init__(Noise(0))
        self._path = path

    def _own(self, p: Distribution, position: int) -> int:
        return int(p.ids[self._path.choose(p.probabilities.tolist())])

    def _draw(self, ids: Ids, weights: Numbers, position: int, stream: int) -> int:
        return int(ids[self._path.choose((weights / weights.sum()).tolist())])

    def _happens(self, probability: float, position: int) -> bool:
        return self._path.choose([1 - probability, probability]) == 1


PROMPT = [2, 3]
NUM_TOKENS = 4


class _Sink:
    def push(self, token_id: int) -> bool:
        return False


def _reply(model: ToyModel, rule: Rejection, drafter: Drafter | None, limits: Limits) -> tuple[int | str, ...]:
    history = PROMPT.copy()
    target = ToyContext(model)
    target.decode(history[:-1], 0)
    if drafter is not None:
        begin(drafter, history)
    chain = ToyChain(size=model.size, penalty=0.7, memory=history.copy())
    decoder = SpeculativeDecoder(target, chain, rule, drafter, model.size, is_end, lambda: False)
    for _step in decoder.rounds(history, _Sink(), limits):
        pass
    return (*history[len(PROMPT) :], decoder.finish_reason.value)


def _enumerated(run: Callable[[_Path], tuple[int | str, ...]]) -> dict[object, float]:
    out: dict[object, float] = defaultdict(float)
    path: _Path | None = _Path()
    while path is not None:
        out[run(path)] += path.weight
        path = path.following()
    return out


def _written_alone(model: ToyModel) -> dict[object, float]:
    """The distribution of the reply by the definition: no loop, no rule, no cache."""
    out: dict[object, float] = defaultdict(float)

    def go_on(said: tuple[int, ...], weight: float) -> None:
        if len(said) == NUM_TOKENS:
            out[(*said, "length")] += weight
            return
        history = [*PROMPT, *said]
        p = ToyChain(size=model.size, penalty=0.7, memory=history).distribution(model.logits(history))
        for token, share in zip(p.ids.tolist(), p.probabilities.tolist(), strict=True):
            if is_end(token):
                out[(*said, "stop")] += weight * share
            else:
                go_on((*said, token), weight * share)

    go_on((), 1.0)
    return out


TARGET = ToyModel(size=5, seed=4, spread=1.0, end_bias=-0.3)


def _drafters(rule: Rejection, p_min: float) -> Iterator[tuple[str, Drafter]]:
    for name, model in {
        "near": ToyModel(size=5, seed=4, noise=0.4, spread=1.0),
        "far": ToyModel(size=5, seed=8, spread=1.0),
        "same": TARGET,
        "larger": ToyModel(size=7, seed=4, noise=0.4, spread=1.0),
        "smaller": ToyModel(size=5, seed=4, spread=3.0),
    }.items():
        yield name, DraftModel(ToyContext(model), rule, p_min, is_end)
    yield "certain", LyingDrafter(lambda history, limit: [(history[-1] + 1) % 5, 4, 3][:limit])
    yield "unknown", LyingDrafter(lambda history, limit: [history[-1], 9, 2][:limit])


@pytest.mark.parametrize(
    ("draft_max", "draft_min", "p_min"), [(1, 0, 0.0), (2, 0, 0.5), (2, 2, 0.0), (3, 2, 0.4), (3, 0, 0.0)]
)
@pytest.mark.parametrize("name", ["near", "far", "same", "larger", "smaller", "certain", "unknown"])
def test_a_reply_has_the_distribution_the_target_gives_it_alone(
    name: str, draft_max: int, draft_min: int, p_min: float
) -> None:
    limits = Limits(NUM_TOKENS, draft_max, draft_min)

    def run(path: _Path) -> tuple[int | str, ...]:
        rule = _Forking(path)
        return _reply(TARGET, rule, dict(_drafters(rule, p_min))[name], limits)

    found = _enumerated(run)
    assert sum(found.values()) == pytest.approx(1, abs=TOLERANCE)
    assert _total_variation(found, _written_alone(TARGET)) < TOLERANCE


def _controllers(rule: Rejection) -> Iterator[tuple[str, Auto]]:
    """Drafters whose rounds depend on all that was seen before, each proposal on q."""
    for name, controller in {
        "controller": Controller(CostModel.nominal(), reproducible=True),
        **{f"mood {mood}": Moody(mood) for mood in range(8)},
    }.items():
        model = DraftModel(ToyContext(ToyModel(size=5, seed=4, noise=0.4, spread=1.0)), rule, 0.0, is_end)
        yield name, Auto(controller, ReplyLengths(), NUM_TOKENS, model, Lookup(5, is_end, min_match=1))


@pytest.mark.parametrize("name", ["controller", *(f"mood {mood}" for mood in range(8))])
def test_who_decides_about_drafts_does_not_bend_the_distribution(name: str) -> None:
    num_drafting = 0

    def run(path: _Path) -> tuple[int | str, ...]:
        nonlocal num_drafting
        rule = _Forking(path)
        auto = dict(_controllers(rule))[name]
        reply = _reply(TARGET, rule, auto, Limits(NUM_TOKENS, 3, 0))
        num_drafting += auto.prefill_seconds > 0
        return reply

    found = _enumerated(run)
    assert sum(found.values()) == pytest.approx(1, abs=TOLERANCE)
    assert _total_variation(found, _written_alone(TARGET)) < TOLERANCE
    assert num_drafting > 100


def test_a_gate_that_looks_at_the_token_drawn_would_bend_it() -> None:
    """That the proof above can tell: what must not be done is seen at once."""

    class Withdrawing(DraftModel):
        def propose(self, history: Sequence[int], limit: int, chain: Chain) -> list[Draft]:
            drafts = super().propose(history, limit, chain)
            return [] if drafts and drafts[0].token_id == 2 else drafts

    def run(path: _Path) -> tuple[int | str, ...]:
        rule = _Forking(path)
        context = ToyContext(ToyModel(size=5, seed=4, noise=0.4, spread=1.0))
        return _reply(TARGET, rule, Withdrawing(context, rule, 0.0, is_end), Limits(NUM_TOKENS, 1, 0))

    assert _total_variation(_enumerated(run), _written_alone(TARGET)) > 0.01


def test_what_a_discarded_draft_was_does_not_bend_what_is_drawn_there_later() -> None:
    """Over seeds, with the noise as it is: who drafts a position again only if the last draw there was liked."""
    num_draws = 6000
    prompt = [2, 3]
    target = ToyModel(size=6, seed=4, spread=1.0, end_bias=-30.0)
    context, draft = ToyContext(target), ToyContext(ToyModel(size=6, seed=9, spread=1.0, end_bias=-30.0))
    counts: dict[tuple[int, ...], int] = defaultdict(int)
    for seed in range(num_draws):
        rule = Rejection(Noise(seed))
        drafter = _Picky(DraftModel(draft, rule, 0.0, is_end))
        history = prompt.copy()
        context.rewind(0)
        context.decode(history[:-1], 0)
        begin(drafter.model, history)
        chain = ToyChain(size=6, memory=history.copy())
        decoder = SpeculativeDecoder(context, chain, rule, drafter, 6, is_end, lambda: False)
        for _step in decoder.rounds(history, _Sink(), Limits(3, 2, 0)):
            pass
        counts[tuple(history[2:4])] += 1
    exact: dict[tuple[int, ...], float] = {}
    first = ToyChain(size=6).distribution(target.logits(prompt))
    for token, share in _as_dict(first).items():
        assert isinstance(token, int)
        second = ToyChain(size=6).distribution(target.logits([*prompt, token]))
        exact.update({(token, int(str(behind))): share * part for behind, part in _as_dict(second).items()})
    likely = [tokens for tokens, share in exact.items() if share * num_draws >= 5]
    observed = [counts[tokens] for tokens in likely]
    expected = [exact[tokens] for tokens in likely]
    total = sum(observed) / sum(expected)
    assert stats.chisquare(observed, [share * total for share in expected]).pvalue > 1e-5


class _Picky:
    """Drafts again where the discarded draft was token 2, and leaves the target alone where it was another."""

    proposer = Proposer.DRAFT

    def __init__(self, model: DraftModel) -> None:
        self.model = model
        self._seen: dict[int, int] = {}

    def propose(self, history: Sequence[int], limit: int, chain: Chain) -> list[Draft]:
        if self._seen.get(len(history), 2) != 2:
            return []
        drafts = self.model.propose(history, limit, chain)
        self._seen.update({len(history) + ahead: draft.token_id for ahead, draft in enumerate(drafts)})
        return drafts

    def settle(self, length: int) -> None:
        self.model.settle(length)

    def observe(self, outcome: Outcome) -> None:
        """It has seen enough."""


def test_the_plain_loop_too() -> None:
    found = _enumerated(lambda path: _reply(TARGET, _Forking(path), None, Limits(NUM_TOKENS, 0, 0)))
    assert _total_variation(found, _written_alone(TARGET)) < TOLERANCE


# Coupled and greedy.


@pytest.mark.parametrize("noise", [0.05, 0.3, 1.0])
def test_coupled_drafts_match_as_often_as_promised(noise: float) -> None:
    num_draws = 4000
    history = [2, 3, 4]
    p = ToyChain().distribution(ToyModel(seed=1).logits(history))
    q = ToyChain().distribution(ToyModel(seed=1, noise=noise).logits(history))
    matches = 0
    for seed in range(num_draws):
        rule = Coupled(Noise(seed))
        matches += rule.check(p, Draft(rule.propose(q, 3), q), 3)[1]
    apart = _total_variation(_as_dict(p), _as_dict(q))
    promised = (1 - apart) / (1 + apart)
    assert matches / num_draws > promised - 4 * math.sqrt(promised * (1 - promised) / num_draws)


def test_coupled_draws_do_not_depend_on_what_was_cut_away() -> None:
    p = _distribution([0.4, 0.3, 0.2, 0.1])
    cut = _distribution([0.4, 0.3], [0, 1])
    for position in range(300):
        token, _accepted = Coupled(Noise(1)).check(p, None, position)
        if token < 2:
            assert Coupled(Noise(1)).check(cut, None, position)[0] == token


@given(WEIGHTS, st.integers(-1, 9), st.integers(), st.integers(0, 1000))
def test_the_token_is_the_targets_own_whatever_was_drafted(
    target: list[float], token: int, seed: int, position: int
) -> None:
    p = _distribution(target)
    for rule in (Greedy(), Coupled(Noise(seed)), Match(Noise(seed))):
        alone, _ = rule.check(p, None, position)
        emitted, accepted = rule.check(p, Draft(token), position)
        assert emitted == alone
        assert accepted == (token == alone)
        assert p.probability(alone) > 0


def test_without_a_draft_all_rules_draw_the_same() -> None:
    p = _distribution([0.4, 0.3, 0.2, 0.1])
    for position in range(100):
        draws = {rule_for(0.8, kind, 6).check(p, None, position)[0] for kind in Verification}
        assert len(draws) == 1


def test_temperature_zero_is_greedy_in_every_mode() -> None:
    assert all(isinstance(rule_for(0.0, kind, 6), Greedy) for kind in Verification)
