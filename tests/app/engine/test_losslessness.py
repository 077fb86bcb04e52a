"""Through the real llama.cpp: speculation changes neither the text of a seed nor the distribution over seeds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from scipy import stats

from app.engine.draft_length.controller import Controller
from app.engine.draft_length.costs import CostModel
from app.engine.draft_length.reply_length import ReplyLengths
from app.engine.drafters.auto import Auto
from app.engine.drafters.draft_model import DraftModel
from app.engine.drafters.lookup import Lookup
from app.engine.pacing import Pacing
from app.engine.speculative import Limits, SpeculativeDecoder
from app.engine.types import Proposer, SamplingSettings, SpeculationMode, SpeculationSettings, Verification
from app.engine.verification import rule_for
from tests.support.lying_drafters import LyingContext, WithDraft
from tests.support.replies import AUTO, EXACT, LOOKUP, OFF, ON, assert_clean, chat, loaded, raw, run, run_all
from tests.support.tiny_models import MOSTLY_AGREES, TinyModel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.drafters import Drafter
    from app.engine.llama.pair import Pair

PROMPT = "Set the page in red ink. The draft of the proof is in the"
REPEATS = "the ink the page the ink the page the ink the"
SEEDED = SamplingSettings(temperature=0.9, seed=1)
SETTINGS = {
    "greedy": SamplingSettings(temperature=0.0),
    "seeded": SEEDED,
    "hot": replace(SEEDED, temperature=2.0, top_p=1.0, min_p=0.0),
    "whole vocabulary": replace(SEEDED, top_k=0, top_p=1.0, min_p=0.0),
    "penalties": replace(SEEDED, repeat_penalty=1.3, frequency_penalty=0.3, presence_penalty=0.2),
    "greedy with penalties": SamplingSettings(temperature=0.0, repeat_penalty=1.4, penalty_last_n=-1),
    "dry": replace(SEEDED, dry_multiplier=1.5, dry_allowed_length=1),
    "greedy with dry": SamplingSettings(temperature=0.0, dry_multiplier=2.0, dry_allowed_length=1),
    "few words": replace(SEEDED, logit_bias=((262, 14.0), (263, 14.0), (264, 14.0))),
    "bias": replace(SEEDED, logit_bias=((ord("a"), 4.0), (5, -100.0), (270, 3.0))),
    "everything": replace(
        SEEDED,
        top_k=12,
        top_p=0.8,
        min_p=0.02,
        repeat_penalty=1.1,
        dry_multiplier=0.8,
        logit_bias=((40, 2.0), (41, -2.0)),
    ),
}

DECIDED = {
    "auto": AUTO,
    "draft": SpeculationSettings(mode=SpeculationMode.DRAFT),
    "lookup": LOOKUP,
    "lookup, fixed": replace(LOOKUP, fixed_draft_length=True),
}


@pytest.fixture(scope="module", params=["tiny_draft", "tiny_stranger", "tiny_padded"])
def pair(request: pytest.FixtureRequest, tiny_target: Path) -> Iterator[Pair]:
    with loaded(tiny_target, request.getfixturevalue(request.param), **EXACT) as loaded_pair:
        assert loaded_pair.draft is not None
        yield loaded_pair


@pytest.fixture(scope="module")
def twins(tiny_target: Path) -> Iterator[Pair]:
    """The same file as target and draft."""
    with loaded(tiny_target, tiny_target, **EXACT) as loaded_pair:
        yield loaded_pair


@pytest.mark.parametrize("name", SETTINGS)
def test_a_seed_writes_the_same_with_and_without_drafts(pair: Pair, name: str) -> None:
    for seed, prompt in enumerate((PROMPT, REPEATS)):
        request = raw(prompt, sampling=replace(SETTINGS[name], seed=seed), max_tokens=40)
        off = run(pair, replace(request, speculation=OFF))
        for verification in (Verification.COUPLED, Verification.MATCH):
            on = run(pair, replace(request, speculation=replace(ON, verification=verification)))
            assert on.token_ids == off.token_ids
            assert on.text == off.text
            assert on.finish_reason == off.finish_reason
            assert on.tally.num_drafted > 0


@pytest.mark.parametrize(
    "speculation",
    [
        replace(ON, draft_max=1),
        replace(ON, draft_max=16),
        replace(ON, draft_max=64),
        replace(ON, draft_min=3),
        replace(ON, draft_p_min=0.4),
        SpeculationSettings(),
    ],
)
def test_no_draft_length_changes_the_text(pair: Pair, speculation: SpeculationSettings) -> None:
    for sampling in (SETTINGS["greedy"], SETTINGS["everything"]):
        request = raw(PROMPT, sampling=sampling, speculation=speculation)
        assert run(pair, request).text == run(pair, replace(request, speculation=OFF)).text


@pytest.mark.parametrize("name", SETTINGS)
@pytest.mark.parametrize("kind", DECIDED)
def test_a_seed_writes_the_same_whoever_decides_and_proposes(pair: Pair, name: str, kind: str) -> None:
    """With the costs of a machine on paper, on which drafts pay: on this one they would hardly be tried."""
    pacing, mode = Pacing(pair, reproducible=True), DECIDED[kind].mode
    proposers: set[Proposer | None] = set()
    for seed, prompt in enumerate((PROMPT, REPEATS)):
        request = raw(prompt, sampling=replace(SETTINGS[name], seed=seed), max_tokens=40)
        off = run(pair, replace(request, speculation=OFF))
        for verification in (Verification.COUPLED, Verification.MATCH):
            speculation = replace(DECIDED[kind], verification=verification)
            on = run(pair, replace(request, speculation=speculation), pacing)
            assert on.token_ids == off.token_ids
            assert on.text == off.text
            assert on.finish_reason == off.finish_reason
            proposers |= {decoded.proposer for decoded in on.rounds}
            if mode is not SpeculationMode.LOOKUP:  # which leaves the draft model's cache as it was
                assert_clean(pair, request, on)
    if mode is not SpeculationMode.AUTO:
        assert proposers <= {None, Proposer(mode.value)}
    if mode is not SpeculationMode.LOOKUP:
        assert Proposer.DRAFT in proposers
    if kind == "lookup, fixed" or (name == "few words" and mode is SpeculationMode.LOOKUP):
        assert Proposer.LOOKUP in proposers


def test_a_clock_decides_who_proposes_and_never_what_is_said(pair: Pair) -> None:
    pacing = Pacing(pair)
    for seed in range(4):
        for prompt in (PROMPT, REPEATS, "the ink the page " * 12):
            request = raw(prompt, sampling=replace(SEEDED, seed=seed), speculation=AUTO, max_tokens=50)
            assert run(pair, request, pacing).text == run(pair, replace(request, speculation=OFF)).text


def test_the_same_request_twice_takes_the_same_rounds(pair: Pair) -> None:
    """Where nothing may depend on a clock, nothing depends on what was said before either."""
    pacing = Pacing(pair, reproducible=True)
    request = raw(PROMPT, sampling=SEEDED, speculation=AUTO, max_tokens=60)
    first = run(pair, request, pacing)
    run(pair, raw(REPEATS, sampling=SEEDED, speculation=AUTO), pacing)
    again, once_more = run(pair, request, pacing), run(pair, request, pacing)
    assert first.shape == again.shape == once_more.shape
    assert first.text == again.text == once_more.text
    assert {proposer for proposer, _drafted, _accepted in first.shape} >= {Proposer.DRAFT}


def test_what_the_draft_model_has_read_before_decides_nothing(tiny_target: Path, tiny_draft: Path) -> None:
    with loaded(tiny_target, tiny_draft, context_tokens=2048, **EXACT) as roomy:
        pacing = Pacing(roomy, reproducible=True)
        request = raw("The draft of the proof. " * 140, sampling=SEEDED, speculation=AUTO, max_tokens=40)
        first = run(roomy, request, pacing)
        run(roomy, replace(request, speculation=ON), pacing)
        assert run(roomy, request, pacing).shape == first.shape


def test_words_of_other_conversations_are_proposed_only_where_that_is_wanted(tiny_target: Path) -> None:
    with loaded(tiny_target, **EXACT) as alone:
        told = raw(PROMPT, speculation=replace(LOOKUP, fixed_draft_length=True), max_tokens=100)
        # No word of its own comes again, so that only earlier replies can have anything to say.
        fresh = replace(told, sampling=replace(told.sampling, repeat_penalty=1.5, penalty_last_n=-1))
        for shared in (True, False):
            asked = replace(fresh, speculation=replace(fresh.speculation, shared_lookup=shared))
            pacing = Pacing(alone)
            expected = run(alone, replace(asked, speculation=OFF)).text
            once, twice = run_all(alone, [asked, asked], pacing)
            assert once.text == twice.text == expected
            assert (twice.tally.num_accepted > once.tally.num_accepted) == shared
            if not shared:
                assert twice.shape == once.shape
        # Switching it off forgets.
        pacing = Pacing(alone)
        shy = replace(fresh, speculation=replace(fresh.speculation, shared_lookup=False))
        before = run(alone, fresh, pacing)
        run(alone, replace(shy, max_tokens=1), pacing)
        assert run(alone, fresh, pacing).shape == before.shape


def test_two_turns_are_the_same_on_and_off(pair: Pair, tiny_target: Path) -> None:
    for sampling in (SETTINGS["greedy"], SEEDED):
        with loaded(tiny_target, **EXACT) as alone:
            assert _two_turns(pair, sampling) == _two_turns(alone, sampling)


def _two_turns(pair: Pair, sampling: SamplingSettings) -> list[str]:
    first = run(pair, chat("Hello", sampling=sampling))
    second = run(pair, chat("Hello", first.text, "And the ink?", sampling=sampling))
    return [first.text, second.text]


@pytest.mark.parametrize("name", SETTINGS)
def test_a_model_agrees_with_itself_always(twins: Pair, name: str) -> None:
    for seed in range(2):
        reply = run(twins, raw(PROMPT, sampling=replace(SETTINGS[name], seed=seed)))
        assert reply.tally.num_accepted == reply.tally.num_drafted > 0
        assert reply.tally.acceptance_rate == 1.0


def test_a_model_agrees_with_itself_under_rejection_too(twins: Pair) -> None:
    speculation = replace(ON, verification=Verification.REJECTION)
    for seed in range(8):
        sampling = replace(SEEDED, seed=seed)
        assert run(twins, raw(PROMPT, sampling=sampling, speculation=speculation)).tally.alpha == 1.0


@pytest.mark.parametrize("failing_after", [None, 0, 1, 2, 9, 30])
def test_a_draft_model_that_lies_changes_nothing(twins: Pair, failing_after: int | None) -> None:
    for sampling in SETTINGS.values():
        request = raw(PROMPT, sampling=sampling)
        liar = WithDraft(twins, LyingContext(twins.vocabulary_size + 7, 1024, failing_after=failing_after))
        lied = run(liar, request)
        assert lied.text == run(twins, replace(request, speculation=OFF)).text
        assert lied.changes == ([] if failing_after is None else ["decode_failed"])


@pytest.mark.parametrize("draft", ["tiny_larger_vocabulary", "tiny_other_vocabulary", "tiny_sliding"])
def test_a_draft_that_does_not_fit_changes_nothing(
    draft: str, tiny_target: Path, request: pytest.FixtureRequest
) -> None:
    with loaded(tiny_target, request.getfixturevalue(draft), **EXACT) as misfits:
        for sampling in (SETTINGS["greedy"], SEEDED):
            asked = raw(PROMPT, sampling=sampling)
            assert run(misfits, asked).text == run(misfits, replace(asked, speculation=OFF)).text


def test_a_target_token_that_the_draft_does_not_know_ends_speculation_only(
    tiny_padded: Path, tiny_target: Path
) -> None:
    with loaded(tiny_padded, tiny_target, **EXACT) as larger:
        beyond = larger.vocabulary_size - 1
        request = raw(PROMPT, sampling=replace(SEEDED, logit_bias=((beyond, 39.0),)))
        reply = run(larger, request)
        assert beyond in reply.token_ids
        assert reply.tally.num_drafted > 0
        assert reply.changes == ["decode_failed"]
        assert reply.text == run(larger, replace(request, speculation=OFF)).text


def test_a_reply_does_not_depend_on_what_was_said_before_it(pair: Pair) -> None:
    asked = [raw(PROMPT, sampling=SEEDED), raw(REPEATS, sampling=SEEDED), raw("ink", sampling=SEEDED)]
    once = [reply.text for reply in run_all(pair, asked)]
    again = [reply.text for reply in run_all(pair, asked[::-1])][::-1]
    assert again == once


# Over all seeds.

NUM_DRAWS = 20_000
PLAIN = SamplingSettings(temperature=1.1, top_k=8, top_p=0.97, min_p=0.0)
PENALISED = replace(PLAIN, repeat_penalty=1.2)
LEAST_P = 1e-5


def _exact(pair: Pair, history: list[int], sampling: SamplingSettings) -> dict[tuple[int, int], float]:
    """The distribution of the next two tokens, from the target's logits, one row at a time."""
    target = pair.target
    target.rewind(0)
    target.decode(history, 1)
    chain = pair.make_chain(sampling, history)
    first = chain.distribution(target.row(0))
    exact: dict[tuple[int, int], float] = {}
    for token, share in zip(first.ids.tolist(), first.probabilities.tolist(), strict=True):
        target.rewind(len(history))
        target.decode([token], 1)
        second = pair.make_chain(sampling, [*history, token]).distribution(target.row(0))
        for behind, part in zip(second.ids.tolist(), second.probabilities.tolist(), strict=True):
            exact[token, behind] = share * part
    return exact


