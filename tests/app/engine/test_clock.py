"""Where a reply's time goes: nothing is counted twice, and what was broken off is no decoding."""

from __future__ import annotations

import time

import pytest

from app.engine.clock import ReplyClock


def test_a_reply_without_rounds_took_its_prefill_only() -> None:
    timing = ReplyClock(time.perf_counter()).timing(0.5, 0.0, prefilled_late=False)
    assert (timing.decode_seconds, timing.model_seconds, timing.first_token_seconds) == (0.0, 0.0, None)
    assert timing.prefill_seconds == 0.5
    assert timing.total_seconds >= 0


def test_a_draft_that_read_the_prompt_between_the_rounds_was_not_decoding() -> None:
    for late in (False, True):
        clock = ReplyClock(time.perf_counter())
        clock.start(10.0)
        clock.tick(False, 10.5)
        clock.tick(True, 11.0)
        timing = clock.timing(0.1, 0.25, prefilled_late=late)
        assert timing.draft_prefill_seconds == 0.25
        assert timing.model_seconds == pytest.approx(1.0 - 0.25 * late)
        assert timing.first_token_seconds is not None
        assert timing.decode_seconds + 0.25 * late <= timing.total_seconds
        assert timing.first_token_seconds == timing.total_seconds, "the first token came in the last round"


def test_a_round_that_is_broken_off_counts_in_no_share() -> None:
    clock = ReplyClock(time.perf_counter())
    clock.start(10.0)
    clock.tick(True, 10.5)
    before = clock.timing(0.0, 0.0, prefilled_late=True)
    assert clock.timing(0.0, 0.0, prefilled_late=True) == before
