from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.engine.types import FinishReason
from app.viewmodels.reply import Reply
from tests.support.offscreen import quiet_platform
from tests.support.scripted import ScriptedReply
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.blocks import Block, ThinkBlock
from widgets.markdown.document import answer_of, read_markdown, read_parts
from widgets.markdown.stream import BlockStream
from widgets.markdown.text import plain_text
from widgets.markdown.thought import Thought
from widgets.transcript.message_card import ReplyCard

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


def thoughts(text: str) -> list[str]:
    return [plain_text(block.blocks) for block in read_markdown(text) if isinstance(block, ThinkBlock)]


@pytest.mark.parametrize(
    "text",
    [
        "<think>\nplan\n</think>\nanswer",
        "<thinking>plan</thinking>answer",
        "<thought>plan</thought>\n\nanswer",
        "<reasoning>\nplan</reasoning> answer",
        "<seed:think>plan</seed:think>answer",
        "[THINK]plan[/THINK]answer",
        "◁think▷plan◁/think▷answer",
        "<|begin_of_thought|>plan<|end_of_thought|>answer",
        "<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>answer",
        "plan\n</think>\n\nanswer",
        "plan\n[/THINK]answer",
    ],
)
def test_thinking_of_every_template_is_told_from_the_answer(text: str) -> None:
    assert thoughts(text) == ["plan"]
    assert plain_text(read_markdown(text)) == "answer"
    assert answer_of(text).strip() == "answer"


@pytest.mark.parametrize(
    "text",
    [
        "```\n<think>\nx\n</think>\n```",
        "- item\n  ```html\n  <think>\n  x\n  ```",
        "~~~\n[THINK]\n~~~",
        "    <think>\n    x\n    </think>",
        "The tag `<think>` opens it.",
        "Some say:\n\n<think> is a tag that opens thinking.",
        "`</think>` closes it",
    ],
)
def test_a_tag_in_code_or_in_a_sentence_is_text(text: str) -> None:
    assert thoughts(text) == []


def test_what_is_not_closed_is_thinking_that_broke_off() -> None:
    (block,) = read_markdown("<think>\nOne two\n\n- three")
    assert isinstance(block, ThinkBlock)
    assert (block.num_words, block.is_closed) == (4, False)


def test_a_second_thought_counts_where_its_tag_stands_alone() -> None:
    text = "<think>\na\n</think>\nOne.\n\n<think>\nb\n</think>\nTwo."
    assert thoughts(text) == ["a", "b"]
    assert plain_text(read_markdown(text)) == "One.\n\nTwo."


LINES = ["a", "", "<think>", "</think>", "```", "- b", "<think>x</think>y", "[THINK]", "[/THINK]z", "> q"]


@settings(max_examples=200)
@given(st.lists(st.sampled_from(LINES), max_size=10))
def test_a_growing_reply_is_divided_as_the_whole_is(lines: list[str]) -> None:
    text = "\n".join(lines)
    stream, blocks = BlockStream(), list[Block]()
    for end in range(len(text) + 1):
        before = stream.finished
        for part in stream.take(text[:end]):
            if part.start < before:
                blocks = []
            blocks += read_parts([part])
            before = max(before, part.end)
    for part in stream.rest(text):
        if part.is_thought and part.start < stream.finished:
            blocks = []
        blocks += read_parts([part])
    whole = read_markdown(text)
    assert plain_text(blocks) == plain_text(whole)
    assert [b for b in blocks if isinstance(b, ThinkBlock)] == [b for b in whole if isinstance(b, ThinkBlock)]


class Shown:
    def __init__(self, qtbot: QtBot) -> None:
        self.reply = Reply(1)
        self.script = ScriptedReply(1)
        self.card = ReplyCard(Theme(ThemeChoice.LIGHT), self.reply)
        qtbot.addWidget(self.card)
        self.card.resize(700, 400)
        self.card.show()
        self.feed("")

    def feed(self, text: str, reason: FinishReason | None = None) -> None:
        events = self.script.text(text) if self.script.events else self.script.start()
        for event in events + (self.script.finish(reason) if reason else []):
            self.reply.apply(event)  # type: ignore[arg-type]
        self.card.refresh()

    def thought(self) -> Thought:
        (thought,) = self.card.read_view.findChildren(Thought)
        return thought


def test_thinking_shows_its_marks_while_it_is_written_and_folds_when_it_ends(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.feed("<think>\nFirst this.\n\nThen that")
    assert shown.card.thinking.isVisible()
    assert "Then that" in shown.card.token_view.text
    assert shown.card.read_view.blocks == ()
    shown.feed(".\n</think>\n\nThe answer")
    assert not shown.card.thinking.isVisible()
    assert not shown.thought().is_open
    assert "First" not in shown.card.token_view.text
    shown.feed(" is 4.", FinishReason.STOP)
    assert shown.card.read_view.plain_text() == "The answer is 4."


def test_folded_thinking_says_how_long_it_was(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.feed("<think>\nFirst this, then that.\n</think>\nFour.", FinishReason.STOP)
    assert shown.thought().toggle.text() == "▸ Thinking · 4 words in 0.2 s"
    QTest.keyClick(shown.thought().toggle, Qt.Key.Key_Space)
    assert shown.thought().is_open
    assert shown.thought().toggle.accessibleName().endswith("unfolded")
    QTest.keyClick(shown.thought().toggle, Qt.Key.Key_Space)
    assert not shown.thought().is_open


def test_thinking_that_was_stopped_stays_open(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.feed("<think>\nFirst this", FinishReason.CANCELLED)
    assert shown.thought().is_open
    assert shown.thought().toggle.text() == "▾ Thinking, broken off · 2 words"


def test_thinking_that_the_prompt_opened_folds_when_it_is_closed(qtbot: QtBot) -> None:
    shown = Shown(qtbot)
    shown.feed("First this.\n\nThen that.\n\n")
    assert shown.card.read_view.plain_text() == "First this.\n\nThen that."
    shown.feed("</think>\n\nFour.\n\n")
    assert shown.card.read_view.plain_text() == "Four."
    assert not shown.thought().is_open
