"""Reads a conversation of LM Studio: one of the files in its folder `conversations`.

Each place in the conversation holds `versions`, of which `currentlySelected` was answered. A reply is a series of
steps: thinking, tool calls, text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.store.exchange.conversation import foreign_conversation
from app.store.exchange.fields import derived_id, expect, seconds_or_none, text_or_empty, title_of
from app.store.exchange.tree import Node, Turn, thought
from app.store.exchange.values import ImportFormat
from app.store.values import MessageState, Role

if TYPE_CHECKING:
    from app.store.exchange.conversation import Imported
    from app.store.exchange.fields import Json, JsonObject

_STOPPED = {"userStopped": MessageState.STOPPED, "failed": MessageState.FAILED}
_OWN_NAMES = ("lastUsedModel", "perChatPredictionConfig", "usePerChatPredictionConfig", "userLastMessagedAt")


def is_conversation(value: JsonObject) -> bool:
    """Whether it looks like one of LM Studio's."""
    messages = value.get("messages")
    if isinstance(messages, list) and any(isinstance(each, dict) and "versions" in each for each in messages):
        return True
    return "messages" in value and any(name in value for name in _OWN_NAMES)


def read_conversation(value: JsonObject) -> Imported:
    """Make a conversation of it.

    Its file holds no id; when it was made and how it begins serve as one.

    Raises:
        UserError: If it is none.
    """
    nodes: dict[str, Node] = {}
    selected: str | None = None
    system_prompt = text_or_empty(value.get("systemPrompt"))
    first_text = ""
    for number, each in enumerate(expect(value.get("messages"), list, "messages")):
        place = f"messages.{number}"
        message = expect(each, dict, place)
        versions = expect(message.get("versions"), list, f"{place}.versions")
        above = selected
        keys = []
        for order, version in enumerate(versions):
            place_of_version = f"{place}.versions.{order}"
            version_object = expect(version, dict, place_of_version)
            turn = _turn(version_object, place_of_version)
            if version_object.get("role") == "system":
                system_prompt = system_prompt or (_texts(version_object, place_of_version, []) or [""])[0]
            first_text = first_text or (turn.text if turn is not None else "")
            keys.append(f"{number}.{order}")
            nodes[keys[-1]] = Node(above, turn)
        if keys:
            selected = keys[_chosen(message, len(keys))]
    created_at = seconds_or_none(value.get("createdAt"))
    last = [seconds_or_none(value.get(name)) for name in ("userLastMessagedAt", "assistantLastMessagedAt")]
    return foreign_conversation(
        ImportFormat.LM_STUDIO,
        derived_id(repr(created_at), first_text),
        nodes,
        selected,
        title=title_of(value.get("name")),
        created_at=created_at,
        updated_at=max((time for time in last if time is not None), default=None),
        system_prompt=system_prompt,
        pinned=value.get("pinned") is True,
    )


def _chosen(message: JsonObject, num_versions: int) -> int:
    chosen = message.get("currentlySelected")
    return chosen if isinstance(chosen, int) and 0 <= chosen < num_versions else num_versions - 1


def _turn(version: JsonObject, place: str) -> Turn | None:
    role = expect(version.get("role"), str, f"{place}.role")
    if role not in (Role.USER, Role.ASSISTANT):
        return None
    left_out: list[str] = []
    texts = _texts(version, place, left_out)
    if not texts and not left_out:
        return None
    sender = version.get("senderInfo")
    steps = version.get("steps")
    known = [step for step in steps if isinstance(step, dict)] if isinstance(steps, list) else []
    return Turn(
        role=Role(role),
        text="\n\n".join(texts),
        created_at=_time_of(known),
        state=_state(known),
        model=title_of(sender.get("senderName")) if role == Role.ASSISTANT and isinstance(sender, dict) else "",
        left_out=tuple(left_out),
    )


def _texts(version: JsonObject, place: str, left_out: list[str]) -> list[str]:
    """What a version says, step by step; kinds of everything else are added to `left_out`."""
    content = version.get("content")
    if content is not None:
        text = _content(content, f"{place}.content", left_out)
        if text:
            return [text]
    texts = []
    steps = version.get("steps")
    for number, value in enumerate(expect(steps, list, f"{place}.steps") if steps is not None else []):
        step = expect(value, dict, f"{place}.steps.{number}")
        if step.get("type") != "contentBlock":
            continue
        text = _content(step.get("content", []), f"{place}.steps.{number}.content", left_out)
        style = step.get("style")
        if text and isinstance(style, dict) and style.get("type") == "thinking":
            text = thought(text)
        texts += [text] if text else []
    return texts


def _content(value: Json, place: str, left_out: list[str]) -> str:
    if isinstance(value, str):
        return text_or_empty(value)
    texts = []
    for part in expect(value, list, place):
        if not isinstance(part, dict):
            continue
        kind = text_or_empty(part.get("type"))
        if kind == "text":
            texts.append(text_or_empty(part.get("text")))
        elif kind == "toolCallRequest":
            left_out.append("tool")
        elif kind in ("file", "image"):
            is_image = kind == "image" or part.get("fileType") == "image"
            left_out.append("image" if is_image else "file")
    return "\n".join(text for text in texts if text)


def _time_of(steps: list[JsonObject]) -> float | None:
    """A step's identifier begins with the milliseconds of its making."""
    for step in steps:
        digits = text_or_empty(step.get("stepIdentifier")).partition("-")[0]
        if digits.isascii() and digits.isdigit() and len(digits) == 13:
            return seconds_or_none(int(digits))
    return None


def _state(steps: list[JsonObject]) -> MessageState:
    for step in reversed(steps):
        info = step.get("genInfo")
        stats = info.get("stats") if isinstance(info, dict) else None
        if isinstance(stats, dict):
            reason = stats.get("stopReason")
            return _STOPPED.get(reason, MessageState.COMPLETE) if isinstance(reason, str) else MessageState.COMPLETE
    return MessageState.COMPLETE
