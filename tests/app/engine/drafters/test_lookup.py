"""What was said before is proposed again, what was taken back is not, and the text never changes."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.drafters.lookup import Lookup
from app.engine.drafters.shared_text import SEPARATOR, SharedText
from app.engine.reply_text import ReplyText
from app.engine.speculative import Limits, Outcome, SpeculativeDecoder
from app.engine.types import Proposer, Verification
from app.engine.verification import rule_for
from tests.support.toy_models import PIECES, TOY_SIZE, ToyChain, ToyContext, ToyModel, is_end

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZE = 1000
END = 999
PARAGRAPH = random.Random(60).choices(range(10, 400), k=60)
NEW_PARAGRAPH = [500, 501]


def lookup(shared: SharedText | None = None, min_match: int = 2) -> Lookup:
    return Lookup(SIZE, lambda token: token == END, min_match=min_match, shared=shared)


def ids(drafter: Lookup, history: Sequence[int], limit: int = 7) -> list[int]:
    drafts = drafter.propose(history, limit, ToyChain())
    assert all(draft.distribution is None for draft in drafts)
    return [draft.token_id for draft in drafts]


@dataclass(frozen=True, slots=True)
class Copied:
    """How a reply that is known went, round by round."""

    num_drafted: int
    num_accepted: int
    num_rounds: int
    from_shared: int


def write(drafter: Lookup, prompt: Sequence[int], reply: Sequence[int], limit: int = 7) -> Copied:
    """Let a target say `reply` after `prompt`, whatever is proposed."""
    history = list(prompt)
    drafter.prefill(history)
    truth = [*prompt, *reply]
    drafted = accepted = rounds = shared = 0
    while len(history) < len(truth):
        drafts = ids(drafter, history, limit)
        assert len(drafts) <= limit
        shared += len(drafts) * drafter.from_shared
        right = 0
        while right < len(drafts) and truth[len(history) + right : len(history) + right + 1] == [drafts[right]]:
            right += 1
        drafter.settle(min(len(history) + right, len(truth)))
        history = truth[: len(history) + right + 1]
        drafted, accepted, rounds = drafted + len(drafts), accepted + right, rounds + 1
    return Copied(drafted, accepted, rounds, shared)


def test_it_says_who_proposes() -> None:
    assert lookup().proposer is Proposer.LOOKUP


def test_a_paragraph_asked_for_three_times_is_proposed_almost_entirely() -> None:
    prompt = [1, 2, 3, 4, *NEW_PARAGRAPH, *PARAGRAPH, 5, END, 6, 7]
    copy = [*PARAGRAPH, *NEW_PARAGRAPH]
    drafter = lookup()
    write(drafter, prompt, PARAGRAPH[:3])
    rest = write(drafter, [*prompt, *PARAGRAPH[:3]], [*PARAGRAPH[3:], *NEW_PARAGRAPH, *copy, *copy])
    assert rest.num_accepted >= 0.95 * rest.num_drafted
    assert rest.num_rounds <= 27  # 185 tokens, at most 8 a round: 24 rounds at best
    again = write(drafter, [*prompt, *copy, *copy], [*copy, *copy[:2]])  # eight rounds of eight
    assert again.num_accepted == again.num_drafted == 56
    assert again.num_rounds == 8


def test_the_most_recent_continuation_is_preferred() -> None:
    assert ids(lookup(), [1, 2, 3, 1, 2, 4, 1, 2], 1) == [4]


def test_a_longer_match_is_preferred_to_a_recent_one() -> None:
    assert ids(lookup(), [8, 1, 2, 3, 9, 1, 2, 4, 8, 1, 2], 1) == [3]


def test_a_text_in_circles_is_continued_in_circles() -> None:
    assert ids(lookup(), [1, 2, 3, 1, 2, 3], 8) == [1, 2, 3, 1, 2, 3, 1, 2]


def test_short_matches_are_not_worth_it() -> None:
    assert ids(lookup(), [1, 2, 3, 1]) == []
    assert ids(lookup(min_match=1), [1, 2, 3, 1], 2) == [2, 3]
    assert ids(lookup(), []) == []
    assert ids(lookup(), [5]) == []


def test_nothing_is_proposed_behind_an_end() -> None:
    assert ids(lookup(), [1, 2, 3, END, 4, 5, 1, 2]) == [3, END]


def test_ids_that_the_target_does_not_have_are_not_proposed() -> None:
    assert ids(lookup(), [1, 2, 3, SIZE, 4, 5, 1, 2]) == [3]
    assert ids(lookup(), [1, 2, SIZE + 7, 4, 5, 1, 2]) == []
    assert ids(lookup(), [1, 2, SEPARATOR, 4, 5, 1, 2]) == []


def test_a_look_changes_nothing() -> None:
    history = [1, 2, 3, 4, 1, 2]
    drafter = lookup()
    assert drafter.peek(history, 3) == ([3, 4, 1], 2)
    assert drafter.peek(history, 1) == ([3], 2)
    assert ids(drafter, history, 3) == [3, 4, 1]
    assert drafter.peek([*history, 9], 3) == ([], 0)


def test_tokens_that_others_proposed_reach_it_in_one_go() -> None:
    drafter = lookup()
    drafter.prefill([1, 2, 3, 4, 5])
    assert ids(drafter, [1, 2, 3, 4, 5, 6, 7, 8, 9, 3, 4, 5], 3) == [6, 7, 8]


HISTORIES = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=30), min_size=1, max_size=5)


@settings(max_examples=300)
@given(HISTORIES, st.data())
def test_regenerated_and_edited_histories_leave_no_trace(tails: list[list[int]], data: st.DataObject) -> None:
    drafter = lookup()
    history: list[int] = []
    for tail in tails:
        history = [*history[: data.draw(st.integers(0, len(history)))], *tail]
        if data.draw(st.booleans()):
            drafter.prefill(history)
        for _ in range(data.draw(st.integers(0, 3))):
            history = [*history, *data.draw(st.lists(st.integers(0, 3), min_size=1, max_size=4))]
            drafter.peek(history, 7)
        # `propose` alone recognises another history by its length or by the token where it goes on
        drafter.prefill(history)
        assert drafter.peek(history, 7) == lookup().peek(history, 7)
        assert len(drafter._text) == len(history)


def test_a_history_taken_back_is_forgotten() -> None:
    drafter = lookup()
    drafter.prefill([1, 2, 3, 4, 1, 2, 9, 9])
    drafter.settle(6)
    assert ids(drafter, [1, 2, 3, 4, 1, 2], 2) == [3, 4]
    drafter.settle(6)
    assert ids(drafter, [1, 2], 2) == []


def test_without_prefill_a_shorter_or_other_history_is_recognised() -> None:
    drafter = lookup()
    assert ids(drafter, [1, 2, 3, 1, 2], 1) == [3]
    assert ids(drafter, [4, 5, 6, 4, 5, 6, 4], 1) == [5]
    assert ids(drafter, [4, 5, 7, 4, 5], 1) == [7]


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("seed", range(6))
def test_the_reply_is_what_the_target_writes_alone(temperature: float, seed: int) -> None:
    def reply(drafter: Lookup | None) -> tuple[list[int], list[Outcome]]:
        model = ToyModel(seed=seed, reach=2, end_bias=-20.0)
        history = [2, 3, 4, 5, 6, 7]
        target = ToyContext(model, 400)
        target.decode(history[:-1], 0)
        if drafter is not None:
            drafter.prefill(history)
        chain = ToyChain(temperature=temperature, memory=history.copy())
        rule = rule_for(temperature, Verification.COUPLED, seed)
        decoder = SpeculativeDecoder(target, chain, rule, drafter, TOY_SIZE, is_end, lambda: False)
        text = ReplyText(PIECES.__getitem__, str, ())
        steps = [step for step in decoder.rounds(history, text, Limits(300, 7, 0)) if isinstance(step, Outcome)]
        return history, steps

    alone, _plain = reply(None)
    drafted, steps = reply(Lookup(TOY_SIZE, is_end))
    assert drafted == alone
    if temperature == 0.0:  # a model that sees two tokens soon turns in circles
        assert sum(outcome.num_accepted for outcome in steps) > 150
        assert len(steps) < 150


def test_earlier_replies_speak_only_where_the_conversation_has_nothing_to_say() -> None:
    shared = SharedText()
    shared.remember(PARAGRAPH)
    drafter = lookup(shared)
    result = write(drafter, [600, 601, 602], PARAGRAPH)
    assert result.from_shared == result.num_drafted == result.num_accepted > 35
    second = write(drafter, [600, 601, 602, *PARAGRAPH, 603], PARAGRAPH)
    assert second.from_shared == 0
    assert second.num_accepted >= 50


def test_without_earlier_replies_nothing_is_different() -> None:
    history = [1, 2, 3, 1, 2]
    shared = SharedText()
    shared.remember([1, 2, 3, 1, 2, 8, 8])
    assert lookup(shared).peek(history, 3) == lookup().peek(history, 3)
