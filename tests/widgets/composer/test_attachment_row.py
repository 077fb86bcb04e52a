"""The cards above the text, and what can be done where a file does not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.attachments.values import Attachment, Kind
from app.runtime.tasks import Tasks
from app.viewmodels.attachments import Attachments
from tests.support.offscreen import quiet_platform
from widgets.composer.attachment_card import tokens_line
from widgets.composer.composer import Composer
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


class Stage:
    """A composer whose files are counted as told."""

    def __init__(self, qtbot: QtBot) -> None:
        self.room_left: int | None = 500
        self.asked: list[str] = []
        self.tasks = Tasks()
        self.attachments = Attachments(self.tasks, self)
        self.composer = Composer(Theme(ThemeChoice.LIGHT))
        qtbot.addWidget(self.composer)
        self.composer.set_attachments(self.attachments)
        self.composer.set_ready(True)
        self.composer.resize(860, 300)
        self.composer.show()
        qtbot.waitExposed(self.composer)
        self.composer.activateWindow()

    def count_pieces(self, count_id: str, pieces: tuple[str, ...]) -> None:
        self.asked.append(count_id)

    def attach(self, name: str, tokens: int) -> int:
        (key,) = self.attachments.put_back([Attachment(name, Kind.TEXT, "word " * 200, 12_400)])
        self.attachments.on_counted(self.asked[-1], (tokens,))
        return key

    @property
    def line(self) -> str:
        line = self.composer.attachment_row.line
        return "" if line.isHidden() else line.label.text()

    @property
    def choices(self) -> list[str]:
        return [button.text() for button in self.composer.attachment_row.line.buttons]


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    stage = Stage(qtbot)
    yield stage
    stage.tasks.stop()


def test_without_files_there_is_no_row(stage: Stage) -> None:
    row = stage.composer.attachment_row
    assert row.isHidden()
    key = stage.attach("a.txt", 10)
    assert row.isVisible()
    stage.attachments.remove(key)
    assert row.isHidden()


def test_a_card_says_what_it_takes_of_the_room(stage: Stage) -> None:
    stage.attach("a.txt", 200)
    stage.attach("b.txt", 100)
    first, second = stage.composer.attachment_row.cards
    assert tokens_line(first.item) == "200 of 500 left"
    assert tokens_line(second.item) == "100 of 300 left"
    assert "a.txt" in first.accessibleName()
    assert "200 of 500 left" in first.accessibleName()
    assert "12 kB" in first.accessibleName()


def test_an_estimate_says_so(stage: Stage) -> None:
    stage.attachments.put_back([Attachment("a.txt", Kind.TEXT, "word " * 100, 500)])
    (card,) = stage.composer.attachment_row.cards
    assert tokens_line(card.item).startswith("about ")
    stage.room_left = None
    stage.attachments.on_room_changed()
    assert tokens_line(card.item).endswith(" tokens")


def test_what_does_not_fit_holds_the_message_and_offers_what_can_be_done(stage: Stage) -> None:
    stage.composer.set_text("Hello")
    stage.attach("a.txt", 700)
    assert stage.line == "“a.txt” is 200 tokens too long."
    assert stage.choices == ["Shorten to fit", "Remove"]
    assert not stage.composer.send_button.isEnabled()
    assert stage.composer.send_button.toolTip() == stage.line
    stage.composer.attachment_row.offer_longer_context(8192)
    assert stage.choices == ["Shorten to fit", "Raise the context to 8192 and reload", "Remove"]
    QTest.mouseClick(stage.composer.attachment_row.line.buttons[-1], Qt.MouseButton.LeftButton)
    assert stage.line == ""
    assert stage.composer.send_button.isEnabled()


def test_without_room_worth_it_only_removing_is_offered(stage: Stage) -> None:
    stage.attach("a.txt", 490)
    stage.attach("b.txt", 100)
    assert stage.line.startswith("“b.txt”")
    assert stage.choices == ["Remove"]


def test_a_longer_context_is_asked_for(stage: Stage, qtbot: QtBot) -> None:
    stage.attach("a.txt", 700)
    row = stage.composer.attachment_row
    row.offer_longer_context(8192)
    with qtbot.waitSignal(row.longer_context_requested) as asked:
        QTest.mouseClick(row.line.buttons[1], Qt.MouseButton.LeftButton)
    assert asked.args == [8192]


def test_the_cross_removes_and_a_click_opens(stage: Stage, qtbot: QtBot) -> None:
    key = stage.attach("a.txt", 10)
    (card,) = stage.composer.attachment_row.cards
    with qtbot.waitSignal(stage.composer.attachment_row.open_requested) as opened:
        QTest.mouseClick(card, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
    assert opened.args == [key]
    QTest.mouseClick(card.close_button, Qt.MouseButton.LeftButton)
    assert stage.attachments.is_empty


def test_arrows_go_from_card_to_card_and_on_to_the_text(stage: Stage) -> None:
    stage.attach("a.txt", 10)
    stage.attach("b.txt", 10)
    first, second = stage.composer.attachment_row.cards
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Right)
    assert second.hasFocus()
    QTest.keyClick(second, Qt.Key.Key_Left)
    assert first.hasFocus()
    QTest.keyClick(first, Qt.Key.Key_Left)
    assert first.hasFocus()
    second.setFocus()
    QTest.keyClick(second, Qt.Key.Key_Right)
    assert stage.composer.field.hasFocus()


def test_a_card_keeps_the_keyboard_while_others_come(stage: Stage) -> None:
    stage.attach("a.txt", 10)
    (first,) = stage.composer.attachment_row.cards
    first.setFocus()
    stage.attach("b.txt", 10)
    assert first.hasFocus()
    assert stage.composer.attachment_row.cards[0] is first


@pytest.mark.parametrize("width", [420, 860])
def test_every_part_has_its_place_at_any_width(stage: Stage, qtbot: QtBot, width: int) -> None:
    for name in ("a.txt", "a rather long name of a file, final version (2).pdf", "c.txt", "d.txt", "e.txt"):
        stage.attach(name, 120)
    stage.composer.attachment_row.offer_longer_context(8192)
    composer, row = stage.composer, stage.composer.attachment_row
    composer.setFixedWidth(width)
    composer.resize(width, composer.heightForWidth(width))
    qtbot.waitUntil(lambda: composer.height() == composer.heightForWidth(width))
    cards = [card.geometry() for card in row.cards]
    assert all(not one.intersects(other) for one in cards for other in cards if one is not other)
    line = row.line
    assert line.label.height() >= line.label.sizeHint().height() // 2
    for button in line.buttons:
        assert not button.geometry().intersects(line.label.geometry())
        assert line.rect().contains(button.geometry())
    assert row.geometry().bottom() < composer.field.geometry().top()


def test_many_files_scroll(stage: Stage) -> None:
    for number in range(20):
        stage.attach(f"{number}.txt", 5)
    assert stage.composer.attachment_row.height() < 260
