from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication

from app.engine.types import FinishReason
from app.viewmodels.reply import Phase, Reply
from app.viewmodels.transcript import UserTurn
from tests.support.hostile_texts import BAIT, FETCHING, LETTERS, big, in_tokens
from tests.support.offscreen import quiet_platform
from tests.support.scripted import ScriptedReply
from tests.support.socket_log import build_socket_log
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.block_column import MAX_WIDGETS
from widgets.markdown.document import read_markdown
from widgets.markdown.stream import BlockStream
from widgets.markdown.text import plain_text
from widgets.markdown.view import MarkdownView
from widgets.parts.clipboard import sendable
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.user_bubble import UserBubble

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = [quiet_platform, pytest.mark.timeout(120)]

BIG = big()
SMALL = {**FETCHING, **LETTERS}
ROOT = Path(__file__).parents[2]
_LONGEST_PARAGRAPH = 4_600
"""Characters that a text document has to lay out at once."""


@pytest.fixture
def theme(qapp: object) -> Theme:
    return Theme(ThemeChoice.LIGHT)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> MarkdownView:
    view = MarkdownView(theme)
    qtbot.addWidget(view)
    view.resize(700, 500)
    view.show()
    return view


def longest_paragraph(view: MarkdownView | UserBubble) -> int:
    surfaces = view.surfaces() if isinstance(view, MarkdownView) else [view.text]
    longest = 0
    for surface in surfaces:
        block = surface.document().begin()
        while block.isValid():
            longest = max(longest, block.length())
            block = block.next()
    return longest


def letters(text: str) -> str:
    """What is left of a text when markup and space are no matter."""
    return "".join(character for character in text if character.isalnum())


@pytest.mark.parametrize("name", BIG)
def test_big_texts_are_shown_with_bounded_work(view: MarkdownView, name: str) -> None:
    view.set_markdown(BIG[name])
    view.resize(700, view.heightForWidth(700))
    assert view.num_built <= MAX_WIDGETS
    assert longest_paragraph(view) <= _LONGEST_PARAGRAPH


