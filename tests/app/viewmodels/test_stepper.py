from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.engine.types import Proposer
from app.viewmodels.reply import Reply
from app.viewmodels.stepper import Likelihood, Stepper, StepPhase, Stop
from tests.support.scripted import ScriptedReply

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

ROUNDS = ("Plain", "+One +_two -_three ~_four =_3", "+_and *_more", "_last")


def reply_of(*rounds: str, tail: str = "") -> Reply:
    reply, script = Reply(1), ScriptedReply(1)
    events = script.start()
    for each in rounds:
        events += script.round(each)
    for event in events + script.finish(tail=tail):
        reply.apply(event)  # type: ignore[arg-type]
    return reply


def texts(stepper: Stepper) -> str:
    return "".join(token.emitted.text for token in stepper.step.tokens)


@pytest.fixture
def stepper() -> Stepper:
    return Stepper(reply_of(*ROUNDS, tail="!"))


def test_it_begins_with_the_first_round_as_it_ended(stepper: Stepper) -> None:
    assert (stepper.step.number, stepper.phase, texts(stepper)) == (0, StepPhase.OUTCOME, "Plain")
    assert stepper.step.said_until == 0


def test_every_token_is_in_one_round_and_knows_what_was_said_before(stepper: Stepper) -> None:
    said = ""
    for number in range(stepper.num_rounds):
        stepper.go_to(number)
        assert stepper.step.said_until == len(said)
        said += texts(stepper)
    assert said == "PlainOne two 3 and more last"
    assert stepper.step.tail == "!"


def test_going_on_shows_proposal_check_and_outcome_one_after_the_other(stepper: Stepper, qtbot: QtBot) -> None:
    seen: list[tuple[int, StepPhase]] = []
    stepper.changed.connect(lambda: seen.append((stepper.step.number, stepper.phase)))
    stepper.next_round()
    qtbot.waitUntil(lambda: len(seen) == 3)
    assert seen == [(1, StepPhase.PROPOSAL), (1, StepPhase.CHECK), (1, StepPhase.OUTCOME)]


def test_a_round_without_a_proposal_is_its_outcome_at_once(stepper: Stepper) -> None:
    stepper.go_to(2)
    stepper.next_round()
    assert (stepper.step.number, stepper.phase) == (3, StepPhase.OUTCOME)


def test_where_nothing_may_move_every_round_is_its_outcome() -> None:
    stepper = Stepper(reply_of(*ROUNDS), animates=False)
    stepper.next_round()
    assert stepper.phase is StepPhase.OUTCOME


def test_going_back_and_to_the_ends_never_leaves_the_reply(stepper: Stepper) -> None:
    stepper.previous_round()
    assert stepper.step.number == 0
    stepper.last_round()
    assert stepper.is_at_end
    stepper.next_round()
    assert stepper.step.number == 3
    stepper.first_round()
    assert stepper.step.number == 0


def test_phases_can_be_walked_through_rounds_by_hand(stepper: Stepper) -> None:
    walked = []
    for _ in range(7):
        stepper.next_phase()
        walked.append((stepper.step.number, int(stepper.phase)))
    assert walked == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (3, 2)]
    back = []
    for _ in range(7):
        stepper.previous_phase()
        back.append((stepper.step.number, int(stepper.phase)))
    assert back == [(2, 2), (2, 1), (2, 0), (1, 2), (1, 1), (1, 0), (0, 2)]


def test_playing_goes_to_the_end_and_holds_there(qtbot: QtBot) -> None:
    stepper = Stepper(reply_of("a", "b", "+c *d"))
    stepper.toggle_play()
    assert stepper.is_playing
    qtbot.waitUntil(lambda: not stepper.is_playing, timeout=10_000)
    assert stepper.is_at_end
    assert stepper.phase is StepPhase.OUTCOME
    stepper.toggle_play()
    assert (stepper.step.number, stepper.is_playing) == (0, True)


def test_a_step_by_hand_ends_the_playing(stepper: Stepper) -> None:
    stepper.toggle_play()
    stepper.next_round()
    assert not stepper.is_playing


def test_a_token_leads_to_its_round(stepper: Stepper) -> None:
    numbers = []
    for index in range(7):
        stepper.go_to_token(index)
        numbers.append(stepper.step.number)
    assert numbers == [0, 1, 1, 1, 2, 2, 3]


def test_why_drafts_went_no_further(stepper: Stepper) -> None:
    stops = []
    for number in range(4):
        stepper.go_to(number)
        stops.append(stepper.step.stop)
    assert stops == [Stop.NOTHING_PROPOSED, Stop.MISMATCH, Stop.ALL_ACCEPTED, Stop.NOTHING_PROPOSED]
    assert Stepper(reply_of("+a -b")).step.stop is Stop.TARGET_ENDED
    assert Stepper(reply_of("+a +b")).step.stop is Stop.REPLY_ENDED


def test_probabilities_at_the_decision(stepper: Stepper) -> None:
    stepper.go_to(1)
    step = stepper.step
    assert step.by_target(0) == Likelihood(0.61)
    assert step.by_target(2) == Likelihood(0.09, at_most=True)
    assert step.by_target(3) == Likelihood()
    own = step.own_word
    assert own is not None
    assert step.by_draft(own.token_id, 2) == Likelihood(0.22, at_most=True)


def test_lookup_has_no_probability() -> None:
    reply, script = Reply(1), ScriptedReply(1, proposer=Proposer.LOOKUP)
    for event in script.start() + script.round("-a =b") + script.finish():
        reply.apply(event)  # type: ignore[arg-type]
    step = Stepper(reply).step
    assert step.by_draft(step.decoded.proposed[0].token_id, 0) == Likelihood()
