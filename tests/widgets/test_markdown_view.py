from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest

from widgets.code_block import CodeCard
from widgets.live_blocks import finished_length
from widgets.markdown_blocks import (
    Block,
    CodeBlock,
    ListMarker,
    Paragraph,
    ProseBlock,
    QuoteBlock,
    Run,
    TableBlock,
    ThinkBlock,
)
from widgets.markdown_document import read_markdown
from widgets.markdown_view import MarkdownView, Thought
from widgets.palette import DARK
from widgets.prose_view import ProseView
from widgets.quiet_button import QuietButton
from widgets.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

SAMPLE = """# Head

Some **bold** and `code` with <b>tags</b> &amp; more
on two lines.

- one
- [x] two

  ```sh
  pip install galley
  ```
1. first

> quoted
> - item

| a | b |
|:--|--:|
| 1 | 2 |

~~~python
def f():

    return 1
~~~
***
The [end](https://example.org).
"""


@pytest.fixture
def theme(qapp: object) -> Theme:
    return Theme(ThemeChoice.LIGHT)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> MarkdownView:
    view = MarkdownView(theme)
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    return view


def words(blocks: tuple[Block, ...]) -> str:
    return "\n".join(p.text for block in blocks if isinstance(block, ProseBlock) for p in block.paragraphs)


def merged(blocks: list[Block]) -> tuple[Block, ...]:
    result: list[Block] = []
    for block in blocks:
        if result and isinstance(block, ProseBlock) and isinstance(result[-1], ProseBlock):
            result[-1] = ProseBlock(result[-1].paragraphs + block.paragraphs)
        else:
            result.append(block)
    return tuple(result)


def test_html_comes_back_as_it_was_written(view: MarkdownView) -> None:
    text = '<script>alert("x")</script> <img src="file:///etc/passwd"> <b>bold</b>'
    view.set_markdown(text)
    assert view.findChildren(ProseView)[0].toPlainText() == text


def test_an_image_is_words_and_is_never_loaded(view: MarkdownView) -> None:
    view.set_markdown("See ![a cat](https://example.org/cat.png).")
    prose = view.findChildren(ProseView)[0]
    assert prose.toPlainText() == "See a cat (https://example.org/cat.png)."
    assert "<img" not in prose.toHtml()


