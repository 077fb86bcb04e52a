"""Reads conversations in Galley's own JSON, version 1.

Only what cannot be done without has to be there, so that other programs can write it; what is there has to be right.
Source: docs/exchange.md.
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.exchange.fields import damaged, expect, is_time, number_or_none, storable, storable_json
from app.store.exchange.galley_json import FORMAT_NAME, VERSION
from app.store.exchange.galley_rounds import rounds_of_json
from app.store.exchange.limits import MAX_ID
from app.store.rounds import pack_rounds
from app.store.values import ConversationRow, MessageState, Preset, Role, StoredConversation, StoredMessage

if TYPE_CHECKING:
    from app.store.exchange.fields import Json, JsonObject


def is_galley(members: JsonObject) -> bool:
    """Whether an outermost object says that it is Galley's."""
    return members.get("format") == FORMAT_NAME


def check_version(members: JsonObject) -> None:
    """Refuse what a later Galley wrote.

    Raises:
        UserError: If the version is not this one.
    """
    version = expect(members.get("version"), int, "version")
    if version > VERSION:
        raise UserError("import_newer", version=str(version)[:20], known=VERSION)
    if version < 1:
        raise damaged("version")


def read_conversation(value: Json) -> StoredConversation:
    """Make a conversation of a member of `conversations`.

    Raises:
        UserError: If it is none.
    """
    fields = expect(value, dict, "conversations")
    conversation_id = _id(fields, "id", "id")
    listed = expect(fields.get("messages"), list, "messages")
    messages = [
        _message(expect(each, dict, f"messages.{number}"), conversation_id, f"messages.{number}")
        for number, each in enumerate(listed)
    ]
    messages = _parents_first(messages)
    active_leaf = None if fields.get("active_leaf") is None else _id(fields, "active_leaf", "active_leaf")
    if active_leaf is not None and all(message.id != active_leaf for message in messages):
        raise damaged("active_leaf")
    created_at = _time(fields, "created_at", "created_at")
    row = ConversationRow(
        id=conversation_id,
        title=_text(fields, "title"),
        title_is_own=_flag(fields, "title_is_own"),
        created_at=created_at,
        updated_at=_time(fields, "updated_at", "updated_at") if "updated_at" in fields else created_at,
        num_messages=len(messages),
        pinned=_flag(fields, "pinned"),
        archived=_flag(fields, "archived"),
        folder=_text(fields, "folder"),
        draft=_text(fields, "draft"),
        system_prompt=_text(fields, "system_prompt"),
        settings=storable_json(expect(fields.get("settings", {}), dict, "settings")),
        active_leaf=active_leaf,
    )
    return StoredConversation(row, tuple(messages))


def read_preset(value: Json) -> Preset:
    """Make a preset of a member of `presets`.

    Raises:
        UserError: If it is none.
    """
    fields = expect(value, dict, "presets")
    name = storable(expect(fields.get("name"), str, "presets.name"))
    if not name.strip() or len(name) > MAX_ID:
        raise damaged("presets.name")
    return Preset(name, storable_json(expect(fields.get("settings"), dict, "presets.settings")))


def _message(fields: JsonObject, conversation_id: str, place: str) -> StoredMessage:
    state = _state(fields.get("state", MessageState.COMPLETE), f"{place}.state")
    return StoredMessage(
        id=_id(fields, "id", f"{place}.id"),
        conversation_id=conversation_id,
        parent_id=None if fields.get("parent_id") is None else _id(fields, "parent_id", f"{place}.parent_id"),
        role=_role(fields.get("role"), f"{place}.role"),
        text=storable(expect(fields.get("text"), str, f"{place}.text")),
        state=MessageState.INTERRUPTED if state is MessageState.WRITING else state,
        created_at=_time(fields, "created_at", f"{place}.created_at"),
        figures=storable_json(expect(fields.get("figures", {}), dict, f"{place}.figures")),
        rounds=_rounds(fields, place),
    )


def _rounds(fields: JsonObject, place: str) -> bytes:
    if "rounds" in fields:
        return pack_rounds(rounds_of_json(fields["rounds"], f"{place}.rounds"))
    if "rounds_packed" not in fields:
        return b""
    at = f"{place}.rounds_packed"
    try:
        return base64.b64decode(expect(fields["rounds_packed"], str, at), validate=True)
    except (binascii.Error, ValueError) as error:
        raise damaged(at) from error


def _parents_first(messages: list[StoredMessage]) -> list[StoredMessage]:
    """The messages in their order, or, where a parent comes late, in one that puts it first."""
    by_id: dict[str, StoredMessage] = {}
    for message in messages:
        if message.id in by_id:
            raise UserError("import_repeated_id", id=message.id)
        by_id[message.id] = message
    for message in messages:
        if message.parent_id is not None and message.parent_id not in by_id:
            raise UserError("import_orphan", id=message.id)
    placed: dict[str, StoredMessage] = {}
    for message in messages:
        path = []
        on_path: set[str] = set()
        at: StoredMessage | None = message
        while at is not None and at.id not in placed:
            if at.id in on_path:
                raise UserError("import_circle")
            on_path.add(at.id)
            path.append(at)
            at = by_id[at.parent_id] if at.parent_id is not None else None
        placed.update((each.id, each) for each in reversed(path))
    return list(placed.values())


def _id(fields: JsonObject, name: str, place: str) -> str:
    value = expect(fields.get(name), str, place)
    if not value or len(value) > MAX_ID or storable(value) != value:
        raise damaged(place)
    return value


def _text(fields: JsonObject, name: str) -> str:
    return storable(expect(fields.get(name, ""), str, name))


def _flag(fields: JsonObject, name: str) -> bool:
    return expect(fields.get(name, False), bool, name)


def _time(fields: JsonObject, name: str, place: str) -> float:
    seconds = number_or_none(fields.get(name))
    if seconds is None or not is_time(seconds):
        raise damaged(place)
    return seconds


def _role(value: Json, place: str) -> Role:
    try:
        return Role(expect(value, str, place))
    except ValueError as error:
        raise damaged(place) from error


def _state(value: Json, place: str) -> MessageState:
    try:
        return MessageState(expect(value, str, place))
    except ValueError as error:
        raise damaged(place) from error
