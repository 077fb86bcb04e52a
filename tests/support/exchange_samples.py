"""Conversations to export, and files as ChatGPT, Open WebUI and LM Studio write them.

Their structure is that of real exports; every word in them is ours.
"""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine.types import Candidate, EmittedToken, Mark, ProposedToken, Proposer, Round
from app.store.rounds import pack_rounds
from app.store.values import ConversationRow, MessageState, Preset, Role, StoredConversation, StoredMessage

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from app.store.exchange.fields import Json
    from app.store.exchange.fields import JsonObject as Document

CODE = 'Use this:\n\n```html\n<a href="x">&amp; "quoted"</a>\n```\n\nThat is *all* — 三只小猫 🐱'
ROUNDS = (
    Round(
        index=0,
        proposer=Proposer.DRAFT,
        proposed=(
            ProposedToken(11, " the", 0.75, (Candidate(11, " the", 0.75), Candidate(12, " a", 0.125))),
            ProposedToken(13, "\n", 0.1),
        ),
        num_accepted=1,
        emitted=(
            EmittedToken(11, " the", Mark.ACCEPTED, 0.9, (Candidate(11, " the", 0.9), Candidate(14, "ß", 0.05))),
            EmittedToken(15, "", Mark.CORRECTED, 0.3),
        ),
        draft_seconds=0.0012345678901,
        verify_seconds=0.02,
        seconds=0.0213,
    ),
    Round(1, None, (), 0, (EmittedToken(16, "🐱", Mark.PLAIN, 1.0),), 0.0, 0.01, 0.011, ended=True),
)


def message(
    key: str, parent: str | None, role: Role, text: str, *, conversation: str = "c1", **fields: Json
) -> StoredMessage:
    """A message, a minute after 2026-11-29 22:00 for every digit in its key."""
    made: Document = {"state": MessageState.COMPLETE, "created_at": 1_795_989_600.0 + 60 * int("0" + key[1:])}
    return StoredMessage(key, conversation, parent, role, text, **{**made, **fields})


def conversation(key: str = "c1", title: str = "Cats & <dogs>", **fields: Json) -> StoredConversation:
    """A conversation of two branches: the question was asked twice, and the second reply was stopped."""
    names = {name: f"{name}" if key == "c1" else f"{name}{key[1:]}" for name in ("m1", "m2", "m3", "m4")}
    messages = (
        message(names["m1"], None, Role.USER, "Show me some HTML.", conversation=key),
        message(
            names["m2"],
            names["m1"],
            Role.ASSISTANT,
            CODE,
            conversation=key,
            figures={"seed": 7, "tokens_per_second": 31.5, "nested": {"list": [1, 2.5, None, True, "ü"]}},
            rounds=pack_rounds(ROUNDS),
        ),
        message(names["m3"], None, Role.USER, "Show me some HTML,\r\nplease.  ", conversation=key),
        message(
            names["m4"],
            names["m3"],
            Role.ASSISTANT,
            "Of course:\n```python\nprint(1)",
            conversation=key,
            state=MessageState.STOPPED,
        ),
    )
    row = ConversationRow(
        key,
        title,
        title_is_own=True,
        created_at=1_795_989_600.25,
        updated_at=1_795_989_900.5,
        num_messages=len(messages),
        pinned=True,
        folder="Work",
        draft="not sent yet",
        system_prompt="Be brief.",
        settings={"temperature": 0.2, "stop": ["END"]},
        active_leaf=names["m4"],
    )
    return StoredConversation(replace(row, **fields), messages)


PRESETS = (Preset("Careful", {"temperature": 0.0}), Preset("Wild <3", {"temperature": 1.5, "top_k": 0}))


# ChatGPT.


def chatgpt_node(
    key: str,
    parent: str | None,
    children: Sequence[str],
    role: str | None = None,
    content: Document | str | None = None,
    **fields: Json,
) -> Document:
    """A node of `mapping`; without a role one that holds no message."""
    if role is None:
        return {"id": key, "message": None, "parent": parent, "children": list(children)}
    if isinstance(content, str):
        content = {"content_type": "text", "parts": [content]}
    message_fields: Document = {
        "id": key,
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": 1_700_000_000.5,
        "update_time": None,
        "content": content,
        "status": "finished_successfully",
        "end_turn": True,
        "weight": 1.0,
        "metadata": {"model_slug": "gpt-4o"} if role == "assistant" else {},
        "recipient": "all",
        "channel": None,
    }
    return {"id": key, "message": {**message_fields, **fields}, "parent": parent, "children": list(children)}


