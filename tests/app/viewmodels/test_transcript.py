from __future__ import annotations

import pytest

from app.engine.events import EngineDied, PrefillProgressed, ReplyFailed, ReplyStarted, RoundDecoded
from app.engine.types import FinishReason, Mark, Message
from app.errors import Notice
from app.viewmodels.reply import Phase, Reply, Speedup
from app.viewmodels.transcript import Transcript
from tests.support.scripted import STATUS, ScriptedReply

FAILURE = Notice("decode_failed", {"status": -3})


@pytest.fixture
def transcript(qapp: object) -> Transcript:
    transcript = Transcript()
    transcript.add_user("Hello?")
    transcript.begin_reply(1)
    return transcript


def reply_of(transcript: Transcript, row: int = 1) -> Reply:
    reply = transcript.rows[row]
    assert isinstance(reply, Reply)
    return reply


def test_the_text_is_what_the_tokens_and_the_tail_say(transcript: Transcript) -> None:
    script = ScriptedReply(1)
    transcript.on_events(script.start() + script.round("+Good +_day -_sir =_to *_you"))
    transcript.on_events(script.finish(tail="!"))
    reply = reply_of(transcript)
    assert reply.text == "Good day to you!"
    assert reply.text == "".join(token.emitted.text for token in reply.tokens) + reply.tail
    assert reply.phase is Phase.FINISHED


def test_every_token_knows_what_was_proposed_in_its_place(transcript: Transcript) -> None:
    script = ScriptedReply(1)
    transcript.on_events(script.start() + script.round("+Good -_sir ~_x =_day") + script.round("_you"))
    accepted, corrected, plain = reply_of(transcript).tokens
    assert accepted.struck is None
    assert accepted.drafted is not None
    assert corrected.struck is not None
    assert corrected.struck.text == " sir"
    assert (plain.drafted, plain.proposer) == (None, None)
    assert [token.start for token in (accepted, corrected, plain)] == [0, 4, 8]


def test_ghosts_last_until_their_round_is_decoded(transcript: Transcript) -> None:
    script = ScriptedReply(1)
    transcript.on_events(script.start() + script.propose("a", "b"))
    assert [ghost.text for ghost in reply_of(transcript).ghosts] == ["a", "b"]
    transcript.on_events(script.round("+a +b *c"))
    assert reply_of(transcript).ghosts == ()


def test_one_signal_for_each_reply_and_batch(transcript: Transcript, qtbot: object) -> None:
    changed: list[int] = []
    transcript.reply_changed.connect(changed.append)
    script = ScriptedReply(1)
    transcript.on_events(script.start() + script.round("a") + script.round("b") + script.finish())
    assert changed == [1]


def test_the_prompt_s_progress_counts_only_what_is_read_anew(transcript: Transcript) -> None:
    transcript.on_events([ReplyStarted(1, 1024, 100, STATUS), PrefillProgressed(1, 312, 1024, 2.0)])
    prefill = reply_of(transcript).prefill
    assert prefill is not None
    assert (prefill.done, prefill.total, prefill.tokens_per_second) == (312, 1024, 106.0)


@pytest.mark.parametrize("event", [ReplyFailed(1, FAILURE), EngineDied(FAILURE, ("GGML_ASSERT",), 1)])
def test_what_was_written_stays_when_a_reply_fails(transcript: Transcript, event: ReplyFailed | EngineDied) -> None:
    script = ScriptedReply(1)
    transcript.on_events(script.start() + script.round("Half _a") + script.propose("_x"))
    transcript.on_events([event])
    reply = reply_of(transcript)
    assert (reply.phase, reply.text, reply.notice, reply.ghosts) == (Phase.FAILED, "Half a", FAILURE, ())


def test_nothing_follows_the_end(transcript: Transcript) -> None:
    script = ScriptedReply(1)
    transcript.on_events(script.start() + script.round("a") + script.finish(FinishReason.CANCELLED))
    transcript.on_events(script.round("b"))
    reply = reply_of(transcript)
    assert (reply.phase, reply.text) == (Phase.STOPPED, "a")


def test_the_death_of_an_idle_engine_changes_no_reply(transcript: Transcript) -> None:
    transcript.on_events([EngineDied(FAILURE, (), None)])
    assert reply_of(transcript).phase is Phase.QUEUED


def test_messages_leave_out_what_failed_or_is_empty_and_never_repeat_a_role(transcript: Transcript) -> None:
    transcript.on_events([ReplyFailed(1, FAILURE)])
    transcript.add_user("Once more.")
    transcript.begin_reply(2)
    script = ScriptedReply(2)
    transcript.on_events(script.start() + script.round("Hi") + script.finish(FinishReason.CANCELLED))
    transcript.add_user("Thanks")
    transcript.begin_reply(3)
    assert transcript.messages() == (
        Message("user", "Hello?\n\nOnce more."),
        Message("assistant", "Hi"),
        Message("user", "Thanks"),
    )


def test_events_of_replies_that_are_gone_are_ignored(transcript: Transcript) -> None:
    transcript.replace(())
    transcript.add_user("New")
    transcript.begin_reply(2)
    transcript.on_events(ScriptedReply(1).start())
    assert reply_of(transcript).phase is Phase.QUEUED


def test_figures_come_from_the_rounds(transcript: Transcript) -> None:
    script = ScriptedReply(1, seconds=0.5)
    transcript.on_events(script.start() + script.round("+a +b -c ~d =e") + script.round("f"))
    reply = reply_of(transcript)
    assert reply.tally.acceptance_rate == 0.5
    assert reply.tokens_per_second == 4.0
    transcript.set_speedup(1, Speedup(1.5, estimated=True))
    assert reply.speedup == Speedup(1.5, estimated=True)


def test_a_token_without_visible_text_still_counts(transcript: Transcript) -> None:
    script = ScriptedReply(1)
    events = script.start() + script.round("+a +b")
    rounds = [event.round for event in events if isinstance(event, RoundDecoded)]
    assert all(token.mark is Mark.ACCEPTED for token in rounds[0].emitted)
    transcript.on_events(events)
    assert len(reply_of(transcript).tokens) == 2