class _Sink:
    def push(self, token_id: int) -> bool:
        return False


def _drawn(
    pair: Pair,
    prompt: list[int],
    sampling: SamplingSettings,
    verification: Verification,
    num_draws: int = NUM_DRAWS,
    controller: Controller | None = None,
) -> Counter[tuple[int, int]]:
    """What the loop writes for seeds from 0 on; only the last tokens are decoded again for each."""
    target, draft = pair.target, pair.draft
    assert draft is not None
    counts: Counter[tuple[int, int]] = Counter()
    chain = pair.make_chain(sampling, prompt)
    lookup, lengths = Lookup(pair.vocabulary_size, pair.is_end), ReplyLengths()
    lookup.prefill(prompt)
    for seed in range(num_draws):
        history = prompt.copy()
        for context in (target, draft):
            context.rewind(min(len(context.tokens), len(prompt) - 1))
        rule = rule_for(sampling.temperature, verification, seed)
        model = DraftModel(draft, rule, 0.0, pair.is_end)
        model.begin(prompt)
        drafter: Drafter = model
        if controller is not None:
            lookup.settle(len(prompt))
            drafter = Auto(controller, lengths, None, model, lookup)
        decoder = SpeculativeDecoder(
            target, chain.fork(), rule, drafter, pair.vocabulary_size, lambda _token: False, lambda: False
        )
        for _step in decoder.rounds(history, _Sink(), Limits(3 if controller else 2, 2, 0)):
            pass
        first = len(prompt)
        counts[history[first], history[first + 1]] += 1
    return counts


