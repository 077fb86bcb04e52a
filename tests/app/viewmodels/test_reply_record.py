"""A reply that was kept is the same reply when it is read again, and what was tampered with is no trouble."""

from __future__ import annotations

import json

import pytest

from app.engine.events import EngineDied
from app.engine.types import FinishReason
from app.errors import Notice
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
