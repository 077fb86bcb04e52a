from __future__ import annotations

import dataclasses

import pytest

from app.engine.draft_length.reason import PAUSES
from app.engine.draft_length.values import Decision, DecisionCode
from app.engine.events import (
    DecisionMade,
    EngineDied,
    LoadCancelled,
    LoadFailed,
    LoadProgressed,
    PairLoaded,
    PrefillProgressed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
    SpeculationChanged,
)
from app.engine.types import Proposer, SpeculationMode, SpeculationSettings, SpeculationStatus
from app.errors import Notice
from app.viewmodels.badge import BadgeKind
from app.viewmodels.speculation import SpeculationState
from tests.support import scripted_engine as scripted

NOTICE = Notice("context_full", {"capacity": 512})
SENTENCE = "The context of 512 tokens is full."


def loaded() -> SpeculationState:
    state = SpeculationState()
    state.on_events([PairLoaded(scripted.pair())])
    return state


def replying(*rounds: tuple[int, int, float]) -> SpeculationState:
    state = loaded()
    state.on_events([ReplyStarted(1, 10, 0, scripted.status())])
    add(state, *rounds)
    return state


def add(state: SpeculationState, *rounds: tuple[int, int, float]) -> None:
    first = state.tally.num_rounds
    state.on_events(
        [RoundDecoded(1, scripted.decoded_round(first + place, *each)) for place, each in enumerate(rounds)]
    )


def test_nothing_loaded_is_said_so() -> None:
    badge = SpeculationState().badge
    assert (badge.kind, badge.text) == (BadgeKind.NO_MODEL, "No model")


def test_a_load_is_shown_with_its_progress_and_a_cancel_takes_it_back() -> None:
    state = SpeculationState()
    state.on_load_requested()
    assert state.badge.text == "Loading"
    state.on_events([LoadProgressed("draft", 0.43)])
    assert state.badge.detail == "Draft model, 43 %."
    state.on_events([LoadCancelled(None)])
    assert state.badge.kind is BadgeKind.NO_MODEL


def test_loaded_and_idle_is_ready() -> None:
    state = loaded()
    badge = state.badge
    assert (badge.kind, badge.text, badge.detail) == (
        BadgeKind.READY,
        "Ready",
        "Draft model, as far ahead as pays.",
    )
    state.on_settings(SpeculationSettings(draft_max=5, fixed_draft_length=True))
    assert state.badge.detail == "Draft model, up to 5 ahead."


def test_a_missing_draft_is_explained_with_the_exact_reason() -> None:
    state = SpeculationState()
    state.on_events([PairLoaded(scripted.pair(draft=False, notice=NOTICE))])
    assert (state.badge.kind, state.badge.headline, state.badge.detail) == (
        BadgeKind.NO_DRAFT,
        "No draft model",
        f"{SENTENCE} Galley proposes what the text itself repeats.",
    )
    state.on_settings(SpeculationSettings(mode=SpeculationMode.DRAFT))
    assert state.badge.detail == f"{SENTENCE} The target writes alone."


def test_no_factor_without_a_measured_plain_round() -> None:
    state = replying((4, 4, 0.2), (4, 2, 0.2))
    assert state.estimated_speedup is None
    assert state.badge.text == "On"
    assert "×" not in state.badge.text + state.badge.detail


def test_a_measured_plain_round_gives_an_estimated_factor() -> None:
    state = replying((0, 0, 0.2), (4, 3, 0.3), (4, 4, 0.3))
    assert state.estimated_speedup is None  # two proposals say nothing yet
    state = replying((0, 0, 0.2), (4, 3, 0.3), (4, 4, 0.3), (4, 4, 0.3))
    assert state.estimated_speedup == pytest.approx((1 + 4 + 5 + 5) * 0.2 / 1.1)
    assert state.badge.kind is BadgeKind.FASTER
    assert state.badge.text == "On, about 2.7× faster (estimated)"
    assert state.badge.detail == "3.8 tokens per check. Draft model, as far ahead as pays."


