"""Reads a conversation of ChatGPT's data export: `conversations.json`, or its numbered parts, in the ZIP file.

A conversation is a tree, `mapping`, whose nodes name their parent and children; `current_node` is the end of the branch
on screen. Many nodes were never on screen: system prompts, calls of tools and what these answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.store.exchange.conversation import foreign_conversation, id_of_content
from app.store.exchange.fields import expect, seconds_or_none, text_or_empty, title_of
from app.store.exchange.tree import Node, Turn, thought
from app.store.exchange.values import ImportFormat
from app.store.values import MessageState, Role

if TYPE_CHECKING:
    from app.store.exchange.conversation import Imported
    from app.store.exchange.fields import Json, JsonObject

_SPOKEN_TO_ALL = ("all", "", None)
_KINDS = (("image", "image"), ("audio", "sound"), ("video", "video"))
_INVISIBLE = {"user_editable_context", "model_editable_context", "reasoning_recap", "system_error"}


def is_conversation(value: JsonObject) -> bool:
    """Whether it looks like one of ChatGPT's."""
    return "mapping" in value


def read_conversation(value: JsonObject) -> Imported:
    """Make a conversation of it.

    Raises:
        UserError: If it is none.
    """
    mapping = expect(value.get("mapping"), dict, "mapping")
    current = value.get("current_node")
    return foreign_conversation(
        ImportFormat.CHATGPT,
        text_or_empty(value.get("conversation_id")) or text_or_empty(value.get("id")) or id_of_content(value),
        {key: _node(expect(each, dict, f"mapping.{title_of(key)}"), title_of(key)) for key, each in mapping.items()},
        current if isinstance(current, str) else None,
        title=title_of(value.get("title")),
        created_at=seconds_or_none(value.get("create_time")),
        updated_at=seconds_or_none(value.get("update_time")),
        pinned=value.get("is_starred") is True,
        archived=value.get("is_archived") is True,
    )


def _node(value: JsonObject, name: str) -> Node:
    parent = value.get("parent")
    if parent is not None:
        expect(parent, str, f"mapping.{name}.parent")
    children = value.get("children")
    return Node(
        parent,
        _turn(value.get("message"), f"mapping.{name}.message"),
        [child for child in children if isinstance(child, str)] if isinstance(children, list) else (),
    )


def _turn(value: Json, place: str) -> Turn | None:
    if value is None:
        return None
    message = expect(value, dict, place)
    author = expect(message.get("author"), dict, f"{place}.author")
    role = expect(author.get("role"), str, f"{place}.author.role")
    metadata = message.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    if metadata.get("is_visually_hidden_from_conversation") is True:
        return None
    content = message.get("content")
    if content is None:
        return None
    texts, left_out = _content(expect(content, dict, f"{place}.content"), f"{place}.content")
    if role == "tool" and left_out:
        texts = []  # a picture that a tool made is part of the reply; what it says to the model is not
    elif role not in (Role.USER, Role.ASSISTANT) or message.get("recipient") not in _SPOKEN_TO_ALL:
        return None
    left_out += _attachments(metadata, "image" in left_out)
    text = "\n".join(texts)
    if not text and not left_out:
        return None
    return Turn(
        role=Role.USER if role == Role.USER else Role.ASSISTANT,
        text=text,
        created_at=seconds_or_none(message.get("create_time")),
        state=_state(message, metadata),
        model=title_of(metadata.get("model_slug")),
        left_out=tuple(left_out),
    )


def _content(content: JsonObject, place: str) -> tuple[list[str], list[str]]:
    """The texts of a message, and the kinds of everything else in it."""
    kind = text_or_empty(content.get("content_type"))
    if kind in _INVISIBLE:
        return [], []
    if kind == "thoughts":
        return _thoughts(content, place), []
    if kind == "code":
        return _code(content), []
    texts: list[str] = []
    left_out: list[str] = []
    parts = content.get("parts")
    for part in expect(parts, list, f"{place}.parts") if parts is not None else []:
        if isinstance(part, str):
            texts += [text_or_empty(part)] if part else []
        elif isinstance(part, dict):
            _take_part(part, texts, left_out)
    if parts is None:
        texts += [text for name in ("text", "result") if (text := text_or_empty(content.get(name)))]
    return texts, left_out


def _take_part(part: JsonObject, texts: list[str], left_out: list[str]) -> None:
    spoken = text_or_empty(part.get("text"))
    kind = text_or_empty(part.get("content_type"))
    if spoken:
        texts.append(spoken)
    elif "transcription" not in kind:
        left_out.append(next((ours for theirs, ours in _KINDS if theirs in kind), "file"))


def _thoughts(content: JsonObject, place: str) -> list[str]:
    found = []
    for each in expect(content.get("thoughts", []), list, f"{place}.thoughts"):
        if isinstance(each, dict):
            found += [text for name in ("summary", "content") if (text := text_or_empty(each.get(name)))]
    return [thought("\n\n".join(found))] if found else []


def _code(content: JsonObject) -> list[str]:
    text = text_or_empty(content.get("text"))
    language = title_of(content.get("language"))
    return [f"```{'' if language == 'unknown' else language}\n{text}\n```"] if text else []


def _attachments(metadata: JsonObject, has_images: bool) -> list[str]:
    """Kinds of the files that hang on a message; its pictures are among its parts as well."""
    found = []
    attachments = metadata.get("attachments")
    for each in attachments if isinstance(attachments, list) else []:
        mime = text_or_empty(each.get("mime_type") or each.get("mimeType")) if isinstance(each, dict) else ""
        is_image = mime.startswith("image/")
        if not (is_image and has_images):
            found.append("image" if is_image else "file")
    return found


def _state(message: JsonObject, metadata: JsonObject) -> MessageState:
    details = metadata.get("finish_details")
    if isinstance(details, dict) and details.get("type") == "interrupted":
        return MessageState.STOPPED
    return MessageState.INTERRUPTED if message.get("status") == "in_progress" else MessageState.COMPLETE
