"""A conversation in all its states: asked, read, written, thought, stopped, failed, marked, stepped through, edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect

from app.engine.events import EngineDied, PrefillProgressed, ReplyFailed, ReplyStarted
from app.engine.types import FinishReason, Proposer
from app.errors import Notice
from app.viewmodels.context_figures import ContextFigures
from app.viewmodels.reply import Speedup
from app.viewmodels.transcript import AttachedSpan
from tests.support.inspection import NARROW, WIDE
from tests.support.scripted import STATUS, ScriptedReply
from widgets.markdown.thought import Thought
from widgets.parts.quiet_button import QuietButton
from widgets.transcript.attached_file import AttachedFile
from widgets.transcript.failure_note import FailureNote
from widgets.transcript.message_wishes import MessageRequest, Wish
from widgets.transcript.user_bubble import UserBubble
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from app.engine.events import EngineEvent
    from app.engine.types import ReplyRequest
    from tests.support.inspection import Inspection
    from tests.support.program import Program

ROUNDS = ("rounds, the proposal", "rounds, the check", "rounds, the outcome")
STATES = (
    "pair is ready",
    "reply waits for its turn",
    "reply waits for another program",
    "prompt is being read",
    "reply is being written",
    "reply thinks",
    "another message waits",
    "reply is done",
    "its thoughts are open",
    "figures of a reply",
    "marks of a reply",
    "marks are kept",
    "token under the pointer",
    *ROUNDS,
    "message near the pointer",
    "message is being edited",
    "second version",
    "versions of the conversation",
    "one version of the conversation",
    "message deleted",
    "message with a file",
    "message with a file, unfolded",
    "message with a file is edited",
    "reply stopped",
    "reply ended at its limit",
    "reply ended with the context",
    "reply without a word",
    "reply failed",
    "reply failed, the last lines",
    "question too long",
    "context nearly full",
    "oldest turns left out",
)
RICH = (
    "<think>\nFirst to read it.\n</think>\n\n## Herons\n\nWords with `code` and a [page](https://example.org).\n\n"
    "- one\n- two\n\n> quoted\n\n```python\ndef heron() -> str: ...\n```\n\n"
    "| bird | legs |\n|---|---|\n| heron | 2 |\n\n$$x^2 = y$$\n\n---\n\nThe end."
)


class Puppet:
    """Says what an engine would, and only when it is told to: so that a state stands still."""

    def __init__(self, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
        self._program = program
        self._asked: list[ReplyRequest] = []
        monkeypatch.setattr(program.galley.engine, "reply", self._asked.append)

    def ask(self, text: str) -> ScriptedReply:
        """Send a message; returns the reply that is to be told."""
        return self.begun(lambda: self._program.send(text))

    def begun(self, act: Callable[[], object]) -> ScriptedReply:
        """Do what asks the engine for a reply."""
        number = len(self._asked)
        act()
        self._program.until(lambda: len(self._asked) > number)
        return ScriptedReply(self._asked[-1].request_id)

    def tell(self, *batches: list[EngineEvent]) -> None:
        """Have the window hear it."""
        self._program.galley.engine.events_arrived.emit([event for batch in batches for event in batch])


def visit(program: Program, inspection: Inspection, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go through all of them; a pair is loaded, and nothing has been said."""
    puppet = Puppet(program, monkeypatch)
    inspection.look("pair is ready", program.galley.window, NARROW)
    inspection.look("pair is ready", program.galley.window, WIDE)
    program.galley.window.resize(*NARROW)
    _written(program, inspection, puppet)
    _proof(program, inspection)
    _versions(program, inspection, puppet)
    _attached(program, inspection, puppet)
    _ended(program, inspection, puppet)
    _full(program, inspection, puppet)


def _written(program: Program, inspection: Inspection, puppet: Puppet) -> None:
    galley = program.galley
    window = galley.window
    reply = puppet.ask("How does a cache work, and what is it good for?")
    inspection.look("reply waits for its turn", window)
    galley.chat.set_waits_for("openai-python/3.2")
    inspection.look("reply waits for another program", window)
    galley.chat.set_waits_for("")
    number = reply.request_id
    puppet.tell([ReplyStarted(number, 10_240, 1_000, STATUS), PrefillProgressed(number, 3_120, 10_240, 1.178)])
    inspection.look("prompt is being read", window)
    puppet.tell(reply.start(), reply.text("<think>\nFirst to read it"))
    inspection.look("reply thinks", window)
    puppet.tell(reply.text(".\n</think>\n\n"), reply.round("+_A +_cache -_is =_keeps"), reply.round("*_what"))
    reply.proposer = Proposer.LOOKUP
    puppet.tell(reply.round("+_was +_read"), reply.propose("_once", "_more"))
    inspection.look("reply is being written", window)
    program.send("And then?")
    inspection.look("another message waits", window)
    bubble = bubbles(program)[-1]
    bubble.foot.withdraw_button.click()
    galley.composer.clear_text()
    puppet.tell(reply.round("+_often"), reply.finish())
    galley.chat.set_speedup(number, Speedup(2.1, estimated=False))
    reply = puppet.ask("Show me all that you can do.")
    puppet.tell(reply.start(), reply.round("+_Well +, -_I =_look"), reply.text(":\n\n" + RICH), reply.finish())
    inspection.look("reply is done", window, WIDE)
    inspection.look("reply is done", window, NARROW)


