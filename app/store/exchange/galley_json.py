"""Writes conversations as Galley's own JSON, version 1: complete, and readable by people and programs.

Source: docs/exchange.md, which describes every field.
"""

from __future__ import annotations

import base64
import json
import math
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from app.store.exchange.galley_rounds import rounds_as_json
from app.store.rounds import unpack_rounds
from app.store.values import MessageState

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from app.store.exchange.fields import Json, JsonObject
    from app.store.values import ConversationRow, Preset, StoredConversation, StoredMessage

FORMAT_NAME = "galley-conversations"
VERSION = 1


def json_pieces(
    conversations: Iterable[StoredConversation], presets: Sequence[Preset], exported_at: float
) -> Iterator[tuple[str, int]]:
    """The text of a file in pieces, each with the number of conversations that are complete with it."""
    moment = datetime.fromtimestamp(exported_at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    yield f'{{\n"format": "{FORMAT_NAME}",\n"version": {VERSION},\n"exported_at": "{moment}",\n"presets": [', 0
    for number, preset in enumerate(presets):
        yield _line({"name": preset.name, "settings": _finite(preset.settings)}, number), 0
    yield "\n],\n" if presets else "],\n", 0
    yield '"conversations": [', 0
    num_done = 0
    for conversation in conversations:
        yield _line(_head(conversation.row), num_done)[:-1] + ', "messages": [', num_done
        for number, message in enumerate(conversation.messages):
            yield _line(_message(message), number), num_done
        num_done += 1
        yield "\n]}" if conversation.messages else "]}", num_done
    yield "\n]\n}\n" if num_done else "]\n}\n", num_done


def _line(value: JsonObject, number: int) -> str:
    return f"{',' if number else ''}\n{json.dumps(value, ensure_ascii=False, allow_nan=False)}"


def _head(row: ConversationRow) -> JsonObject:
    return {
        "id": row.id,
        "title": row.title,
        "title_is_own": row.title_is_own,
        "created_at": float(row.created_at),
        "updated_at": float(row.updated_at),
        "pinned": row.pinned,
        "archived": row.archived,
        "folder": row.folder,
        "draft": row.draft,
        "system_prompt": row.system_prompt,
        "settings": _finite(row.settings),
        "active_leaf": row.active_leaf,
    }


def _message(message: StoredMessage) -> JsonObject:
    state = message.state
    value: JsonObject = {
        "id": message.id,
        "parent_id": message.parent_id,
        "role": message.role,
        "state": MessageState.INTERRUPTED if state is MessageState.WRITING else state,
        "created_at": float(message.created_at),
        "text": message.text,
        "figures": _finite(message.figures),
    }
    if message.rounds:
        try:
            value["rounds"] = rounds_as_json(unpack_rounds(message.rounds))
        except ValueError:  # of another program version; whoever wrote them can still read them
            value["rounds_packed"] = base64.b64encode(message.rounds).decode("ascii")
    return value


def _finite(value: object) -> Json:
    """JSON values, with null for what JSON has no word for."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {name: _finite(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(each) for each in value]
    return value
