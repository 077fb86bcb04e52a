from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from app.cli.finding import Finding
from app.viewmodels.about_parts import Part
from tests.support.offscreen import quiet_platform
from widgets.about.page import AboutPage
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

GOOD = Finding("store", True, "SQLCipher 4")
GONE = Finding("keyring", False, "No keyring.", needed=False)
BAD = Finding("reply", False, "It differs.")


@pytest.fixture
def page(qtbot: QtBot) -> AboutPage:
    made = AboutPage(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made)
    made.resize(860, 700)
    made.show()
    qtbot.waitExposed(made)
    return made


def words(page: AboutPage) -> str:
    return "\n".join(label.text() for label in page.findChildren(QLabel))


def test_it_says_which_galley_this_is_and_under_which_licences(page: AboutPage) -> None:
    page.show_version("Version 0.1.0, run from source")
    page.show_parts([Part("jinja2", "3.1", "BSD"), Part("odd", "1", "")], "")
    assert "Version 0.1.0, run from source" in words(page)
    assert "Apache License 2.0" in words(page)
    assert "Lesser General Public License 3" in words(page)
    assert page.parts.texts == ["jinja2 3.1: BSD", "odd 1: see its licence file"]


def test_addresses_are_text_and_open_nothing(page: AboutPage) -> None:
    for label in page.findChildren(QLabel):
        assert not label.openExternalLinks()
        assert label.textFormat() is not Qt.TextFormat.RichText


def test_facts_are_shown_anew_each_time(page: AboutPage) -> None:
    page.show_facts([("System", "Linux"), ("Memory", "8 GiB")])
    page.show_facts([("System", "Linux"), ("Memory", "16 GiB")])
    assert "16 GiB" in words(page)


def test_the_self_test_is_shown_part_by_part_with_its_outcome(page: AboutPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.test_requested):
        page.test_button.click()
    page.show_test([GOOD], is_running=True, is_good=True)
    assert not page.test_button.isEnabled()
    assert not page.test_copy_button.isVisible()
    page.show_test([GOOD, GONE], is_running=False, is_good=True)
    assert page.test_list.texts == ["store works: SQLCipher 4", "keyring is not there: No keyring."]
    assert page.test_note.text() == "Everything that Galley needs works on this machine."
    page.show_test([BAD], is_running=False, is_good=False)
    assert page.test_list.texts == ["reply fails: It differs."]
    assert "does not work" in page.test_note.text()


def test_everything_can_be_copied_and_that_is_said_for_a_moment(page: AboutPage, qtbot: QtBot) -> None:
    page.show_test([GOOD], is_running=False, is_good=True)
    for button in (page.copy_button, page.test_copy_button):
        with qtbot.waitSignal(page.copy_requested):
            button.click()
    page.show_copied()
    assert page.copy_button.text() == "Copied"
    qtbot.waitUntil(lambda: page.copy_button.text() == "Copy", timeout=5000)
