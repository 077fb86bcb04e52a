"""What a chat needs of others: an engine that replies, and somebody who keeps what is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.types import ReplyRequest
    from app.viewmodels.reply import Reply
    from app.viewmodels.transcript import UserTurn


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

    def show_branch(self, key: str, leaf_id: str) -> None:
        """Keep which message is the last one on screen."""
        ...

    def erase_messages(self, key: str, message_ids: Sequence[str]) -> None:
        """Erase a message for good, and what is below it, whose ids follow its own."""
        ...

    def is_kept(self, key: str) -> bool:
        """Whether a conversation has messages that were kept."""
        ...

    def read(self, key: str) -> None:
        """Ask for a conversation that was kept; the answer is a call of `Chat.take`."""
        ...
