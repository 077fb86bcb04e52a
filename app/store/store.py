"""The store as the rest of the program sees it: conversations, replies being written, presets, search, erasing.

One thread owns it. A method that changes something has put it on disk when it returns, or has changed nothing.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from app.store import conversations, erase, folders, messages, presets, replies, search
from app.store.database import checkpoint
from app.store.files import StorePaths
from app.store.session import Session
from app.store.values import ConversationRow, MessageState, StoredConversation, StoredMessage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path
    from types import TracebackType

    from app.engine.types import Round
    from app.store.folders import StoredFolder
    from app.store.values import Opening, Preset, Role, SearchHit


class Store:
    """The open store. Made by `Store.open`; a context manager that closes itself.

    Every method raises `UserError` for what a person can act on: `store_full`, `store_read_only`, `store_unwritable`
    (nothing was changed, and trying again later works), `store_damaged` (what was asked for cannot be read; the next
    opening sets it aside). An id that does not exist is a `KeyError`.
    """

    def __init__(self, session: Session, clock: Callable[[], float]) -> None:
        self._session = session
        self._clock = clock

    @classmethod
    def open(cls, folder: Path, key: bytes, *, clock: Callable[[], float] = time.time) -> Store:
        """Open the store of a folder, made where there is none, and put right what a crash left behind.

        Args:
            folder: Where the files lie; made readable to its owner only.
            key: 32 raw bytes.
            clock: Seconds since 1970.

        Raises:
            UserError: `store_in_use` (another Galley has it), `store_wrong_key`, `store_foreign` (not one of ours),
                `store_too_new`, `store_full`, `store_read_only`, `store_unwritable`.
        """
        return cls(Session(StorePaths(folder), key, clock()), clock)

    @property
    def opening(self) -> Opening:
        """What was found and done when it was opened."""
        return self._session.opening

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Write the log back into the file, close it and let go of the lock. Closing twice is closing once."""
        self._session.close()

    def checkpoint(self) -> None:
        """Write the log back into the file; for idle moments, so that no reply waits for it."""
        with self._session.reading() as connection:
            checkpoint(connection)

    # Conversations.

    def conversations(self) -> tuple[ConversationRow, ...]:
        """All conversations, the one written to last first."""
        with self._session.reading() as connection:
            return conversations.all_rows(connection)

    def branch_lengths(self) -> Mapping[str, int]:
        """How many messages are on the branch on screen of each conversation, by its id."""
        with self._session.reading() as connection:
            return messages.branch_lengths(connection)

    def conversation(self, conversation_id: str) -> StoredConversation:
        """One conversation with all its branches; replies being written hold what has come so far."""
        with self._session.reading() as connection:
            return messages.conversation(connection, conversation_id)

    def add_conversation(
        self,
        *,
        title: str = "",
        id: str | None = None,  # noqa: A002 - the field's name
        created_at: float | None = None,
    ) -> ConversationRow:
        """Begin a conversation. An id that exists already is a `ValueError`."""
        now = self._clock() if created_at is None else created_at
        row = ConversationRow(
            id=id or conversations.new_id(),
            title=title,
            title_is_own=False,
            created_at=now,
            updated_at=now,
            num_messages=0,
        )
        with self._session.changing() as connection:
            conversations.insert(connection, row)
            return conversations.find(connection, row.id)[1]

    def add_whole_conversation(self, conversation: StoredConversation) -> ConversationRow:
        """Take in a conversation with all its messages, all or nothing: for imports.

        Its ids are kept, and with them its times; an id that exists already, or a message before its parent, is a
        `ValueError`. A message in `WRITING` is taken in as `INTERRUPTED`.
        """
        told = tuple(
            replace(each, state=MessageState.INTERRUPTED) if each.state is MessageState.WRITING else each
            for each in conversation.messages
        )
        with self._session.changing() as connection:
            return messages.add_all(connection, replace(conversation, messages=told))

    def change_conversation(self, conversation_id: str, **fields: object) -> ConversationRow:
        """Set fields of a conversation.

        Args:
            conversation_id: Which one.
            fields: Any of `title`, `title_is_own`, `pinned`, `archived`, `folder`, `draft`, `system_prompt`,
                `settings`, `active_leaf`. Another name is a `TypeError`. `updated_at` stays: only messages move it.
        """
        with self._session.changing() as connection:
            return conversations.change(connection, conversation_id, fields)

    def duplicate_conversation(self, conversation_id: str, *, title: str | None = None) -> ConversationRow:
        """Copy a conversation with all its branches under new ids; the copy is neither pinned nor archived.

        Args:
            conversation_id: Which one.
            title: What the copy is called; None calls it what the original is called.
        """
        source, now = self.conversation(conversation_id), self._clock()
        ids = {each.id: conversations.new_id() for each in source.messages}
        row = replace(
            source.row,
            id=conversations.new_id(),
            title=source.row.title if title is None else title,
            title_is_own=source.row.title_is_own or title is not None,
            created_at=now,
            updated_at=now,
            pinned=False,
            archived=False,
            active_leaf=ids.get(source.row.active_leaf or ""),
        )
        copies = tuple(
            replace(each, id=ids[each.id], conversation_id=row.id, parent_id=ids.get(each.parent_id or ""))
            for each in source.messages
        )
        return self.add_whole_conversation(StoredConversation(row, copies))

    def erase_conversation(self, conversation_id: str) -> None:
        """Remove a conversation so that its bytes are nowhere in the store's files.

        The copies made before migrations go with it, and so do damaged files that were kept.

        Raises:
            UserError: `store_erase_unfinished` among others: it is removed, and its traces are at the next opening.
        """
        with self._session.changing() as connection:
            erase.erase_conversation(connection, conversation_id)
        self._session.scrub()

    # Folders.

    def folders(self) -> tuple[StoredFolder, ...]:
        """The folders that were kept, in their order; conversations may speak of others."""
        with self._session.reading() as connection:
            return folders.all_folders(connection)

    def save_folders(self, kept: Sequence[StoredFolder]) -> None:
        """Keep these folders and no others."""
        with self._session.changing() as connection:
            folders.save_all(connection, kept)

    def move_to_folder(self, conversation_ids: Sequence[str], folder: str) -> None:
        """Put conversations into a folder, all or none; an empty name is none. An id that is not there is no error."""
        with self._session.changing() as connection:
            folders.move(connection, conversation_ids, folder)

    # Messages.

    def add_message(
        self,
        conversation_id: str,
        parent_id: str | None,
        role: Role,
        text: str,
        state: MessageState,
        *,
        figures: Mapping[str, object] | None = None,
        rounds: bytes = b"",
        id: str | None = None,  # noqa: A002 - the field's name
        created_at: float | None = None,
    ) -> StoredMessage:
        """Add a message below its parent; it becomes the conversation's active leaf.

        `WRITING` begins a reply that `append_reply` continues. An id that exists already, or a parent of another
        conversation, is a `ValueError`.
        """
        message = StoredMessage(
            id=id or conversations.new_id(),
            conversation_id=conversation_id,
            parent_id=parent_id,
            role=role,
            text=text,
            state=state,
            created_at=self._clock() if created_at is None else created_at,
            figures={} if figures is None else figures,
            rounds=rounds,
        )
        with self._session.changing() as connection:
            messages.add(connection, message)
            return messages.find(connection, message.id)[1]

    def append_reply(self, message_id: str, text: str, rounds: Sequence[Round] = ()) -> None:
        """Add what came since the last batch to a reply in `WRITING`; what is written already stays as it is."""
        with self._session.changing() as connection:
            replies.append(connection, message_id, text, rounds)

    def finish_message(
        self, message_id: str, state: MessageState, figures: Mapping[str, object], tail: str = ""
    ) -> StoredMessage:
        """End a reply: its batches and the tail become its text, in one transaction."""
        with self._session.changing() as connection:
            return replies.finish(connection, message_id, state, figures, tail, self._clock())

    def change_message_figures(self, message_id: str, figures: Mapping[str, object]) -> None:
        """Replace what is known of the making of a reply."""
        with self._session.changing() as connection:
            messages.change_figures(connection, message_id, figures)

    def erase_message(self, message_id: str) -> None:
        """Remove a message and everything below it, as thoroughly as `erase_conversation`.

        Where the active leaf goes with it, the nearest branch that remains becomes the active one.
        """
        with self._session.changing() as connection:
            erase.erase_message(connection, message_id)
        self._session.scrub()

    # Presets and search.

    def presets(self) -> tuple[Preset, ...]:
        """All presets by name."""
        with self._session.reading() as connection:
            return presets.all_presets(connection)

    def save_preset(self, preset: Preset) -> None:
        """Keep a preset; one of the same name is replaced."""
        with self._session.changing() as connection:
            presets.save(connection, preset)

    def erase_preset(self, name: str) -> None:
        """Remove a preset."""
        with self._session.changing() as connection:
            presets.remove(connection, name)

    def search(self, query: str, *, limit: int = 50) -> tuple[SearchHit, ...]:
        """Find the messages that hold every word of the query, newest first.

        Words are found anywhere, also inside of others, whatever their case and accents. No character has a special
        meaning, and a reply is found once it has ended.
        """
        with self._session.reading() as connection:
            return search.search(connection, conversations.clean(query), limit)

    # The key.

    def change_key(self, key: bytes) -> None:
        """Write the store under another key; see `rekey`."""
        self._session.change_key(key)


def rekey(store: Store, new_key: bytes) -> None:
    """Write a store under another key, the copies made before migrations included.

    Dying in between leaves a file that opens with exactly one of the two keys: keep both until this returns.

    Raises:
        UserError: `store_full` and its like; the store is usable, under the one key or the other.
    """
    store.change_key(new_key)
