from __future__ import annotations

import time
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from app.viewmodels.conversation_list import ConversationEntry, ConversationList
from app.viewmodels.folders import ConversationFolders
from app.viewmodels.search import FoundMessage
from tests.support.listed import index_of, outline, point_of, titles
from tests.support.offscreen import quiet_platform
from widgets.conversations.search_results import near_first
from widgets.look.theme import Theme, ThemeChoice
from widgets.parts.two_line_delegate import DETAIL, MARKED
from widgets.window.sidebar import Sidebar

if TYPE_CHECKING:
    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def conversations() -> ConversationList:
    made = ConversationList()
    now = time.time()
    made.fill(
        [
            ConversationEntry("poem", "Write a poem", 1, updated_at=now),
            ConversationEntry("cache", "How does a cache work?", 12, updated_at=now),
        ]
    )
    return made


@pytest.fixture
def folders(conversations: ConversationList) -> ConversationFolders:
    return ConversationFolders(conversations)


@pytest.fixture
def sidebar(qtbot: QtBot, conversations: ConversationList, folders: ConversationFolders) -> Sidebar:
    made = Sidebar(Theme(ThemeChoice.LIGHT), conversations, folders)
    qtbot.addWidget(made)
    made.resize(252, 500)
    made.show()
    qtbot.waitExposed(made)
    return made


def line(sidebar: Sidebar, title: str) -> tuple[str, bool]:
    """How long a conversation is said to be, and whether it is marked as the open one."""
    index = index_of(sidebar.list, title)
    return str(index.data(DETAIL)).split(" · ")[0], bool(index.data(MARKED))


def go_to(sidebar: Sidebar, title: str) -> None:
    sidebar.list.setFocus()
    sidebar.list.setCurrentIndex(index_of(sidebar.list, title))


def action(menu: QMenu, text: str) -> QAction:
    return next(each for each in menu.actions() if each.text() == text)


def submenu(menu: QMenu, text: str) -> QMenu:
    inner = action(menu, text).menu()
    assert isinstance(inner, QMenu)
    return inner


def menu_of(sidebar: Sidebar, title: str) -> QMenu:
    return sidebar.list.make_menu(index_of(sidebar.list, title))


def test_conversations_are_listed_newest_first_with_the_open_one_marked(
    sidebar: Sidebar, conversations: ConversationList
) -> None:
    assert outline(sidebar.list) == ["TODAY", "- Write a poem", "- How does a cache work?"]
    assert line(sidebar, "Write a poem") == ("1 message", True)
    assert line(sidebar, "How does a cache work?") == ("12 messages", False)
    conversations.begin()
    assert titles(sidebar.list)[0] == "Untitled"
    assert line(sidebar, "Untitled") == ("no messages yet", True)
    assert line(sidebar, "Write a poem") == ("1 message", False)