def test_a_busy_machine_is_not_taken_for_speculation() -> None:
    rounds = [(0, 0, 0.05)] * 60 + [(2, 1, 0.1)] * 3 + [(0, 0, 0.1)] * 60
    state = replying(*rounds)
    assert state.estimated_speedup == pytest.approx(1.0, abs=0.02)


def test_slower_is_said_as_plainly_as_faster() -> None:
    state = replying((0, 0, 0.1), (4, 0, 0.25), (4, 1, 0.25), (4, 0, 0.25))
    assert state.badge.kind is BadgeKind.SLOWER
    assert state.badge.text == "Slower right now: about 0.6× (estimated)"


def test_no_difference_is_not_called_faster() -> None:
    state = replying((0, 0, 0.1), (2, 1, 0.2), (2, 1, 0.2), (2, 1, 0.2))
    assert state.badge.text == "On, about as fast as without (estimated)"


def test_the_time_of_a_vain_draft_is_no_part_of_a_plain_rounds_cost() -> None:
    state = replying((0, 0, 0.2))
    plain = scripted.decoded_round(1, 0, 0, 0.2)
    vain = type(plain)(1, None, (), 0, plain.emitted, 0.3, 0.2, 0.5)
    state.on_events([RoundDecoded(1, vain)])
    assert state.plain_seconds == pytest.approx(0.2)


def test_the_plain_cost_outlives_a_reply_but_not_the_pair() -> None:
    state = replying((0, 0, 0.25))
    state.on_events([ReplyFinished(1, scripted.summary()), ReplyStarted(2, 10, 0, scripted.status())])
    assert state.plain_tokens_per_second == pytest.approx(4.0)
    state.on_events([PairLoaded(scripted.pair())])
    assert state.plain_seconds is None


def test_off_tells_the_engines_reason_even_in_mid_reply() -> None:
    state = replying((4, 4, 0.2))
    state.on_events([SpeculationChanged(1, scripted.status(SpeculationMode.OFF, NOTICE))])
    assert (state.badge.kind, state.badge.text, state.badge.detail) == (BadgeKind.OFF, "Off", SENTENCE)


def test_switching_off_shows_at_once_when_idle_and_not_before_the_reply_has_ended() -> None:
    state = replying((4, 4, 0.2))
    state.on_settings(SpeculationSettings(mode=SpeculationMode.OFF))
    assert state.badge.text == "On"
    state.on_events([ReplyFinished(1, scripted.summary())])
    assert state.badge.text == "Off"


def test_off_by_the_user_is_no_fault() -> None:
    state = loaded()
    off = SpeculationStatus(SpeculationMode.OFF, SpeculationMode.OFF)
    state.on_settings(SpeculationSettings(mode=SpeculationMode.OFF))
    state.on_events([ReplyStarted(1, 10, 0, off)])
    assert state.badge.detail == "Switched off. The target writes alone."


def test_reading_the_prompt_is_shown() -> None:
    state = replying()
    state.on_events([PrefillProgressed(1, 40, 100, 0.5)])
    assert state.badge.detail == "Reading the prompt, 40 of 100 tokens."
    add(state, (4, 4, 0.2))
    assert "Reading" not in state.badge.detail


def test_a_failed_load_keeps_what_is_still_loaded() -> None:
    state = replying((0, 0, 0.2), (4, 4, 0.2), (4, 4, 0.2), (4, 4, 0.2))
    state.on_events([ReplyFinished(1, scripted.summary()), LoadProgressed("target", 0.5)])
    state.on_events([LoadFailed(NOTICE, scripted.pair())])
    assert state.pair is not None
    assert state.badge.kind is BadgeKind.FASTER


def test_a_dead_engine_is_said_so_and_leaves_the_figures() -> None:
    state = replying((4, 4, 0.2))
    state.on_events([EngineDied(NOTICE, (), 1)])
    assert (state.badge.kind, state.badge.detail, state.replying) == (BadgeKind.STOPPED, SENTENCE, False)
    assert len(state.rounds) == 1


