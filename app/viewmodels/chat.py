"""Conversations and what is said in them: new messages, other versions, and which of all that is on screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.viewmodels.asking import Asking
from app.viewmodels.attached_spans import heading_of
from app.viewmodels.conversation_list import new_id
from app.viewmodels.open_transcripts import OpenTranscripts
from app.viewmodels.reply import Reply
from app.viewmodels.transcript import AttachedSpan, Transcript, Turn, UserTurn

if TYPE_CHECKING:
    from app.engine.events import EngineEvent
    from app.hardware.energy import ReplyEnergy
    from app.store.values import StoredConversation
    from app.viewmodels.chat_needs import Keeper, Replies
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.reply import Speedup
    from app.viewmodels.reply_settings import SettingsOfReplies


class Chat(QObject):
    """Sends messages and keeps track of what is said. What names no conversation is about the open one."""

    conversation_opened = Signal(str)
    """Key of the conversation that is on screen now; a second time when its turns have been read."""
    busy_changed = Signal(bool)
    context_changed = Signal(int)
    """Tokens of the open conversation that are in the context."""
    message_refused = Signal(str)
    """A message that is too long for the context, to be shortened."""
    message_withdrawn = Signal(str, object)
    """A message that was taken back before its turn came, and its `AttachedSpan`s."""
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
        self._conversations = conversations
        self._keeper = keeper
        self._asking = Asking(engine, settings, keeper, self)
        self._transcripts = OpenTranscripts(keeper, self._asking.new_request, self)
        self._asking.set_transcripts(self._transcripts)
        self._asking.busy_changed.connect(self.busy_changed)
        self._asking.reply_ended.connect(self.reply_ended)
        self._asking.changed.connect(self._note)
        self._asking.counted.connect(self._on_counted)
        self._asking.refused.connect(self._on_refused)
        conversations.active_changed.connect(self._on_active_changed)

    @property
    def busy(self) -> bool:
        """Whether a reply is queued or being written."""
        return self._asking.is_busy

    @property
    def is_reading(self) -> bool:
        """Whether the open conversation is still being read."""
        return self._transcripts.is_reading(self._conversations.active)

    @property
    def transcript(self) -> Transcript:
        """The conversation on screen."""
        return self.transcript_of(self._conversations.active)

    @property
    def used_tokens(self) -> int:
        """Tokens of the open conversation that are in the context."""
        return self._asking.used_tokens(self._conversations.active)

    def set_speedup(self, request_id: int, speedup: Speedup) -> None:
        """Show a factor beside a reply's figures."""
        for transcript in self._transcripts.all():
            transcript.set_speedup(request_id, speedup)

    def set_waits_for(self, program: str) -> None:
        """Say which other program's reply the engine writes before the window's next one; empty for none."""
        self._asking.set_waits_for(program)

    def set_energy(self, request_id: int, energy: ReplyEnergy) -> tuple[str, Reply] | None:
        """Show what a reply took among its figures; returns its conversation and it, where it still stands."""
        for key in self._transcripts.keys:
            transcript = self._transcripts.get(key)
            reply = None if transcript is None else transcript.set_energy(request_id, energy)
            if reply is not None:
                return key, reply
        return None

    def conversation_of(self, request_id: int) -> str:
        """Key of the conversation that a reply belongs to; empty where it is gone."""
        for key in self._transcripts.keys:
            transcript = self._transcripts.get(key)
            if transcript is not None and transcript.reply_of(request_id) is not None:
                return key
        return ""

    def transcript_of(self, key: str) -> Transcript:
        """The transcript of a conversation; made when first asked for, and read where it was kept."""
        return self._transcripts.of(key)

    @Slot(str, object)
    def take(self, key: str, conversation: StoredConversation | None) -> None:
        """Take a conversation that was kept, with all its branches; None where it cannot be read."""
        if not self._transcripts.take(key, conversation):
            return
        if self._transcripts.of(key).rows:
            self._asking.note_branch(key)
            self._note(key)  # the store counts other branches, too
        if key == self._conversations.active:
            self.conversation_opened.emit(key)

    # What is said.

    def send(self, text: str, attached: tuple[AttachedSpan, ...] = ()) -> None:
        """Append a message and queue the reply to it.

        Args:
            text: All of it, as the model shall read it.
            attached: Which parts of it are files.
        """
        if self.is_reading:
            self.message_refused.emit(text)
            return
        self._say(self._conversations.active, text, attached, self.transcript.leaf_id)

    def edit(self, message_id: str, text: str, attached: tuple[AttachedSpan, ...] = ()) -> None:
        """Say something else in place of a message of the user's; the old one stays as another version."""
        if isinstance(self.transcript.turn_of(message_id), UserTurn):
            self._say(self._conversations.active, text, attached, self.transcript.tree.parent_of(message_id))

    @Slot(int)
    def regenerate(self, request_id: int) -> None:
        """Write a reply anew; the one there is stays as another version."""
        reply = self.transcript.reply_of(request_id)
        if reply is not None:
            self.rewrite(reply.message_id)

    def rewrite(self, message_id: str, *, same_seed: bool = False) -> None:
        """Write a reply anew, drawing as it drew if that is wanted and known."""
        reply = self.transcript.turn_of(message_id)
        if isinstance(reply, Reply) and reply.phase.is_over:
            seed = reply.seed if same_seed else None
            self._asking.ask(self._conversations.active, self.transcript.tree.parent_of(message_id), seed=seed)

    def answer(self, message_id: str) -> None:
        """Write a reply to a message of the user's that has none on screen."""
        if isinstance(self.transcript.turn_of(message_id), UserTurn):
            self._asking.ask(self._conversations.active, message_id)

    def go_on(self, message_id: str) -> None:
        """Go on with a reply that ended early, in a new version that begins with all it says."""
        reply = self.transcript.turn_of(message_id)
        if isinstance(reply, Reply) and reply.can_go_on:
            parent_id = self.transcript.tree.parent_of(message_id)
            self._asking.ask(self._conversations.active, parent_id, begun=reply, seed=reply.seed)

    def withdraw(self, message_id: str) -> None:
        """Take a reply back whose turn has not come, with the question that was asked for it alone.

        Args:
            message_id: The reply's, or the question's.

        What waits behind it in the conversation is asked in its place.
        """
        key, transcript = self._conversations.active, self.transcript
        if message_id not in transcript.tree:
            return
        candidates = map(transcript.turn_of, (message_id, *transcript.tree.children_of(message_id)))
        replies = [turn for turn in candidates if isinstance(turn, Reply) and self._asking.can_withdraw(turn)]
        if not replies:
            return
        reply = replies[-1]
        first = self._withdrawn_with(reply)
        above = transcript.tree.parent_of(first.message_id)
        behind = []
        for turn in map(transcript.turn_of, transcript.tree.below(first.message_id)):
            if isinstance(turn, Reply):
                self._asking.withdraw(turn)
            elif turn is not None and turn is not first:
                behind.append(turn)
        self._keeper.erase_messages(key, transcript.remove(first.message_id))
        self._show_leaf(key)
        if isinstance(first, UserTurn):
            self.message_withdrawn.emit(first.text, first.attached)
        for question in behind:
            self._say(key, question.text, question.attached, above)
            above = transcript.leaf_id
        self._asking.go_on()

    # Which of what was said is on screen.

    def show_message(self, message_id: str) -> bool:
        """Bring the branch of a message on screen; False where there is none."""
        if message_id not in self.transcript.tree or self.transcript.tree.is_concealed(message_id):
            return False
        if self.transcript.row_of(message_id) is None and self.transcript.select(message_id):
            self._on_branch_shown(self._conversations.active)
        return True

    def show_version(self, message_id: str, step: int) -> None:
        """Bring the version of a message that is so much further on screen, if there is one."""
        if message_id in self.transcript.tree:
            versions = self.transcript.tree.versions_of(message_id)
            place = versions.index(message_id) + step
            if 0 <= place < len(versions):
                self.show_message(versions[place])

    def conceal_message(self, key: str, message_id: str) -> None:
        """Take a message and all below it out of sight, and stop what is written there."""
        transcript = self.transcript_of(key)
        for turn in map(transcript.turn_of, reversed(transcript.tree.below(message_id))):
            if isinstance(turn, Reply) and self._asking.is_pending(turn):
                self._asking.stop(turn.request_id)
        transcript.conceal(message_id)
        self._on_branch_shown(key)

    def reveal_message(self, key: str, message_id: str) -> None:
        """Bring back what was concealed."""
        transcript = self._transcripts.get(key)
        if transcript is not None and message_id in transcript.tree:
            transcript.reveal(message_id)
            self._on_branch_shown(key)

    def erase_message(self, key: str, message_id: str) -> None:
        """Forget what was concealed, here and on disk."""
        transcript = self._transcripts.get(key)
        if transcript is not None and message_id in transcript.tree:
            self._keeper.erase_messages(key, transcript.remove(message_id))

    # What is stopped and forgotten.

    @Slot()
    def stop(self) -> None:
        """Stop the reply being written and those queued behind it, which are never begun."""
        self._asking.stop_all()

    def stop_conversation(self, key: str) -> None:
        """Stop what is written or waits in one conversation."""
        self._asking.stop_conversation(key)

    def forget(self, key: str) -> None:
        """Drop a conversation from memory; what the engine still says of it is ignored."""
        self._asking.forget(key)
        self._transcripts.forget(key)

    def forget_all(self) -> None:
        """Drop every conversation from memory."""
        for key in self._transcripts.keys:
            self.forget(key)

    @Slot(list)
    def on_events(self, events: list[EngineEvent]) -> None:
        """Hand a batch to the transcripts and keep the books."""
        for transcript in self._transcripts.all():
            transcript.on_events(events)
        self._asking.on_events(events)

    def _say(self, key: str, text: str, attached: tuple[AttachedSpan, ...], parent_id: str | None) -> None:
        question = UserTurn(text, new_id(), attached)
        self.transcript_of(key).add(question, parent_id)
        self._note(key)
        self._conversations.bring_forward(key)
        self._keeper.keep_question(key, parent_id, question)
        self._asking.ask(key, question.message_id)

    def _withdrawn_with(self, reply: Reply) -> Turn:
        """The first turn that goes where a reply is withdrawn: its question, unless other versions answer that, too."""
        tree = self.transcript.tree
        parent_id = tree.parent_of(reply.message_id)
        question = None if parent_id is None else self.transcript.turn_of(parent_id)
        is_alone = len(tree.children_of(parent_id)) == 1
        return question if isinstance(question, UserTurn) and is_alone else reply

    def _on_branch_shown(self, key: str) -> None:
        """Another branch of a conversation is on screen: it is the one to come back to."""
        self._asking.note_branch(key)
        self._show_leaf(key)

    def _show_leaf(self, key: str) -> None:
        leaf_id = self.transcript_of(key).leaf_id
        if leaf_id is not None:
            self._keeper.show_branch(key, leaf_id)
        self._note(key)

    @Slot(str)
    def _note(self, key: str) -> None:
        rows = self.transcript_of(key).rows
        first = next((heading_of(turn.text, turn.attached) for turn in rows if isinstance(turn, UserTurn)), "")
        self._conversations.note_messages(key, len(rows), first)

    @Slot(str)
    def _on_counted(self, key: str) -> None:
        if key == self._conversations.active:
            self.context_changed.emit(self._asking.used_tokens(key))

    @Slot(str, int)
    def _on_refused(self, key: str, request_id: int) -> None:
        """Give a question that was too long back, so that it can be shortened."""
        transcript = self._transcripts.get(key)
        reply = None if transcript is None else transcript.reply_of(request_id)
        if transcript is None or reply is None or not reply.is_refused:
            return
        parent_id = transcript.tree.parent_of(reply.message_id)
        question = None if parent_id is None else transcript.turn_of(parent_id)
        if isinstance(question, UserTurn):
            self.message_refused.emit(question.text)

    @Slot(str)
    def _on_active_changed(self, key: str) -> None:
        self.conversation_opened.emit(key)
        self.context_changed.emit(self.used_tokens)
