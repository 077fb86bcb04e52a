"""A reply while it is written: begun as a message, continued by batches of its own, ended by joining them.

A batch never touches what was written before it, so that it costs the same at the end of a long reply as at its start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.store import messages, search
from app.store.conversations import clean
from app.store.rounds import pack_rounds
from app.store.values import MessageState, StoredMessage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from sqlite3 import Connection

    from app.engine.types import Round


def append(connection: Connection, message_id: str, text: str, rounds: Sequence[Round]) -> None:
    """Add a batch.

    Raises:
        KeyError: If there is no such message.
        ValueError: If it is not being written.
    """
    record = connection.execute("SELECT number, state FROM message WHERE id = ?", (message_id,)).fetchone()
    if record is None:
        raise KeyError(message_id)
    _check_writing(message_id, MessageState(record[1]))
    connection.execute(
        "INSERT INTO batch (message, text, rounds) VALUES (?, ?, ?)", (record[0], clean(text), pack_rounds(rounds))
    )


def finish(
    connection: Connection,
    message_id: str,
    state: MessageState,
    figures: Mapping[str, object],
    tail: str,
    now: float,
) -> StoredMessage:
    """Join a reply's batches and let it be found.

    Raises:
        KeyError: If there is no such message.
        ValueError: If it is not being written, or is to go on being so.
    """
    number, message = messages.find(connection, message_id)
    _check_writing(message_id, message.state)
    if state is MessageState.WRITING:
        text = "a reply ends in another state"
        raise ValueError(text)
    appended, rounds = messages.batches(connection, number)
    text = message.text + appended + clean(tail)
    connection.execute("UPDATE message SET state = ? WHERE number = ?", (state.value, number))
    messages.replace_body(connection, number, text, figures, message.rounds + rounds)
    remove_batches(connection, number)
    search.index(connection, number, text)
    connection.execute(
        "UPDATE conversation SET updated_at = max(updated_at, ?) WHERE id = ?", (now, message.conversation_id)
    )
    return messages.find(connection, message_id)[1]


def interrupt_all(connection: Connection) -> dict[str, str]:
    """End the replies that nobody writes any more, as far as they came. Wants a transaction.

    Returns:
        The conversation of each, by the reply's id.
    """
    interrupted = {}
    records = connection.execute(
        "SELECT number, id FROM message INDEXED BY message_being_written WHERE state = 'writing' ORDER BY number"
    ).fetchall()
    for _, message_id in records:
        _, message = messages.find(connection, message_id)
        finish(connection, message_id, MessageState.INTERRUPTED, message.figures, "", message.created_at)
        interrupted[str(message_id)] = message.conversation_id
    return interrupted


def remove_batches(connection: Connection, number: int) -> None:
    """Remove a reply's batches; together with the last of all, every trace of the table's pages is overwritten."""
    others = connection.execute("SELECT 1 FROM batch WHERE message <> ? LIMIT 1", (number,)).fetchone()
    if others is None:
        connection.execute("DELETE FROM batch")
    else:
        connection.execute("DELETE FROM batch WHERE message = ?", (number,))


def _check_writing(message_id: str, state: MessageState) -> None:
    if state is not MessageState.WRITING:
        text = f"the reply {message_id} has ended"
        raise ValueError(text)