@pytest.fixture
def drawing(tmp_path: Path) -> Iterator[Pair]:
    """A pair that agrees about as often as not, its prompt read."""
    target = TinyModel(num_layers=1).write(tmp_path / "target.gguf")
    draft = TinyModel(num_layers=1, noise=4 * MOSTLY_AGREES).write(tmp_path / "draft.gguf")
    with loaded(target, draft, context_tokens=256, **EXACT) as loaded_pair:
        assert loaded_pair.draft is not None
        loaded_pair.draft.decode(loaded_pair.tokenize(PROMPT, raw=True)[:-1], 0)
        yield loaded_pair


@pytest.mark.parametrize("case", ["coupled", "rejection", "rejection, a controller decides"])
def test_over_seeds_two_tokens_have_the_targets_distribution(drawing: Pair, case: str) -> None:
    sampling = PLAIN if case == "coupled" else PENALISED
    verification = Verification.COUPLED if case == "coupled" else Verification.REJECTION
    controller = None
    if "controller" in case:  # it goes on learning from seed to seed, and a third token makes it decide again
        controller = Controller(CostModel.nominal(), reproducible=True)
    prompt = drawing.tokenize(PROMPT, raw=True)
    exact = _exact(drawing, prompt, sampling)
    counts = _drawn(drawing, prompt, sampling, verification, controller=controller)
    assert counts.keys() <= exact.keys()
    likely = [tokens for tokens, share in exact.items() if share * NUM_DRAWS >= 5]
    assert len(likely) > 20
    observed = [counts[tokens] for tokens in likely]
    expected = [exact[tokens] * NUM_DRAWS for tokens in likely]
    if len(likely) < len(exact):
        observed.append(NUM_DRAWS - sum(observed))
        expected.append(NUM_DRAWS - sum(expected))
    assert stats.chisquare(observed, expected).pvalue > LEAST_P


def test_match_draws_what_coupled_draws(drawing: Pair) -> None:
    """Which has the target's distribution: both emit the target's own draw, seed by seed."""
    prompt = drawing.tokenize(PROMPT, raw=True)
    match, coupled = (
        _drawn(drawing, prompt, PLAIN, verification, 2000)
        for verification in (Verification.MATCH, Verification.COUPLED)
    )
    assert match == coupled