def test_another_one_is_asked_for_by_mouse_and_by_keyboard(sidebar: Sidebar, qtbot: QtBot) -> None:
    place = point_of(sidebar.list, "How does a cache work?")
    with qtbot.waitSignal(sidebar.conversation_chosen) as chosen:
        QTest.mouseClick(sidebar.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == ["cache"]
    go_to(sidebar, "Write a poem")
    QTest.keyClick(sidebar.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(sidebar.conversation_chosen) as chosen:
        QTest.keyClick(sidebar.list, Qt.Key.Key_Return)
    assert chosen.args == ["cache"]


def test_the_open_one_is_not_asked_for(sidebar: Sidebar, qtbot: QtBot) -> None:
    place = point_of(sidebar.list, "Write a poem")
    with qtbot.assertNotEmitted(sidebar.conversation_chosen):
        QTest.mouseClick(sidebar.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_new_one_is_asked_for_from_the_strip_too(sidebar: Sidebar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sidebar.new_requested):
        QTest.mouseClick(sidebar.new_button, Qt.MouseButton.LeftButton)
    strip = sidebar.make_strip()
    qtbot.addWidget(strip)
    with qtbot.waitSignal(strip.show_requested):
        strip.show_button.click()


def test_the_line_gone_to_is_deleted_by_its_key(sidebar: Sidebar, qtbot: QtBot) -> None:
    go_to(sidebar, "How does a cache work?")
    with qtbot.waitSignal(sidebar.delete_requested) as deleted:
        QTest.keyClick(sidebar.list, Qt.Key.Key_Delete)
    assert deleted.args == ["cache"]


def test_the_menu_of_a_conversation_asks_for_all_that_can_be_done_with_it(
    sidebar: Sidebar, folders: ConversationFolders, qtbot: QtBot
) -> None:
    folders.add("Work")
    menu = menu_of(sidebar, "How does a cache work?")
    requests = sidebar.requests
    for text, signal, args in (
        ("Pin", requests.pin_asked, ["cache", True]),
        ("Duplicate", requests.duplicate_asked, ["cache"]),
        ("Export…", sidebar.export_requested, ["cache"]),
        ("Archive", requests.archive_asked, ["cache", True]),
        ("Delete", sidebar.delete_requested, ["cache"]),
    ):
        with qtbot.waitSignal(signal) as asked:
            action(menu, text).trigger()
        assert asked.args == args
    goals = submenu(menu, "Move to folder")
    with qtbot.waitSignal(requests.move_asked) as asked:
        action(goals, "Work").trigger()
    assert asked.args == ["cache", "Work"]
    with qtbot.waitSignal(requests.folder_asked) as asked:
        action(goals, "New folder…").trigger()
    assert asked.args == ["cache"]


def test_a_conversation_in_a_folder_can_be_taken_out_of_it(
    sidebar: Sidebar, conversations: ConversationList, qtbot: QtBot
) -> None:
    conversations.change(["cache"], folder="R&D", pinned=True)
    menu = menu_of(sidebar, "How does a cache work?")
    goals = submenu(menu, "Move to folder")
    assert action(goals, "R&&D").isChecked()
    with qtbot.waitSignal(sidebar.requests.move_asked) as asked:
        action(goals, "No folder").trigger()
    assert asked.args == ["cache", ""]
    with qtbot.waitSignal(sidebar.requests.pin_asked) as asked:
        action(menu, "Unpin").trigger()
    assert asked.args == ["cache", False]


def test_an_empty_conversation_has_nothing_to_export(sidebar: Sidebar, conversations: ConversationList) -> None:
    conversations.begin()
    assert [each.text() for each in menu_of(sidebar, "Untitled").actions()] == ["Delete"]


def test_it_says_whether_anything_is_kept_and_offers_no_copies_of_what_is_not(sidebar: Sidebar) -> None:
    assert "encrypted" in sidebar.foot.text()
    sidebar.show_kept(False)
    assert "gone when Galley closes" in sidebar.foot.text()
    assert "Duplicate" not in [each.text() for each in menu_of(sidebar, "Write a poem").actions()]


def _type_name(sidebar: Sidebar, name: str) -> None:
    editor = sidebar.list.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, name)
    QTest.keyClick(editor, Qt.Key.Key_Return)


def test_a_conversation_is_renamed_in_its_row(sidebar: Sidebar, qtbot: QtBot) -> None:
    go_to(sidebar, "How does a cache work?")
    QTest.keyClick(sidebar.list, Qt.Key.Key_F2)
    with qtbot.waitSignal(sidebar.rename_requested) as renamed, qtbot.assertNotEmitted(sidebar.conversation_chosen):
        _type_name(sidebar, "Caches")
    assert renamed.args == ["cache", "Caches"]


def test_what_happens_meanwhile_leaves_the_name_being_typed_alone(
    sidebar: Sidebar, conversations: ConversationList, qtbot: QtBot
) -> None:
    go_to(sidebar, "How does a cache work?")
    QTest.keyClick(sidebar.list, Qt.Key.Key_F2)
    editor = sidebar.list.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, "Cac")
    conversations.note_messages("poem", 7, "Write a poem")
    conversations.note_messages("cache", 13, "How does a cache work?")
    conversations.bring_forward("cache")
    assert line(sidebar, "Write a poem")[0] == "7 messages"
    assert editor.text() == "Cac"
    QTest.keyClicks(editor, "hes")
    with qtbot.waitSignal(sidebar.rename_requested) as renamed:
        QTest.keyClick(editor, Qt.Key.Key_Return)
    assert renamed.args == ["cache", "Caches"]


def test_a_name_that_is_not_taken_does_not_stay_in_the_list(sidebar: Sidebar) -> None:
    go_to(sidebar, "How does a cache work?")
    QTest.keyClick(sidebar.list, Qt.Key.Key_F2)
    _type_name(sidebar, "   ")
    assert titles(sidebar.list) == ["Write a poem", "How does a cache work?"]


# ConversationFolders, pins and days.


def test_a_screen_reader_hears_what_a_line_is(
    sidebar: Sidebar, conversations: ConversationList, folders: ConversationFolders
) -> None:
    conversations.change(["cache"], folder="Work")
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert index_of(sidebar.list, "Work").data(spoken) == "Folder Work, 1 conversation, unfolded"
    folders.add("Work", is_folded=True)
    assert index_of(sidebar.list, "Work").data(spoken) == "Folder Work, 1 conversation, folded"
    conversations.change(["cache"], pinned=True)
    title = index_of(sidebar.list, "How does a cache work?")
    assert title.data(spoken) == "How does a cache work?, 12 messages, pinned, in folder Work"
    assert index_of(sidebar.list, "Write a poem").data(spoken) == "Write a poem, 1 message"


def test_a_folder_is_folded_by_mouse_and_by_keyboard(
    sidebar: Sidebar, conversations: ConversationList, folders: ConversationFolders, qtbot: QtBot
) -> None:
    conversations.change(["cache"], folder="Work")
    asked = sidebar.requests.fold_asked
    asked.connect(lambda name, is_folded: folders.add(name, is_folded=is_folded))
    unfolded = ["Work 1", "- How does a cache work?", "TODAY", "- Write a poem"]
    assert outline(sidebar.list) == unfolded
    with qtbot.waitSignal(asked):
        QTest.mouseClick(sidebar.list.viewport(), Qt.MouseButton.LeftButton, pos=point_of(sidebar.list, "Work"))
    assert outline(sidebar.list) == ["Work 1 …", "TODAY", "- Write a poem"]
    go_to(sidebar, "Work")
    for key, expected in (
        (Qt.Key.Key_Right, unfolded),
        (Qt.Key.Key_Left, ["Work 1 …", "TODAY", "- Write a poem"]),
        (Qt.Key.Key_Space, unfolded),
    ):
        QTest.keyClick(sidebar.list, key)
        assert outline(sidebar.list) == expected
    go_to(sidebar, "How does a cache work?")
    QTest.keyClick(sidebar.list, Qt.Key.Key_Left)
    assert sidebar.list.currentIndex().data() == "Work"


def test_a_folder_without_conversations_says_so(sidebar: Sidebar, folders: ConversationFolders) -> None:
    folders.add("Work")
    assert outline(sidebar.list)[:2] == ["Work 0", "- No conversation in it yet"]


def test_a_folder_is_renamed_in_its_row_and_removed_by_its_key(
    sidebar: Sidebar, folders: ConversationFolders, qtbot: QtBot
) -> None:
    folders.add("Work")
    requests = sidebar.requests
    requests.folder_name_given.connect(folders.rename)
    go_to(sidebar, "Work")
    QTest.keyClick(sidebar.list, Qt.Key.Key_F2)
    with qtbot.waitSignal(requests.folder_name_given) as named:
        _type_name(sidebar, "Play")
    assert named.args == ["Work", "Play"]
    assert sidebar.list.currentIndex().data() == "Play"
    with qtbot.waitSignal(requests.folder_removal_asked) as removed:
        QTest.keyClick(sidebar.list, Qt.Key.Key_Delete)
    assert removed.args == ["Play"]


def test_the_menus_of_a_folder_and_of_the_list(sidebar: Sidebar, folders: ConversationFolders, qtbot: QtBot) -> None:
    folders.add("Work")
    menu = menu_of(sidebar, "Work")
    with qtbot.waitSignal(sidebar.requests.new_in_folder_asked) as asked:
        action(menu, "New conversation here").trigger()
    assert asked.args == ["Work"]
    with qtbot.waitSignal(sidebar.requests.folder_removal_asked):
        action(menu, "Remove folder").trigger()
    with qtbot.waitSignal(sidebar.requests.folder_asked) as asked:
        action(menu_of(sidebar, "TODAY"), "New folder…").trigger()
    assert asked.args == [""]


def test_the_menu_opens_by_the_keyboard_at_the_line_gone_to(sidebar: Sidebar, qtbot: QtBot) -> None:
    go_to(sidebar, "How does a cache work?")
    QTest.keyClick(sidebar.list, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    menu = sidebar.list._menu
    assert menu is not None
    qtbot.waitUntil(menu.isVisible)
    with qtbot.waitSignal(sidebar.requests.pin_asked) as pinned:
        action(menu, "Pin").trigger()
    assert pinned.args == ["cache", True]
    menu.close()
    assert sidebar.list._menu is None


def test_a_conversation_is_pinned_by_its_key(sidebar: Sidebar, conversations: ConversationList, qtbot: QtBot) -> None:
    go_to(sidebar, "How does a cache work?")
    for pinned in (True, False):
        with qtbot.waitSignal(sidebar.requests.pin_asked) as asked:
            QTest.keyClick(sidebar.list, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
        assert asked.args == ["cache", pinned]
        conversations.change(["cache"], pinned=pinned)
        assert sidebar.list.currentIndex().data() == "How does a cache work?", "one stays with it when it moves"
    conversations.change(["cache"], pinned=True)
    assert outline(sidebar.list) == ["PINNED", "- How does a cache work?", "TODAY", "- Write a poem"]


def test_at_midnight_everything_is_of_yesterday(sidebar: Sidebar) -> None:
    sidebar.set_today(date.today() + timedelta(days=1))
    assert outline(sidebar.list)[0] == "YESTERDAY"
    sidebar.set_today(date.today() + timedelta(days=30))
    assert outline(sidebar.list)[0] == "EARLIER"


# The archive.


def test_the_archive_is_behind_a_line_at_the_foot_and_leads_back(
    sidebar: Sidebar, conversations: ConversationList, qtbot: QtBot
) -> None:
    assert not sidebar.archive_button.isVisible()
    conversations.archive("cache")
    assert outline(sidebar.list) == ["TODAY", "- Write a poem"]
    assert sidebar.archive_button.text() == "Archived (1)"
    QTest.mouseClick(sidebar.archive_button, Qt.MouseButton.LeftButton)
    assert outline(sidebar.list) == ["- How does a cache work?"]
    assert sidebar.archive_head.isVisible()
    assert not sidebar.archive_button.isVisible()
    with qtbot.waitSignal(sidebar.requests.archive_asked) as asked:
        action(menu_of(sidebar, "How does a cache work?"), "Take out of the archive").trigger()
    assert asked.args == ["cache", False]
    conversations.change(["cache"], archived=False)
    assert outline(sidebar.list) == ["- Nothing is archived."]
    QTest.keyClick(sidebar.list, Qt.Key.Key_Escape)
    assert outline(sidebar.list) == ["TODAY", "- Write a poem", "- How does a cache work?"]
    assert not sidebar.archive_head.isVisible()


def test_a_new_conversation_leads_out_of_the_archive(sidebar: Sidebar, conversations: ConversationList) -> None:
    conversations.archive("cache")
    sidebar.show_archive(True)
    conversations.activate("cache")
    assert outline(sidebar.list) == ["- How does a cache work?"]
    conversations.begin()
    assert titles(sidebar.list) == ["Untitled", "Write a poem"]
    assert not sidebar.archive_head.isVisible()


def test_no_folder_can_be_made_in_the_archive_where_it_would_not_be_seen(
    sidebar: Sidebar, conversations: ConversationList
) -> None:
    conversations.archive("cache")
    sidebar.show_archive(True)
    view = sidebar.list
    below = QPoint(40, view.viewport().height() - 4)

    def ask_for_menu(at: QPoint) -> bool:
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
        QApplication.sendEvent(view.viewport(), event)
        menu = QApplication.activePopupWidget()
        if menu is not None:
            menu.close()
        return menu is not None

    assert not ask_for_menu(below)
    assert ask_for_menu(point_of(view, "How does a cache work?"))
    sidebar.show_archive(False)
    assert ask_for_menu(below)


def test_nothing_can_be_dragged_about_in_the_archive(sidebar: Sidebar, conversations: ConversationList) -> None:
    assert index_of(sidebar.list, "How does a cache work?").flags() & Qt.ItemFlag.ItemIsDragEnabled
    conversations.archive("cache")
    sidebar.show_archive(True)
    assert not index_of(sidebar.list, "How does a cache work?").flags() & Qt.ItemFlag.ItemIsDragEnabled


# Searching.


FOUND = (
    FoundMessage("cache", "m2", "How does a cache work?", "It keeps what was\nasked for before", ((17, 22),)),
    FoundMessage("poem", "m1", "", "asked and answered", ((0, 5),), archived=True),
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
    spoken = sidebar.results.item(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "Untitled, archived, asked and answered"
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
