"""The guide as it is shipped: chapters of Markdown in one language, cut where links and reasons lead to.

The files stand in `resources/guide`, one folder a language; a chapter that a language lacks is the English one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

CHAPTERS = (
    "first-steps",
    "marks",
    "pair",
    "memory",
    "speed",
    "off",
    "lookup",
    "sampling",
    "compare",
    "keeping",
    "elsewhere",
    "api",
    "command-line",
    "keyboard",
    "offline",
)
"""The chapters in their order, by the names of their files."""
FALLBACK = "en"
MOST_FOUND = 30
_EXCERPT = 110
_LEAD = 14
_ANCHOR = re.compile(r'<a id="([a-z0-9-]+)"></a>\s*$')
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*$")
_FENCE = re.compile(r"\s*(```+|~~~+)")
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*?(\w+)/([a-z0-9-]+)-light\.png\)\s*$")
_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_MARKUP = re.compile(r"[*`|#>]+|^\s*(?:[-+]|\d+\.)\s+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Text:
    """A stretch of Markdown."""

    markdown: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture on a line of its own; there is one for the light and one for the dark theme."""

    name: str
    caption: str
    language: str
    """Of the window in it: the folder that the chapter takes it from."""


@dataclass(frozen=True, slots=True)
class Section:
    """From one anchor of a chapter to the next; the first one of a chapter has none."""

    chapter: str
    anchor: str
    title: str
    markdown: str

    @property
    def topic(self) -> str:
        """By what it is linked to."""
        return f"{self.chapter}#{self.anchor}" if self.anchor else self.chapter

    @property
    def pieces(self) -> tuple[Text | Picture, ...]:
        """Its text and pictures, from above."""
        return tuple(_pieces(self.markdown))

    @property
    def words(self) -> str:
        """What stands below its heading, without markup."""
        body = "\n".join(line for line in self.markdown.splitlines() if _HEADING.match(line) is None)
        return " ".join(_MARKUP.sub(" ", _LINK.sub(r"\1", body)).split())


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter; its first section has its title."""

    name: str
    sections: tuple[Section, ...]

    @property
    def title(self) -> str:
        """What it is called."""
        return self.sections[0].title


@dataclass(frozen=True, slots=True)
class Found:
    """A section in which everything that was looked for stands."""

    section: Section
    chapter_title: str
    excerpt: str


class Book:
    """All chapters in one language.

    Args:
        language: Such as `nl` or `nl_NL`; one without a guide takes the English one.
    """

    def __init__(self, language: str) -> None:
        found = languages()
        code = language.replace("-", "_")
        self.language = next((each for each in (code, code.split("_")[0]) if each in found), FALLBACK)

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        """In their order."""
        return tuple(read_chapter(name, _source(self.language, name)) for name in CHAPTERS)

    def chapter(self, name: str) -> Chapter | None:
        """One of them; None where there is none of that name."""
        return next((chapter for chapter in self.chapters if chapter.name == name), None)

    def section(self, topic: str) -> Section | None:
        """Where a topic (`chapter` or `chapter#anchor`) leads; None where it leads nowhere."""
        chapter = self.chapter(topic.partition("#")[0])
        if chapter is None:
            return None
        return next((section for section in chapter.sections if section.topic == topic), None)

    def find(self, query: str) -> tuple[Found, ...]:
        """Sections with all words of a query, those whose title has one of them first."""
        words = query.casefold().split()
        if not words:
            return ()
        found = [
            (not any(word in section.title.casefold() for word in words), Found(section, chapter.title, excerpt))
            for chapter in self.chapters
            for section in chapter.sections
            if (excerpt := _excerpt(section, words)) is not None
        ]
        found.sort(key=lambda each: each[0])
        return tuple(each for _, each in found[:MOST_FOUND])


def languages() -> tuple[str, ...]:
    """The languages in which there is a guide."""
    return tuple(sorted(each.name for each in _folder().iterdir() if each.is_dir() and each.name != "images"))


def picture_file(picture: Picture, theme: str) -> Traversable:
    """The file of a picture in a theme (`light` or `dark`)."""
    return pictures_folder() / picture.language / f"{picture.name}-{theme}.png"


def pictures_folder() -> Traversable:
    """Where the pictures are, in one folder a language."""
    return _folder() / "images"


def read_chapter(name: str, source: str) -> Chapter:
    """Cut a chapter at its anchors; what looks like one inside of code is code."""
    sections: list[Section] = []
    anchor, lines, fence = "", list[str](), ""
    for line in source.splitlines():
        opening = _FENCE.match(line)
        if opening is not None and (not fence or opening[1].startswith(fence)):
            fence = "" if fence else opening[1]
        found = None if fence else _ANCHOR.match(line)
        if found is None:
            lines.append(line)
            continue
        sections.append(_section(name, anchor, lines))
        anchor, lines = found[1], []
    return Chapter(name, (*sections, _section(name, anchor, lines)))


def _section(chapter: str, anchor: str, lines: Sequence[str]) -> Section:
    heading = next((found for line in lines if (found := _HEADING.match(line)) is not None), None)
    return Section(chapter, anchor, "" if heading is None else heading[1], "\n".join(lines).strip())


def _pieces(markdown: str) -> Iterator[Text | Picture]:
    lines: list[str] = []
    for line in markdown.splitlines():
        picture = _PICTURE.match(line)
        if picture is None:
            lines.append(line)
            continue
        if any(each.strip() for each in lines):
            yield Text("\n".join(lines))
        lines = []
        yield Picture(picture[3], picture[1], picture[2])
    if any(each.strip() for each in lines):
        yield Text("\n".join(lines))


def _excerpt(section: Section, words: Sequence[str]) -> str | None:
    """What stands around the first of the words; None where one of them is in neither heading nor text."""
    text, title = section.words, section.title.casefold()
    folded = text.casefold()
    places = [place for word in words if (place := folded.find(word)) >= 0]
    if any(word not in folded and word not in title for word in words):
        return None
    begin = max(0, min(places, default=0) - _LEAD)
    if begin:
        begin = text.find(" ", begin) + 1
    end = min(len(text), begin + _EXCERPT)
    cut = text[begin:end] if end == len(text) else f"{text[begin:end].rpartition(' ')[0]} …"
    return f"… {cut}" if begin else cut


def _source(language: str, name: str) -> str:
    own = _folder() / language / f"{name}.md"
    return (own if own.is_file() else _folder() / FALLBACK / f"{name}.md").read_text("utf-8")


def _folder() -> Traversable:
    return files("resources") / "guide"
