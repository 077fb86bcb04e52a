"""Choosing files with Qt's own dialog: its words have room, and nobody learns afterwards which folders were visited."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QFileDialog, QListView, QTreeView, QWidget

from tests.support.looks import clipped
from tests.support.offscreen import quiet_platform
from widgets.parts.file_dialog import file_dialog

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


def opened(qtbot: QtBot, window: QWidget, folder: Path) -> QFileDialog:
    """A dialog on screen that shows a folder."""
    dialog = file_dialog(window, "Attach files")
    dialog.setDirectory(str(folder))
    dialog.open()
    qtbot.waitExposed(dialog)
    return dialog


def test_names_sizes_and_places_are_not_cut_off(qtbot: QtBot, window: QWidget, tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("words " * 400)
    dialog = opened(qtbot, window, tmp_path)
    tree = dialog.findChild(QTreeView)
    assert isinstance(tree, QTreeView)
    model = tree.model()
    qtbot.waitUntil(lambda: model.rowCount(tree.rootIndex()) == 1)
    qtbot.waitUntil(lambda: all(tree.sizeHintForColumn(column) <= tree.columnWidth(column) for column in range(4)))
    sidebar = dialog.findChild(QListView, "sidebar")
    assert isinstance(sidebar, QListView)
    assert [fault for fault in clipped(dialog) if "Computer" in fault.text] == []
    dialog.close()


def test_no_trace_of_a_visited_folder_is_left_in_the_users_home(qtbot: QtBot, window: QWidget, tmp_path: Path) -> None:
    secret = tmp_path / "the patient's name"
    secret.mkdir()
    dialog = opened(qtbot, window, secret)
    with qtbot.waitSignal(dialog.destroyed):
        dialog.close()
    kept = QSettings(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, "QtProject")
    assert kept.value("FileDialog/history") is None
    assert kept.value("FileDialog/lastVisited") is None
