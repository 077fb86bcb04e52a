from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.blocks import CodeBlock, MathBlock, ProseBlock
from widgets.markdown.document import read_markdown
from widgets.markdown.maths import MathCard
from widgets.markdown.text import plain_text
from widgets.markdown.view import MarkdownView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def formulas(text: str) -> list[str]:
    found: list[str] = []
    for block in read_markdown(text):
        if isinstance(block, MathBlock):
            found.append(block.source)
        if isinstance(block, ProseBlock):
            found += [run.text for paragraph in block.paragraphs for run in paragraph.runs if run.math]
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("So $a_1 + b_1$ and $x$.", ["$a_1 + b_1$", "$x$"]),
        (r"So \(a*b*c\) holds.", [r"\(a*b*c\)"]),
        (r"In a line $$a_b$$ and \[c\] too", ["$$a_b$$", r"\[c\]"]),
        ("$$\na_1\n\\\\\nb_1\n$$", ["$$\na_1\n\\\\\nb_1\n$$"]),
        ("Words:\n\\[\nx\n\\]\nmore", ["\\[\nx\n\\]"]),
        ("- item\n\n  $$x$$\n\n> $$\n> y\n> $$", ["$$x$$"]),
        ("$2^n$ and $10$", ["$2^n$", "$10$"]),
        (r"$\$5$", [r"$\$5$"]),
    ],
)
def test_math_is_found_and_kept_as_it_was_written(text: str, expected: list[str]) -> None:
    assert formulas(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "$5 and $6",
        "between $5-$10, or $5/$6",
        "It costs $5 (or 10$).",
        "US$5 and CA$6",
        "$HOME and $PATH, $HOME/$PATH",
        "$1,000 to $2,000. That is $3.",
        "a $ b $ c",
        "`$x$`",
        r"\$x\$",
        "$$",
        "$$$ cheap $$$",
        r"\(never closed",
    ],
)
def test_prices_and_names_are_left_alone(text: str) -> None:
    assert formulas(text) == []
    assert plain_text(read_markdown(text)) == text.strip("`")


def test_math_in_a_block_of_code_is_code() -> None:
    assert read_markdown("```\n$$\nx\n$$\n```") == (CodeBlock("", "$$\nx\n$$"),)


def test_a_formula_that_never_ends_is_shown_as_it_was_written() -> None:
    assert plain_text(read_markdown("$$\na_1 *b*\n\nWords.")) == "$$\na_1 *b*\n\nWords."


def test_a_formula_is_set_apart_in_the_monospace(qtbot: QtBot) -> None:
    theme = Theme(ThemeChoice.LIGHT)
    view = MarkdownView(theme)
    qtbot.addWidget(view)
    view.set_markdown("Inline $x_1$ here.\n\n$$\n\\frac{a}{b}\n$$")
    (card,) = view.findChildren(MathCard)
    assert card.text.toPlainText() == "$$\n\\frac{a}{b}\n$$"
    card.text.selectAll()
    assert card.text.selected_text() == "$$\n\\frac{a}{b}\n$$"
    prose = view.surfaces()[0]
    cursor = prose.document().find("x_1")
    assert "Mono" in cursor.charFormat().font().families()[0]
    theme.choose(ThemeChoice.DARK)
    assert card.text.toPlainText() == "$$\n\\frac{a}{b}\n$$"
