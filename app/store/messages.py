"""The table of messages: each knows the one it answers, so that a conversation is a tree and every branch stays."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.store import conversations, search
from app.store.conversations import as_json, clean, from_json
from app.store.values import ConversationRow, MessageState, Role, StoredConversation, StoredMessage

if TYPE_CHECKING:
    from collections.abc import Mapping
    from sqlite3 import Connection

_SELECT = """SELECT m.number, m.id, c.id, p.id, m.role, b.text, m.state, m.created_at, b.figures, b.rounds
    FROM message m CROSS JOIN conversation c ON c.number = m.conversation CROSS JOIN body b ON b.number = m.body
    LEFT JOIN message p ON p.number = m.parent"""
_LENGTHS = """SELECT c.id, (
    WITH RECURSIVE branch (number) AS (
        SELECT m.number FROM message m WHERE m.id = c.active_leaf
        UNION ALL SELECT m.parent FROM branch b JOIN message m ON m.number = b.number WHERE m.parent IS NOT NULL)
    SELECT count(*) FROM branch) FROM conversation c"""
_INSERT = """INSERT INTO message (id, conversation, parent, role, state, created_at, body)
    VALUES (?, ?, ?, ?, ?, ?, ?)"""


def find(connection: Connection, message_id: str) -> tuple[int, StoredMessage]:
    """A message's number in the file, and its value, batches not counted.

    Raises:
        KeyError: If there is none.
    """
    record = connection.execute(f"{_SELECT} WHERE m.id = ?", (message_id,)).fetchone()
    if record is None:
        raise KeyError(message_id)
    return record[0], _message(record)


def conversation(connection: Connection, conversation_id: str) -> StoredConversation:
    """A conversation with all its messages, replies being written as far as they have come.

    Raises:
        KeyError: If there is none.
    """
    number, row = conversations.find(connection, conversation_id)
    records = connection.execute(f"{_SELECT} WHERE m.conversation = ? ORDER BY m.number", (number,)).fetchall()
    return StoredConversation(row, tuple(_with_batches(connection, record) for record in records))


def branch_lengths(connection: Connection) -> dict[str, int]:
    """How many messages are on the branch on screen, by the conversation's id.

    Counted each time rather than kept beside the tree: 50 000 messages take 25 ms.
    """
    return dict(connection.execute(_LENGTHS).fetchall())


def add(connection: Connection, message: StoredMessage) -> None:
    """Add a message; it becomes its conversation's active leaf.

    Raises:
        KeyError: If there is no such conversation.
        ValueError: If its id exists already, or its parent is no message of the conversation.
    """
    number, _ = conversations.find(connection, message.conversation_id)
    _insert(connection, number, message)
    connection.execute(
        """UPDATE conversation SET num_messages = num_messages + 1, updated_at = max(updated_at, ?), active_leaf = ?
            WHERE number = ?""",
        (message.created_at, message.id, number),
    )


def add_all(connection: Connection, stored: StoredConversation) -> ConversationRow:
    """Add a conversation with its messages.

    Raises:
        ValueError: If an id exists already, or a message comes before its parent, or the active leaf is none of them.
    """
    number = conversations.insert(connection, stored.row)
    for message in stored.messages:
        if message.conversation_id != stored.row.id:
            text = f"{message.id} belongs to another conversation"
            raise ValueError(text)
        _insert(connection, number, message)
    connection.execute("UPDATE conversation SET num_messages = ? WHERE number = ?", (len(stored.messages), number))
    return conversations.change(connection, stored.row.id, {"active_leaf": stored.row.active_leaf})


def change_figures(connection: Connection, message_id: str, figures: Mapping[str, object]) -> None:
    """Replace a message's figures.

    Raises:
        KeyError: If there is no such message.
    """
    number, message = find(connection, message_id)
    replace_body(connection, number, message.text, figures, message.rounds)


def replace_body(connection: Connection, number: int, text: str, figures: Mapping[str, object], rounds: bytes) -> None:
    """Give a message other contents.

    Bodies are only ever added at the end, and emptied where they lie. So SQLite never moves one to another page, and
    `secure_delete`, which overwrites what is deleted where it lies, overwrites all there is of it.
    """
    conversation, role, old = connection.execute(
        "SELECT conversation, role, body FROM message WHERE number = ?", (number,)
    ).fetchone()
    empty_body(connection, old)
    body = _insert_body(connection, conversation, role, text, figures, rounds)
    connection.execute("UPDATE message SET body = ? WHERE number = ?", (body, number))


def empty_body(connection: Connection, body: int) -> None:
    """Overwrite a body; what remains is its number."""
    connection.execute("UPDATE body SET role = '', text = '', figures = '', rounds = x'' WHERE number = ?", (body,))


def _insert_body(
    connection: Connection, conversation: int, role: str, text: str, figures: Mapping[str, object], rounds: bytes
) -> int:
    cursor = connection.execute(
        "INSERT INTO body (conversation, role, text, figures, rounds) VALUES (?, ?, ?, ?, ?)",
        (conversation, role, text, as_json(figures), rounds),
    )
    return int(cursor.lastrowid or 0)


def _insert(connection: Connection, conversation: int, message: StoredMessage) -> None:
    parent = None
    if message.parent_id is not None:
        record = connection.execute(
            "SELECT number FROM message WHERE id = ? AND conversation = ?", (message.parent_id, conversation)
        ).fetchone()
        if record is None:
            text = f"{message.parent_id} is no message of this conversation"
            raise ValueError(text)
        (parent,) = record
    if connection.execute("SELECT 1 FROM message WHERE id = ?", (message.id,)).fetchone() is not None:
        text = f"the message {message.id} exists already"
        raise ValueError(text)
    content = clean(message.text)
    role = message.role.value
    body = _insert_body(connection, conversation, role, content, message.figures, message.rounds)
    values = (message.id, conversation, parent, role, message.state.value, message.created_at, body)
    number = connection.execute(_INSERT, values).lastrowid
    if message.state is not MessageState.WRITING:
        search.index(connection, int(number or 0), content)


def _message(record: tuple[Any, ...]) -> StoredMessage:
    _, id_, conversation_id, parent_id, role, text, state, created_at, figures, rounds = record
    return StoredMessage(
        id=id_,
        conversation_id=conversation_id,
        parent_id=parent_id,
        role=Role(role),
        text=text,
        state=MessageState(state),
        created_at=created_at,
        figures=from_json(figures),
        rounds=rounds,
    )


def _with_batches(connection: Connection, record: tuple[Any, ...]) -> StoredMessage:
    message = _message(record)
    if message.state is not MessageState.WRITING:
        return message
    text, rounds = batches(connection, record[0])
    return replace(message, text=message.text + text, rounds=message.rounds + rounds)


def batches(connection: Connection, number: int) -> tuple[str, bytes]:
    """What has been appended to a reply since it was begun."""
    rows = connection.execute("SELECT text, rounds FROM batch WHERE message = ? ORDER BY number", (number,)).fetchall()
    return "".join(text for text, _ in rows), b"".join(rounds for _, rounds in rows)
