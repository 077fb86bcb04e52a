"""Conversations put in order through the window, and found in that order when the program is started again."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu

from app.settings.paths import find_folders
from app.store.store import Store
from app.viewmodels.protection import Guard
from tests.support.fixed_keys import KEY
from tests.support.listed import index_of, outline, point_of, titles
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings
from tests.support.store_contents import talk

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from app.store.values import ConversationRow
    from tests.support.program import Program
    from widgets.conversations.view import ConversationView

pytestmark = quiet_platform


def some_kept(home: Path) -> None:
    """A store as earlier days would have left it."""
    now = [time.time() - 40 * 86_400]
    with Store.open(find_folders(home).data, KEY, clock=lambda: now[0]) as store:
        for title, days in (("Old", 40), ("Yesterday", 1), ("Secrets of herons", 0), ("Today", 0)):
            now[0] = (datetime.now() - timedelta(days=days)).timestamp()
            talk(store, title, f"{title}?", "Yes.")


def kept(home: Path) -> dict[str, ConversationRow]:
    with Store.open(find_folders(home).data, KEY) as store:
        return {row.title: row for row in store.conversations()}


def view_of(program: Program) -> ConversationView:
    return program.galley.sidebar.list


def choose(program: Program, title: str, *path: str) -> None:
    """Choose from the menu of a line, and of the menus below it."""
    menu: QMenu = view_of(program).make_menu(index_of(view_of(program), title))
    chosen: QAction | None = None
    for text in path:
        chosen = next(each for each in menu.actions() if each.text() == text)
        inner = chosen.menu()
        if isinstance(inner, QMenu):
            menu = inner
    assert chosen is not None
    chosen.trigger()


def type_name(program: Program, name: str) -> None:
    """Type a name into the line that waits for one."""
    editor = QApplication.focusWidget()
    assert isinstance(editor, QLineEdit)
    assert view_of(program).isAncestorOf(editor)
    QTest.keyClicks(editor, name)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    program.until(lambda: any(line.startswith(name) for line in outline(view_of(program))))


def test_pins_folders_and_the_archive_survive_a_restart(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    some_kept(home)
    with running(qtbot, home) as program:
        view = view_of(program)
        assert outline(view) == [
            "TODAY",
            "- Today",
            "- Secrets of herons",
            "YESTERDAY",
            "- Yesterday",
            "EARLIER",
            "- Old",
        ]
        view.setFocus()
        view.go_to(program.galley.conversations.entries[-1].key)
        QTest.keyClick(view, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
        choose(program, "Yesterday", "Move to folder", "New folder…")
        type_name(program, "Birds & boats")
        choose(program, "Secrets of herons", "Archive")
        assert program.galley.undo_bar.label.text() == "“Secrets of herons” is archived."
        choose(program, "TODAY", "New folder…")
        type_name(program, "Empty")
        QTest.keyClick(view, Qt.Key.Key_Left)
        expected = ["PINNED", "- Old", "Birds & boats 1", "- Yesterday", "Empty 0 …", "TODAY", "- Today"]
        assert outline(view) == expected
    rows = kept(home)
    assert (rows["Old"].pinned, rows["Yesterday"].folder, rows["Secrets of herons"].archived) == (
        True,
        "Birds & boats",
        True,
    )
    with running(qtbot, home) as program:
        assert outline(view_of(program)) == expected
        assert program.galley.sidebar.archive_button.text() == "Archived (1)"


def test_what_was_deleted_is_had_back_by_a_key_in_the_list(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    some_kept(home)
    with running(qtbot, home) as program:
        view = view_of(program)
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert "Today" in titles(view), "nothing is offered yet"
        QTest.keyClick(view, Qt.Key.Key_Delete)
        program.until(lambda: "Today" not in titles(view))
        QTest.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        program.until(lambda: "Today" in titles(view))
        assert program.galley.undo_bar.isHidden()


def test_what_was_archived_is_had_back_from_the_bar_and_from_the_archive(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    some_kept(home)
    with running(qtbot, home) as program:
        galley = program.galley
        assert galley.conversations.active_entry.title == "Today"
        choose(program, "Today", "Archive")
        assert galley.conversations.active_entry.title == "Secrets of herons"
        galley.undo_bar.undo_button.click()
        assert galley.undo_bar.isHidden()
        assert galley.conversations.active_entry.title == "Today"
        choose(program, "Today", "Archive")
        QTest.mouseClick(galley.sidebar.archive_button, Qt.MouseButton.LeftButton)
        assert titles(view_of(program)) == ["Today"]
        choose(program, "Today", "Take out of the archive")
        assert outline(view_of(program)) == ["- Nothing is archived."]
        QTest.keyClick(view_of(program), Qt.Key.Key_Escape)
        assert titles(view_of(program)) == ["Today", "Secrets of herons", "Yesterday", "Old"]
    assert not kept(home)["Today"].archived


def test_one_bar_offers_the_last_of_what_left_sight(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    some_kept(home)
    with running(qtbot, home) as program:
        galley = program.galley
        choose(program, "Old", "Delete")
        choose(program, "Yesterday", "Archive")
        assert galley.undo_bar.label.text() == "“Yesterday” is archived."
        choose(program, "Secrets of herons", "Delete")
        assert "“Secrets of herons” is deleted" in galley.undo_bar.label.text()
        galley.undo_bar.undo_button.click()
        assert titles(view_of(program)) == ["Today", "Secrets of herons"]
        assert galley.undo_bar.isHidden()
    rows = kept(home)
    assert set(rows) == {"Today", "Secrets of herons", "Yesterday"}
    assert rows["Yesterday"].archived


def test_what_is_archived_is_found_and_said_to_be_archived(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    some_kept(home)
    with running(qtbot, home) as program:
        galley = program.galley
        choose(program, "Secrets of herons", "Archive")
        program.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(galley.sidebar.search_field, "heron")
        qtbot.waitUntil(galley.sidebar.results.isVisible)
        spoken = galley.sidebar.results.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken.startswith("Secrets of herons, archived, ")
        QTest.keyClick(galley.sidebar.search_field, Qt.Key.Key_Down)
        QTest.keyClick(galley.sidebar.results, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: bool(galley.chat.transcript.rows))
        assert galley.conversations.active_entry.title == "Secrets of herons"


def test_esc_in_the_search_empties_it_and_stops_no_reply(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        program.press(Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(galley.sidebar.search_field, "heron")
        with qtbot.assertNotEmitted(galley.window.stop_requested):
            QTest.keyClick(galley.sidebar.search_field, Qt.Key.Key_Escape)
            assert galley.sidebar.search_field.text() == ""
            QTest.keyClick(galley.sidebar.search_field, Qt.Key.Key_Escape)
        assert galley.composer.field.hasFocus()


def test_a_copy_has_every_branch_and_is_open_at_once(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("Hello")
        QTest.mouseClick(program.card().regenerate_button, Qt.MouseButton.LeftButton)
        second = program.over(program.last)
        choose(program, "Hello", "Duplicate")
        program.until(lambda: len(titles(view_of(program))) == 2 and bool(program.replies))
        assert program.galley.conversations.active_entry.title == "Hello (copy)"
        assert program.last.text == second.text
        assert [each.num_messages for each in program.galley.conversations.entries] == [2, 2]
    with Store.open(find_folders(home).data, KEY) as store:
        assert {row.title: row.num_messages for row in store.conversations()} == {"Hello": 3, "Hello (copy)": 3}


def test_a_conversation_begun_in_a_folder_is_there_after_a_restart(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.galley.filed.filing.begin_folder()
        type_name(program, "Work")
        choose(program, "Work", "New conversation here")
        program.ask("Hello")
    with running(qtbot, home) as program:
        assert outline(view_of(program)) == ["Work 1", "- Hello"]


def test_a_folder_is_removed_and_had_back(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    some_kept(home)
    with running(qtbot, home) as program:
        galley, view = program.galley, view_of(program)
        galley.filed.filing.move(index_key(program, "Old"), "Work")
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point_of(view, "Work"))
        assert outline(view)[0] == "Work 1 …"
        view.setFocus()
        QTest.keyClick(view, Qt.Key.Key_Delete)
        assert "“Work” is removed" in galley.undo_bar.label.text()
        assert outline(view)[-2:] == ["EARLIER", "- Old"]
        galley.undo_bar.undo_button.click()
        assert outline(view)[0] == "Work 1 …"
    assert kept(home)["Old"].folder == "Work"


def test_a_name_that_is_taken_is_said_until_another_one_is_given(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    some_kept(home)
    with running(qtbot, home) as program:
        galley, requests = program.galley, program.galley.sidebar.requests
        galley.filed.filing.move(index_key(program, "Old"), "Work")
        galley.filed.filing.begin_folder("")
        requests.folder_name_given.emit("New folder", "Work")
        assert "There is a folder “Work” already" in galley.notices.label.text()
        requests.folder_name_given.emit("New folder", "Play")
        assert galley.notices.label.text() == ""
        requests.folder_name_given.emit("Play", "Work")
        assert "There is a folder “Work” already" in galley.notices.label.text()
        galley.conversations.activate(index_key(program, "Old"))
        assert galley.notices.label.text() == ""


def index_key(program: Program, title: str) -> str:
    return next(each.key for each in program.galley.conversations.entries if each.title == title)


def test_a_locked_window_knows_no_folder(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    some_kept(home)
    with running(qtbot, home) as program:
        galley = program.galley
        galley.filed.filing.move(index_key(program, "Old"), "Work")
        choose(program, "Today", "Archive")
        galley.protection.lock()
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert outline(view_of(program)) == ["TODAY", "- Untitled"]
        assert galley.undo_bar.isHidden()
        assert galley.undo_bar.label.text() == ""
        assert not galley.sidebar.archive_button.isVisible()
        galley.protection.unlock()
        program.until(lambda: len(titles(view_of(program))) == 3)
        program.until(lambda: outline(view_of(program))[:2] == ["Work 1", "- Old"])


def test_midnight_moves_everything_to_yesterday(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    some_kept(home)
    with running(qtbot, home) as program:
        day = program.galley.filed.day
        day._clock = lambda: datetime.now() + timedelta(days=1)
        day._timer.timeout.emit()
        assert outline(view_of(program))[:3] == ["YESTERDAY", "- Today", "- Secrets of herons"]
