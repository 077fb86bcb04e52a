from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from widgets.look.palette import DARK
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.block_column import MAX_WIDGETS
from widgets.markdown.blocks import (
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
from widgets.markdown.code_block import CodeCard
from widgets.markdown.document import read_markdown, read_parts
from widgets.markdown.prose_view import ProseView
from widgets.markdown.stream import BlockStream
from widgets.markdown.text import plain_text
from widgets.markdown.thought import Thought
from widgets.markdown.view import MarkdownView
from widgets.parts.quiet_button import QuietButton

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


def test_the_lines_of_a_verse_stay_lines(view: MarkdownView) -> None:
    text = "Ink on the long proof,\na caret where a word was,\nand the printer sighs."
    view.set_markdown(text)
    prose = view.findChildren(ProseView)[0]
    assert prose.toPlainText() == text
    prose.selectAll()
    assert prose.selected_text() == text


def test_an_image_is_words_and_is_never_loaded(view: MarkdownView) -> None:
    view.set_markdown("See ![a cat](https://example.org/cat.png).")
    prose = view.findChildren(ProseView)[0]
    assert prose.toPlainText() == "See  Image  a cat https://example.org/cat.png."
    assert "<img" not in prose.toHtml()
    assert "href" not in prose.toHtml()
    prose.selectAll()
    assert prose.selected_text() == "See ![a cat](https://example.org/cat.png)."


def test_a_link_is_only_told_of(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_markdown("[here](https://example.org/page)")
    prose = view.findChildren(ProseView)[0]
    qtbot.waitUntil(lambda: prose.width() > 400)
    with qtbot.waitSignal(view.link_activated) as activated:
        QTest.mouseClick(prose.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(10, 14))
    assert activated.args == ["https://example.org/page"]
    assert prose.toPlainText() == "here"


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
    button = next(each for each in card.findChildren(QuietButton) if each.text() == "Copy")
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
    stream = BlockStream()
    for cut in cuts:
        before = stream.finished
        parts = stream.take(text[:cut])
        assert stream.finished >= before
        blocks += read_parts(parts)
    return blocks + list(read_parts(stream.rest(text)))


def test_blocks_finished_while_streaming_are_the_blocks_of_the_whole() -> None:
    cuts = list(range(len(SAMPLE) + 1))
    assert merged(chunks(SAMPLE, cuts)) == read_markdown(SAMPLE)


LINES = [
    "a",
    "",
    "- b",
    "$$",
    "\\]",
    "<div>",
    "\u2028z",
    "  c",
    "```",
    "> q",
    "# h",
    "1. n",
    "| a |",
    "|---|",
    "***",
    "    x",
    "~~~",
    "===",
    "\tt",
]


@settings(max_examples=300)
@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_no_finished_block_is_ever_changed_by_what_follows(lines: list[str]) -> None:
    text = "\n".join(lines)
    cuts = list(range(len(text) + 1))
    assert merged(chunks(text, cuts)) == read_markdown(text)


def finished_length(text: str) -> int:
    stream = BlockStream()
    for end in range(len(text) + 1):
        stream.take(text[:end])
    return stream.finished


def test_a_block_is_finished_as_soon_as_it_can_be() -> None:
    assert finished_length("Para") == 0
    assert finished_length("Para\n\n") == 6
    assert finished_length("```\nx\n") == 0
    assert finished_length("```\nx\n```\n") == 10
    assert finished_length("- a\n\n") == 0
    assert finished_length("- a\n\nB") == 0
    assert finished_length("- a\n\nB\n") == 5


def test_a_long_reply_is_laid_out_once_while_it_is_written(theme: Theme, qtbot: QtBot) -> None:
    part = "A paragraph of some words.\n\n- one\n- two\n\n```py\nx = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
    text = part * (400_000 // len(part))  # about 100 000 tokens
    view = MarkdownView(theme)
    qtbot.addWidget(view)
    view.resize(700, 400)
    written: list[int] = []
    num_blocks = 0
    for end in range(2_000, len(text) + 2_000, 2_000):
        seen = {id(surface) for surface in view.surfaces()}
        view.grow(text[:end])
        for surface in view.surfaces():
            if id(surface) not in seen:
                surface.document().contentsChange.connect(lambda _at, _gone, new: written.append(new))
        view.heightForWidth(700)
        num_blocks = max(num_blocks, len(view.blocks))
    view.finish(text)
    assert view.num_built <= MAX_WIDGETS
    assert sum(written) < 20 * MAX_WIDGETS
    assert num_blocks > 10_000
    assert view.stream.num_parsed < 3 * len(text) + 65_536
    assert view.plain_text() == plain_text(read_markdown(text))


def test_no_block_is_written_or_measured_again_when_another_comes(view: MarkdownView) -> None:
    changes: Counter[int] = Counter()
    text = ""
    for number in range(30):
        text += f"## Head {number}\n\n```py\nx = {number}\n```\n\n"
        known = set(view.surfaces())
        view.grow(text)
        view.resize(600, view.heightForWidth(600))
        for surface in set(view.surfaces()) - known:
            layout = surface.document().documentLayout()
            layout.documentSizeChanged.connect(lambda _size, number=number: changes.update([number]))
    assert view.num_built == 60
    assert sum(changes[number] for number in range(29)) == 0


def test_links_defined_at_the_end_are_links_in_the_end(view: MarkdownView) -> None:
    text = "See [here].\n\nMore.\n\n[here]: https://example.org\n"
    for end in range(len(text) + 1):
        view.grow(text[:end])
    view.finish(text)
    assert "See here." in view.plain_text()
    assert view.blocks == read_markdown(text)


def test_a_link_that_leads_elsewhere_than_its_words_say_says_so(view: MarkdownView) -> None:
    view.set_markdown("Log in at [https://bank.example](https://evil.example/x) now.")
    (surface,) = view.surfaces()
    assert surface.toPlainText() == "Log in at https://bank.example (leads to evil.example) now."
    surface.selectAll()
    assert surface.selected_text() == "Log in at https://bank.example now."


def test_a_link_that_is_not_opened_shows_its_address(view: MarkdownView) -> None:
    view.set_markdown(r"[x](javascript:alert(1)), [y](\\\\srv\\y), [z](https://z.example), <file:///w>")
    (surface,) = view.surfaces()
    assert surface.toPlainText() == r"x (javascript:alert(1)), y (\\srv\y), z, <file:///w>"
    assert view.plain_text() == "x, y, z, <file:///w>"


def test_boxes_of_tasks_are_drawn_and_cannot_be_ticked(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_markdown("- [ ] open\n- [x] done\n- plain")
    (surface,) = view.surfaces()
    qtbot.waitUntil(lambda: surface.width() > 400)
    picture = surface.grab().toImage()
    ink = [sum(picture.pixelColor(x, y).lightness() < 200 for x in range(26)) for y in range(picture.height())]
    tops = [sum(ink[number * 31 : number * 31 + 27]) for number in range(2)]
    assert tops[1] > 2 * tops[0] > 0
    before = surface.document().toHtml()
    QTest.mouseClick(surface.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(8, 14))
    assert surface.document().toHtml() == before
    surface.selectAll()
    assert surface.selected_text() == "- [ ] open\n- [x] done\n- plain"


def test_long_lines_of_code_wrap_on_request(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_markdown("```\n" + "word " * 60 + "\n```\n\nBelow.")
    (card,) = view.findChildren(CodeCard)
    wrap = next(each for each in card.findChildren(QuietButton) if each.text() == "Wrap")
    one_line = card.text.document().size().height()
    before = view.heightForWidth(600)
    QTest.mouseClick(wrap, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: view.heightForWidth(600) > before)
    assert card.text.document().size().height() > 2 * one_line
    QTest.keyClick(wrap, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: view.heightForWidth(600) == before)
    assert card.text.toPlainText() == "word " * 60


def test_many_blocks_come_into_being_where_one_scrolls_to(theme: Theme, qtbot: QtBot) -> None:
    area = QScrollArea()
    view = MarkdownView(theme)
    view.set_markdown("```\nx\n```\n\n" * 400 + "```\nlast\n```")
    qtbot.addWidget(area)
    area.setWidget(view)
    area.resize(640, 400)
    view.resize(600, view.heightForWidth(600))
    area.show()
    assert view.num_built == MAX_WIDGETS
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    qtbot.waitUntil(lambda: any(s.toPlainText() == "last" and s.isVisible() for s in view.surfaces()))
    assert view.num_widgets < 2 * MAX_WIDGETS
