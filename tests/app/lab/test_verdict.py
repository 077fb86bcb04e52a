"""What a comparison comes to, in figures and in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.engine.race_values import Divergence, RaceSide, RaceSpec
from app.engine.types import (
    EmittedToken,
    FinishReason,
    KvType,
    Mark,
    ModelInfo,
    PairInfo,
    ReplyRequest,
    ReplySummary,
    ReplyTiming,
    Round,
    SamplingSettings,
    SpeculationMode,
    SpeculationSettings,
    SpeculationStatus,
    Verification,
)
from app.hardware.energy import ReplyEnergy
from app.lab.run import Run
from app.lab.verdict import LONGEST_CONTINUATION, judge

if TYPE_CHECKING:
    from app.lab.verdict import Verdict

GREEDY = SamplingSettings(temperature=0.0)
WARM = SamplingSettings(temperature=0.8)
OFF = SpeculationSettings(mode=SpeculationMode.OFF)
AUTO = SpeculationSettings()
MODEL = ModelInfo("", "", "", 0, 0, 0, 0, weights_bytes=1000, kv_bytes=200, compute_bytes=30)
TARGET_ONLY = PairInfo(MODEL, None, None, 0.0, 1)


def spec(one: RaceSide | None = None, other: RaceSide | None = None) -> RaceSpec:
    sides = (one or RaceSide(OFF, GREEDY), other or RaceSide(AUTO, GREEDY))
    return RaceSpec(ReplyRequest(1), sides, num_repeats=3)


def a_run(
    repeat: int,
    side: int,
    words: str = "the same words again",
    decode_seconds: float = 2.0,
    prefill_seconds: float = 0.5,
    **more: object,
) -> Run:
    """A reply with one token a word and one round a token."""
    run = Run(repeat, side, TARGET_ONLY, **more)  # type: ignore[arg-type]
    texts = [f"{word} " for word in words.split()]
    for index, text in enumerate(texts):
        token = EmittedToken(sum(text.encode()), text, Mark.PLAIN, 1.0)
        run.add(Round(index, None, (), 0, (token,), 0.0, 0.0, decode_seconds / len(texts)))
    first = prefill_seconds + decode_seconds / max(1, len(texts))
    timing = ReplyTiming(
        prefill_seconds, 0.0, decode_seconds, first if texts else None, prefill_seconds + decode_seconds, 0.0
    )
    status = SpeculationStatus(SpeculationMode.OFF, SpeculationMode.OFF)
    run.summary = ReplySummary(FinishReason.STOP, "", 4, 0, GREEDY, status, timing)
    return run


def verdict_of(*seconds: tuple[float, float], words: tuple[str, str] = ("the same words", "the same words")) -> Verdict:
    runs = [
        (a_run(repeat, 0, words[0], one), a_run(repeat, 1, words[1], other))
        for repeat, (one, other) in enumerate(seconds)
    ]
    return judge(spec(), runs, None)


def said(verdict: Verdict) -> str:
    return sentence(verdict.sentence("off", "on"))


def test_the_speed_up_is_paired_by_repeat_on_both_clocks() -> None:
    verdict = verdict_of((2.0, 1.0), (4.0, 2.0), (6.0, 3.0))
    assert verdict.speedup is not None
    assert verdict.total_speedup is not None
    assert verdict.speedup.value == pytest.approx(2.0)
    assert verdict.speedup.low == pytest.approx(2.0)
    assert verdict.speedup.high == pytest.approx(2.0)
    assert verdict.total_speedup.value == pytest.approx(4.5 / 2.5)
    assert verdict.num_repeats == 3


def test_unequal_lengths_are_compared_by_rate() -> None:
    verdict = verdict_of((2.0, 1.0), words=("one two three four", "one two"))
    assert verdict.speedup is not None
    assert verdict.speedup.value == pytest.approx(1.0)
    assert not verdict.identical


def test_figures_are_medians_of_what_is_known() -> None:
    energies = (ReplyEnergy(cpu_joules=10.0), None, ReplyEnergy(cpu_joules=30.0))
    runs = [
        (a_run(repeat, 0, decode_seconds=2.0 + repeat, energy=energies[repeat]), a_run(repeat, 1))
        for repeat in range(3)
    ]
    off, on = judge(spec(), runs, None).sides
    assert off.decode_rate == pytest.approx(4 / 3.0)
    assert off.total_seconds == pytest.approx(3.5)
    assert off.first_token_seconds == pytest.approx(0.5 + 3.0 / 4)
    assert (off.cpu_joules, off.gpu_joules, on.cpu_joules) == (20.0, None, None)
    assert off.memory_bytes == 1230


def test_a_draft_counts_among_what_a_side_takes() -> None:
    runs = [(a_run(0, 0), a_run(0, 1))]
    runs[0][1].pair = replace(TARGET_ONLY, draft=replace(MODEL, weights_bytes=1))
    off, on = judge(spec(), runs, None).sides
    assert (off.memory_bytes, on.memory_bytes) == (1230, 1230 + 231)


@pytest.mark.parametrize(
    ("seconds", "words", "expected"),
    [
        ([(4.0, 2.0)], "x", "In this one run “on” wrote the very same text 1.80 times as fast as “off”."),
        ([(2.0, 4.0)], "x", "In this one run “off” wrote the very same text 1.80 times as fast as “on”."),
        ([(2.0, 2.01)], "x", "In this one run both wrote the very same text equally fast."),
        ([(4.0, 2.0)] * 3, "x", "In 3 runs “on” wrote the very same text 1.80 times as fast as “off”."),
        ([(4.0, 2.0)] * 3, "y", "In 3 runs “on” wrote 1.80 times as fast as “off”, but not the same text."),
        (
            [(4.0, 2.0), (2.0, 4.0), (2.0, 2.0)],
            "x",
            "Both wrote the very same text, and 3 runs show no difference in speed that could not be chance.",
        ),
    ],
)
def test_one_sentence_says_who_was_faster(seconds: list[tuple[float, float]], words: str, expected: str) -> None:
    assert said(verdict_of(*seconds, words=("x", words))) == expected


def test_a_reply_without_a_word_has_no_speed() -> None:
    verdict = verdict_of((1.0, 1.0), words=("", "word"))
    assert verdict.speedup is None
    assert said(verdict).startswith("One of the two said nothing")


def test_every_way_to_end_has_its_sentence() -> None:
    for seconds in ([(4.0, 2.0)], [(2.0, 2.0)], [(4.0, 2.0)] * 2, [(4.0, 2.0), (2.0, 4.0)]):
        for other in ("x", "y"):
            text = said(verdict_of(*seconds, words=("x", other)))
            assert ("very same text" in text) == (other == "x")


# Where texts part.


def parting_of(
    margin: float | None = 0.1, one: RaceSide | None = None, other: RaceSide | None = None
) -> tuple[str, tuple[str, str]]:
    runs = [(a_run(0, 0, "we go left now"), a_run(0, 1, "we go right"))]
    verdict = judge(spec(one, other), runs, Divergence(0, 2, gap=0.25, margin=margin))
    assert verdict.parting is not None
    return verdict.parting.reason.code, verdict.parting.continuations


def test_both_continuations_begin_where_the_texts_part() -> None:
    code, continuations = parting_of()
    assert continuations == ("left now ", "right ")
    assert code == "divergence_near_tie"


def test_continuations_are_bounded() -> None:
    runs = [(a_run(0, 0, "a " * 400), a_run(0, 1, "b " * 400))]
    verdict = judge(spec(), runs, Divergence(0, 0, 0.1, 0.1))
    assert verdict.parting is not None
    assert {len(text) for text in verdict.parting.continuations} == {LONGEST_CONTINUATION}


@pytest.mark.parametrize(
    ("one", "other", "margin", "expected"),
    [
        (RaceSide(OFF, WARM), RaceSide(AUTO, WARM), 0.1, "divergence_near_tie_drawn"),
        (RaceSide(OFF, GREEDY), RaceSide(AUTO, WARM), None, "divergence_sampling"),
        (RaceSide(OFF, WARM), RaceSide(AUTO, replace(WARM, seed=4)), 0.1, "divergence_near_tie_drawn"),
        (
            RaceSide(OFF, WARM),
            RaceSide(replace(AUTO, verification=Verification.REJECTION), WARM),
            None,
            "divergence_rejection",
        ),
        (
            RaceSide(OFF, GREEDY),
            RaceSide(replace(AUTO, verification=Verification.REJECTION), GREEDY),
            0.1,
            "divergence_near_tie",
        ),
        (RaceSide(OFF, GREEDY), RaceSide(AUTO, GREEDY, kv_type_k=KvType.Q4_0), 3.0, "divergence_cache_types"),
        (RaceSide(OFF, GREEDY), RaceSide(AUTO, GREEDY), 3.0, "divergence_unexplained"),
    ],
)
def test_the_reason_is_what_differs_or_a_near_tie(
    one: RaceSide, other: RaceSide, margin: float | None, expected: str
) -> None:
    assert parting_of(margin, one, other)[0] == expected


def test_every_reason_has_its_sentence() -> None:
    for margin in (0.1, 3.0):
        for sampling in (GREEDY, WARM):
            runs = [(a_run(0, 0, "left"), a_run(0, 1, "right"))]
            sides = RaceSide(OFF, sampling), RaceSide(AUTO, sampling)
            verdict = judge(spec(*sides), runs, Divergence(0, 0, 0.25, margin))
            assert verdict.parting is not None
            assert f"{margin if verdict.parting.reason.code != 'divergence_near_tie' else 0.25:.2f}" in sentence(
                verdict.parting.reason
            )
