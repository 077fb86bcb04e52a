from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.viewmodels.help_book import CHAPTERS, Book, Picture, languages
from tests.support.offscreen import quiet_platform
from widgets.first_run.picture import SpeculationPicture
from widgets.help.legend import MarksLegend
from widgets.help.page import HelpPage
from widgets.help.picture import GuidePicture
from widgets.help.text import GuideText, guide_blocks
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.blocks import ProseBlock, TableBlock
from widgets.markdown.prose_view import ProseView
from widgets.markdown.table_view import TableView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


def still() -> Theme:
    """A theme in which nothing moves."""
    theme = Theme(ThemeChoice.LIGHT)
    theme.set_still(True)
    return theme


def shown(qtbot: QtBot, language: str = "en", *, width: int = 1100) -> HelpPage:
    page = HelpPage(still(), Book(language))
    qtbot.addWidget(page)
    page.resize(width, 640)
    page.begin()
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    return page


def offset(page: HelpPage, anchor: str) -> int:
    """How far from the top of what is seen a section begins."""
    return page.chapter.top_of(anchor) - page.scroll_area.verticalScrollBar().value()


def stands_at(page: HelpPage, anchor: str) -> bool:
    """Whether a section is at the top of what is seen, or as far up as the end of the chapter lets it."""
    bar = page.scroll_area.verticalScrollBar()
    return bar.value() > 100 and (-2 <= offset(page, anchor) <= 20 or bar.value() == bar.maximum())


def text_of(page: HelpPage) -> str:
    return "\n".join(text.plain_text() for text in page.chapter.texts)


# Reading.


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("width", [700, 1100])
def test_every_chapter_can_be_read_and_none_is_wider_than_the_page(qtbot: QtBot, language: str, width: int) -> None:
    page = shown(qtbot, language, width=width)
    assert page.contents.topics == list(CHAPTERS)
    for name in CHAPTERS:
        page.show_topic(name)
        qtbot.waitUntil(lambda: page.chapter.height() > 200)
        assert page.chapter.width() <= page.scroll_area.viewport().width()
        assert page.chapter.accessibleName() == Book(language).chapters[CHAPTERS.index(name)].title
        pictures = page.chapter.findChildren(GuidePicture)
        assert all(picture.is_there for picture in pictures)
        assert "<a id" not in text_of(page)
        assert ".md" not in text_of(page).replace(".md)", "").replace("(*.md", "").replace("security.md", "")


def test_a_topic_stands_at_the_top_of_what_is_seen_wherever_it_is(qtbot: QtBot) -> None:
    page = shown(qtbot)
    for topic in ("off#catch-up", "memory#squeezed", "off#draft-full", "speed#checklist"):
        page.show_topic(topic)
        qtbot.waitUntil(lambda: stands_at(page, page.topic.partition("#")[2]))
        assert page.topic == topic


def test_what_the_reader_scrolls_to_stays_where_it_is(qtbot: QtBot) -> None:
    page = shown(qtbot)
    page.show_topic("off#catch-up")
    qtbot.waitUntil(lambda: stands_at(page, "catch-up"))
    bar = page.scroll_area.verticalScrollBar()
    bar.triggerAction(bar.SliderAction.SliderPageStepAdd)
    value = bar.value()
    page.resize(1000, 640)
    page.resize(1100, 640)
    assert abs(bar.value() - value) < 60, "it has not gone back to the section"