@pytest.mark.parametrize("name", BIG)
def test_nothing_of_a_big_text_is_lost_and_finding_its_blocks_is_bounded(name: str) -> None:
    text = BIG[name]
    stream = BlockStream()
    step = max(4, len(text) // 3_000)
    handed = [part for grown in in_tokens(text, step) for part in stream.take(grown)]
    handed += stream.rest(text)
    assert stream.num_parsed <= 65_536 + 3 * len(text)
    assert letters("".join(part.text for part in handed)) == letters(text.replace("<think>\n", "", 1))
    said = letters(plain_text(read_markdown(text)))
    if name in ("table", "fences", "open_fences", "wide_table", "long_code_line", "long_url", "thoughts"):
        return
    assert said == letters(text)


def test_the_source_of_what_is_too_deep_is_shown() -> None:
    for name in ("quotes", "lists", "mixed"):
        text = plain_text(read_markdown(BIG[name]))
        for mark in ">-":
            assert text.count(mark) >= BIG[name].count(mark)


def test_of_very_many_blocks_those_in_sight_have_widgets(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_markdown(BIG["fences"])
    height = view.heightForWidth(700)
    assert len(view.blocks) == 5_000
    view.resize(700, height)
    assert abs(view.surfaces()[0].window().height() - height) == 0
    assert view.num_widgets <= MAX_WIDGETS
    assert view.plain_text().count("x = 1") == 5_000


@pytest.mark.parametrize("name", SMALL)
def test_a_reply_is_copied_as_it_was_written(theme: Theme, qtbot: QtBot, name: str) -> None:
    text = SMALL[name]
    reply, script = Reply(1), ScriptedReply(1)
    card = ReplyCard(theme, reply)
    qtbot.addWidget(card)
    card.resize(700, 400)
    card.show()
    if sendable(text) == text:
        for event in (*script.start(), *script.text(text), *script.finish(FinishReason.CANCELLED)):
            reply.apply(event)  # type: ignore[arg-type]
            card.refresh()
    else:  # no engine sends halves of characters, but a store may hold them
        reply.restore(text, Phase.FINISHED, lambda: ())
        card.refresh()
    card.copy_button.click()
    assert QGuiApplication.clipboard().text() == sendable(text)
    assert letters(card.read_view.plain_text()) == letters(plain_text(read_markdown(text)))
    QGuiApplication.clipboard().clear()


@pytest.mark.parametrize("name", SMALL)
def test_a_message_that_is_selected_is_copied_as_it_was_written(theme: Theme, qtbot: QtBot, name: str) -> None:
    bubble = UserBubble(theme, UserTurn(SMALL[name]))
    qtbot.addWidget(bubble)
    bubble.text.selectAll()
    assert bubble.text.selected_text() == SMALL[name]


@pytest.mark.parametrize("name", ["long_line", "long_marks", "table", "fences"])
def test_a_big_message_is_copied_as_it_was_written(theme: Theme, qtbot: QtBot, name: str) -> None:
    bubble = UserBubble(theme, UserTurn(BIG[name]))
    qtbot.addWidget(bubble)
    bubble.resize(700, bubble.heightForWidth(700))
    bubble.text.selectAll()
    assert bubble.text.selected_text() == BIG[name]
    assert longest_paragraph(bubble) <= _LONGEST_PARAGRAPH


def test_a_letter_with_hundreds_of_marks_makes_no_narrow_bubble(theme: Theme, qtbot: QtBot) -> None:
    plain = UserBubble(theme, UserTurn("He comes, he said"))
    marked = UserBubble(theme, UserTurn("".join(letter + "\u0335\u0301" * 300 for letter in "He comes, he said")))
    for bubble in (plain, marked):
        qtbot.addWidget(bubble)
    assert marked.bubble_rect(700).width() >= plain.bubble_rect(700).width() - 8


@pytest.mark.parametrize(
    "text",
    [
        r"\*a\* \\server\share C:\new\*x \[b\] &amp; &lt;b&gt; &#65; &nbsp; 1\. <b title='*y*'>z</b> a\`b",
        "<script>alert('x')</script>",
        "a \x1b[31mred\x1b[0m \x00 \u200b\u202ee\u202c \ufeff",
        "<https://example.org/?a=b&c> <file:///etc>",
    ],
)
def test_what_is_selected_in_a_reply_is_copied_as_it_was_written(view: MarkdownView, text: str) -> None:
    view.set_markdown(text)
    (surface,) = view.surfaces()
    surface.selectAll()
    assert surface.selected_text() == text
    if text.isprintable():
        assert surface.toPlainText() == text


@pytest.mark.parametrize("name", SMALL)
def test_texts_that_come_token_by_token_end_as_whole_ones_do(theme: Theme, qtbot: QtBot, name: str) -> None:
    text = SMALL[name]
    view = MarkdownView(theme)
    qtbot.addWidget(view)
    for grown in in_tokens(text, 1):
        view.grow(grown)
    view.finish(text)
    assert view.plain_text() == plain_text(read_markdown(text))


def test_controls_are_seen_and_disturb_nothing(view: MarkdownView) -> None:
    view.set_markdown(LETTERS["ansi"])
    (surface,) = view.surfaces()
    assert "␛[31mred␛[0m" in surface.toPlainText()
    view.set_markdown(LETTERS["lone_halves"])
    assert any("x▯y▯z a▯ ▯" in surface.toPlainText() for surface in view.surfaces())


def test_nothing_is_fetched(tmp_path: Path) -> None:
    log = build_socket_log(tmp_path)
    bait, control = tmp_path / "bait.png", tmp_path / "control.png"
    for file in (bait, control):
        file.write_bytes(b"\x89PNG\r\n\x1a\n")
        os.utime(file, (0, file.stat().st_mtime))
    control.read_bytes()
    environment = {**os.environ, **log.environment(), "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.support.hostile_render", str(bait)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, timeout=100, check=True)
    assert json.loads(done.stdout) == []
    assert {family for families in log.families().values() for family in families} <= {"AF_UNIX"}
    if control.stat().st_atime != 0:  # the file system notes when files are read
        assert bait.stat().st_atime == 0
    assert BAIT not in done.stdout