def _proof(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, view = galley.window, view_of(program)
    card = program.card(program.replies[0])
    card.setFocus()
    view.show_message(card.reply.message_id)
    for thought in card.findChildren(Thought):
        thought.toggle.click()
    inspection.look("its thoughts are open", window)
    card.proof.open_figures()
    inspection.look("figures of a reply", window)
    inspection.look("figures of a reply", window, WIDE)
    window.resize(*NARROW)
    card.proof.close_figures()
    galley.stack.toggle_marks()
    view.show_message(card.reply.message_id)
    inspection.look("marks of a reply", window)
    galley.proof_panel.keep_marks.toggle()
    inspection.look("marks are kept", window)
    rect = card.token_view.rect_of(1)
    corner = card.token_view.mapToGlobal(QPoint(rect.left(), rect.top()))
    view.inspector.show_token(card.reply.tokens[-3], QRect(corner, rect.size()))
    inspection.look("token under the pointer", view.inspector)
    view.inspector.hide()
    galley.proof_panel.keep_marks.toggle()
    galley.stack.toggle_marks()
    card.proof.step_to(next(n for n, token in enumerate(card.reply.tokens) if token.emitted.text == " keeps"))
    stepper = card.proof.stepper
    assert stepper is not None
    for state, button in zip(ROUNDS, stepper.phase_buttons.values(), strict=True):
        button.click()
        inspection.look(state, window)
    card.proof.close_stepper()


def _versions(program: Program, inspection: Inspection, puppet: Puppet) -> None:
    galley = program.galley
    window = galley.window
    galley.branches.show_tree()
    tree = galley.branches._tree
    assert tree is not None
    inspection.look("one version of the conversation", tree)
    tree.close()
    bubble = bubbles(program)[-1]
    bubble.setFocus()
    inspection.look("message near the pointer", window)
    bubble.edit()
    assert bubble.editor is not None
    bubble.editor.field.set_text("Show me only some of it.")
    inspection.look("message is being edited", window)
    reply = puppet.begun(bubble.editor.send_button.click)
    puppet.tell(reply.start(), reply.text("Some of it."), reply.finish())
    inspection.look("second version", window)
    galley.branches.show_tree()
    tree = galley.branches._tree
    assert tree is not None
    inspection.look("versions of the conversation", tree)
    tree.close()
    galley.stack.wished.emit(MessageRequest(Wish.DELETE, bubbles(program)[0].turn.message_id))
    inspection.look("message deleted", window)
    galley.message_undo_bar.undo_button.click()


def _attached(program: Program, inspection: Inspection, puppet: Puppet) -> None:
    galley = program.galley
    window = galley.window
    galley.conversations.begin()
    text = "Compare.\n\n### File: notes.md\n\nThe proof of words."
    spans = (AttachedSpan("notes.md", len("Compare.\n\n"), len(text)),)
    reply = puppet.begun(lambda: galley.chat.send(text, spans))
    window.show_conversation(True)
    puppet.tell(reply.start(), reply.text("Done."), reply.finish())
    inspection.look("message with a file", window)
    (bubble,) = bubbles(program)
    bubble.findChildren(AttachedFile)[0].head.click()
    inspection.look("message with a file, unfolded", window)
    bubble.edit()
    inspection.look("message with a file is edited", window)
    bubble.leave_editor()


def _ended(program: Program, inspection: Inspection, puppet: Puppet) -> None:
    galley = program.galley
    window = galley.window
    for state, reason in (
        ("reply stopped", FinishReason.CANCELLED),
        ("reply ended at its limit", FinishReason.LENGTH),
        ("reply ended with the context", FinishReason.CONTEXT),
    ):
        galley.conversations.begin()
        reply = puppet.ask("Once more.")
        puppet.tell(reply.start(), reply.round("+_It +_is -_so =_not"), reply.text(" yet"), reply.finish(reason))
        inspection.look(state, window)
    galley.conversations.begin()
    reply = puppet.ask("Once more.")
    puppet.tell(reply.start(), reply.finish())
    inspection.look("reply without a word", window)
    galley.conversations.begin()
    reply = puppet.ask("Once more.")
    log = tuple(f"ggml_assert: line {number} of the log" for number in range(5))
    notice = Notice("engine_killed", {"signal": "SIGKILL"})
    puppet.tell(reply.start(), reply.text("So far it came"), [EngineDied(notice, log, reply.request_id)])
    inspection.look("reply failed", window)
    note = program.card().findChild(FailureNote)
    assert isinstance(note, FailureNote)
    note.findChildren(QuietButton)[-1].click()
    inspection.look("reply failed, the last lines", window)
    galley.load_card.close_button.click()


def _full(program: Program, inspection: Inspection, puppet: Puppet) -> None:
    galley = program.galley
    window = galley.window
    galley.conversations.begin()
    for _ in range(2):
        reply = puppet.ask("A long question.")
        puppet.tell(reply.start(), reply.text("A short answer."), reply.finish())
    galley.composer.gauge.show_figures(ContextFigures(1_020, 1_024, 12))
    inspection.look("context nearly full", window)
    reply = puppet.ask("A question that is too long.")
    values = {"tokens": 1_100, "capacity": 1_024, "least": 900}
    puppet.tell([ReplyFailed(reply.request_id, Notice("prompt_too_long", values))])
    inspection.look("question too long", window)
    galley.composer.clear_text()
    reply = puppet.ask("A shorter one.")
    puppet.tell(
        [ReplyStarted(reply.request_id, 512, 0, STATUS, 2)], reply.text("Yes, see that [page](https://example.org).")
    )
    puppet.tell(reply.finish())
    view_of(program).show_message(program.replies[0].message_id)
    inspection.look("oldest turns left out", window)
    view_of(program).scroll_to_end()


def view_of(program: Program) -> TranscriptView:
    """The open conversation on screen."""
    view = program.galley.stack.currentWidget()
    assert isinstance(view, TranscriptView)
    return view


def bubbles(program: Program) -> list[UserBubble]:
    """The messages of the user's in it."""
    return [card for card in view_of(program).cards() if isinstance(card, UserBubble)]