def test_a_link_is_only_told_of(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_markdown("[here](https://example.org/page)")
    prose = view.findChildren(ProseView)[0]
    qtbot.waitUntil(lambda: prose.width() > 400)
    with qtbot.waitSignal(view.link_activated) as activated:
        QTest.mouseClick(prose.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(10, 14))
    assert activated.args == ["https://example.org/page"]
    assert prose.toPlainText() == "here"


def test_scripts_behind_links_are_no_links() -> None:
    blocks = read_markdown("[x](javascript:alert(1))")
    assert words(blocks) == "[x](javascript:alert(1))"


def test_lists_keep_their_numbers_around_code() -> None:
    blocks = read_markdown("3. a\n\n   ```\n   x\n   ```\n\n4. b\n   - [ ] c\n   - [x] d\n")
    assert blocks[1] == CodeBlock("", "x", 1)
    markers = [p.marker for block in blocks if isinstance(block, ProseBlock) for p in block.paragraphs]
    assert markers == [ListMarker(3), ListMarker(4), ListMarker(None, False), ListMarker(None, True)]


def test_an_item_that_begins_with_code_still_has_its_number() -> None:
    blocks = read_markdown("1. ```\n   x\n   ```\n2. y")
    assert blocks[0] == ProseBlock((Paragraph((), depth=1, marker=ListMarker(1), tight=True),))


def test_tables_and_quotations() -> None:
    blocks = read_markdown(SAMPLE)
    table = next(block for block in blocks if isinstance(block, TableBlock))
    assert table.alignments == ("left", "right")
    assert table.rows == (((Run("1"),), (Run("2"),)),)
    quote = next(block for block in blocks if isinstance(block, QuoteBlock))
    assert words(quote.blocks) == "quoted\nitem"


def test_copied_code_is_the_code(view: MarkdownView, qtbot: QtBot) -> None:
    code = "def f(x):\n\treturn x  \n\n# ende"
    view.set_markdown(f"```python\n{code}\n```")
    card = view.findChildren(CodeCard)[0]
    assert card.text.toPlainText() == code
    button = card.findChildren(QuietButton)[0]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == code
    assert button.text() == "Copied"
    qtbot.waitUntil(lambda: button.text() == "Copy", timeout=4000)


@pytest.mark.parametrize("language", ["python", "no-such-language", "", "c++", "JSON"])
def test_code_in_any_language_keeps_every_character(view: MarkdownView, language: str) -> None:
    view.set_markdown(f"```{language}\n\n  a = 'b'\n\n```")
    assert view.findChildren(CodeCard)[0].text.toPlainText() == "\n  a = 'b'\n"


def test_thinking_is_folded_away_until_it_is_asked_for(view: MarkdownView) -> None:
    view.set_markdown("<think>\nSecret *plan*.\n</think>\n\nAnswer.")
    thought = view.findChildren(Thought)[0]
    assert not thought.is_open
    assert [prose.toPlainText() for prose in view.findChildren(ProseView)] == ["Answer."]
    QTest.mouseClick(thought.findChildren(QuietButton)[0], Qt.MouseButton.LeftButton)
    assert thought.is_open
    assert "Secret plan." in [prose.toPlainText() for prose in view.findChildren(ProseView)]


@pytest.mark.parametrize(
    ("text", "thought", "rest"),
    [
        ("<think>a</think>b", "a", "b"),
        ("a\n</think>\n\nb", "a", "b"),
        ("<think>never closed", "never closed", ""),
        ("The tag `</think>` closes it.", "", "The tag </think> closes it."),
    ],
)
def test_what_counts_as_thinking(text: str, thought: str, rest: str) -> None:
    blocks = read_markdown(text)
    thoughts = [block for block in blocks if isinstance(block, ThinkBlock)]
    assert "".join(words(block.blocks) for block in thoughts) == thought
    assert words(blocks) == rest


def test_the_wheel_scrolls_what_is_around(view: MarkdownView) -> None:
    view.set_markdown("Text\n\n```\ncode\n```")
    for surface in (view.findChildren(ProseView)[0], view.findChildren(CodeCard)[0].text):
        event = QWheelEvent(
            QPointF(5, 5),
            QPointF(5, 5),
            QPoint(),
            QPoint(0, -120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        surface.wheelEvent(event)
        assert not event.isAccepted()


def test_blocks_that_are_as_they_were_are_not_built_again(view: MarkdownView) -> None:
    view.append_markdown("One.\n\n")
    view.append_markdown("Two.\n\n")
    view.append_markdown("```\ncode\n```\n")
    prose, code = view.findChildren(ProseView)[0], view.findChildren(CodeCard)[0]
    view.set_markdown("One.\n\nTwo.\n\n```\ncode\n```\nThree.")
    assert view.findChildren(ProseView)[0] is prose
    assert view.findChildren(CodeCard)[0] is code
    assert prose.toPlainText() == "One.\nTwo."


def test_colours_follow_the_theme(view: MarkdownView, theme: Theme) -> None:
    view.set_markdown("Ink and [link](https://x.y).\n\n```python\nimport os\n```")
    theme.choose(ThemeChoice.DARK)
    html = view.findChildren(ProseView)[0].toHtml()
    assert DARK.ink.lower() in html
    assert DARK.corrected.lower() in html
    assert DARK.bonus.lower() in view.findChildren(CodeCard)[0].text.toHtml()


def chunks(text: str, cuts: list[int]) -> list[Block]:
    blocks: list[Block] = []
    start = 0
    for cut in cuts:
        end = finished_length(text[:cut], start)
        assert end >= start
        blocks += read_markdown(text[start:end])
        start = end
    return blocks + list(read_markdown(text[start:]))


def test_blocks_finished_while_streaming_are_the_blocks_of_the_whole() -> None:
    cuts = list(range(len(SAMPLE) + 1))
    assert merged(chunks(SAMPLE, cuts)) == read_markdown(SAMPLE)


LINES = ["a", "", "- b", "  c", "```", "> q", "# h", "1. n", "| a |", "|---|", "***", "    x", "~~~", "===", "\tt"]


@settings(max_examples=150)
@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_no_finished_block_is_ever_changed_by_what_follows(lines: list[str]) -> None:
    text = "\n".join(lines)
    cuts = list(range(len(text) + 1))
    assert merged(chunks(text, cuts)) == read_markdown(text)


def test_a_block_is_finished_as_soon_as_it_can_be() -> None:
    assert finished_length("Para", 0) == 0
    assert finished_length("Para\n\n", 0) == 6
    assert finished_length("```\nx\n", 0) == 0
    assert finished_length("```\nx\n```\n", 0) == 10
    assert finished_length("- a\n\n", 0) == 0
    assert finished_length("- a\n\nB", 0) == 0
    assert finished_length("- a\n\nB\n", 0) == 5