def test_the_windows_slide() -> None:
    state = replying(*[(4, 0, 0.5)] * 20, *[(4, 4, 0.5)] * 20)
    last_rate, last_share = state.throughput.last, state.acceptance.last
    assert last_rate is not None
    assert last_share is not None
    assert last_rate.value == pytest.approx(10.0)
    assert last_share.value == pytest.approx(1.0)
    assert state.tokens_per_second == pytest.approx(10.0)
    assert state.tally.acceptance_rate == pytest.approx(0.5)


def test_long_replies_keep_bounded_series_and_forty_rounds() -> None:
    state = replying(*[(4, 3, 0.004)] * 4000)
    assert len(state.throughput) < 200
    assert [each.index for each in state.rounds] == list(range(3960, 4000))


def test_a_new_reply_begins_with_no_figures() -> None:
    state = loaded()
    state.on_events(scripted.reply_events())
    state.on_events([ReplyStarted(2, 10, 0, scripted.status())])
    assert (len(state.throughput), state.rounds, state.tokens_per_second) == (0, (), None)
    assert (state.first_token_seconds, state.prefill_tokens_per_second, state.overhead_share) == (None,) * 3


def test_a_reply_stopped_before_it_began_leaves_the_figures_of_the_one_before() -> None:
    state = replying((4, 4, 0.2))
    state.on_events([ReplyFinished(1, scripted.summary())])
    shown = state.first_token_seconds
    assert shown is not None
    never = dataclasses.replace(scripted.summary().timing, first_token_seconds=None)
    state.on_events([ReplyFinished(2, scripted.summary(timing=never))])
    assert state.first_token_seconds == shown


def test_clock_readings_are_the_engines() -> None:
    state = loaded()
    state.on_events(scripted.reply_events(finished=False))
    assert state.first_token_seconds == pytest.approx(0.9 + 0.216)
    assert state.overhead_share is None
    state.on_events([ReplyFinished(1, scripted.summary())])
    assert state.first_token_seconds == pytest.approx(1.3)
    assert state.prefill_tokens_per_second == pytest.approx(64 / 0.9)
    assert state.overhead_share == pytest.approx(0.01)


# Lookup.


def test_lookup_needs_no_draft_model_to_be_ready() -> None:
    state = SpeculationState()
    state.on_events([PairLoaded(scripted.pair(draft=False))])
    state.on_settings(SpeculationSettings(mode=SpeculationMode.LOOKUP))
    assert (state.badge.kind, state.badge.detail) == (BadgeKind.READY, "Lookup, as far ahead as pays.")
    state.on_settings(SpeculationSettings(mode=SpeculationMode.LOOKUP, draft_max=6, fixed_draft_length=True))
    assert state.badge.detail == "Lookup, up to 6 ahead."


def test_without_a_draft_model_the_text_itself_is_looked_up_and_that_is_said() -> None:
    state = SpeculationState()
    state.on_events([PairLoaded(scripted.pair(draft=False))])
    assert state.badge.detail == "None is chosen. Galley proposes what the text itself repeats."
    looked_up = scripted.status(SpeculationMode.LOOKUP, Notice("no_draft_model"))
    state.on_events([ReplyStarted(1, 10, 0, looked_up)])
    assert (state.badge.kind, state.badge.detail) == (
        BadgeKind.ON,
        "No draft model is chosen. Lookup, as far ahead as pays.",
    )
    state.on_events([RoundDecoded(1, scripted.decoded_round(0, 4, 4, 0.2))])
    assert state.badge.detail == "5.0 tokens per check. Lookup, as far ahead as pays."


def test_a_draft_model_that_fails_in_mid_reply_is_said_beside_the_figures() -> None:
    state = replying((4, 4, 0.2))
    state.on_events([SpeculationChanged(1, scripted.status(SpeculationMode.LOOKUP, NOTICE))])
    assert state.badge.kind is BadgeKind.ON
    assert state.badge.detail == f"5.0 tokens per check. {SENTENCE} Lookup, as far ahead as pays."


def test_the_badge_names_who_proposed_last_until_something_else_is_asked_for() -> None:
    state = replying()
    found = dataclasses.replace(scripted.decoded_round(0, 3, 3, 0.2), proposer=Proposer.LOOKUP)
    state.on_events([RoundDecoded(1, found)])
    assert state.badge.detail.endswith("Lookup, as far ahead as pays.")
    state.on_events([ReplyFinished(1, scripted.summary())])
    state.on_settings(SpeculationSettings(mode=SpeculationMode.DRAFT))
    assert (state.badge.kind, state.badge.detail) == (BadgeKind.READY, "Draft model, as far ahead as pays.")


