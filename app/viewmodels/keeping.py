"""What makes conversations last: each message becomes a change of the store, and a reply one every half second.

The window's thread only ever queues changes; what the disk does with them is told later.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.errors import Notice, UserError
from app.runtime.store_queue import WAITING
from app.store.rounds import pack_rounds
from app.store.values import MessageState, Role
from app.viewmodels import attached_spans
from app.viewmodels.conversation_list import ConversationEntry
from app.viewmodels.reply_record import figures_of, state_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.runtime.store_worker import StoreWorker
    from app.store.store import Store
    from app.store.values import ConversationRow, Opening
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
    """Implements `app.viewmodels.chat_needs.Keeper` over the store's worker, and fills the list of conversations.

    Args:
        worker: Owns the store.
        conversations: Filled when a store is opened.
    """

    messages_read = Signal(str, object)
    """Key of a conversation and the `StoredConversation`, None where it cannot be read."""
    notice_raised = Signal(object)
    """A `Notice` that the user should see."""
    filled = Signal()
    """The list holds what was kept."""
    changed = Signal()
    """Whether anything is kept."""
    kept = Signal(str)
    """Key of a conversation that is in the store from now on."""
    rows_listed = Signal(object)
    """The `ConversationRow`s of what is kept, just before the list is filled with them."""
    duplicated = Signal(str)
    """Key of a copy that is in the list from now on."""

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
        """Ask for a conversation with all its branches; `messages_read` follows."""

        def on_read(conversation: object) -> None:
            self.messages_read.emit(key, conversation)

        def on_failed(notice: Notice) -> None:
            self._refused.add(key)
            self.messages_read.emit(key, None)
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
            self.kept.emit(key)
        self._write(
            key,
            lambda store: store.add_message(
                key,
                parent_id,
                Role.USER,
                question.text,
                MessageState.COMPLETE,
                figures=attached_spans.figures_of(question.attached),
                id=question.message_id,
            ),
        )

    def keep_empty(self, key: str) -> None:
        """Keep a conversation before its first message: something was written in it that was not sent."""
        if self._keeps and key not in self._kept:
            self._kept.add(key)
            self._write(key, lambda store: store.add_conversation(id=key))
            self.kept.emit(key)

    def begin_reply(self, key: str, parent_id: str | None, reply: Reply, on_kept: Callable[[], None]) -> None:
        """Keep a reply from now on; `on_kept` is called when all before it is on disk, or has to wait for it."""
        if key in self._conversations:
            self._conversations.bring_forward(key)  # a reply written anew moves it in the list as it does in the store
        if not self._keeps:
            on_kept()
            return
        message_id, begun, rounds = reply.message_id, reply.text, tuple(reply.rounds)
        figures = figures_of(reply) if begun else {}
        self._writing[message_id] = _Written(key, reply, len(rounds))
        self._timer.start()
        self._write(
            key,
            lambda store: store.add_message(
                key,
                parent_id,
                Role.ASSISTANT,
                begun,
                MessageState.WRITING,
                figures=figures,
                rounds=pack_rounds(rounds),
                id=message_id,
            ),
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

    def renew_figures(self, key: str, reply: Reply) -> None:
        """Keep figures that became known after a reply's end."""
        if not self.is_kept(key) or not reply.phase.is_over:
            return
        message_id, figures = reply.message_id, figures_of(reply)

        def renew(store: Store) -> None:
            with contextlib.suppress(KeyError):  # erased meanwhile
                store.change_message_figures(message_id, figures)

        self._write(key, renew)

    def show_branch(self, key: str, leaf_id: str) -> None:
        """Keep which message is the last one on screen; one that was said while nothing was kept is on no disk."""

        def show(store: Store) -> None:
            try:
                store.change_conversation(key, active_leaf=leaf_id)
            except ValueError:
                return

        if key in self._kept:
            self._write(key, show)

    def erase_messages(self, key: str, message_ids: Sequence[str]) -> None:
        """Erase a message for good, and what is below it, whose ids follow its own."""
        for each in message_ids:
            self._writing.pop(each, None)
        if not self._writing:
            self._timer.stop()

        def erase(store: Store) -> None:
            """What is left of traces is erased at the next opening, and no reason to keep no more."""
            if key not in self._refused and message_ids[0] in {each.id for each in store.conversation(key).messages}:
                store.erase_message(message_ids[0])

        if key in self._kept:
            self._worker.write(erase, lambda _none: None, self.notice_raised.emit)

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

    def duplicate(self, key: str, title: str) -> None:
        """Copy a kept conversation with all its branches, under another title; `duplicated` follows."""
        num_on_branch = self._conversations.entry(key).num_messages

        def on_copied(value: object) -> None:
            row = cast("ConversationRow", value)
            self._kept.add(row.id)
            self.rows_listed.emit((row,))
            self._conversations.add([_entry(row, num_on_branch)])
            self.duplicated.emit(row.id)

        # asked for like an answer, not queued like a change: a disk that refuses it is told, and nothing waits for it
        self._worker.read(
            lambda store: store.duplicate_conversation(key, title=title), on_copied, self.notice_raised.emit
        )

    def refill(self) -> None:
        """List what is kept anew: conversations have come in from elsewhere."""

        def on_failed(notice: Notice) -> None:
            if notice.code != "store_not_open":  # locked meanwhile: it is listed when it is opened again
                self.notice_raised.emit(notice)

        self._worker.read(lambda store: (store.conversations(), store.branch_lengths()), self._on_listed, on_failed)

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
        rows, lengths = cast("tuple[Sequence[ConversationRow], Mapping[str, int]]", value)
        self._kept |= {row.id for row in rows}
        self.rows_listed.emit(rows)
        entries = [_entry(row, lengths.get(row.id, 0)) for row in rows if row.id in self._kept]
        self._conversations.fill(entries, self._wanted)
        self._filled = True
        self.filled.emit()


def _entry(row: ConversationRow, num_on_branch: int) -> ConversationEntry:
    """A line of the list; where no branch is on screen, all messages are counted."""
    return ConversationEntry(
        key=row.id,
        title=row.title,
        num_messages=num_on_branch or row.num_messages,
        pinned=row.pinned,
        archived=row.archived,
        folder=row.folder,
        updated_at=row.updated_at,
    )
