"""The list of conversations: in order, searched, renamed, in folders, archived; and what was deleted or put away."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from app.settings.paths import find_folders
from app.store.store import Store
from tests.support.fixed_keys import KEY
from tests.support.inspection import NARROW
from tests.support.listed import index_of
from tests.support.store_contents import talk

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.inspection import Inspection
    from tests.support.program import Program

STATES = (
    "conversations of several days",
    "menu of a conversation",
    "menu of a folder",
    "menu of the list",
    "menu of an archived conversation",
    "conversation is renamed",
    "folder is named",
    "folder name is taken",
    "conversation deleted",
    "conversation archived",
    "folder removed",
    "archive",
    "archive is empty",
    "words found",
    "words found in a message",
    "nothing found",
    "list over a small window",
)
LONG = "A letter to the municipality about the bicycle parking in our street and what became of it"


def some_kept(home: Path) -> None:
    """Leave a store as earlier days would have."""
    now = [0.0]
    with Store.open(find_folders(home).data, KEY, clock=lambda: now[0]) as store:
        for title, days in ((LONG, 40), ("Yesterday", 1), ("Secrets of herons", 0), ("Today", 0)):
            now[0] = (datetime.now() - timedelta(days=days)).timestamp()
            talk(store, title, f"{title}?", "Yes, the heron knows it.")
    assert time.time() >= now[0]


def visit(program: Program, inspection: Inspection) -> None:
    """Go through all of them; what `some_kept` left is in the list."""
    program.galley.window.resize(*NARROW)
    _order(program, inspection)
    _gone(program, inspection)
    _found(program, inspection)


def _order(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, view = galley.window, galley.sidebar.list
    galley.filed.filing.set_pinned(_key(program, LONG), True)
    galley.filed.filing.move(_key(program, "Yesterday"), "Birds & boats")
    inspection.look("conversations of several days", window)
    for state, line in (("menu of a conversation", "Today"), ("menu of a folder", "Birds & boats")):
        inspection.look_at_menu(state, view.make_menu(index_of(view, line)), window)
    inspection.look_at_menu("menu of the list", view.make_menu(view.lines.index(-1)), window)
    view.name(_key(program, "Today"))
    inspection.look("conversation is renamed", window)
    _leave_line(program)
    galley.filed.filing.begin_folder("")
    inspection.look("folder is named", window)
    _leave_line(program)
    galley.sidebar.requests.folder_name_given.emit(galley.folders_shown.names[-1], "Birds & boats")
    inspection.look("folder name is taken", window)
    galley.notices.clear()


def _gone(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, view = galley.window, galley.sidebar.list
    galley.erasure.delete(_key(program, LONG))
    inspection.look("conversation deleted", window)
    galley.undo_bar.undo_button.click()
    galley.filed.filing.remove_folder("Birds & boats")
    inspection.look("folder removed", window)
    galley.undo_bar.undo_button.click()
    galley.filed.filing.set_archived(_key(program, "Secrets of herons"), True)
    inspection.look("conversation archived", window)
    QTest.mouseClick(galley.sidebar.archive_button, Qt.MouseButton.LeftButton)
    inspection.look("archive", window)
    menu = view.make_menu(index_of(view, "Secrets of herons"))
    inspection.look_at_menu("menu of an archived conversation", menu, window)
    galley.filed.filing.set_archived(_key(program, "Secrets of herons"), False)
    inspection.look("archive is empty", window)
    view.left.emit()


def _found(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, sidebar = galley.window, galley.sidebar
    sidebar.focus_search()
    QTest.keyClicks(sidebar.search_field, "heron")
    program.until(lambda: sidebar.results.isVisible() and sidebar.results.count() > 1)
    inspection.look("words found", window)
    QTest.keyClick(sidebar.search_field, Qt.Key.Key_Down)
    QTest.keyClick(sidebar.results, Qt.Key.Key_Return)
    program.until(lambda: not galley.chat.is_reading)
    inspection.look("words found in a message", window)
    sidebar.focus_search()
    sidebar.search_field.setText("toad")
    program.until(lambda: sidebar.results.isVisible() and sidebar.results.count() <= 1)
    inspection.look("nothing found", window)
    sidebar.clear_search()
    window.resize(700, 600)
    window.sidebar_pane.toggle_overlay()
    inspection.look("list over a small window", sidebar)
    window.sidebar_pane.close_overlay()
    window.resize(*NARROW)


def _leave_line(program: Program) -> None:
    """Press Escape where a name is being typed."""
    line = program.galley.window.focusWidget()
    assert isinstance(line, QLineEdit)
    QTest.keyClick(line, Qt.Key.Key_Escape)


def _key(program: Program, title: str) -> str:
    return next(each.key for each in program.galley.conversations.entries if each.title == title)