# Pauses.


def decide(state: SpeculationState, code: DecisionCode, **values: float) -> None:
    proposer = Proposer.DRAFT if code in (DecisionCode.FASTER, DecisionCode.PROBING) else None
    state.on_events([DecisionMade(1, Decision(code, proposer, **values))])  # type: ignore[arg-type]


def is_paused(state: SpeculationState) -> bool:
    return state.badge.kind is BadgeKind.PAUSED


PLAIN = (0, 0, 0.2)


def test_a_pause_is_said_with_its_reason_when_it_lasts() -> None:
    state = replying((4, 1, 0.3))
    add(state, PLAIN)
    decide(state, DecisionCode.PAUSED_NO_GAIN, saves=0.9, costs=1.4)
    add(state, PLAIN, PLAIN)
    assert not is_paused(state), "a round or two are the controller at work"
    add(state, PLAIN)
    assert (state.badge.kind, state.badge.text) == (BadgeKind.PAUSED, "Paused")
    assert "0.9" in state.badge.detail
    assert "1.4" in state.badge.detail


@pytest.mark.parametrize("code", [code for code in PAUSES if code is not DecisionCode.PAUSED_NO_GAIN])
def test_every_pause_has_its_sentence(code: DecisionCode) -> None:
    state = replying()
    decide(state, code)
    add(state, *[PLAIN] * 5)
    assert is_paused(state)
    assert state.badge.detail.endswith(".")
    assert len(state.badge.detail) > 30


@pytest.mark.parametrize("code", [DecisionCode.PROBING, DecisionCode.MEASURING, DecisionCode.OFF])
def test_a_look_in_between_is_no_end_of_a_pause(code: DecisionCode) -> None:
    state = replying()
    decide(state, DecisionCode.DRAFT_TOO_DEAR)
    add(state, *[PLAIN] * 5)
    add(state, (2, 0, 0.3) if code is DecisionCode.PROBING else PLAIN)
    decide(state, code)
    assert is_paused(state)
    add(state, PLAIN)
    decide(state, DecisionCode.DRAFT_TOO_DEAR)
    assert is_paused(state)


def test_a_pause_ends_at_once_when_it_pays_again() -> None:
    state = replying()
    decide(state, DecisionCode.PAUSED_CREDIT)
    add(state, *[PLAIN] * 9, (4, 4, 0.3))
    decide(state, DecisionCode.FASTER)
    assert not is_paused(state)
    add(state, PLAIN)
    decide(state, DecisionCode.PAUSED_CREDIT)
    assert not is_paused(state), "it counts from the beginning"


def test_a_new_reply_begins_without_a_pause_and_without_its_line() -> None:
    state = replying()
    decide(state, DecisionCode.PAUSED_NO_GAIN, break_even=0.6)
    add(state, *[PLAIN] * 5)
    assert state.break_even == pytest.approx(0.6)
    state.on_events([ReplyFinished(1, scripted.summary())])
    assert is_paused(state), "it is about the last reply"
    state.on_events([ReplyStarted(2, 10, 0, scripted.status())])
    assert state.badge.kind is BadgeKind.ON
    assert state.break_even is None


def test_the_break_even_stays_while_nothing_new_is_known() -> None:
    state = replying()
    assert state.break_even is None
    decide(state, DecisionCode.FASTER, break_even=0.55)
    for code in (DecisionCode.MEASURING, DecisionCode.OFF):
        decide(state, code)
        assert state.break_even == pytest.approx(0.55)
    decide(state, DecisionCode.DRAFT_TOO_DEAR)
    assert state.break_even is None, "not even accepting everything would pay"


def test_one_signal_a_batch() -> None:
    state, signals = loaded(), []
    state.changed.connect(lambda: signals.append(1))
    state.on_events(scripted.reply_events(30))
    assert len(signals) == 1
