from __future__ import annotations

import re
import shlex
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QKeySequence

from app.cli.arguments import parse
from app.viewmodels.help_book import (
    CHAPTERS,
    FALLBACK,
    Book,
    Picture,
    Section,
    Text,
    languages,
    picture_file,
    pictures_folder,
    read_chapter,
)
from widgets.parts.shortcut_sheet import shortcuts

if TYPE_CHECKING:
    from collections.abc import Iterator

_LINK = re.compile(r"\[[^\]]*\]\(([^)]+)\)")
_FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"`([^`\n]+)`")
_MODIFIER = r"(?:Ctrl|Alt|Shift)"
_KEYS = re.compile(rf"(?:{_MODIFIER}\+)*(?:{_MODIFIER}|F\d+|Esc|Enter|Tab|Space|Del|Up|Down|Left|Right)(?:\+\S)?$")
_GENERAL = {"Tab", "Shift+Tab", "Enter", "Esc", "Space", "Up"}
"""Keys that mean the same everywhere, or that the message box listens to itself."""
_MOST_BYTES = 2_500_000

LANGUAGES = languages()


def sections(language: str) -> Iterator[Section]:
    for chapter in Book(language).chapters:
        yield from chapter.sections


def codes(language: str) -> list[str]:
    """Everything that stands in the guide as code, blocks and words alike."""
    found = []
    for section in sections(language):
        text = section.markdown
        found += [block for _, block in _FENCED.findall(text)]
        found += _CODE.findall(_FENCED.sub("", text))
    return found


def commands(language: str) -> list[str]:
    """Every command line of Galley's that stands in a block."""
    blocks = [block for section in sections(language) for _, block in _FENCED.findall(section.markdown)]
    joined = [block.replace("\\\n", " ") for block in blocks]
    return [line.strip() for block in joined for line in block.splitlines() if line.strip().startswith("galley ")]


def without_redirection(line: str) -> list[str]:
    words = shlex.split(line)
    return words[1 : next((number for number, word in enumerate(words) if word in "<>|"), len(words))]


# Of every language.


def test_there_is_an_english_and_a_dutch_guide() -> None:
    assert {"en", "nl"} <= set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chapter_is_there_with_the_sections_pictures_and_commands_of_the_english_one(language: str) -> None:
    own, english = Book(language), Book(FALLBACK)
    assert own.language == language
    for chapter, other in zip(own.chapters, english.chapters, strict=True):
        assert chapter.title
        assert [each.anchor for each in chapter.sections] == [each.anchor for each in other.sections], chapter.name
        for section, twin in zip(chapter.sections, other.sections, strict=True):
            assert _names(section) == _names(twin), section.topic
            kinds = [kind for kind, _ in _FENCED.findall(section.markdown)]
            assert kinds == [kind for kind, _ in _FENCED.findall(twin.markdown)], section.topic
            assert _keys(section) == _keys(twin), section.topic


def _pictures(section: Section) -> list[Picture]:
    return [piece for piece in section.pieces if isinstance(piece, Picture)]


def _names(section: Section) -> list[str]:
    return [picture.name for picture in _pictures(section)]


def _keys(section: Section) -> set[str]:
    """Those with a modifier; a single key may have another name in another language."""
    return {code for code in _CODE.findall(section.markdown) if _KEYS.match(code) and "+" in code}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_heading_below_the_title_can_be_linked_to(language: str) -> None:
    for section in sections(language):
        headings = [line for line in section.markdown.splitlines() if re.match(r"#+ ", line)]
        fenced = "\n".join(block for _, block in _FENCED.findall(section.markdown)).splitlines()
        assert len([line for line in headings if line not in fenced]) == 1, section.topic
        assert headings[0].startswith("## " if section.anchor else "# "), section.topic


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_leads_somewhere(language: str) -> None:
    book = Book(language)
    for section in sections(language):
        for link in _LINK.findall(section.markdown):
            if link.endswith(".png"):
                continue
            name, _, anchor = link.partition("#")
            chapter = name.removesuffix(".md") or section.chapter
            assert book.section(f"{chapter}#{anchor}" if anchor else chapter) is not None, (section.topic, link)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_light_and_dark(language: str) -> None:
    for section in sections(language):
        for picture in _pictures(section):
            for theme in ("light", "dark"):
                assert picture_file(picture, theme).is_file(), (section.topic, picture, theme)


def test_the_english_and_the_dutch_guide_show_windows_of_their_language() -> None:
    for language in ("en", "nl"):
        shown = [picture for section in sections(language) for picture in _pictures(section)]
        assert shown
        assert {picture.language for picture in shown} == {language}


