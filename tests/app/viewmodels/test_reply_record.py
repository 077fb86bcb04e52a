"""A reply that was kept is the same reply when it is read again, and what was tampered with is no trouble."""

from __future__ import annotations

import json

import pytest

from app.engine.events import EngineDied
from app.engine.types import FinishReason, Verification
from app.errors import Notice
from app.hardware.energy import ReplyEnergy
from app.store.rounds import pack_rounds
from app.store.values import MessageState, Role, StoredMessage
from app.viewmodels.reply import Phase, Reply, Speedup
from app.viewmodels.reply_record import figures_of, restored_reply, state_of
from tests.support.scripted import ScriptedReply


def written(*rounds: str, tail: str = "", reason: FinishReason | None = FinishReason.STOP) -> Reply:
    """A reply that the engine has written, to its end where a reason is given."""
    reply, script = Reply(1, "m"), ScriptedReply(1)
    script.start()
    for each in rounds:
        script.round(each)
    if reason is not None:
        script.finish(reason, tail)
    for event in script.events:
        reply.apply(event)  # type: ignore[arg-type]
    return reply


def kept(reply: Reply, **changes: object) -> StoredMessage:
    """What the store would hold of it, figures as JSON."""
    values: dict[str, object] = {
        "text": reply.text,
        "state": state_of(reply),
        "figures": json.loads(json.dumps(figures_of(reply))),
        "rounds": pack_rounds(reply.rounds),
        **changes,
    }
    return StoredMessage("m", "c", "q", Role.ASSISTANT, created_at=1.0, **values)  # type: ignore[arg-type]


def test_it_is_the_same_reply() -> None:
    reply = written("+Good -_sir =_day", "+_to *_you", tail="!")
    reply.models = ("Large", "Small")
    reply.speedup = Speedup(1.8, estimated=True)
    again = restored_reply(7, kept(reply))
    assert (again.request_id, again.message_id, again.phase) == (7, "m", Phase.FINISHED)
    assert (again.text, again.tail) == ("Good day to you!", "!")
    assert [token.start for token in again.tokens] == [token.start for token in reply.tokens]
    assert [token.emitted.mark for token in again.tokens] == [token.emitted.mark for token in reply.tokens]
    assert again.tokens[1].struck is not None
    assert again.tokens[1].struck.text == " sir"
    assert again.tally.acceptance_rate == reply.tally.acceptance_rate
    assert again.tokens_per_second == reply.tokens_per_second
    assert again.summary == reply.summary
    assert again.speedup == reply.speedup
    assert again.energy is None
    assert again.models == ("Large", "Small")


@pytest.mark.parametrize("reason", [FinishReason.LENGTH, FinishReason.CONTEXT, FinishReason.CANCELLED])
def test_it_ended_as_it_ended(reason: FinishReason) -> None:
    again = restored_reply(7, kept(written("a", reason=reason)))
    assert again.phase is (Phase.STOPPED if reason is FinishReason.CANCELLED else Phase.FINISHED)
    assert again.summary is not None
    assert again.summary.finish_reason is reason


def test_a_failed_one_says_why_again() -> None:
    reply = written("Half", reason=None)
    reply.apply(EngineDied(Notice("engine_killed", {"signal": "SIGKILL"}), ("last words",), 1))
    again = restored_reply(7, kept(reply))
    assert again.phase is Phase.FAILED
    assert (again.notice, again.log_tail) == (reply.notice, ("last words",))


def test_one_that_goes_on_has_been_interrupted_when_it_is_read_again() -> None:
    reply = written("Half _a", reason=None)
    assert state_of(reply) is MessageState.INTERRUPTED
    again = restored_reply(7, kept(reply))
    assert (again.phase, again.text, again.summary) == (Phase.INTERRUPTED, "Half a", None)
    assert len(again.tokens) == 2


def test_rounds_are_looked_at_when_somebody_looks() -> None:
    reply = written("+Good =_day")
    again = restored_reply(7, kept(reply, rounds=b"no rounds at all"))
    assert again.text == "Good day"
    assert again.tokens == []
    assert again.tally.num_emitted == 0


def test_rounds_that_say_something_else_are_left_out() -> None:
    again = restored_reply(7, kept(written("+Good =_day"), text="Good night"))
    assert (again.text, again.tokens) == ("Good night", [])


@pytest.mark.parametrize(
    "figures",
    [
        {},
        {"finish_reason": "exploded"},
        {"timing": {"decode_seconds": "soon"}},
        {"speedup": float("inf")},
        {"sampling": 3},
        {"tail": None},
        {"unknown": [1, 2]},
    ],
)
def test_figures_that_mean_nothing_are_no_figures(figures: dict[str, object]) -> None:
    again = restored_reply(7, kept(written("a"), figures=figures))
    assert (again.text, again.phase, again.summary, again.speedup) == ("a", Phase.FINISHED, None, None)