def chatgpt_conversation(key: str = "aaaa", title: str = "Three cats") -> Document:
    """Asked once, answered twice; the answer on screen took thinking, a search and a picture."""
    hidden = {"is_visually_hidden_from_conversation": True}
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-1", "width": 10}
    nodes = [
        chatgpt_node("root", None, ["sys"]),
        chatgpt_node("sys", "root", ["q"], "system", "", metadata=hidden),
        chatgpt_node("q", "sys", ["old", "think"], "user", "How do I write three cats?"),
        chatgpt_node("old", "q", [], "assistant", "Like this: cats."),
        chatgpt_node(
            "think",
            "q",
            ["recap"],
            "assistant",
            {"content_type": "thoughts", "thoughts": [{"summary": "Chinese", "content": "They want 三只小猫."}]},
        ),
        chatgpt_node("recap", "think", ["call"], "assistant", {"content_type": "reasoning_recap", "content": "4 s"}),
        chatgpt_node(
            "call",
            "recap",
            ["tool"],
            "assistant",
            {"content_type": "code", "language": "json", "text": '{"query": "cats"}'},
            recipient="web",
        ),
        chatgpt_node("tool", "call", ["new"], "tool", "a page about cats", recipient="all"),
        chatgpt_node("new", "tool", ["more"], "assistant", "三只小猫 🐱"),
        chatgpt_node(
            "more", "new", ["again"], "user", {"content_type": "multimodal_text", "parts": [picture, "And these?"]}
        ),
        chatgpt_node("again", "more", [], "assistant", "Two cats.\n\n```\nx < y && z\n```"),
    ]
    return {
        "title": title,
        "create_time": 1_700_000_000.25,
        "update_time": 1_700_000_100.75,
        "mapping": {node["id"]: node for node in nodes},
        "moderation_results": [],
        "current_node": "again",
        "plugin_ids": None,
        "conversation_id": key,
        "conversation_template_id": None,
        "gizmo_id": None,
        "is_archived": False,
        "is_starred": True,
        "safe_urls": [],
        "default_model_slug": "gpt-4o",
        "id": key,
    }


