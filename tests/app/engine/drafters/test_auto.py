"""Whoever pays proposes, whoever is skipped catches up, and what was drawn is checked whatever is decided."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.draft_length.controller import Controller
from app.engine.draft_length.costs import CostModel
from app.engine.draft_length.reply_length import ReplyLengths
from app.engine.draft_length.values import DecisionCode
from app.engine.drafters.auto import Auto
from app.engine.drafters.draft_model import DraftModel
from app.engine.drafters.lookup import Lookup
from app.engine.pacing import Pacing
from app.engine.reply_text import ReplyText
from app.engine.speculative import Limits, Outcome, Proposal, SpeculativeDecoder
from app.engine.types import Proposer, SamplingSettings, SpeculationMode, SpeculationSettings, Verification
from app.engine.verification import Rejection, rule_for
from app.errors import UserError
from tests.support.replies import AUTO, OFF, raw, run
from tests.support.scripted_controller import Moody, Scripted
from tests.support.toy_models import PIECES, TOY_SIZE, ToyChain, ToyContext, ToyModel, ToyPair, is_end

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.sampling import Distribution
    from app.engine.verification import Rule

NOBODY, DRAFT, LOOKUP = None, Proposer.DRAFT, Proposer.LOOKUP
TARGET = ToyModel(seed=2, end_bias=-30.0)
NEAR = replace(TARGET, noise=0.2)
REPEATS = [2, 3, 4, 5, 6, 2, 3, 4]
"""Lookup goes on with 5, 6, 2, 3, 4, …: a match of three."""


@dataclass
class Scene:
    """A reply of toy models under a controller, and all that happened in it."""

    controller: Controller
    prompt: list[int] = field(default_factory=REPEATS.copy)
    target: ToyModel = TARGET
    draft: ToyContext | None = None
    has_lookup: bool = True
    rule: Rule = field(default_factory=lambda: rule_for(0.0, Verification.COUPLED, 0))
    most_tokens: int = 12
    draft_max: int = 8
    steps: list[Proposal | Outcome] = field(default_factory=list)
    history: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        model = None if self.draft is None else DraftModel(self.draft, self.rule, 0.0, is_end)
        lookup = Lookup(TOY_SIZE, is_end) if self.has_lookup else None
        self.auto = Auto(self.controller, ReplyLengths(), self.most_tokens, model, lookup)

    def write(self) -> Scene:
        self.history = self.prompt.copy()
        context = ToyContext(self.target, 128)
        context.decode(self.history[:-1], 0)
        self.auto.begin(self.history)
        self.decoder = SpeculativeDecoder(
            context, ToyChain(memory=self.history.copy()), self.rule, self.auto, TOY_SIZE, is_end, lambda: False
        )
        text = ReplyText(PIECES.__getitem__, str, ())
        for step in self.decoder.rounds(self.history, text, Limits(self.most_tokens, self.draft_max, 0)):
            self.steps.append(step)
        return self

    @property
    def outcomes(self) -> list[Outcome]:
        return [step for step in self.steps if isinstance(step, Outcome)]

    @property
    def proposers(self) -> list[Proposer | None]:
        return [outcome.proposal.proposer for outcome in self.outcomes]

    @property
    def reply(self) -> list[int]:
        return self.history[len(self.prompt) :]


def alone(scene: Scene) -> list[int]:
    return replace(scene, controller=Scripted([]), draft=None, steps=[]).write().reply


def test_whoever_is_named_proposes() -> None:
    controller = Scripted([DRAFT, NOBODY, LOOKUP, NOBODY, DRAFT])
    scene = Scene(controller, draft=ToyContext(NEAR), most_tokens=30).write()
    assert scene.proposers[0] is DRAFT
    assert scene.proposers[1] is NOBODY
    assert scene.proposers[4:6] == [DRAFT, NOBODY]
    assert scene.reply == alone(scene)
    first = scene.outcomes[0].proposal
    assert all(draft.distribution is not None for draft in first.drafts)


def test_lookup_proposes_what_followed() -> None:
    scene = Scene(Scripted([LOOKUP])).write()
    first = scene.outcomes[0].proposal
    assert (first.proposer, [draft.token_id for draft in first.drafts]) == (LOOKUP, [5, 6, 2])
    assert all(draft.distribution is None for draft in first.drafts)
    assert scene.reply == alone(scene)


def test_the_controller_hears_what_each_could_do() -> None:
    controller = Scripted([])
    Scene(controller, draft=ToyContext(NEAR), most_tokens=7, draft_max=5).write()
    first = controller.offers[0]
    draft, lookup = first[DRAFT], first[LOOKUP]
    assert (draft.limit, draft.unseen, draft.prefill_tokens) == (5, 1, len(REPEATS) - 1)
    assert (lookup.limit, lookup.match_length) == (5, 3)
    assert [offer[DRAFT].unseen for offer in controller.offers[:3]] == [1, 2, 3]
    asked = [offer[DRAFT].limit for offer in controller.offers if offer]
    assert asked == [5, 5, 4, 3, 2, 1], "no more than there is room for"
    expected = [offer[DRAFT].tokens_expected for offer in controller.offers if offer]
    assert expected == [7, 6, 5, 4, 3, 2]
    assert controller.replies == [7], "a short reply may lose less"


def test_nothing_said_before_is_no_offer() -> None:
    controller = Scripted([])
    Scene(controller, prompt=[2, 3, 4, 5], most_tokens=3).write()
    assert controller.offers[0] == {}


def test_where_there_is_no_room_nobody_proposes() -> None:
    auto = Scene(Controller(CostModel.nominal(), reproducible=True), draft=ToyContext(NEAR)).auto
    auto.begin(REPEATS)
    assert auto.propose(REPEATS, 0, ToyChain()) == []
    assert auto.draft_model is not None
    assert auto.draft_model.backlog(REPEATS) == (len(REPEATS) - 1, 1), "and nothing was read for it"


def test_tokens_that_the_draft_model_skipped_reach_it_in_one_batch() -> None:
    controller = Scripted([DRAFT, *[NOBODY] * 5, DRAFT])
    scene = Scene(controller, draft=ToyContext(NEAR, 128), most_tokens=40).write()
    first, again = (each for each in controller.observations if each.proposer is DRAFT)
    assert (first.prefill_tokens, first.catch_up_rows) == (len(REPEATS) - 1, 1)
    assert again.prefill_tokens == 0
    said = sum(len(outcome.emitted) for outcome in scene.outcomes[:6])
    # It had evaluated the last token and its own drafts but for the newest, of which the accepted ones stay.
    kept = min(scene.outcomes[0].num_accepted, len(scene.outcomes[0].proposal.drafts) - 1)
    assert again.catch_up_rows == said - kept
    assert scene.reply == alone(scene)


def test_what_a_round_took_is_told() -> None:
    controller = Scripted([DRAFT, LOOKUP, NOBODY])
    scene = Scene(controller, prompt=[2, 3, 4, 2, 3, 4, 2, 3], draft=ToyContext(NEAR, 128)).write()
    for observation, outcome in zip(controller.observations, scene.outcomes, strict=True):
        assert observation.num_drafts == len(outcome.proposal.drafts)
        assert observation.target_rows == observation.num_drafts + 1
        assert observation.num_tokens == outcome.num_checked == len(outcome.emitted)
        assert (observation.num_accepted, observation.num_tested) == (outcome.num_accepted, outcome.num_tested)
        assert observation.target_seconds == outcome.verify_seconds
        if observation.proposer is not DRAFT:
            assert (observation.catch_up_rows, observation.num_further, observation.confidences) == (0, 0, ())
            assert observation.prefill_seconds == 0.0
        assert (observation.match_length is not None) == (observation.proposer is LOOKUP)
    drafted = controller.observations[0]
    assert len(drafted.confidences) == drafted.num_drafts == 1 + drafted.num_further == 3
    assert drafted.further_seconds == pytest.approx(2 * drafted.catch_up_seconds)
    assert scene.auto.prefill_seconds == drafted.prefill_seconds > 0


def test_a_round_in_which_nobody_is_asked_teaches_nothing_of_the_one_before() -> None:
    """The last token of a limited reply: there is no room for a draft, so no one is asked."""
    controller = Scripted([DRAFT, DRAFT, DRAFT, DRAFT, DRAFT, DRAFT], length=1)
    scene = Scene(controller, draft=ToyContext(TARGET, 128), most_tokens=5).write()
    assert [len(outcome.emitted) for outcome in scene.outcomes] == [2, 2, 1]
    last = controller.observations[-1]
    assert last.proposer is None
    assert (last.catch_up_rows, last.catch_up_seconds, last.confidences, last.prefill_tokens) == (0, 0.0, (), 0)
    assert last.lookup_seconds == 0.0
    prefills = [each.prefill_seconds for each in controller.observations]
    assert scene.auto.prefill_seconds == prefills[0]


def test_what_lookup_would_have_said_is_scored_in_silence() -> None:
    controller = Scripted([NOBODY, DRAFT, LOOKUP])
    scene = Scene(controller, prompt=[2, 3, 4, 2, 3], draft=ToyContext(NEAR, 128), most_tokens=4).write()
    said = scene.outcomes[0].emitted
    assert len(said) == 1
    assert controller.shadows[0] == (2, int(said[0] == 4), 1), "no more than was said can be compared"
    assert all(tested <= 4 for _match, _right, tested in controller.shadows)


def test_only_what_is_proposed_aloud_is_not_scored_in_silence_too() -> None:
    controller = Scripted([LOOKUP] * 20)
    scene = Scene(controller, prompt=[2, 3, 4] * 3, most_tokens=20).write()
    spoken = [each for each in controller.observations if each.proposer is LOOKUP]
    assert spoken
    assert len(controller.shadows) + len(spoken) <= len(scene.outcomes)


def test_a_shadow_counts_up_to_the_first_mismatch() -> None:
    prompt = [2, 3, 4, 5, 6, 7, 2, 3]
    truth = alone(Scene(Scripted([]), prompt=prompt, most_tokens=6))
    for num_right in range(3):
        foretold = [*truth[:num_right], 2 + (truth[num_right] + 1 - 2) % 20]
        text = [8, 9, *foretold, 10, 11, 8, 9]
        scene = Scene(Scripted([DRAFT], length=5), prompt=text, draft=None, most_tokens=6)
        said = alone(scene)
        matching = next((place for place, (a, b) in enumerate(zip(foretold, said, strict=False)) if a != b), 0)
        controller = Scripted([DRAFT], length=5)
        Scene(controller, prompt=text, draft=ToyContext(TARGET, 128), most_tokens=6).write()
        match, right, tested = controller.shadows[0]
        assert (match, right) == (2, matching)
        assert tested == matching + 1


# The draft model fails.


class Failing(ToyContext):
    """Cannot decode any more after so many decodes."""

    def __init__(self, num_decodes: int) -> None:
        super().__init__(NEAR, 128)
        self._most = num_decodes

    def decode(self, tokens: Sequence[int], num_rows: int) -> None:
        if self.num_decodes >= self._most:
            raise UserError("decode_failed", status=-3)
        super().decode(tokens, num_rows)


@pytest.mark.parametrize("num_decodes", range(8))
def test_lookup_goes_on_where_the_draft_model_fails(num_decodes: int) -> None:
    controller = Scripted([DRAFT, DRAFT, DRAFT, DRAFT, LOOKUP, LOOKUP, LOOKUP])
    scene = Scene(controller, prompt=[2, 3, 4] * 3, draft=Failing(num_decodes), most_tokens=30).write()
    assert scene.auto.draft_model is None
    assert scene.auto.notice is not None
    assert scene.auto.notice.code == "decode_failed"
    assert scene.decoder.drafter_notice is None
    failed = next(index for index, offer in enumerate(controller.offers) if offer and DRAFT not in offer)
    assert all(DRAFT not in offer for offer in controller.offers[failed:])
    assert any(LOOKUP in offer for offer in controller.offers[failed:])
    assert scene.reply == alone(scene)
    assert scene.draft is not None
    assert list(scene.draft.tokens) == scene.history[: len(scene.draft.tokens)]


def test_without_lookup_nobody_goes_on() -> None:
    scene = Scene(Scripted([DRAFT] * 9), draft=Failing(4), has_lookup=False, most_tokens=20).write()
    assert scene.decoder.drafter_notice is not None
    assert scene.decoder.drafter_notice.code == "decode_failed"
    assert scene.reply == alone(scene)


# Decisions.


def test_the_decision_of_the_last_round_asked_about_stays() -> None:
    """Not that of the last token, for which there is never room: nobody could propose anything then."""
    scene = Scene(Controller(CostModel.nominal(), reproducible=True), draft=ToyContext(TARGET, 128)).write()
    assert scene.outcomes[-1].proposal.proposer is None
    decision = scene.auto.decision
    assert decision is not None
    assert decision.code is DecisionCode.FASTER
    assert decision.break_even is not None


def test_a_reply_without_rounds_decides_nothing() -> None:
    assert Scene(Scripted([]), most_tokens=0).write().auto.decision is None


# Rejection verification: a token that was drawn is checked.


class Counting(Rejection):
    """Counts the draws from q."""

    num_drawn = 0

    def propose(self, q: Distribution, position: int, ahead: int = 0) -> int:
        self.num_drawn += 1
        return super().propose(q, position, ahead)


@settings(max_examples=60)
@given(st.integers(0, 50), st.sampled_from([-30.0, -1.0, 1.0]), st.integers(0, 5))
def test_every_token_drawn_is_checked(seed: int, end_bias: float, mood: int) -> None:
    rule = rule_for(0.9, Verification.REJECTION, seed)
    assert isinstance(rule, Rejection)
    counting = Counting(rule._noise)
    target = replace(TARGET, end_bias=end_bias)
    scene = Scene(
        Moody(mood, length=5),
        target=target,
        draft=ToyContext(replace(target, noise=0.3), 128),
        rule=counting,
        most_tokens=25,
    ).write()
    proposals = [outcome.proposal for outcome in scene.outcomes if outcome.proposal.proposer is DRAFT]
    assert counting.num_drawn == sum(len(proposal.drafts) for proposal in proposals)


@pytest.mark.parametrize("temperature", [0.0, 0.9])
@pytest.mark.parametrize("verification", [Verification.COUPLED, Verification.MATCH])
def test_no_mood_changes_the_text_of_a_seed(temperature: float, verification: Verification) -> None:
    proposers: set[Proposer | None] = set()
    for seed in range(6):
        rule = rule_for(temperature, verification, seed)
        scene = Scene(
            Moody(seed, length=5),
            draft=ToyContext(NEAR, 128),
            rule=rule,
            most_tokens=40,
        ).write()
        proposers |= {*scene.proposers}
        assert scene.reply == alone(scene)
    assert proposers == {NOBODY, DRAFT, LOOKUP}


# Through a session.


def session_pair(draft: ToyContext | None) -> ToyPair:
    return ToyPair(ToyContext(TARGET, 128), draft)


@pytest.mark.parametrize("num_decodes", [0, 1, 2, 5])
def test_a_draft_model_that_fails_is_said_once_and_the_reply_is_whole(num_decodes: int) -> None:
    request = raw("abcdabcdabcd", sampling=SamplingSettings(temperature=0.0), speculation=AUTO, max_tokens=40)
    pair = session_pair(Failing(num_decodes))
    reply = run(pair, request, nominal(pair))
    assert reply.changes == ["decode_failed"]
    assert reply.summary.status.mode is SpeculationMode.LOOKUP
    assert reply.summary.status.requested is SpeculationMode.AUTO
    assert reply.text == run(pair, replace(request, speculation=OFF)).text


def test_in_draft_mode_a_draft_model_that_fails_leaves_the_target_alone() -> None:
    speculation = SpeculationSettings(mode=SpeculationMode.DRAFT)
    request = raw("abcdabcd", sampling=SamplingSettings(temperature=0.0), speculation=speculation, max_tokens=30)
    pair = session_pair(Failing(5))
    reply = run(pair, request, nominal(pair))
    assert reply.changes == ["decode_failed"]
    assert reply.summary.status.mode is SpeculationMode.OFF
    timing = reply.summary.timing
    assert timing.draft_prefill_seconds == pytest.approx(0.001)
    in_rounds = 0.001 * (len(reply.rounds) + 4)  # a toy's decode takes a millisecond by its own clock
    assert timing.model_seconds == pytest.approx(in_rounds), "the draft's prefill is no decoding"
    assert reply.text == run(pair, replace(request, speculation=OFF)).text


def nominal(pair: ToyPair) -> Pacing:
    """A memory whose choices depend on no clock."""
    return Pacing(pair, reproducible=True)
