"""Says whose a conversation is by what stands in it, never by the name of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.exchange import chatgpt, lm_studio, open_webui
from app.store.exchange.values import ImportFormat

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.store.exchange.conversation import Imported
    from app.store.exchange.fields import Json, JsonObject

_READERS: tuple[tuple[ImportFormat, Callable[[JsonObject], bool], Callable[[JsonObject], Imported]], ...] = (
    (ImportFormat.CHATGPT, chatgpt.is_conversation, chatgpt.read_conversation),
    (ImportFormat.LM_STUDIO, lm_studio.is_conversation, lm_studio.read_conversation),
    (ImportFormat.OPEN_WEBUI, open_webui.is_conversation, open_webui.read_conversation),
)


def recognise(value: Json) -> ImportFormat | None:
    """Whose conversation it is; None where it is none that another program exports."""
    if not isinstance(value, dict):
        return None
    return next((name for name, is_conversation, _ in _READERS if is_conversation(value)), None)


def read_foreign(value: JsonObject) -> Imported:
    """Make a conversation of another program's.

    Raises:
        UserError: If it is none.
    """
    for _, is_conversation, read in _READERS:
        if is_conversation(value):
            return read(value)
    raise UserError("import_no_conversation")
