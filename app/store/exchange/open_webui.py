"""Reads a conversation of Open WebUI's export, of one chat or of all.

The whole tree stands in `chat.history.messages`, by id, and `currentId` is the end of the branch on screen. Exports
from before 2024 have the plain list `chat.messages` instead.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from app.store.exchange.conversation import foreign_conversation, id_of_content
from app.store.exchange.fields import damaged, expect, seconds_or_none, storable, text_or_empty, title_of
from app.store.exchange.tree import Node, Turn, thought
from app.store.exchange.values import ImportFormat
from app.store.values import MessageState, Role

if TYPE_CHECKING:
    from app.store.exchange.conversation import Imported
    from app.store.exchange.fields import Json, JsonObject

_DETAILS = re.compile(r'^<details type="(reasoning|tool_calls|code_interpreter)"', re.MULTILINE)
"""How Open WebUI begins to write thinking and tool calls into a reply's text."""
_END_OF_DETAILS = "</details>"
_SUMMARY = re.compile(r"\s*<summary>[^<]*</summary>\n?")
_QUOTED = re.compile(r"^> ?", re.MULTILINE)
_PART_KINDS = {"image_url": "image", "image": "image", "input_audio": "sound", "audio": "sound", "video": "video"}


def is_conversation(value: JsonObject) -> bool:
    """Whether it looks like one of Open WebUI's, with or without what the server says around it."""
    return isinstance(value.get("chat"), dict) or _is_chat(value) or ("chat" in value and "user_id" in value)


def read_conversation(value: JsonObject) -> Imported:
    """Make a conversation of it.

    Raises:
        UserError: If it is none.
    """
    chat = expect(value.get("chat"), dict, "chat") if "chat" in value else value
    nodes, current = _tree(chat)
    messages = [message for message, _ in nodes.values()]
    return foreign_conversation(
        ImportFormat.OPEN_WEBUI,
        text_or_empty(value.get("id")) or text_or_empty(chat.get("id")) or id_of_content(chat),
        {key: node for key, (_, node) in nodes.items()},
        current,
        title=title_of(value.get("title")) or title_of(chat.get("title")),
        created_at=_time(value, "created_at", chat),
        updated_at=_time(value, "updated_at", {}),
        system_prompt=_system_prompt(chat, messages),
        pinned=value.get("pinned") is True,
        archived=value.get("archived") is True,
    )


def _is_chat(value: JsonObject) -> bool:
    history = value.get("history")
    if isinstance(history, dict):
        return "messages" in history
    messages = value.get("messages")
    return isinstance(messages, list) and any(isinstance(each, dict) and "role" in each for each in messages)


def _time(value: JsonObject, name: str, chat: JsonObject) -> float | None:
    seconds = seconds_or_none(value.get(name))
    return seconds if seconds is not None else seconds_or_none(chat.get("timestamp"))


def _tree(chat: JsonObject) -> tuple[dict[str, tuple[JsonObject, Node]], str | None]:
    history = chat.get("history")
    if history is not None:
        history = expect(history, dict, "chat.history")
        by_id = expect(history.get("messages", {}), dict, "chat.history.messages")
        if by_id:
            current = history.get("currentId")
            nodes = {}
            for key, value in by_id.items():
                place = f"chat.history.messages.{title_of(key)}"
                message = expect(value, dict, place)
                nodes[key] = (message, _node(message, place))
            return nodes, current if isinstance(current, str) else None
    return _chain(expect(chat.get("messages"), list, "chat.messages")), None


def _node(message: JsonObject, place: str) -> Node:
    parent = message.get("parentId")
    if parent is not None:
        expect(parent, str, f"{place}.parentId")
    children = message.get("childrenIds")
    known = [child for child in children if isinstance(child, str)] if isinstance(children, list) else []
    return Node(parent, _turn(message, place), known)


def _chain(messages: list[Json]) -> dict[str, tuple[JsonObject, Node]]:
    """Each message answers the one before it."""
    nodes: dict[str, tuple[JsonObject, Node]] = {}
    above: str | None = None
    for number, value in enumerate(messages):
        place = f"chat.messages.{number}"
        message = expect(value, dict, place)
        key = text_or_empty(message.get("id")) or str(number)
        if key in nodes:
            raise damaged(f"{place}.id")
        nodes[key] = (message, Node(above, _turn(message, place)))
        above = key
    return nodes


def _turn(message: JsonObject, place: str) -> Turn | None:
    role = expect(message.get("role"), str, f"{place}.role")
    text, left_out = _content(message.get("content"), f"{place}.content")
    if role not in (Role.USER, Role.ASSISTANT):
        return None
    if role == Role.ASSISTANT:
        text = _without_details(text, left_out)
    files = message.get("files")
    for file in files if isinstance(files, list) else []:
        kind = file.get("type") if isinstance(file, dict) else None
        left_out.append(_PART_KINDS.get(kind, "file") if isinstance(kind, str) else "file")
    state = _state(message)
    if not text and not left_out and state is MessageState.COMPLETE and role == Role.ASSISTANT:
        return None
    return Turn(
        role=Role(role),
        text=text,
        created_at=seconds_or_none(message.get("timestamp")),
        state=state,
        model=title_of(message.get("modelName")) or title_of(message.get("model")),
        left_out=tuple(left_out),
    )


def _content(value: Json, place: str) -> tuple[str, list[str]]:
    if value is None:
        return "", []
    if isinstance(value, str):
        return storable(value), []
    texts: list[str] = []
    left_out: list[str] = []
    for part in expect(value, list, place):
        if isinstance(part, str):
            texts.append(storable(part))
        elif isinstance(part, dict):
            kind = part.get("type")
            if isinstance(part.get("text"), str):
                texts.append(storable(part["text"]))
            else:
                left_out.append(_PART_KINDS.get(kind, "file") if isinstance(kind, str) else "file")
    return "\n".join(texts), left_out


def _without_details(text: str, left_out: list[str]) -> str:
    """Turn thinking into Galley's, and take out tool calls; what is not closed stays as it is."""
    parts: list[str] = []
    at = 0
    while (found := _DETAILS.search(text, at)) is not None:
        begin = text.find(">", found.end())
        end = text.find(_END_OF_DETAILS, begin)
        if begin < 0 or end < 0:
            break
        parts.append(text[at : found.start()])
        inside = text[begin + 1 : end]
        at = end + len(_END_OF_DETAILS)
        while at < len(text) and text[at] in " \t\n":
            at += 1
        if found[1] == "reasoning":
            summary = _SUMMARY.match(inside)
            told = _QUOTED.sub("", inside[summary.end() if summary is not None else 0 :])
            parts.append(thought(html.unescape(told).strip("\n")) + ("\n\n" if at < len(text) else ""))
        else:
            left_out.append("tool")
    return "".join([*parts, text[at:]])


def _state(message: JsonObject) -> MessageState:
    if message.get("error"):
        return MessageState.FAILED
    return MessageState.INTERRUPTED if message.get("done") is False else MessageState.COMPLETE


def _system_prompt(chat: JsonObject, messages: list[JsonObject]) -> str:
    params = chat.get("params")
    given = text_or_empty(params.get("system")) if isinstance(params, dict) else ""
    given = given or text_or_empty(chat.get("system"))
    said = (text_or_empty(each.get("content")) for each in messages if each.get("role") == "system")
    return given or next((text for text in said if text), "")
