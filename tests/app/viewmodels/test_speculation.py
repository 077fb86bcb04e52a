from __future__ import annotations

import pytest

from app.engine.events import (
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
from app.engine.types import SpeculationMode, SpeculationSettings, SpeculationStatus
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
    state.on_settings(SpeculationSettings(draft_max=5))
    badge = state.badge
    assert (badge.kind, badge.text, badge.detail) == (
        BadgeKind.READY,
        "Ready",
        "Draft model, up to 5 ahead.",
    )


def test_a_missing_draft_is_explained_with_the_exact_reason() -> None:
    state = SpeculationState()
    state.on_events([PairLoaded(scripted.pair(draft=False, notice=NOTICE))])
    assert (state.badge.kind, state.badge.headline, state.badge.detail) == (
        BadgeKind.NO_DRAFT,
        "No draft model",
        SENTENCE,
    )


def test_no_factor_without_a_measured_plain_round() -> None:
    state = replying((4, 4, 0.2), (4, 2, 0.2))
    assert state.estimated_speedup is None
    assert state.badge.text == "On"
    assert "×" not in state.badge.text + state.badge.detail


def test_a_measured_plain_round_gives_an_estimated_factor() -> None:
    state = replying((0, 0, 0.2), (4, 3, 0.3), (4, 4, 0.3))
    assert state.estimated_speedup == pytest.approx((1 + 4 + 5) * 0.2 / 0.8)
    assert state.badge.kind is BadgeKind.FASTER
    assert state.badge.text == "On, about 2.5× faster (estimated)"
    assert state.badge.detail == "3.3 tokens per check. Draft model, up to 7 ahead."


def test_slower_is_said_as_plainly_as_faster() -> None:
    state = replying((0, 0, 0.1), (4, 0, 0.25), (4, 1, 0.25))
    assert state.badge.kind is BadgeKind.SLOWER
    assert state.badge.text == "Slower right now: about 0.7× (estimated)"


def test_no_difference_is_not_called_faster() -> None:
    state = replying((0, 0, 0.1), (2, 1, 0.2))
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
    state = replying((0, 0, 0.2), (4, 4, 0.2))
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


def test_clock_readings_are_the_engines() -> None:
    state = loaded()
    state.on_events(scripted.reply_events(finished=False))
    assert state.first_token_seconds == pytest.approx(0.9 + 0.216)
    assert state.overhead_share is None
    state.on_events([ReplyFinished(1, scripted.summary())])
    assert state.first_token_seconds == pytest.approx(1.3)
    assert state.prefill_tokens_per_second == pytest.approx(64 / 0.9)
    assert state.overhead_share == pytest.approx(0.01)


def test_one_signal_a_batch() -> None:
    state, signals = loaded(), []
    state.changed.connect(lambda: signals.append(1))
    state.on_events(scripted.reply_events(30))
    assert len(signals) == 1
