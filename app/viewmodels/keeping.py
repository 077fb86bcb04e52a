"""What makes conversations last: each message becomes a change of the store, and a reply one every half second.

The window's thread only ever queues changes; what the disk does with them is told later.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.errors import Notice, UserError
from app.runtime.store_queue import WAITING
from app.store.values import MessageState, Role
from app.viewmodels.conversation_list import ConversationEntry
from app.viewmodels.reply_record import figures_of, state_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.runtime.store_worker import StoreWorker
    from app.store.store import Store
    from app.store.values import ConversationRow, Opening, StoredConversation
    from app.viewmodels.conversation_list import ConversationList
    from app.viewmodels.reply import Reply
    from app.viewmodels.transcript import UserTurn

BATCH_MILLISECONDS = 500
"""A reply is this far behind on disk at most, and the time that a write takes."""


@dataclass(slots=True)
class _Written:
    """How much of a reply has been handed over."""

    key: str
    reply: Reply
    num_rounds: int = 0


class Keeping(QObject):
    """Implements `app.viewmodels.chat.Keeper` over the store's worker, and fills the list of conversations.

    Args:
        worker: Owns the store.
        conversations: Filled when a store is opened.
    """

    messages_read = Signal(str, object)
    """Key of a conversation, and its `StoredMessage`s on the branch that is on screen."""
    notice_raised = Signal(object)
    """A `Notice` that the user should see."""
    filled = Signal()
    """The list holds what was kept."""
    changed = Signal()
    """Whether anything is kept."""

    def __init__(self, worker: StoreWorker, conversations: ConversationList, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._conversations = conversations
        self._keeps = True
        self._filled = False
        self._wanted = ""
        self._kept: set[str] = set()
        self._refused: set[str] = set()
        """Conversations that the store has refused; both threads look."""
        self._writing: dict[str, _Written] = {}
        self._timer = QTimer(self, interval=BATCH_MILLISECONDS)
        self._timer.timeout.connect(self._on_due)
        worker.opened.connect(self._on_opened)

    @property
    def keeps(self) -> bool:
        """Whether anything is kept beyond the end of the program."""
        return self._keeps

    @property
    def is_filled(self) -> bool:
        """Whether the list holds what was kept."""
        return self._filled

    def want(self, key: str) -> None:
        """Open this conversation when the list is filled."""
        self._wanted = key

    def set_keeps(self, keeps: bool) -> None:
        """Keep what is said from now on, or let it live in memory only."""
        if keeps is not self._keeps:
            self._keeps = keeps
            self.changed.emit()

    # What the chat asks for.

    def is_kept(self, key: str) -> bool:
        """Whether a conversation has messages that were kept."""
        return key in self._kept

    def read(self, key: str) -> None:
        """Ask for the messages of a conversation; `messages_read` follows, empty where they cannot be read."""

        def on_read(conversation: object) -> None:
            self.messages_read.emit(key, cast("StoredConversation", conversation).branch())

        def on_failed(notice: Notice) -> None:
            self._refused.add(key)
            self.messages_read.emit(key, ())
            if key in self._conversations:
                self._conversations.conceal(key)  # nobody shall write into what cannot be read
            self.notice_raised.emit(notice)

        self._worker.read(lambda store: store.conversation(key), on_read, on_failed)

    def keep_question(self, key: str, parent_id: str | None, question: UserTurn) -> None:
        """Keep a message, and the conversation with its first one."""
        if not self._keeps:
            return
        if key not in self._kept:
            self._kept.add(key)
            title = self._conversations.entry(key).title
            self._write(key, lambda store: store.add_conversation(title=title, id=key))
        self._write(
            key,
            lambda store: store.add_message(
                key, parent_id, Role.USER, question.text, MessageState.COMPLETE, id=question.message_id
            ),
        )

    def begin_reply(self, key: str, parent_id: str | None, reply: Reply, on_kept: Callable[[], None]) -> None:
        """Keep a reply from now on; `on_kept` is called when all before it is on disk, or has to wait for it."""
        if not self._keeps:
            on_kept()
            return
        message_id = reply.message_id
        self._writing[message_id] = _Written(key, reply)
        self._timer.start()
        self._write(
            key,
            lambda store: store.add_message(key, parent_id, Role.ASSISTANT, "", MessageState.WRITING, id=message_id),
            on_kept,
        )

    def end_reply(self, reply: Reply) -> None:
        """Keep the end of a reply: what has come since the last batch, its state and figures."""
        written = self._writing.pop(reply.message_id, None)
        if not self._writing:
            self._timer.stop()
        if written is None:
            return
        self._append(written)
        message_id, state, figures, tail = reply.message_id, state_of(reply), figures_of(reply), reply.tail
        self._write(written.key, lambda store: store.finish_message(message_id, state, figures, tail))
        if not self._writing:  # now nobody waits for it
            self._worker.read(lambda store: store.checkpoint(), lambda _none: None, lambda _notice: None)

    # What the program asks for.

    def end_all(self) -> None:
        """The program or the session ends: keep what there is of every reply."""
        for written in list(self._writing.values()):
            self.end_reply(written.reply)

    def forget_all(self) -> None:
        """Know of no conversation any more: the store is being closed."""
        self.end_all()
        self._kept.clear()
        self._filled = False

    def rename(self, key: str, title: str) -> None:
        """Keep a title that the user wrote."""
        self.change(key, title=title, title_is_own=True)

    def change(self, key: str, **fields: object) -> None:
        """Keep fields of a conversation, named as `Store.change_conversation` names them; one not kept has none."""
        if key in self._kept:
            self._write(key, lambda store: store.change_conversation(key, **fields))

    def erase(self, key: str) -> None:
        """Erase a conversation for good."""
        for written in [each for each in self._writing.values() if each.key == key]:
            del self._writing[written.reply.message_id]
        if key in self._kept:
            self._kept.discard(key)
            self._write(key, lambda store: store.erase_conversation(key))

    def refill(self) -> None:
        """List what is kept anew: conversations have come in from elsewhere."""

        def on_failed(notice: Notice) -> None:
            if notice.code != "store_not_open":  # locked meanwhile: it is listed when it is opened again
                self.notice_raised.emit(notice)

        self._worker.read(lambda store: store.conversations(), self._on_listed, on_failed)

    def _append(self, written: _Written) -> None:
        rounds = written.reply.rounds[written.num_rounds :]
        if not rounds:
            return
        written.num_rounds += len(rounds)
        message_id = written.reply.message_id
        text = "".join(token.text for decoded in rounds for token in decoded.emitted)
        self._write(written.key, lambda store: store.append_reply(message_id, text, rounds))

    def _write(self, key: str, work: Callable[[Store], object], on_safe: Callable[[], None] = lambda: None) -> None:
        """Queue a change of one conversation; what was refused once is not tried with later changes again.

        Args:
            key: The conversation.
            work: The change.
            on_safe: Called when it is on disk, and where it will be later or never: nobody shall wait for a disk.
        """

        def guarded(store: Store) -> None:
            if key in self._refused:
                return
            try:
                work(store)
            except UserError as error:
                if error.notice.code not in WAITING:
                    self._refused.add(key)
                raise

        def on_failed(notice: Notice) -> None:
            self.notice_raised.emit(notice)
            on_safe()

        self._worker.write(guarded, lambda _none: on_safe(), on_failed, lambda _notice: on_safe())

    @Slot()
    def _on_due(self) -> None:
        for written in self._writing.values():
            self._append(written)

    @Slot(object)
    def _on_opened(self, opening: Opening) -> None:
        for notice in opening.notices:
            self.notice_raised.emit(notice)
        self.refill()

    def _on_listed(self, value: object) -> None:
        rows = cast("Sequence[ConversationRow]", value)
        self._kept |= {row.id for row in rows}
        entries = [ConversationEntry(row.id, row.title, row.num_messages) for row in rows if not row.archived]
        self._conversations.fill(entries, self._wanted)
        self._filled = True
        self.filled.emit()
