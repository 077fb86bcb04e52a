from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from tests.support.offscreen import quiet_platform
from widgets.parts.segmented_control import SegmentedControl

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


class Scene:
    """The control between two lines to type into."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        self.before, self.behind = QLineEdit(), QLineEdit()
        self.control = SegmentedControl("Size", [(each, each.title(), "") for each in ("small", "middle", "large")])
        self.control.set_value("middle")
        self.chosen: list[str] = []
        self.control.chosen.connect(self.chosen.append)
        layout = QVBoxLayout(self.window)
        for widget in (self.before, self.control, self.behind):
            layout.addWidget(widget)
        qtbot.addWidget(self.window)
        self.window.show()
        qtbot.waitActive(self.window)
        self.before.setFocus()

    def press(self, key: Qt.Key) -> str:
        """Press a key; returns what has the focus then."""
        focus = self.window.focusWidget()
        assert focus is not None
        QTest.keyClick(focus, key)
        focus = self.window.focusWidget()
        return "" if focus is None else focus.accessibleName()


@pytest.fixture
def scene(qtbot: QtBot) -> Scene:
    return Scene(qtbot)


@pytest.mark.parametrize(("begin", "key"), [("before", Qt.Key.Key_Tab), ("behind", Qt.Key.Key_Backtab)])
def test_tab_comes_to_the_choice_that_holds_and_goes_on(scene: Scene, begin: str, key: Qt.Key) -> None:
    for value in ("middle", "large"):
        scene.control.set_value(value)
        getattr(scene, begin).setFocus()
        assert scene.press(key) == f"Size: {value.title()}"
        assert scene.press(key) == ""
    assert scene.chosen == []


def test_the_arrow_keys_choose_as_far_as_there_is_something(scene: Scene) -> None:
    scene.press(Qt.Key.Key_Tab)
    assert scene.press(Qt.Key.Key_Right) == "Size: Large"
    assert scene.press(Qt.Key.Key_Right) == "Size: Large"
    assert scene.control.value == "large"
    assert scene.press(Qt.Key.Key_Left) == "Size: Middle"
    assert scene.press(Qt.Key.Key_Left) == "Size: Small"
    assert scene.chosen == ["large", "middle", "small"]


def test_what_cannot_be_chosen_is_passed_over(scene: Scene) -> None:
    scene.control.button("middle").setEnabled(False)
    scene.control.set_value("small")
    assert scene.press(Qt.Key.Key_Tab) == "Size: Small"
    assert scene.press(Qt.Key.Key_Right) == "Size: Large"
    assert scene.chosen == ["large"]


def test_a_choice_that_holds_and_cannot_be_chosen_any_more_keeps_nobody_out(scene: Scene) -> None:
    scene.control.button("middle").setEnabled(False)
    assert scene.press(Qt.Key.Key_Tab) != ""
    scene.press(Qt.Key.Key_Right)
    assert scene.chosen == ["large"]