def test_links_within_the_guide_are_followed_and_the_way_back_is_kept(qtbot: QtBot) -> None:
    page = shown(qtbot)
    assert not page.back_button.isVisible()
    page.chapter.link_activated.emit("marks.md")
    page.chapter.link_activated.emit("#stepper")
    assert page.topic == "marks#stepper"
    page.chapter.link_activated.emit("pair.md#test")
    assert page.topic == "pair#test"
    QTest.keyClick(page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.topic == "marks#stepper"
    page.back_button.click()
    page.back_button.click()
    assert page.topic == "first-steps"
    assert not page.back_button.isVisible()


def test_a_link_out_of_the_guide_is_asked_for(qtbot: QtBot) -> None:
    page = shown(qtbot)
    with qtbot.waitSignal(page.link_activated) as asked:
        page.chapter.link_activated.emit("https://example.org/")
    assert asked.args == ["https://example.org/"]
    assert page.topic == "first-steps"


def test_a_link_is_reached_and_followed_by_keyboard(qtbot: QtBot) -> None:
    page = shown(qtbot)
    page.show_topic("off#no-draft")
    text = next(each for each in page.chapter.texts if "Choosing a pair" in each.plain_text())
    surface = text.surfaces()[0]
    assert surface.focusPolicy() & Qt.FocusPolicy.TabFocus
    surface.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(2):
        QTest.keyClick(surface, Qt.Key.Key_Tab)
    QTest.keyClick(surface, Qt.Key.Key_Return)
    assert page.topic in ("lookup", "pair")


def test_the_picture_that_explains_is_drawn_and_the_others_follow_the_theme(qtbot: QtBot) -> None:
    theme = Theme(ThemeChoice.LIGHT)
    page = HelpPage(theme, Book("en"))
    qtbot.addWidget(page)
    page.begin("first-steps")
    assert len(page.chapter.findChildren(SpeculationPicture)) == 1
    picture = GuidePicture(theme, Picture("marks", "A reply", "en"))
    qtbot.addWidget(picture)
    picture.resize(700, 300)
    light = picture.grab().toImage().pixelColor(350, 5)
    theme.choose(ThemeChoice.DARK)
    assert picture.grab().toImage().pixelColor(350, 5).lightness() < light.lightness()
    assert picture.heightForWidth(350) < picture.heightForWidth(700)


def test_the_tab_key_goes_through_the_page_as_the_eye_does(qtbot: QtBot) -> None:
    page = shown(qtbot)
    page.show_topic("command-line")
    page.show_topic("memory")
    page.contents.search.setFocus()
    passed: list[QWidget] = []
    while len(passed) < 40:
        focused = page.focusWidget()
        if not passed or focused is not passed[-1]:
            passed.append(focused)
        if focused is page.close_button:
            break
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    texts = [widget for widget in passed if isinstance(widget, ProseView | TableView)]
    assert passed[:4] == [page.contents.search, page.contents.list, page.shortcuts_button, page.scroll_area]
    assert texts == [each for each in page.chapter.stops if isinstance(each, ProseView | TableView)]
    assert passed[-2:] == [page.back_button, page.close_button]


# Searching.


def test_searching_finds_places_goes_there_and_marks_the_words(qtbot: QtBot) -> None:
    page = shown(qtbot)
    QTest.keyClicks(page.contents.search, "smaller draft")
    assert "off#draft-too-dear" in page.contents.topics
    QTest.keyClick(page.contents.search, Qt.Key.Key_Down)
    first = page.contents.topics[0]
    assert page.topic == first
    marked = [surface for text in page.chapter.texts for surface in text.surfaces() if surface.extraSelections()]
    assert marked
    QTest.keyClick(page.contents.list, Qt.Key.Key_Down)
    assert page.topic == page.contents.topics[1]
    page.contents.search.setFocus()
    QTest.keyClick(page.contents.search, Qt.Key.Key_Escape)
    assert page.contents.query == ""
    assert page.contents.topics == list(CHAPTERS)
    assert not any(surface.extraSelections() for text in page.chapter.texts for surface in text.surfaces())


def test_what_is_nowhere_is_said(qtbot: QtBot) -> None:
    page = shown(qtbot)
    page.contents.search.setText("xyzzy")
    assert page.contents.nothing.isVisible()
    assert page.contents.topics == []
    QTest.keyClick(page.contents.search, Qt.Key.Key_Down)
    assert page.topic == "first-steps"


def test_escape_with_nothing_typed_leaves_the_page(qtbot: QtBot) -> None:
    page = shown(qtbot)
    with qtbot.waitSignal(page.close_requested):
        QTest.keyClick(page.contents.search, Qt.Key.Key_Escape)


# Texts.


def test_lines_flow_together_and_addresses_of_chapters_are_left_out() -> None:
    blocks = guide_blocks("One\nline, [two](marks.md#figures) of\nthem.\n\n| a | b |\n|---|---|\n| [c](pair.md) | d |")
    prose, table = blocks
    assert isinstance(prose, ProseBlock)
    assert isinstance(table, TableBlock)
    assert prose.paragraphs[0].text == "One line, two of them."
    assert [run.text for run in table.rows[0][0]] == ["c"]


def test_a_text_without_links_takes_no_stop_of_the_tab_key(qtbot: QtBot) -> None:
    text = GuideText(Theme(ThemeChoice.LIGHT), "Only words.")
    qtbot.addWidget(text)
    assert all(surface.focusPolicy() is Qt.FocusPolicy.ClickFocus for surface in text.surfaces())


def test_the_chapter_about_the_marks_begins_with_one_of_each(qtbot: QtBot) -> None:
    page = shown(qtbot)
    page.show_topic("marks")
    legend = page.chapter.findChild(MarksLegend)
    assert legend is not None
    words = legend.line.words
    assert all((words.said, words.accepted, words.struck, words.corrected, words.looked_up, words.bonus, words.ghosts))
