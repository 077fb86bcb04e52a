from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.viewmodels.conversation_list import ConversationEntry, ConversationList
from tests.support.offscreen import quiet_platform
from widgets.sidebar import Sidebar
from widgets.theme import Theme, ThemeChoice
from widgets.two_line_delegate import DETAIL, MARKED

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def conversations() -> ConversationList:
    made = ConversationList()
    made.fill([ConversationEntry("poem", "Write a poem", 1), ConversationEntry("cache", "How does a cache work?", 12)])
    return made


@pytest.fixture
def sidebar(qtbot: QtBot, conversations: ConversationList) -> Sidebar:
    made = Sidebar(Theme(ThemeChoice.LIGHT), conversations)
    qtbot.addWidget(made)
    made.resize(252, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def rows(sidebar: Sidebar) -> list[tuple[str, str, bool]]:
    items = [sidebar.list.item(row) for row in range(sidebar.list.count())]
    return [(item.text(), item.data(DETAIL), item.data(MARKED)) for item in items]


def test_conversations_are_listed_newest_first_with_the_open_one_marked(
    sidebar: Sidebar, conversations: ConversationList
) -> None:
    assert rows(sidebar) == [
        ("Write a poem", "1 message", True),
        ("How does a cache work?", "12 messages", False),
    ]
    conversations.begin()
    assert rows(sidebar)[0] == ("Untitled", "no messages yet", True)


def test_another_one_is_asked_for_by_mouse_and_by_keyboard(sidebar: Sidebar, qtbot: QtBot) -> None:
    area = sidebar.list.visualItemRect(sidebar.list.item(1))
    with qtbot.waitSignal(sidebar.conversation_chosen) as chosen:
        QTest.mouseClick(sidebar.list.viewport(), Qt.MouseButton.LeftButton, pos=area.center())
    assert chosen.args == ["cache"]
    sidebar.list.setCurrentRow(1)
    with qtbot.waitSignal(sidebar.conversation_chosen):
        QTest.keyClick(sidebar.list, Qt.Key.Key_Return)


def test_the_open_one_is_not_asked_for(sidebar: Sidebar, qtbot: QtBot) -> None:
    area = sidebar.list.visualItemRect(sidebar.list.item(0))
    with qtbot.assertNotEmitted(sidebar.conversation_chosen):
        QTest.mouseClick(sidebar.list.viewport(), Qt.MouseButton.LeftButton, pos=area.center())


def test_a_new_one_is_asked_for_from_the_strip_too(sidebar: Sidebar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sidebar.new_requested):
        QTest.mouseClick(sidebar.new_button, Qt.MouseButton.LeftButton)
    strip = sidebar.make_strip()
    qtbot.addWidget(strip)
    with qtbot.waitSignal(strip.show_requested):
        strip.show_button.click()


def test_the_marked_line_is_deleted_by_its_key(sidebar: Sidebar, qtbot: QtBot) -> None:
    sidebar.list.setCurrentRow(1)
    sidebar.list.setFocus()
    with qtbot.waitSignal(sidebar.delete_requested) as deleted:
        QTest.keyClick(sidebar.list, Qt.Key.Key_Delete)
    assert deleted.args == ["cache"]


def test_the_menu_of_a_conversation_exports_and_deletes_it(sidebar: Sidebar, qtbot: QtBot) -> None:
    menu = sidebar.menu_for("cache")
    export, _line, delete = menu.actions()
    with qtbot.waitSignal(sidebar.export_requested) as exported:
        export.trigger()
    with qtbot.waitSignal(sidebar.delete_requested) as deleted:
        delete.trigger()
    assert exported.args == deleted.args == ["cache"]


def test_an_empty_conversation_has_nothing_to_export(sidebar: Sidebar, conversations: ConversationList) -> None:
    assert [action.text() for action in sidebar.menu_for(conversations.begin()).actions()] == ["Delete"]


def test_it_says_whether_anything_is_kept(sidebar: Sidebar) -> None:
    assert "encrypted" in sidebar.foot.text()
    sidebar.show_kept(False)
    assert "gone when Galley closes" in sidebar.foot.text()
