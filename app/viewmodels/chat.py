"""Conversations and the one engine they share: what is sent when, and to which transcript the answer belongs."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.engine.events import EngineDied, EngineEvent, ReplyFailed, ReplyFinished, ReplyStarted, RoundDecoded
from app.engine.types import FinishReason, ReplyRequest, ReplySummary, ReplyTiming, SpeculationStatus
from app.viewmodels.reply import Reply
from app.viewmodels.transcript import Transcript, UserTurn

if TYPE_CHECKING:
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.preferences import Preferences
    from app.viewmodels.reply import Speedup


class Replies(Protocol):
    """What the chat needs of the engine."""

    def reply(self, request: ReplyRequest) -> None:
        """Queue a reply."""
        ...

    def cancel(self, request_id: int | None = None) -> None:
        """Stop this reply, whether it runs or waits."""
        ...


class Chat(QObject):
    """Sends messages and keeps track of replies that are queued or being written."""

    conversation_opened = Signal(int)
    """Key of the conversation that is on screen now."""
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
        preferences: Preferences,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._conversations = conversations
        self._preferences = preferences
        self._transcripts: dict[int, Transcript] = {}
        self._pending: dict[int, int] = {}
        """Conversation of each reply that is asked for; the first one is being written, the others wait."""
        self._used: dict[int, int] = {}
        self._next_request = 1
        self._last_begun = 0
        conversations.active_changed.connect(self._on_active_changed)

    @property
    def busy(self) -> bool:
        """Whether a reply is queued or being written."""
        return bool(self._pending)

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

    def transcript_of(self, key: int) -> Transcript:
        """The transcript of a conversation; made when first asked for."""
        if key not in self._transcripts:
            self._transcripts[key] = Transcript(self)
        return self._transcripts[key]

    @Slot(str)
    def send(self, text: str) -> None:
        """Append a message to the open conversation and queue the reply to it."""
        self.transcript.add_user(text)
        self._request(self._conversations.active)

    @Slot(int)
    def regenerate(self, request_id: int) -> None:
        """Write the last reply of the open conversation anew."""
        last = self.transcript.last_reply
        if last is None or last.request_id != request_id or not last.phase.is_over:
            return
        self.transcript.discard_reply(request_id)
        self._request(self._conversations.active)

    @Slot()
    def stop(self) -> None:
        """Stop the reply being written and those queued behind it, which are never begun."""
        if not self._pending:
            return
        running, *queued = self._pending
        for request_id in queued:
            transcript = self.transcript_of(self._pending.pop(request_id))
            transcript.on_events([_never_begun(request_id, self._preferences)])
        self._engine.cancel(running)

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

    def _return_question(self, request_id: int) -> None:
        """Give a question that was too long back, so that it can be shortened."""
        rows = self.transcript_of(self._pending[request_id]).rows
        for question, reply in itertools.pairwise(rows):
            if isinstance(reply, Reply) and reply.request_id == request_id and reply.is_refused:
                self.message_refused.emit(question.text)

    def _request(self, key: int) -> None:
        request_id, self._next_request = self._next_request, self._next_request + 1
        self.transcript_of(key).begin_reply(request_id)
        self._pending[request_id] = key
        self._note(key)
        if len(self._pending) == 1:
            self.busy_changed.emit(True)
            self._begin(request_id)

    def _begin(self, request_id: int) -> None:
        """Hand a request to the engine; its prompt holds what was said until now."""
        self._engine.reply(
            ReplyRequest(
                request_id=request_id,
                messages=self.transcript_of(self._pending[request_id]).messages(before=request_id),
                sampling=self._preferences.sampling,
                speculation=self._preferences.speculation,
            )
        )

    def _count(self, request_id: int, tokens: int, *, anew: bool) -> None:
        key = self._pending.get(request_id)
        if key is None:
            return
        self._used[key] = tokens if anew else self._used.get(key, 0) + tokens
        if key == self._conversations.active:
            self.context_changed.emit(self._used[key])

    def _ended(self, request_id: int | None) -> None:
        """Note an end; None is the death of an engine that wrote nothing."""
        key = None if request_id is None else self._pending.pop(request_id, None)
        if key is None or request_id is None:
            return
        self._note(key)
        if request_id == self._last_begun:
            self.reply_ended.emit(request_id)
        if self._pending:
            self._begin(next(iter(self._pending)))
        else:
            self.busy_changed.emit(False)

    def _note(self, key: int) -> None:
        rows = self.transcript_of(key).rows
        first = next((turn.text for turn in rows if isinstance(turn, UserTurn)), "")
        self._conversations.note_messages(key, len(rows), first)

    @Slot(int)
    def _on_active_changed(self, key: int) -> None:
        self.conversation_opened.emit(key)
        self.context_changed.emit(self.used_tokens)


def _never_begun(request_id: int, preferences: Preferences) -> ReplyFinished:
    """The end of a reply that the engine was never asked for."""
    mode = preferences.speculation.mode
    timing = ReplyTiming(0.0, 0.0, 0.0, None, 0.0, 0.0)
    status = SpeculationStatus(mode, mode)
    return ReplyFinished(
        request_id, ReplySummary(FinishReason.CANCELLED, "", 0, 0, preferences.sampling, status, timing)
    )
