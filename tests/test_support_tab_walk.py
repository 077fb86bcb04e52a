"""What walks through windows finds what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from tests.support.offscreen import quiet_platform
from tests.support.tab_walk import Expected, TabWalk, expected, is_named

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform
NAMES = ("One", "Two", "Three")


class Scene:
    """A window with three buttons below each other."""

    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        self.buttons = [QPushButton(name) for name in NAMES]
        self.layout = layout = QVBoxLayout(self.window)
        for button in self.buttons:
            button.setStyleSheet("QPushButton:focus { border: 2px solid blue; }")
            layout.addWidget(button)
        qtbot.addWidget(self.window)
        self.window.show()
        qtbot.waitActive(self.window)
        self.buttons[0].setFocus()
        self.walk = TabWalk(self.window, lambda held: qtbot.waitUntil(held, timeout=50))

    def faults(self) -> list[str]:
        return self.walk.faults("here", Expected("One", NAMES))


@pytest.fixture
def scene(qtbot: QtBot) -> Scene:
    return Scene(qtbot)


def test_a_good_window_has_no_faults(scene: Scene) -> None:
    assert scene.faults() == []


def test_another_order_is_told(scene: Scene) -> None:
    one, two, three = scene.buttons
    QWidget.setTabOrder(one, three)
    QWidget.setTabOrder(three, two)
    assert scene.faults() == ["here: “Two” was to come, and not “Three”; it went One → Three → Two"]


def test_a_stop_too_few_is_told(scene: Scene) -> None:
    scene.buttons[2].setFocusPolicy(Qt.FocusPolicy.NoFocus)
    assert scene.faults() == ["here: 2 stops and not 3: ['Three']"]


def test_another_beginning_is_told(scene: Scene) -> None:
    scene.buttons[1].setFocus()
    assert scene.faults() == ["here: begins at “Two”, and not at “One”"]


def test_what_shows_no_focus_is_told(scene: Scene) -> None:
    scene.buttons[1].setStyleSheet("QPushButton, QPushButton:focus { border: none; outline: none; }")
    assert scene.faults() == ["here: “Two” nothing shows that it has the focus"]


def test_what_is_out_of_sight_or_covered_is_told(scene: Scene) -> None:
    two = scene.buttons[1]
    cover = QWidget(scene.window)
    cover.setGeometry(two.geometry())
    cover.show()
    assert scene.faults() == ["here: “Two” is covered by QWidget"]
    cover.hide()
    scene.layout.setEnabled(False)
    two.move(two.x(), scene.window.height() - 5)
    assert scene.faults()[0].startswith("here: “Two” shows")


def test_a_walk_that_never_comes_back_is_told(scene: Scene) -> None:
    scene.buttons[0].setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    with pytest.raises(AssertionError, match="never came back"):
        scene.faults()


def test_dots_stand_for_any_words() -> None:
    assert is_named("7 tokens · 2 tokens/s", "… tokens …")
    assert not is_named("Figures", "… tokens …")
    assert is_named("Open a file…", "Open a file…")


def test_lists_that_are_named_are_put_in() -> None:
    stops = expected()["first_run"].stops
    assert stops[0] == "Search everything that was said"
    assert not any(stop.startswith("@") for stop in stops)