def write_chatgpt_zip(path: Path, *parts: Sequence[Document]) -> Path:
    """The ZIP file of a data export; several parts are numbered, as in large ones."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("chat.html", "<html><body>[not read]</body></html>")
        archive.writestr("user.json", json.dumps({"id": "user-1", "email": "someone@example.org"}))
        archive.writestr("message_feedback.json", json.dumps([{"id": "f", "rating": "thumbs_up"}]))
        archive.writestr("shared_conversations.json", json.dumps([{"id": "s", "title": "Shared"}]))
        archive.writestr("file-1.png", b"\x89PNG\r\n\x1a\n" + bytes(100))
        for number, part in enumerate(parts):
            name = "conversations.json" if len(parts) == 1 else f"conversations-{number:03d}.json"
            archive.writestr(name, json.dumps(part))
    return path


# Open WebUI.


def open_webui_message(
    key: str, parent: str | None, children: Sequence[str], role: str, content: Json, **fields: Json
) -> Document:
    """A message of `chat.history.messages`."""
    of_reply = {"model": "qwen2.5:7b", "modelName": "Qwen 2.5", "modelIdx": 0, "done": True}
    made: Document = {
        "id": key,
        "parentId": parent,
        "childrenIds": list(children),
        "role": role,
        "content": content,
        "timestamp": 1_710_000_000,
        **(of_reply if role == "assistant" else {"models": ["qwen2.5:7b"]}),
    }
    return {**made, **fields}


def open_webui_chat(key: str = "w1", title: str = "Regular expressions") -> Document:
    """A chat as the server exports it: one question, two replies, a second question with a picture."""
    reply = (
        '<details type="reasoning" done="true" duration="3">\n<summary>Thought for 3 seconds</summary>\n'
        "&gt; is it &lt;greedy&gt;?\n</details>\nUse `.*?`."
    ).replace("&gt; is", "> is")
    messages = [
        open_webui_message("u1", None, ["a1", "a2"], "user", "What is lazy?"),
        open_webui_message("a1", "u1", [], "assistant", "I do not know.", error={"content": "out of memory"}),
        open_webui_message("a2", "u1", ["u2"], "assistant", reply),
        open_webui_message(
            "u2", "a2", ["a3"], "user", "And this?", files=[{"type": "image", "url": "data:image/png;base64,AAAA"}]
        ),
        open_webui_message("a3", "u2", [], "assistant", "A cat <b>asleep</b>.", done=False),
    ]
    return {
        "id": key,
        "user_id": "user-1",
        "title": title,
        "chat": {
            "id": "",
            "title": title,
            "models": ["qwen2.5:7b"],
            "params": {"system": "Answer in one line."},
            "history": {"messages": {each["id"]: each for each in messages}, "currentId": "a3"},
            "messages": [messages[0], messages[2], messages[3], messages[4]],
            "tags": [],
            "timestamp": 1_710_000_000_123,
            "files": [],
        },
        "updated_at": 1_710_000_500,
        "created_at": 1_710_000_000,
        "share_id": None,
        "archived": False,
        "pinned": True,
        "meta": {"tags": ["regex"]},
        "folder_id": None,
    }


def open_webui_old_chat() -> Document:
    """A chat from before there was a tree, without what the server says around it."""
    return {
        "title": "Old one",
        "models": ["llama2"],
        "system": "Be kind.",
        "options": {},
        "messages": [
            {"role": "user", "content": "Hello?"},
            {"role": "assistant", "content": "Hello!", "done": True, "context": [1, 2, 3]},
        ],
        "timestamp": 1_700_000_000_000,
    }


# LM Studio.


def lm_studio_text(text: str) -> list[Document]:
    """The content of a step or a question."""
    return [{"type": "text", "text": text}]


def lm_studio_step(text: str, *, thinking: bool = False, stop: str = "eosFound") -> Document:
    """A step of a reply."""
    step: Document = {
        "type": "contentBlock",
        "stepIdentifier": "1736789920000-0.25",
        "content": lm_studio_text(text),
        "defaultShouldIncludeInContext": True,
        "shouldIncludeInContext": True,
        "genInfo": {"identifier": "qwen3-8b", "stats": {"stopReason": stop, "tokensPerSecond": 40.5}},
    }
    if thinking:
        step |= {"style": {"type": "thinking", "ended": True, "title": "Thought for 2 seconds"}}
        step |= {"prefix": "<think>", "suffix": "</think>"}
    return step


def lm_studio_reply(*steps: Document) -> Document:
    """A version of a reply."""
    return {"type": "multiStep", "role": "assistant", "senderInfo": {"senderName": "qwen3-8b"}, "steps": list(steps)}


def lm_studio_question(text: str, *parts: Document) -> Document:
    """A version of a question."""
    return {"type": "singleStep", "role": "user", "content": [*lm_studio_text(text), *parts]}


def lm_studio_conversation(title: str = "Sorting") -> Document:
    """A question, two replies of which the first is on screen, and a second question whose reply was stopped."""
    debug = {"type": "debugInfoBlock", "stepIdentifier": "1736789920001-0.5", "debugInfo": "Conversation naming"}
    replies = [
        lm_studio_reply(lm_studio_step("They mean <fast>.", thinking=True), lm_studio_step("Quicksort."), debug),
        lm_studio_reply(lm_studio_step("Merge sort.")),
    ]
    picture = {"type": "file", "fileIdentifier": "1736-1.png", "fileType": "image", "sizeBytes": 9}
    return {
        "name": title,
        "pinned": False,
        "createdAt": 1_736_789_912_980,
        "preset": "",
        "tokenCount": 120,
        "systemPrompt": "You sort.",
        "messages": [
            {"versions": [lm_studio_question("Which sort?")], "currentlySelected": 0},
            {"versions": replies, "currentlySelected": 0},
            {"versions": [lm_studio_question("And this one?", picture)], "currentlySelected": 0},
            {"versions": [lm_studio_reply(lm_studio_step("It is", stop="userStopped"))], "currentlySelected": 0},
        ],
        "usePerChatPredictionConfig": True,
        "perChatPredictionConfig": {"fields": []},
        "clientInput": "",
        "clientInputFiles": [],
        "userLastMessagedAt": 1_736_790_000_000,
        "assistantLastMessagedAt": 1_736_790_010_500,
        "lastUsedModel": {"identifier": "qwen3-8b", "indexedModelIdentifier": "qwen/qwen3-8b"},
        "notes": [],
        "plugins": [],
    }


def write_json(path: Path, document: Json) -> Path:
    """A JSON file."""
    path.write_text(json.dumps(document), encoding="utf-8")
    return path
