"""The page for other programs: what it says of how things stand, and what it asks for."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from app.errors import Notice
from app.viewmodels.programs_state import ProgramsState, Standing
from app.viewmodels.served_list import ServedList
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.programs.page import ProgramsPage
from widgets.programs.snippets import python_snippet
from widgets.window.programs_badge import ProgramsBadge

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform
ON = ProgramsState(standing=Standing.ON, has_pair=True, has_key=True, is_key_kept=True)


@pytest.fixture
def page(qtbot: QtBot) -> ProgramsPage:
    page = ProgramsPage(Theme(ThemeChoice.LIGHT), ServedList(), (1024, 65535))
    qtbot.addWidget(page)
    page.resize(760, 900)
    page.show()
    qtbot.waitExposed(page)
    return page


@pytest.mark.parametrize(
    ("state", "headline", "button"),
    [
        (ProgramsState(), "Off", "Turn on"),
        (ON, "On, for programs on this machine", "Turn off"),
        (ProgramsState(standing=Standing.ON), "On, and no model is loaded", "Turn off"),
        (
            ProgramsState(standing=Standing.ON, has_pair=True, is_local=False, address="192.168.1.4"),
            "On, and other machines can reach it",
            "Turn off",
        ),
        (ProgramsState(standing=Standing.LOOKING), "Asking the keyring for the key…", "Turn off"),
        (ProgramsState(standing=Standing.NO_KEY, reason=Notice("keyring_locked")), "Off: there is no key", "Turn off"),
    ],
)
def test_it_says_how_things_stand_and_what_can_be_done(
    page: ProgramsPage, state: ProgramsState, headline: str, button: str
) -> None:
    page.show_state(state)
    assert page.status.headline.text() == headline
    assert page.status.switch.text() == button
    assert page.status.accessibleName() == headline
    assert page.list.isVisible() == (state.standing is Standing.ON)
    assert page.status.retry_button.isVisible() == (state.standing is Standing.NO_KEY)


def test_the_address_is_copied_as_other_programs_want_it(page: ProgramsPage) -> None:
    page.show_state(ProgramsState(address="::1", port=9000))
    page.address.url.copy_button.click()
    assert QGuiApplication.clipboard().text() == "http://[::1]:9000/v1"
    assert page.address.url.copy_button.text() == "Copied"
    assert "http://[::1]:9000/v1/chat/completions" in page.snippets.snippet
    page.snippets.kind.button("python").click()
    assert page.snippets.snippet == python_snippet("http://[::1]:9000/v1")


def test_a_port_is_asked_for_when_it_has_been_typed_not_at_every_key(page: ProgramsPage, qtbot: QtBot) -> None:
    page.show_state(ON)
    field = page.address.port
    field.setFocus()
    field.selectAll()
    with qtbot.assertNotEmitted(page.address.port_chosen):
        QTest.keyClicks(field, "8123")
        page.show_state(ON)  # what happens meanwhile takes nothing from under the fingers
        QTest.keyClick(field, Qt.Key.Key_Up)
    with qtbot.waitSignal(page.address.port_chosen) as chosen:
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert chosen.args == [8124]


def test_other_machines_are_a_question_whose_focus_is_on_no(page: ProgramsPage, qtbot: QtBot) -> None:
    page.show_state(ON)
    page.address.set_networks([("192.168.1.4", "eth0"), ("10.0.0.2", "wlan0")])
    page.activateWindow()
    with qtbot.assertNotEmitted(page.address.address_chosen):
        page.address.reach.button("others").click()
        assert page.address.question.no_button.hasFocus()
        assert "unencrypted" in page.address.question.sentence.text()
        QTest.keyClick(page.address.question.no_button, Qt.Key.Key_Escape)
        assert page.address.question.isHidden()
        assert page.address.reach.value == "this"
        assert page.isVisible(), "Escape was for the question"
    page.address.reach.button("others").click()
    page.address.networks.setCurrentIndex(1)
    with qtbot.waitSignal(page.address.address_chosen) as chosen:
        page.address.question.yes_button.click()
    assert chosen.args == ["10.0.0.2"]


def test_without_a_network_nobody_is_asked_anything(page: ProgramsPage) -> None:
    page.show_state(ON)
    page.address.set_networks([])
    page.address.reach.button("others").click()
    assert page.address.question.isHidden()
    assert page.address.reach.value == "this"
    assert "on no network" in page.address.note.text()


def test_a_fresh_key_is_gone_when_the_page_is_left(page: ProgramsPage, qtbot: QtBot) -> None:
    page.show_state(ProgramsState(standing=Standing.ON, has_pair=True, has_key=True, fresh_key="galley-1"))
    assert page.key.fresh.isVisible()
    page.key.make_button.click()
    with qtbot.waitSignal(page.left):
        page.hide()
    assert page.key.question.isHidden()
    page.show_state(ON)
    page.show()
    assert not page.key.fresh.isVisible()
    assert page.key.fresh.text == ""
    assert page.key.make_button.isVisible()


def test_where_it_is_forbidden_nothing_can_be_pressed(page: ProgramsPage) -> None:
    page.show_state(ProgramsState(standing=Standing.FORBIDDEN, reason=Notice("policy_api")))
    assert not page.status.switch.isEnabled()
    assert not page.key.make_button.isEnabled()


def test_tab_goes_from_top_to_bottom_whatever_came_later(page: ProgramsPage) -> None:
    page.show_state(replace(ON, origins=("https://a.example", "https://b.example"), fresh_key="galley-1"))
    page.snippets.kind.button("python").click()
    page.snippets.show_url("http://127.0.0.1:1234/v1")
    places: list[int] = []
    page.status.switch.setFocus(Qt.FocusReason.TabFocusReason)
    # By the key itself: PySide takes what nextInFocusChain returns for a child of what it was asked of.
    while (widget := page.focusWidget()) is not None and (not places or widget is not page.status.switch):
        if widget is not page.close_button:
            places.append(widget.mapTo(page, QPoint(0, widget.height())).y())
        page.focusNextChild()
        if len(places) > 60:
            break
    assert len(places) > 10
    rising = [after >= before - 30 for before, after in itertools.pairwise(places)]  # what stands side by side
    assert all(rising), places


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (ProgramsState(), ""),
        (ProgramsState(standing=Standing.FORBIDDEN, reason=Notice("policy_api")), ""),
        (ON, "Serving"),
        (ProgramsState(standing=Standing.ON, num_served=1), "Serving 1"),
        (ProgramsState(standing=Standing.ON, num_served=1, num_waiting=2), "Serving 1 · 2 waiting"),
        (ProgramsState(standing=Standing.FAILED, reason=Notice("keyring_locked")), "Not serving"),
    ],
)
def test_the_header_says_it_in_two_words(qtbot: QtBot, state: ProgramsState, words: str) -> None:
    badge = ProgramsBadge(Theme(ThemeChoice.DARK))
    qtbot.addWidget(badge)
    badge.show_state(state)
    assert badge.text() == words
    assert badge.isHidden() == (not words)
    if words:
        assert words in badge.accessibleName()
        assert badge.toolTip()
