from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.viewmodels.conversation_list import ConversationEntry, ConversationList
from app.viewmodels.search import FoundMessage
from tests.support.offscreen import quiet_platform
from widgets.search_results import near_first
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
    _rename, export, _line, delete = menu.actions()
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


def _type_name(sidebar: Sidebar, name: str) -> None:
    editor = sidebar.list.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, name)
    QTest.keyClick(editor, Qt.Key.Key_Return)


def test_a_conversation_is_renamed_in_its_row(sidebar: Sidebar, qtbot: QtBot) -> None:
    sidebar.list.setFocus()
    sidebar.list.setCurrentRow(1)
    QTest.keyClick(sidebar.list, Qt.Key.Key_F2)
    with qtbot.waitSignal(sidebar.rename_requested) as renamed:
        _type_name(sidebar, "Caches")
    assert renamed.args == ["cache", "Caches"]


def test_what_happens_meanwhile_leaves_the_name_being_typed_alone(
    sidebar: Sidebar, conversations: ConversationList, qtbot: QtBot
) -> None:
    sidebar.list.setFocus()
    sidebar.list.setCurrentRow(1)
    QTest.keyClick(sidebar.list, Qt.Key.Key_F2)
    conversations.note_messages("poem", 7, "Write a poem")
    assert sidebar.list.findChild(QLineEdit) is not None
    _type_name(sidebar, "Caches")
    qtbot.waitUntil(lambda: rows(sidebar)[0][1] == "7 messages")


def test_a_name_that_is_not_taken_does_not_stay_in_the_list(sidebar: Sidebar, qtbot: QtBot) -> None:
    sidebar.list.setFocus()
    sidebar.list.setCurrentRow(1)
    QTest.keyClick(sidebar.list, Qt.Key.Key_F2)
    _type_name(sidebar, "   ")
    qtbot.waitUntil(lambda: rows(sidebar)[1][0] == "How does a cache work?")


FOUND = (
    FoundMessage("cache", "m2", "How does a cache work?", "It keeps what was\nasked for before", ((17, 22),)),
    FoundMessage("poem", "m1", "", "asked and answered", ((0, 5),)),
)


def test_what_is_found_stands_in_place_of_the_list_and_can_be_chosen(sidebar: Sidebar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sidebar.search_changed, check_params_cb=lambda text: text == "asked"):
        QTest.keyClicks(sidebar.search_field, "asked")
    sidebar.show_found("other", FOUND)
    assert sidebar.list.isVisible()
    sidebar.show_found("asked", FOUND)
    assert not sidebar.list.isVisible()
    first = sidebar.results.item(0)
    assert first.data(DETAIL) == "…keeps what was asked for before"
    assert sidebar.results.item(1).text() == "Untitled"
    QTest.keyClick(sidebar.search_field, Qt.Key.Key_Down)
    with qtbot.waitSignal(sidebar.found_chosen) as chosen:
        QTest.keyClick(sidebar.results, Qt.Key.Key_Return)
    assert chosen.args == ["cache", "m2"]
    QTest.keyClick(sidebar.search_field, Qt.Key.Key_Escape)
    assert sidebar.list.isVisible()


def test_nothing_found_is_said(sidebar: Sidebar, qtbot: QtBot) -> None:
    QTest.keyClicks(sidebar.search_field, "zebra")
    sidebar.show_found("zebra", ())
    assert sidebar.results.item(0).text() == "Nothing was found"
    with qtbot.assertNotEmitted(sidebar.found_chosen):
        QTest.keyClick(sidebar.search_field, Qt.Key.Key_Return)


def test_nothing_can_be_looked_for_where_nothing_is_kept(sidebar: Sidebar) -> None:
    sidebar.show_kept(False)
    assert not sidebar.search_field.isVisible()


def test_an_excerpt_begins_shortly_before_what_was_found() -> None:
    assert near_first("short", [(0, 5)]) == ("short", [(0, 5)])
    text, spans = near_first("x" * 50 + " word behind", [(51, 55)])
    assert text.startswith("…x")
    assert [text[first:end] for first, end in spans] == ["word"]
