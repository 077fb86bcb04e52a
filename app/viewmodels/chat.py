"""Conversations and the one engine they share: what is sent when, and to which transcript the answer belongs.

Nothing is sent to the engine before the question is kept.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.events import (
    EngineDied,
    EngineEvent,
    PairLoaded,
    ReplyFailed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
)
from app.engine.types import FinishReason, Message, ReplyRequest, ReplySummary, ReplyTiming, SpeculationStatus
from app.store.values import Role
from app.viewmodels.conversation_list import new_id
from app.viewmodels.reply import Reply
from app.viewmodels.reply_record import restored_reply
from app.viewmodels.transcript import AttachedSpan, Transcript, Turn, UserTurn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.store.values import StoredMessage
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.reply import Speedup
    from app.viewmodels.reply_settings import ReplySettings, SettingsOfReplies


class Replies(Protocol):
    """What the chat needs of the engine."""

    def reply(self, request: ReplyRequest) -> None:
        """Queue a reply."""
        ...

    def cancel(self, request_id: int | None = None) -> None:
        """Stop this reply, whether it runs or waits."""
        ...


class Keeper(Protocol):
    """What the chat needs of whoever keeps what is said."""

    def keep_question(self, key: str, parent_id: str | None, question: UserTurn) -> None:
        """Keep a message, and the conversation with its first one."""
        ...

    def begin_reply(self, key: str, parent_id: str | None, reply: Reply, on_kept: Callable[[], None]) -> None:
        """Keep a reply from now on; `on_kept` is called when all before it is safe, or is known to have to wait."""
        ...

    def end_reply(self, reply: Reply) -> None:
        """Keep the end of a reply."""
        ...

    def is_kept(self, key: str) -> bool:
        """Whether a conversation has messages that were kept."""
        ...

    def read(self, key: str) -> None:
        """Ask for the messages of a conversation; the answer is a call of `Chat.take`."""
        ...


class Chat(QObject):
    """Sends messages and keeps track of replies that are queued or being written."""

    conversation_opened = Signal(str)
    """Key of the conversation that is on screen now; a second time when its turns have been read."""
    busy_changed = Signal(bool)
    context_changed = Signal(int)
    """Tokens of the open conversation that are in the context."""
    message_refused = Signal(str)
    """A message that is too long for the context, to be shortened."""
    reply_ended = Signal(int)
    """Request id of a reply that was begun and has ended in any way."""

    def __init__(
        self,
        engine: Replies,
        conversations: ConversationList,
        settings: SettingsOfReplies,
        keeper: Keeper,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._conversations = conversations
        self._settings = settings
        self._keeper = keeper
        self._transcripts: dict[str, Transcript] = {}
        self._reading: set[str] = set()
        self._pending: dict[int, str] = {}
        """Conversation of each reply that is asked for; the first one is being written, the others wait."""
        self._unkept: set[int] = set()
        """Those of them whose question is not yet safe."""
        self._begun = 0
        """The request that the engine was given last."""
        self._used: dict[str, int] = {}
        self._next_request = 1
        self._last_begun = 0
        self._models = ("", "")
        conversations.active_changed.connect(self._on_active_changed)

    @property
    def busy(self) -> bool:
        """Whether a reply is queued or being written."""
        return bool(self._pending)

    @property
    def is_reading(self) -> bool:
        """Whether the open conversation is still being read."""
        return self._conversations.active in self._reading

    @property
    def transcript(self) -> Transcript:
        """The conversation on screen."""
        return self.transcript_of(self._conversations.active)

    @property
    def used_tokens(self) -> int:
        """Tokens of the open conversation that are in the context."""
        return self._used.get(self._conversations.active, 0)

    def set_speedup(self, request_id: int, speedup: Speedup) -> None:
        """Show a factor beside a reply's figures."""
        for transcript in self._transcripts.values():
            transcript.set_speedup(request_id, speedup)

    def transcript_of(self, key: str) -> Transcript:
        """The transcript of a conversation; made when first asked for, and read where it was kept."""
        if key not in self._transcripts:
            self._transcripts[key] = Transcript(self)
            if self._keeper.is_kept(key):
                self._reading.add(key)
                self._keeper.read(key)
        return self._transcripts[key]

    @Slot(str, object)
    def take(self, key: str, messages: Sequence[StoredMessage]) -> None:
        """Take the messages of a conversation that were kept; none where they cannot be read."""
        if key not in self._reading:
            return
        self._reading.discard(key)
        turns: list[Turn] = []
        for message in messages:
            if message.role is Role.USER:
                turns.append(UserTurn(message.text, message.id))
            else:
                turns.append(restored_reply(self._new_request(), message))
        self._transcripts[key].replace(turns)
        if turns:
            self._note(key)  # the store counts other branches, too
        if key == self._conversations.active:
            self.conversation_opened.emit(key)

    def send(self, text: str, attached: tuple[AttachedSpan, ...] = ()) -> None:
        """Append a message to the open conversation and queue the reply to it.

        Args:
            text: All of it, as the model shall read it.
            attached: Which parts of it are files.
        """
        key, transcript = self._conversations.active, self.transcript
        if key in self._reading:
            self.message_refused.emit(text)
            return
        parent_id, question = transcript.leaf_id, UserTurn(text, new_id(), attached)
        transcript.add_user(question.text, question.message_id, question.attached)
        self._note(key)
        self._conversations.bring_forward(key)
        self._keeper.keep_question(key, parent_id, question)
        self._request(key)

    @Slot(int)
    def regenerate(self, request_id: int) -> None:
        """Write the last reply of the open conversation anew; the one there is stays kept beside it."""
        last = self.transcript.last_reply
        if last is None or last.request_id != request_id or not last.phase.is_over:
            return
        self.transcript.discard_reply(request_id)
        self._request(self._conversations.active)

    @Slot()
    def stop(self) -> None:
        """Stop the reply being written and those queued behind it, which are never begun."""
        for request_id in list(reversed(self._pending)):
            self._stop(request_id)

    def stop_conversation(self, key: str) -> None:
        """Stop what is written or waits in one conversation."""
        for request_id in [each for each, owner in reversed(self._pending.items()) if owner == key]:
            self._stop(request_id)

    def forget(self, key: str) -> None:
        """Drop a conversation from memory; what the engine still says of it is ignored."""
        self._used.pop(key, None)
        self._reading.discard(key)
        transcript = self._transcripts.pop(key, None)
        if transcript is not None:
            transcript.replace(())
            transcript.deleteLater()

    def forget_all(self) -> None:
        """Drop every conversation from memory."""
        for key in list(self._transcripts):
            self.forget(key)

    @Slot(list)
    def on_events(self, events: list[EngineEvent]) -> None:
        """Hand a batch to the transcripts and keep the books."""
        for transcript in self._transcripts.values():
            transcript.on_events(events)
        for event in events:
            if isinstance(event, ReplyFailed) and event.request_id in self._pending:
                self._return_question(event.request_id)
            if isinstance(event, ReplyFinished | ReplyFailed | EngineDied):
                self._ended(event.request_id)
            elif isinstance(event, ReplyStarted):
                self._last_begun = event.request_id
                self._count(event.request_id, event.prompt_tokens, anew=True)
            elif isinstance(event, RoundDecoded):
                self._count(event.request_id, len(event.round.emitted), anew=False)
            elif isinstance(event, PairLoaded):
                draft = event.pair.draft
                self._models = (event.pair.target.name, "" if draft is None else draft.name)

    def _return_question(self, request_id: int) -> None:
        """Give a question that was too long back, so that it can be shortened."""
        transcript = self._transcripts.get(self._pending[request_id])
        rows = [] if transcript is None else transcript.rows
        for question, reply in itertools.pairwise(rows):
            if isinstance(reply, Reply) and reply.request_id == request_id and reply.is_refused:
                self.message_refused.emit(question.text)

    def _request(self, key: str) -> None:
        request_id = self._new_request()
        transcript = self.transcript_of(key)
        parent_id = transcript.leaf_id
        was_busy = self.busy
        self._pending[request_id] = key
        self._unkept.add(request_id)
        reply = transcript.begin_reply(request_id, new_id())
        self._note(key)
        if not was_busy:
            self.busy_changed.emit(True)
        self._keeper.begin_reply(key, parent_id, reply, lambda: self._on_kept(request_id))

    def _new_request(self) -> int:
        """An id of its own for every reply of this run, those of earlier runs included."""
        request_id, self._next_request = self._next_request, self._next_request + 1
        return request_id

    def _on_kept(self, request_id: int) -> None:
        self._unkept.discard(request_id)
        self._begin_next()

    def _begin_next(self) -> None:
        """Hand the first request to the engine, once its question is kept; its prompt holds what was said until now."""
        request_id = next(iter(self._pending), None)
        if request_id is None or request_id in self._unkept or request_id == self._begun:
            return
        self._begun = request_id
        transcript = self.transcript_of(self._pending[request_id])
        reply = transcript.reply_of(request_id)
        if reply is not None:
            reply.models = self._models
        settings = self._settings.reply_settings(self._pending[request_id])
        messages = transcript.messages(before=request_id)
        if settings.system_prompt.strip():
            messages = (Message("system", settings.system_prompt), *messages)
        self._engine.reply(
            ReplyRequest(
                request_id=request_id,
                messages=messages,
                sampling=settings.sampling,
                speculation=settings.speculation,
                leave_out_oldest=settings.leave_out_oldest,
            )
        )

    def _stop(self, request_id: int) -> None:
        """Stop a reply; one that the engine was never given ends here."""
        if request_id == self._begun:
            self._engine.cancel(request_id)
            return
        transcript = self._transcripts.get(self._pending[request_id])
        if transcript is not None:
            transcript.on_events([_never_begun(request_id, self._settings.reply_settings(self._pending[request_id]))])
        self._ended(request_id)

    def _count(self, request_id: int, tokens: int, *, anew: bool) -> None:
        key = self._pending.get(request_id)
        if key is None or key not in self._transcripts:
            return
        self._used[key] = tokens if anew else self._used.get(key, 0) + tokens
        if key == self._conversations.active:
            self.context_changed.emit(self._used[key])

    def _ended(self, request_id: int | None) -> None:
        """Note an end; None is the death of an engine that wrote nothing."""
        key = None if request_id is None else self._pending.pop(request_id, None)
        if key is None or request_id is None:
            return
        self._unkept.discard(request_id)
        transcript = self._transcripts.get(key)
        if transcript is not None:
            self._note(key)
            if request_id == self._last_begun:
                self.reply_ended.emit(request_id)
            reply = transcript.reply_of(request_id)
            if reply is not None:
                self._keeper.end_reply(reply)
        if self._pending:
            self._begin_next()
        else:
            self.busy_changed.emit(False)

    def _note(self, key: str) -> None:
        rows = self.transcript_of(key).rows
        first = next((turn.text for turn in rows if isinstance(turn, UserTurn)), "")
        self._conversations.note_messages(key, len(rows), first)

    @Slot(str)
    def _on_active_changed(self, key: str) -> None:
        self.conversation_opened.emit(key)
        self.context_changed.emit(self.used_tokens)


def _never_begun(request_id: int, settings: ReplySettings) -> ReplyFinished:
    """The end of a reply that the engine was never asked for."""
    mode = settings.speculation.mode
    timing = ReplyTiming(0.0, 0.0, 0.0, None, 0.0, 0.0)
    status = SpeculationStatus(mode, mode)
    return ReplyFinished(request_id, ReplySummary(FinishReason.CANCELLED, "", 0, 0, settings.sampling, status, timing))
