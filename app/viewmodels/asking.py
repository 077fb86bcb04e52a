"""Asks the one engine there is for one reply after the other, and notes what becomes of them.

Nothing is sent to the engine before the question is kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from app.engine.events import EngineDied, PairLoaded, ReplyFailed, ReplyFinished, ReplyStarted, RoundDecoded
from app.engine.types import FinishReason, Message, ReplyRequest, ReplySummary, ReplyTiming, SpeculationStatus
from app.viewmodels.conversation_list import new_id
from app.viewmodels.reply import Phase, Reply
from app.viewmodels.reply_queue import ReplyQueue

if TYPE_CHECKING:
    from app.engine.events import EngineEvent
    from app.viewmodels.chat_needs import Keeper, Replies
    from app.viewmodels.open_transcripts import OpenTranscripts
    from app.viewmodels.reply_settings import ReplySettings, SettingsOfReplies
    from app.viewmodels.transcript import Transcript


class Asking(QObject):
    """The replies that are queued or being written.

    Args:
        engine: Writes them.
        settings: Says what a conversation's replies are asked for with.
        keeper: Keeps them.
    """

    busy_changed = Signal(bool)
    counted = Signal(str)
    """Key of a conversation whose `used_tokens` are others."""
    changed = Signal(str)
    """Key of a conversation in which a reply has begun to wait, or has ended."""
    reply_ended = Signal(int)
    """Request id of a reply that was begun and has ended in any way."""
    refused = Signal(str, int)
    """Key and request of a reply whose question was too long to be asked."""

    def __init__(
        self, engine: Replies, settings: SettingsOfReplies, keeper: Keeper, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._settings = settings
        self._keeper = keeper
        self._transcripts: OpenTranscripts | None = None
        self._queue = ReplyQueue()
        self._used: dict[str, int] = {}
        self._left_out: dict[str, int] = {}
        self._next_request = 1
        self._last_begun = 0
        self._models = ("", "")

    def set_transcripts(self, transcripts: OpenTranscripts) -> None:
        """Say where the conversations are."""
        self._transcripts = transcripts

    @property
    def is_busy(self) -> bool:
        """Whether a reply is queued or being written."""
        return bool(self._queue)

    def new_request(self) -> int:
        """An id of its own for every reply of this run, those of earlier runs included."""
        request_id, self._next_request = self._next_request, self._next_request + 1
        return request_id

    def used_tokens(self, key: str) -> int:
        """Tokens of a conversation that are in the context; 0 where they have not been counted."""
        return self._used.get(key, 0)

    def note_branch(self, key: str) -> None:
        """Another branch of a conversation is on screen: its tokens have not been counted."""
        last = None if (transcript := self._held(key)) is None else transcript.last_reply
        self._left_out[key] = 0 if last is None else last.left_out or 0
        self._used.pop(key, None)
        self.counted.emit(key)

    def forget(self, key: str) -> None:
        """Forget what is known of a conversation."""
        self._used.pop(key, None)
        self._left_out.pop(key, None)

    def ask(self, key: str, parent_id: str | None, *, begun: Reply | None = None, seed: int | None = None) -> None:
        """Queue a reply below a message.

        Args:
            key: The conversation.
            parent_id: The message.
            begun: A reply to go on with.
            seed: What to draw with, instead of what the settings say.
        """
        transcript = self._held(key)
        if transcript is None:
            return
        request_id, was_busy = self.new_request(), self.is_busy
        self._queue.add(request_id, key, seed)
        reply = Reply(request_id, new_id())
        reply.is_waiting = was_busy
        if begun is not None:
            reply.go_on_from(begun)
        transcript.add(reply, parent_id)
        self.changed.emit(key)
        if not was_busy:
            self.busy_changed.emit(True)
        self._keeper.begin_reply(key, parent_id, reply, lambda: self._on_kept(request_id))

    def set_waits_for(self, program: str) -> None:
        """Say whose reply the engine writes before the one that it was given; empty for nobody's."""
        request_id = next((each for each in self._queue.requests if self._queue.is_begun(each)), None)
        transcript = None if request_id is None else self._held(self._queue.key_of(request_id))
        reply = None if transcript is None or request_id is None else transcript.reply_of(request_id)
        if transcript is not None and reply is not None and reply.waits_for != program:
            reply.waits_for = program
            transcript.tell_changed(reply)

    def is_pending(self, reply: Reply) -> bool:
        """Whether a reply is queued or being written."""
        return reply.request_id in self._queue

    def can_withdraw(self, reply: Reply) -> bool:
        """Whether a reply's turn has not come."""
        return reply.phase is Phase.QUEUED and reply.is_waiting and self.is_pending(reply)

    def withdraw(self, reply: Reply) -> None:
        """Let a reply be asked for no more, as if it had never been."""
        self._queue.end(reply.request_id)

    def stop_all(self) -> None:
        """Stop the reply being written and those queued behind it, which are never begun."""
        for request_id in reversed(self._queue.requests):
            self.stop(request_id)

    def stop_conversation(self, key: str) -> None:
        """Stop what is written or waits in one conversation."""
        for request_id in reversed(self._queue.of(key)):
            self.stop(request_id)

    def stop(self, request_id: int) -> None:
        """Stop a reply; one that the engine was never given ends here."""
        if self._queue.is_begun(request_id):
            self._engine.cancel(request_id)
            return
        key = self._queue.key_of(request_id)
        transcript = self._held(key)
        if transcript is not None:
            transcript.on_events([_never_begun(request_id, self._settings.reply_settings(key))])
        self._end(request_id)

    def go_on(self) -> None:
        """Begin the next reply, if it is its turn."""
        if self._queue:
            self._begin_next()
        else:
            self.busy_changed.emit(False)

    def on_events(self, events: list[EngineEvent]) -> None:
        """Keep the books of a batch that the transcripts have taken in."""
        for event in events:
            if isinstance(event, ReplyFailed) and event.request_id in self._queue:
                self.refused.emit(self._queue.key_of(event.request_id), event.request_id)
            if isinstance(event, ReplyFinished | ReplyFailed | EngineDied):
                self._end(event.request_id)
            elif isinstance(event, ReplyStarted):
                self._note_started(event)
            elif isinstance(event, RoundDecoded):
                self._count(event.request_id, len(event.round.emitted), anew=False)
            elif isinstance(event, PairLoaded):
                draft = event.pair.draft
                self._models = (event.pair.target.name, "" if draft is None else draft.name)
                self._used.clear()  # another tokenizer counts otherwise

    def _held(self, key: str) -> Transcript | None:
        return None if self._transcripts is None else self._transcripts.get(key)

    def _on_kept(self, request_id: int) -> None:
        self._queue.note_kept(request_id)
        self._begin_next()

    def _begin_next(self) -> None:
        """Hand the first request to the engine, once its question is kept; its prompt holds what was said until now."""
        request_id = self._queue.begin_next()
        if request_id is None:
            return
        key = self._queue.key_of(request_id)
        transcript = self._held(key)
        reply = None if transcript is None else transcript.reply_of(request_id)
        if transcript is None or reply is None:  # forgotten meanwhile
            self._end(request_id)
            return
        settings, seed = self._settings.reply_settings(key), self._queue.seed_of(request_id)
        messages = transcript.messages(before=request_id)
        if settings.system_prompt.strip():
            messages = (Message("system", settings.system_prompt), *messages)
        reply.models = self._models
        reply.verification = settings.speculation.verification
        reply.is_waiting = False
        transcript.tell_changed(reply)
        self._engine.reply(
            ReplyRequest(
                request_id=request_id,
                messages=messages,
                sampling=settings.sampling if seed is None else replace(settings.sampling, seed=seed),
                speculation=settings.speculation,
                begun=reply.text,
                leave_out_oldest=settings.leave_out_oldest,
                left_out=self._left_out.get(key, 0),
            )
        )

    def _note_started(self, event: ReplyStarted) -> None:
        self._last_begun = event.request_id
        if event.request_id in self._queue:
            self._left_out[self._queue.key_of(event.request_id)] = event.left_out
        self._count(event.request_id, event.prompt_tokens, anew=True)

    def _count(self, request_id: int, tokens: int, *, anew: bool) -> None:
        key = self._queue.key_of(request_id) if request_id in self._queue else None
        if key is None or self._held(key) is None or (not anew and key not in self._used):
            return
        self._used[key] = tokens if anew else self._used.get(key, 0) + tokens
        self.counted.emit(key)

    def _end(self, request_id: int | None) -> None:
        """Note an end; None is the death of an engine that wrote nothing."""
        key = None if request_id is None else self._queue.end(request_id)
        if key is None or request_id is None:
            return
        transcript = self._held(key)
        reply = None if transcript is None else transcript.reply_of(request_id)
        if reply is not None:
            self.changed.emit(key)
            if request_id == self._last_begun:
                self.reply_ended.emit(request_id)
            self._keeper.end_reply(reply)
        self.go_on()


def _never_begun(request_id: int, settings: ReplySettings) -> ReplyFinished:
    """The end of a reply that the engine was never asked for."""
    mode = settings.speculation.mode
    timing = ReplyTiming(0.0, 0.0, 0.0, None, 0.0, 0.0)
    status = SpeculationStatus(mode, mode)
    return ReplyFinished(request_id, ReplySummary(FinishReason.CANCELLED, "", 0, 0, settings.sampling, status, timing))