@pytest.mark.parametrize("failure", [{"code": "of another version"}, {"code": "decode_failed", "values": {}}])
def test_a_reason_that_cannot_be_written_out_is_none(failure: dict[str, object]) -> None:
    reply = written("a", reason=None)
    reply.apply(EngineDied(Notice("engine_killed", {"signal": "SIGKILL"}), (), 1))
    again = restored_reply(7, kept(reply, figures={"failure": failure}))
    assert (again.phase, again.notice) == (Phase.FAILED, None)


def test_what_it_took_is_kept_by_source() -> None:
    reply = written("+Good +_day *.")
    reply.energy = ReplyEnergy(gpu_joules=12.25)
    assert restored_reply(7, kept(reply)).energy == ReplyEnergy(12.25, None)


def test_an_energy_that_cannot_be_leaves_the_other_figures_out_like_any_bad_figure() -> None:
    reply = written("+Good +_day *.")
    message = kept(reply, figures={**figures_of(reply), "energy_gpu_joules": -3})
    assert restored_reply(7, message).energy is None
    assert restored_reply(7, message).text == "Good day."


# Written in several goes.


def gone_on(begun: Reply, *rounds: str, reason: FinishReason | None = FinishReason.STOP) -> Reply:
    """A reply that goes on with another one."""
    reply, script = Reply(2, "m"), ScriptedReply(2)
    reply.go_on_from(begun)
    script.start()
    for each in rounds:
        script.round(each)
    if reason is not None:
        script.finish(reason)
    for event in script.events:
        reply.apply(event)  # type: ignore[arg-type]
    return reply


def test_one_of_two_goes_is_one_reply_again() -> None:
    begun = written("+Good -_sir =_day", "+_t", tail="o", reason=FinishReason.CANCELLED)
    reply = gone_on(begun, "+_all *_of", "_us")
    reply.verification = Verification.MATCH
    reply.left_out = 3
    again = restored_reply(7, kept(reply))
    assert again.text == "Good day to all of us"
    assert "".join(token.emitted.text for token in again.tokens) == again.text
    assert [decoded.index for decoded in again.rounds] == [0, 1, 2, 3]
    assert (again.num_goes, again.has_all_times, again.left_out) == (2, True, 3)
    assert again.verification is Verification.MATCH
    assert again.summary == reply.summary


def test_the_times_are_those_of_both_goes() -> None:
    begun = written("+a *b", "c", reason=FinishReason.LENGTH)
    reply = gone_on(begun, "d")
    assert begun.summary is not None
    assert reply.summary is not None
    first, both = begun.summary.timing, reply.summary.timing
    assert both.decode_seconds == first.decode_seconds + 0.25
    assert both.first_token_seconds == first.first_token_seconds
    assert reply.summary.prompt_tokens == 2 * begun.summary.prompt_tokens
    assert reply.tokens_per_second == 4 / 0.75


def test_of_a_go_that_was_cut_off_the_time_of_its_rounds_is_known() -> None:
    begun = restored_reply(7, kept(written("+a *b", reason=None)))
    reply = gone_on(begun, "c")
    assert not reply.has_all_times
    assert reply.tokens_per_second == 3 / 0.5
    assert reply.summary is not None
    assert reply.summary.timing.first_token_seconds is None
    assert not restored_reply(8, kept(reply)).has_all_times


def test_a_text_without_rounds_can_be_gone_on_with() -> None:
    begun = restored_reply(7, kept(written("Good _day", reason=FinishReason.CANCELLED), rounds=b""))
    reply = gone_on(begun, "_to _you")
    assert (reply.text, reply.num_untold) == ("Good day to you", 8)
    assert [token.start for token in reply.tokens] == [8, 11]
    again = restored_reply(8, kept(reply))
    assert (again.text, len(again.tokens)) == ("Good day to you", 2)


def test_one_that_is_cut_off_while_it_goes_on_can_be_gone_on_with_again() -> None:
    begun = written("a", reason=FinishReason.LENGTH)
    cut = restored_reply(7, kept(gone_on(begun, "b", reason=None)))
    assert (cut.text, cut.num_goes, cut.phase) == ("ab", 2, Phase.INTERRUPTED)
    assert cut.can_go_on
    third = gone_on(cut, "c")
    assert (third.text, third.num_goes) == ("abc", 3)
    assert not third.can_go_on