def test_no_picture_is_shipped_for_nothing_and_all_of_them_are_small() -> None:
    shipped = {
        f"{folder.name}/{each.name}": len(each.read_bytes())
        for folder in pictures_folder().iterdir()
        for each in folder.iterdir()
    }
    used = {
        f"{picture.language}/{picture.name}-{theme}.png"
        for language in LANGUAGES
        for section in sections(language)
        for picture in _pictures(section)
        for theme in ("light", "dark")
    }
    assert set(shipped) == used
    assert sum(shipped.values()) < _MOST_BYTES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_in_the_guide_is_one_that_galley_understands(language: str) -> None:
    lines = commands(language)
    assert len(lines) > 10
    for line in lines:
        try:
            parse(without_redirection(line))
        except SystemExit as exit_:
            pytest.fail(f"{line!r} ends with {exit_.code}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_that_is_named_in_the_text_has_help(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    named = {code for code in codes(language) if code.startswith("galley ") and "\n" not in code}
    assert named
    for line in sorted(named):
        words = [word for word in shlex.split(line)[1:] if not word.startswith("-")]
        with pytest.raises(SystemExit) as exit_:
            parse([*words, "--help"])
        assert exit_.value.code == 0, line
        capsys.readouterr()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_that_is_named_is_on_the_sheet_of_shortcuts(language: str) -> None:
    known = {QKeySequence(each.keys) for each in shortcuts()}
    named = {code for code in codes(language) if _KEYS.match(code)}
    assert len(named) > 20
    assert [keys for keys in sorted(named - _GENERAL) if QKeySequence(keys) not in known] == []


# Reading and searching.


def test_an_unknown_language_gets_the_english_guide_and_a_region_that_of_its_language() -> None:
    assert Book("xx").language == FALLBACK
    assert Book("nl_BE").language == "nl"
    assert Book("en_GB").language == "en"
    assert Book("").language == FALLBACK


def test_a_chapter_is_cut_at_its_anchors_and_not_within_code() -> None:
    source = '# Title\n\nFirst.\n\n<a id="two"></a>\n\n## Second\n\n```html\n<a id="none"></a>\n```\n\nLast.\n'
    chapter = read_chapter("name", source)
    assert chapter.title == "Title"
    assert [(each.topic, each.title) for each in chapter.sections] == [("name", "Title"), ("name#two", "Second")]
    assert '<a id="none"></a>' in chapter.sections[1].markdown


def test_pictures_stand_between_texts() -> None:
    source = "# T\n\nAbove\n\n![What is seen](../images/en/some-thing-light.png)\n\nBelow"
    section = read_chapter("name", source).sections[0]
    assert section.pieces == (Text("# T\n\nAbove\n"), Picture("some-thing", "What is seen", "en"), Text("\nBelow"))


def test_what_is_searched_for_may_stand_in_heading_and_text_and_titles_come_first() -> None:
    found = Book("en").find("PAUSED gains nothing")
    assert found[0].section.topic == "off#paused-no-gain"
    assert Book("en").find("  ") == ()
    assert Book("en").find("no such words stand here xyzzy") == ()


def test_an_excerpt_shows_the_word_without_markup() -> None:
    found = next(each for each in Book("en").find("Ctrl+Shift+Y") if each.section.topic == "memory#planner")
    assert "Ctrl+Shift+Y opens it" in found.excerpt
    assert "`" not in found.excerpt


def test_every_chapter_has_a_name_of_its_own() -> None:
    for language in LANGUAGES:
        titles = [chapter.title for chapter in Book(language).chapters]
        assert len(set(titles)) == len(CHAPTERS)


def test_a_topic_that_is_nowhere_leads_nowhere() -> None:
    book = Book("en")
    assert book.section("memory#nowhere") is None
    assert book.section("nowhere") is None
    assert book.chapter("nowhere") is None


# What the window says and what the guide quotes.


def said(language: str) -> str:
    """Everything that the window can say in a language, one sentence a line."""
    tree = ElementTree.fromstring((files("resources") / "translations" / "galley_nl.ts").read_text("utf-8"))
    part = "source" if language == FALLBACK else "translation"
    return "\n".join(text for message in tree.iter("message") for text in message.find(part).itertext())  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "nl"])
def test_what_headings_quote_is_what_the_window_says(language: str) -> None:
    everything = said(language).casefold()
    quotes = [quote for section in sections(language) for quote in re.findall("“([^”]+)”", section.title)]
    assert len(quotes) > 12
    for quote in quotes:
        for fragment in quote.split("…"):
            assert fragment.strip(" .").casefold() in everything, (language, quote)
