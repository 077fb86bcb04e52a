"""Conversations of ChatGPT, Open WebUI and LM Studio come in with their branches, and without what nobody saw."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.store.exchange.importing import import_file
from app.store.exchange.values import ImportFormat
from app.store.values import MessageState, Role
from tests.support import exchange_samples as samples

if TYPE_CHECKING:
    from pathlib import Path

    from app.store.exchange.fields import Json
    from app.store.exchange.values import ImportResult
    from app.store.values import StoredConversation


def _imported(tmp_path: Path, document: Json) -> ImportResult:
    return import_file(samples.write_json(tmp_path / "file", document))


def _branch(conversation: StoredConversation) -> list[tuple[Role, str]]:
    return [(message.role, message.text) for message in conversation.branch()]


def test_chatgpt(tmp_path: Path) -> None:
    result = import_file(samples.write_chatgpt_zip(tmp_path / "data.bin", [samples.chatgpt_conversation()]))
    (conversation,) = result.conversations
    assert (result.format, result.refusals) == (ImportFormat.CHATGPT, ())
    assert (conversation.row.title, conversation.row.pinned) == ("Three cats", True)
    assert (conversation.row.created_at, conversation.row.updated_at) == (1_700_000_000.25, 1_700_000_100.75)
    assert _branch(conversation) == [
        (Role.USER, "How do I write three cats?"),
        (Role.ASSISTANT, "<think>\nChinese\n\nThey want 三只小猫.\n</think>\n\n三只小猫 🐱"),
        (Role.USER, "And these?"),
        (Role.ASSISTANT, "Two cats.\n\n```\nx < y && z\n```"),
    ]
    other = [message for message in conversation.messages if message not in conversation.branch()]
    assert [(message.text, message.parent_id) for message in other] == [
        ("Like this: cats.", conversation.branch()[0].id)
    ]
    assert [sentence(remark.notice) for remark in result.remarks] == ["Pictures left out: 1."]
    assert conversation.branch()[1].figures["model"] == "gpt-4o"
    assert conversation.branch()[2].figures["left_out"] == ["image"]


def test_a_large_chatgpt_export_in_numbered_parts(tmp_path: Path) -> None:
    parts = [[samples.chatgpt_conversation(key)] for key in ("one", "two", "three")]
    result = import_file(samples.write_chatgpt_zip(tmp_path / "data.zip", *parts))
    assert len(result.conversations) == 3
    assert result.refusals == ()


def test_a_reply_that_is_only_a_picture_says_so(tmp_path: Path) -> None:
    document = samples.chatgpt_conversation()
    picture = {"content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer"}]}
    nodes = [
        samples.chatgpt_node("q", None, ["call"], "user", "Draw a cat."),
        samples.chatgpt_node("call", "q", ["tool"], "assistant", '{"prompt": "cat"}', recipient="dalle.text2im"),
        samples.chatgpt_node("tool", "call", [], "tool", picture),
    ]
    document["mapping"] = {node["id"]: node for node in nodes}
    document["current_node"] = "tool"
    (conversation,) = _imported(tmp_path, [document]).conversations
    assert _branch(conversation) == [(Role.USER, "Draw a cat."), (Role.ASSISTANT, "[image]")]


def test_spoken_words_are_text_and_unfinished_replies_say_so(tmp_path: Path) -> None:
    document = samples.chatgpt_conversation()
    spoken = {
        "content_type": "multimodal_text",
        "parts": [
            {"content_type": "audio_transcription", "text": "Hello there"},
            {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://1"},
        ],
    }
    nodes = [
        samples.chatgpt_node("q", None, ["a", "b"], "user", spoken),
        samples.chatgpt_node("a", "q", [], "assistant", "Good m", metadata={"finish_details": {"type": "interrupted"}}),
        samples.chatgpt_node("b", "q", [], "assistant", "Good morning", status="in_progress"),
    ]
    document["mapping"] = {node["id"]: node for node in nodes}
    document["current_node"] = None
    (conversation,) = _imported(tmp_path, [document]).conversations
    assert [(message.text, message.state) for message in conversation.messages] == [
        ("Hello there", MessageState.COMPLETE),
        ("Good m", MessageState.STOPPED),
        ("Good morning", MessageState.INTERRUPTED),
    ]
    assert conversation.row.active_leaf == conversation.messages[2].id
    assert conversation.messages[0].figures["left_out"] == ["sound"]


def test_open_webui(tmp_path: Path) -> None:
    result = _imported(tmp_path, [samples.open_webui_chat()])
    (conversation,) = result.conversations
    assert (result.format, result.refusals) == (ImportFormat.OPEN_WEBUI, ())
    assert (conversation.row.title, conversation.row.system_prompt) == ("Regular expressions", "Answer in one line.")
    assert (conversation.row.pinned, conversation.row.updated_at) == (True, 1_710_000_500.0)
    assert _branch(conversation) == [
        (Role.USER, "What is lazy?"),
        (Role.ASSISTANT, "<think>\nis it <greedy>?\n</think>\n\nUse `.*?`."),
        (Role.USER, "And this?"),
        (Role.ASSISTANT, "A cat <b>asleep</b>."),
    ]
    states = {message.text: message.state for message in conversation.messages}
    assert states["I do not know."] is MessageState.FAILED
    assert states["A cat <b>asleep</b>."] is MessageState.INTERRUPTED
    assert [sentence(remark.notice) for remark in result.remarks] == ["Pictures left out: 1."]


@pytest.mark.parametrize("wrapped", [True, False])
def test_open_webui_before_there_was_a_tree(tmp_path: Path, wrapped: bool) -> None:
    chat = samples.open_webui_old_chat()
    result = _imported(tmp_path, [{"id": "x", "user_id": "u", "title": "Old one", "chat": chat}] if wrapped else chat)
    (conversation,) = result.conversations
    assert (conversation.row.title, conversation.row.system_prompt) == ("Old one", "Be kind.")
    assert conversation.row.created_at == 1_700_000_000.0
    assert _branch(conversation) == [(Role.USER, "Hello?"), (Role.ASSISTANT, "Hello!")]


def test_thinking_that_is_not_closed_and_tool_calls(tmp_path: Path) -> None:
    chat = samples.open_webui_chat()
    messages = chat["chat"]["history"]["messages"]
    messages["a2"]["content"] = '<details type="tool_calls" name="x">\n<summary>Ran</summary>\n</details>\nDone.'
    messages["a3"]["content"] = 'So <details type="reasoning"> is a tag\n<details type="reasoning" done="false">\n> hm'
    (conversation,) = _imported(tmp_path, [chat]).conversations
    assert conversation.branch()[1].text == "Done."
    assert conversation.branch()[1].figures["left_out"] == ["tool"]
    assert conversation.branch()[3].text == messages["a3"]["content"]


def test_a_copied_chat_keeps_ids_of_its_own(tmp_path: Path) -> None:
    result = _imported(tmp_path, [samples.open_webui_chat("w1"), samples.open_webui_chat("w2", "A copy")])
    ids = [message.id for conversation in result.conversations for message in conversation.messages]
    assert len(result.conversations) == 2
    assert len(set(ids)) == len(ids)


def test_lm_studio(tmp_path: Path) -> None:
    result = _imported(tmp_path, samples.lm_studio_conversation())
    (conversation,) = result.conversations
    assert (result.format, result.refusals) == (ImportFormat.LM_STUDIO, ())
    assert (conversation.row.title, conversation.row.system_prompt) == ("Sorting", "You sort.")
    assert (conversation.row.created_at, conversation.row.updated_at) == (1_736_789_912.98, 1_736_790_010.5)
    assert _branch(conversation) == [
        (Role.USER, "Which sort?"),
        (Role.ASSISTANT, "<think>\nThey mean <fast>.\n</think>\n\nQuicksort."),
        (Role.USER, "And this one?"),
        (Role.ASSISTANT, "It is"),
    ]
    assert [message.text for message in conversation.messages if message not in conversation.branch()] == [
        "Merge sort."
    ]
    assert conversation.branch()[3].state is MessageState.STOPPED
    assert conversation.branch()[1].figures["model"] == "qwen3-8b"
    assert conversation.branch()[2].figures["left_out"] == ["image"]


def test_a_folder_of_lm_studio_in_a_zip_file(tmp_path: Path) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "conversations.zip", "w") as archive:
        for title in ("Sorting", "Searching"):
            document = samples.lm_studio_conversation(title)
            document["createdAt"] += len(title)
            archive.writestr(f"conversations/Work/{title}", json.dumps(document))
    result = import_file(tmp_path / "conversations.zip")
    assert [conversation.row.title for conversation in result.conversations] == ["Sorting", "Searching"]


def test_the_same_file_always_gives_the_same_ids(tmp_path: Path) -> None:
    for document in (samples.chatgpt_conversation(), samples.open_webui_chat(), samples.lm_studio_conversation()):
        first, second = _imported(tmp_path, document), _imported(tmp_path, document)
        assert first == second


def test_hidden_turns_vanish_and_what_answered_them_stays(tmp_path: Path) -> None:
    document = samples.chatgpt_conversation()
    nodes = [
        samples.chatgpt_node("b", "lost", [], "user", "An orphan"),
        samples.chatgpt_node("a", None, [], "user", "A root"),
    ]
    document["mapping"] = {node["id"]: node for node in nodes}
    document["current_node"] = "a"
    (conversation,) = _imported(tmp_path, [document]).conversations
    assert {(message.text, message.parent_id) for message in conversation.messages} == {
        ("An orphan", None),
        ("A root", None),
    }
    assert _branch(conversation) == [(Role.USER, "A root")]
