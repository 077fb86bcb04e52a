from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.offscreen import quiet_platform
from widgets.composer.system_prompt import SystemPrompt
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def prompt(qtbot: QtBot) -> SystemPrompt:
    prompt = SystemPrompt(Theme(ThemeChoice.LIGHT), 40)
    qtbot.addWidget(prompt)
    prompt.resize(268, 300)
    prompt.show()
    qtbot.waitExposed(prompt)
    return prompt


def test_it_is_one_line_that_says_whether_there_is_one(prompt: SystemPrompt) -> None:
    assert not prompt.field.isVisible()
    assert prompt.fold.heading.text() == "System prompt — none"
    prompt.show_prompt("You are\na careful editor & friend of Dutch words")
    assert prompt.fold.heading.text().startswith("System prompt — You are a careful ed")
    assert prompt.fold.heading.text().endswith("…")
    assert "friend of Dutch words" in prompt.fold.heading.accessibleName()
    assert prompt.fold.heading.width() <= prompt.width()


def test_a_long_prompt_never_makes_the_panel_wider(prompt: SystemPrompt) -> None:
    before = prompt.minimumSizeHint().width()
    prompt.show_prompt("Wherever you go " * 30)
    assert prompt.minimumSizeHint().width() == before


def test_opening_it_lets_one_write_at_once_and_enter_breaks_the_line(prompt: SystemPrompt, qtbot: QtBot) -> None:
    prompt.activateWindow()
    prompt.fold.heading.click()
    qtbot.waitUntil(prompt.field.hasFocus)
    told: list[str] = []
    prompt.edited.connect(told.append)
    QTest.keyClicks(prompt.field, "Be")
    QTest.keyClick(prompt.field, Qt.Key.Key_Return)
    QTest.keyClicks(prompt.field, "b")
    assert told[-1] == prompt.text == "Be\nb"
    assert prompt.count.text() == "4 characters"


def test_showing_a_prompt_tells_nobody(prompt: SystemPrompt, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(prompt.edited):
        prompt.show_prompt("Be brief.")
        prompt.show_prompt("Be long.", same=True)
        prompt.show_prompt("")


def test_another_conversations_prompt_cannot_be_had_back_by_undo(prompt: SystemPrompt) -> None:
    prompt.show_prompt("Of another conversation")
    prompt.show_prompt("Of this one")
    prompt.field.undo()
    assert prompt.text == "Of this one"
    prompt.show_prompt("Of a preset", same=True)
    prompt.field.undo()
    assert prompt.text == "Of this one"


def test_characters_that_are_too_many_are_said_to_be_left_out(prompt: SystemPrompt) -> None:
    prompt.show_prompt("x" * 40)
    assert prompt.count.text() == "40 characters"
    prompt.show_prompt("x" * 41)
    assert prompt.count.text() == "too long: 40 characters are used"
