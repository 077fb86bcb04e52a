"""The few words that an export adds to what was said: who speaks, when, and how a reply ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.errors import Notice
from app.store.exchange.fields import is_time
from app.store.values import MessageState, Role

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.store.values import ConversationRow, StoredMessage

_ROLES = {Role.USER: "export_user", Role.ASSISTANT: "export_assistant"}
_STATES = {
    MessageState.WRITING: "export_interrupted",
    MessageState.STOPPED: "export_stopped",
    MessageState.INTERRUPTED: "export_interrupted",
    MessageState.FAILED: "export_failed",
}


@dataclass(frozen=True, slots=True)
class Wording:
    """Words in the user's language.

    Args:
        translate: Maps an English text of the catalogue; None keeps English.
    """

    translate: Callable[[str], str] | None = None

    def title(self, row: ConversationRow) -> str:
        """The title on one line."""
        return " ".join(row.title.split()) or self._say("export_untitled")

    def dates(self, row: ConversationRow) -> str:
        """When a conversation began and ended; empty where that is not known."""
        moments = [moment for seconds in (row.created_at, row.updated_at) if (moment := date(seconds))]
        return " – ".join(dict.fromkeys(moments))

    def speaker(self, message: StoredMessage) -> str:
        """Who speaks, when, and what became of it unless it is whole."""
        parts = [self._say(_ROLES[message.role]), date(message.created_at)]
        if message.state in _STATES:
            parts.append(self._say(_STATES[message.state]))
        return " · ".join(part for part in parts if part)

    @property
    def system_prompt(self) -> str:
        """What to call the system prompt."""
        return self._say("export_system_prompt")

    def _say(self, code: str) -> str:
        return sentence(Notice(code), self.translate)


def date(seconds: float) -> str:
    """A time to the minute, in UTC, so that it means the same wherever it is read; empty where it is none."""
    if not is_time(seconds):
        return ""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
