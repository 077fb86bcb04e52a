"""Exports to read: the branch on screen, who speaks when, and code that stays code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from markdown_it import MarkdownIt

from app.store.exchange.markdown import open_fence
from app.store.exchange.writer import ExportFormat, export_conversations
from app.store.values import MessageState
from tests.support import exchange_samples as samples

if TYPE_CHECKING:
    from pathlib import Path

    from app.store.values import StoredConversation


def _exported(path: Path, *conversations: StoredConversation, format_: ExportFormat = ExportFormat.MARKDOWN) -> str:
    export_conversations(conversations, (), path / "out", format_)
    return (path / "out").read_bytes().decode()


def test_the_branch_on_screen_is_told_with_roles_and_dates(tmp_path: Path) -> None:
    text = _exported(tmp_path, samples.conversation())
    assert text.startswith("# Cats & <dogs>\n\n*2026-11-29 22:00 UTC – 2026-11-29 22:05 UTC*\n")
    assert "## System prompt\n\nBe brief.\n" in text
    assert "## User · 2026-11-29 22:03 UTC\n\nShow me some HTML,\r\nplease.  \n" in text
    assert "## Assistant · 2026-11-29 22:04 UTC · stopped\n" in text
    assert samples.CODE not in text


def test_plain_text_says_the_same(tmp_path: Path) -> None:
    text = _exported(tmp_path, samples.conversation(), format_=ExportFormat.TEXT)
    assert text.startswith("Cats & <dogs>\n=============\n2026-11-29 22:00 UTC – 2026-11-29 22:05 UTC\n")
    assert "[User · 2026-11-29 22:03 UTC]\nShow me some HTML,\r\nplease.  \n" in text
    assert text.endswith("Of course:\n```python\nprint(1)\n")


def test_code_left_open_does_not_swallow_what_follows(tmp_path: Path) -> None:
    text = _exported(tmp_path, samples.conversation(), samples.conversation("c2", title="The next one"))
    tokens = MarkdownIt("commonmark").parse(text)
    headings = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
    assert "The next one" in headings
    assert [token.content for token in tokens if token.type == "fence"] == ["print(1)\n"] * 2


@pytest.mark.parametrize(
    ("text", "closing"),
    [
        ("no code", ""),
        ("```\nx\n```", ""),
        ("```\nx", "```"),
        ("```", "```"),
        ("```\n```", ""),
        ("~~~~\nx\n~~~", "~~~~"),
        ("````py\n```\nx\n```\n", "````"),
        ("```\nx\n```\n\n```\ny", "```"),
        ("```\r\nx\r\n```\r\n", ""),
        ("- a list\n  ```\n  x", ""),
        ("inline ``` only", ""),
        ("    ```\n    indented code", ""),
    ],
)
def test_only_a_block_that_is_open_is_closed(text: str, closing: str) -> None:
    assert open_fence(text) == closing


def test_words_are_translated_and_texts_are_not(tmp_path: Path) -> None:
    german = {"User": "Du", "Assistant": "KI", "stopped": "angehalten", "Conversation": "Gespräch"}
    export_conversations(
        [samples.conversation(title="")],
        (),
        tmp_path / "out",
        ExportFormat.MARKDOWN,
        translate=lambda text: german.get(text, text),
    )
    text = (tmp_path / "out").read_text()
    assert text.startswith("# Gespräch\n")
    assert "## KI · 2026-11-29 22:04 UTC · angehalten" in text


def test_a_time_that_is_none_and_half_a_character_do_not_stop_an_export(tmp_path: Path) -> None:
    whole = samples.conversation()
    odd = replace(whole.messages[2], created_at=-5e20, text="half \ud83d", state=MessageState.FAILED)
    text = _exported(tmp_path, replace(whole, messages=(*whole.messages[:2], odd, whole.messages[3])))
    assert "## User · failed\n\nhalf \\ud83d\n" in text
