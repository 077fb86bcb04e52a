"""The user's message: its files, and how it is rewritten in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.viewmodels.transcript import AttachedSpan, UserTurn
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.plain_text import PlainText
from widgets.transcript.attached_file import MOST_CHARACTERS, AttachedFile
from widgets.transcript.message_wishes import MessageRequest, Wish
from widgets.transcript.user_bubble import UserBubble

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

TEXT = "What is this?\n\nFILE a: one\n\nFILE b: two"
TURN = UserTurn(TEXT, "m", (AttachedSpan("a.txt", 15, 26), AttachedSpan("b.txt", 28, 39)))


class Shown:
    """A bubble on screen and what is asked of it."""

    def __init__(self, qtbot: QtBot, turn: UserTurn) -> None:
        self.bubble = UserBubble(Theme(ThemeChoice.LIGHT), turn)
        self.wishes: list[MessageRequest] = []
        self.bubble.wished.connect(self.wishes.append)
        qtbot.addWidget(self.bubble)
        self.bubble.resize(720, 400)
        self.bubble.show()

    @property
    def files(self) -> list[AttachedFile]:
        return [part for part in self.bubble.parts if isinstance(part, AttachedFile)]

    def edit(self, words: str) -> None:
        QTest.mouseClick(self.bubble.foot.edit_button, Qt.MouseButton.LeftButton)
        assert self.bubble.editor is not None
        self.bubble.editor.field.set_text(words)

    def send(self) -> MessageRequest:
        assert self.bubble.editor is not None
        QTest.keyClick(self.bubble.editor.field, Qt.Key.Key_Return)
        return self.wishes[-1]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    return Shown(qtbot, TURN)


def test_files_are_cards_and_the_rest_are_words(shown: Shown) -> None:
    words = [part.written for part in shown.bubble.parts if isinstance(part, PlainText)]
    assert words == ["What is this?"]
    assert [card.head.accessibleName() for card in shown.files] == [
        "Attached: a.txt, 11 characters",
        "Attached: b.txt, 11 characters",
    ]


def test_a_file_unfolds_and_makes_the_bubble_higher(shown: Shown) -> None:
    before = shown.bubble.heightForWidth(720)
    QTest.mouseClick(shown.files[0].head, Qt.MouseButton.LeftButton)
    body = shown.files[0].body
    assert body is not None
    assert body.isVisible()
    assert body.toPlainText() == "FILE a: one"
    assert shown.bubble.heightForWidth(720) > before
    QTest.mouseClick(shown.files[0].head, Qt.MouseButton.LeftButton)
    assert shown.bubble.heightForWidth(720) == before


def test_of_a_long_file_the_begin_is_shown_and_how_much_follows(qtbot: QtBot) -> None:
    text = "x" * (MOST_CHARACTERS + 1234)
    shown = Shown(qtbot, UserTurn(text, "m", (AttachedSpan("long.txt", 0, len(text)),)))
    shown.files[0].head.click()
    body = shown.files[0].body
    assert body is not None
    assert len(body.toPlainText()) < MOST_CHARACTERS + 200
    assert body.toPlainText().endswith("1234 more characters. Copying the message gives all of it.")


def test_copying_gives_everything_and_quoting_the_words(shown: Shown, qtbot: QtBot) -> None:
    QTest.keyClick(shown.bubble, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == TEXT
    with qtbot.waitSignal(shown.bubble.quote_requested) as quoted:
        QTest.keyClick(
            shown.bubble, Qt.Key.Key_Period, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
    assert quoted.args == ["> What is this?\n\n"]


def test_rewriting_begins_with_the_words_and_keeps_the_files(shown: Shown) -> None:
    shown.bubble.edit()
    assert shown.bubble.editor is not None
    assert shown.bubble.editor.words == "What is this?"
    shown.edit("And that?")
    request = shown.send()
    assert (request.wish, request.message_id) == (Wish.SAY_INSTEAD, "m")
    assert request.text == "And that?\n\nFILE a: one\n\nFILE b: two"
    assert [request.text[each.begin : each.end] for each in request.attached] == ["FILE a: one", "FILE b: two"]


def test_a_file_can_be_left_out_while_rewriting(shown: Shown) -> None:
    shown.edit("Only b")
    assert shown.bubble.editor is not None
    shown.bubble.editor.file_boxes[0].click()
    assert shown.send().text == "Only b\n\nFILE b: two"


def test_nothing_cannot_be_sent(qtbot: QtBot) -> None:
    shown = Shown(qtbot, UserTurn("Hello", "m"))
    shown.edit("  \n")
    assert shown.bubble.editor is not None
    assert not shown.bubble.editor.send_button.isEnabled()
    QTest.keyClick(shown.bubble.editor.field, Qt.Key.Key_Return)
    assert shown.wishes == []


def test_escape_leaves_it_as_it_was(shown: Shown) -> None:
    shown.edit("something else")
    assert shown.bubble.unsent_words == "something else"
    assert shown.bubble.editor is not None
    QTest.keyClick(shown.bubble.editor.field, Qt.Key.Key_Escape)
    assert shown.bubble.editor is None
    assert shown.bubble.unsent_words is None
    assert shown.bubble.text.isVisible()
    assert shown.wishes == []


def test_words_that_were_not_taken_stay(shown: Shown) -> None:
    shown.edit("something else")
    shown.send()
    assert shown.bubble.unsent_words == "something else", "nobody took them"


def test_a_message_that_waits_is_taken_back_instead_of_rewritten(shown: Shown) -> None:
    shown.bubble.set_state(queued=True, unanswered=False)
    foot = shown.bubble.foot
    assert (foot.queued.isVisible(), foot.edit_button.isVisible()) == (True, False)
    shown.bubble.edit()
    assert shown.bubble.editor is None
    QTest.mouseClick(foot.withdraw_button, Qt.MouseButton.LeftButton)
    assert shown.wishes[-1].wish is Wish.WITHDRAW


def test_what_can_be_done_is_reached_by_keyboard_and_painted_when_it_is(shown: Shown, qtbot: QtBot) -> None:
    shown.bubble.activateWindow()
    shown.bubble.clearFocus()
    QApplication.sendEvent(shown.bubble, QEvent(QEvent.Type.Leave))  # the pointer of this platform stands in the corner
    quiet = shown.bubble.foot.grab().toImage()
    shown.bubble.setFocus()
    qtbot.waitUntil(shown.bubble.hasFocus)
    assert shown.bubble.foot.grab().toImage() != quiet
    shown.bubble.foot.more_button.setFocus()
    QTest.keyClick(shown.bubble.foot.more_button, Qt.Key.Key_Space)
    (menu,) = shown.bubble.findChildren(QMenu)
    names = [action.text() for action in menu.actions() if action.text()]
    assert names[-4:] == ["Quote", "Edit…", "All versions of the conversation…", "Delete with all that follows"]
    menu.actions()[-1].trigger()
    menu.close()
    assert shown.wishes[-1].wish is Wish.DELETE
