from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget

from tests.support.offscreen import quiet_platform
from widgets.window.unsaved_question import ask_about_unsaved

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.mark.parametrize(
    ("role", "chosen"),
    [
        (QMessageBox.ButtonRole.AcceptRole, ["retry"]),
        (QMessageBox.ButtonRole.DestructiveRole, ["lose"]),
        (QMessageBox.ButtonRole.RejectRole, []),
    ],
)
def test_each_answer_does_its_own_thing(qtbot: QtBot, role: QMessageBox.ButtonRole, chosen: list[str]) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    done: list[str] = []
    box = ask_about_unsaved(window, "The disk is full.", lambda: done.append("retry"), lambda: done.append("lose"))
    assert box.informativeText() == "The disk is full."
    next(button for button in box.buttons() if box.buttonRole(button) is role).click()
    assert done == chosen
