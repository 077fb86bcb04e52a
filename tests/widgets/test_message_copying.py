from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from app.viewmodels.reply import Phase, Reply
from app.viewmodels.transcript import UserTurn
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.markdown.table_view import TableView
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.user_bubble import UserBubble

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from widgets.markdown.text_surface import TextSurface

pytestmark = quiet_platform

SOURCE = """<think>
Hm.
</think>

# A **head** with \\*stars\\* and C:\\new

1) one &amp; <b>two</b>
   - [x] done
   - [ ] not

```sh
echo "a\tb"
```

| a | b |
|---|---|
| 1 | $x_1$ |

> said ![i](https://e.org/i.png)
"""
TEXT = """A head with \\*stars\\* and C:\\new

1) one &amp; <b>two</b>
  - [x] done
  - [ ] not

echo "a\tb"

a\tb
1\t$x_1$

> said ![i](https://e.org/i.png)"""


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


@pytest.fixture(autouse=True)
def _empty_clipboard(qapp: QApplication) -> Iterator[None]:
    qapp.clipboard().clear()
    yield
    qapp.clipboard().clear()


def shown(card: QWidget, qtbot: QtBot) -> None:
    qtbot.addWidget(card)
    card.resize(700, 800)
    card.show()
    qtbot.waitExposed(card)


@pytest.fixture
def card(qtbot: QtBot) -> ReplyCard:
    reply = Reply(1)
    reply.restore(SOURCE, Phase.FINISHED, lambda: ())
    card = ReplyCard(Theme(ThemeChoice.LIGHT), reply)
    shown(card, qtbot)
    return card


@pytest.fixture
def bubble(qtbot: QtBot) -> UserBubble:
    bubble = UserBubble(Theme(ThemeChoice.LIGHT), UserTurn("<b>Hi</b> \\\\a\\b &amp;\n\n*x*"))
    shown(bubble, qtbot)
    return bubble


def select(surface: TextSurface, words: str) -> None:
    cursor = surface.document().find(words)
    assert cursor.hasSelection()
    surface.setTextCursor(cursor)


def menu_of(card: QWidget, surface: TextSurface, place: QPoint) -> QMenu:
    where = surface.viewport().mapToGlobal(place)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, where)
    QApplication.sendEvent(surface.viewport(), event)
    (menu,) = card.findChildren(QMenu)
    return menu


def choose(menu: QMenu, text: str) -> None:
    action = next(action for action in menu.actions() if action.text() == text)
    assert action.isEnabled()
    action.trigger()
    menu.close()


def test_the_markdown_of_a_reply_is_its_source_byte_for_byte(card: ReplyCard) -> None:
    QTest.mouseClick(card.copy_button, Qt.MouseButton.LeftButton)
    assert clipboard() == SOURCE
    QTest.keyClick(
        card.copy_button, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    )
    assert clipboard() == SOURCE


def test_the_text_of_a_reply_is_what_one_reads(card: ReplyCard) -> None:
    QTest.keyClick(card.copy_button, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == TEXT


@pytest.mark.parametrize(("entry", "copied"), [("Copy as text", TEXT), ("Copy as Markdown", SOURCE)])
def test_the_context_menu_copies_the_whole_reply(card: ReplyCard, entry: str, copied: str) -> None:
    menu = menu_of(card, card.read_view.surfaces()[0], QPoint(5, 5))
    assert not next(action for action in menu.actions() if action.text() == "Copy selection").isEnabled()
    choose(menu, entry)
    assert clipboard() == copied


def test_the_selection_is_copied_by_key_and_by_menu(card: ReplyCard) -> None:
    surface = card.read_view.surfaces()[0]
    select(surface, "\\*stars\\* and C:\\n")
    QTest.keyClick(surface, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "\\*stars\\* and C:\\n"
    select(surface, "two</b>")
    choose(menu_of(card, surface, QPoint(5, 5)), "Copy selection")
    assert clipboard() == "two</b>"


def test_the_key_without_a_selection_copies_the_message(card: ReplyCard) -> None:
    QTest.keyClick(card.read_view.surfaces()[0], Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == TEXT


def test_a_selected_list_is_copied_with_its_marks(card: ReplyCard) -> None:
    surface = card.read_view.surfaces()[0]
    surface.selectAll()
    assert surface.selected_text() == TEXT.split("\n\necho")[0]


def test_selected_cells_are_copied_as_rows(card: ReplyCard) -> None:
    (table,) = card.read_view.findChildren(TableView)
    table.selectAll()
    cursor = table.document().rootFrame().childFrames()[0].firstCursorPosition()
    cursor.setPosition(table.document().rootFrame().childFrames()[0].lastPosition(), QTextCursor.MoveMode.KeepAnchor)
    table.setTextCursor(cursor)
    assert table.selected_text() == "a\tb\n1\t$x_1$"


def test_a_whole_table_is_copied_as_rows(card: ReplyCard) -> None:
    (table,) = card.read_view.findChildren(TableView)
    table.setFocus()
    table.selectAll()
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "a\tb\n1\t$x_1$"


def test_a_selection_that_ends_outside_of_a_table_is_copied_as_rows(card: ReplyCard) -> None:
    (table,) = card.read_view.findChildren(TableView)
    inner = table.document().rootFrame().childFrames()[0]
    for begin, end in ((inner.lastPosition() - 1, 0), (inner.firstPosition(), inner.lastPosition() + 1)):
        cursor = table.textCursor()
        cursor.setPosition(begin)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        table.setTextCursor(cursor)
        assert table.selected_text() == "a\tb\n1\t$x_1$"
    cursor.setPosition(inner.firstPosition())
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    table.setTextCursor(cursor)
    assert table.selected_text() == "a"


def test_only_the_last_selection_stands(card: ReplyCard) -> None:
    first, second = card.read_view.surfaces()[:2]
    first.selectAll()
    second.selectAll()
    assert not first.textCursor().hasSelection()
    assert card.read_view.selected_text() == 'echo "a\tb"'


def test_quoting_takes_the_selection_or_the_answer(card: ReplyCard, qtbot: QtBot) -> None:
    surface = card.read_view.surfaces()[0]
    with qtbot.waitSignal(card.quote_requested) as asked:
        choose(menu_of(card, surface, QPoint(5, 5)), "Quote")
    answer = SOURCE.split("</think>\n\n")[1].rstrip("\n")
    assert asked.args is not None
    assert asked.args[0] == "\n".join(f"> {line}" if line else ">" for line in answer.split("\n")) + "\n\n"
    select(surface, "one &amp;")
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    with qtbot.waitSignal(card.quote_requested) as asked:
        QTest.keyClick(surface, Qt.Key.Key_Greater, keys)
    assert asked.args == ["> one &amp;\n\n"]


def test_a_message_is_copied_and_quoted_as_it_was_typed(bubble: UserBubble, qtbot: QtBot) -> None:
    choose(menu_of(bubble, bubble.text, QPoint(5, 5)), "Copy message")
    assert clipboard() == "<b>Hi</b> \\\\a\\b &amp;\n\n*x*"
    QGuiApplication.clipboard().clear()
    QTest.keyClick(bubble.text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "<b>Hi</b> \\\\a\\b &amp;\n\n*x*"
    qtbot.waitUntil(lambda: not bubble.findChildren(QMenu))
    with qtbot.waitSignal(bubble.quote_requested) as asked:
        choose(menu_of(bubble, bubble.text, QPoint(5, 5)), "Quote")
    assert asked.args == ["> <b>Hi</b> \\\\a\\b &amp;\n>\n> *x*\n\n"]


def test_a_link_address_can_be_copied(qtbot: QtBot) -> None:
    reply = Reply(1)
    reply.restore("[here](https://example.org/a%20b?c=<d)", Phase.FINISHED, lambda: ())
    card = ReplyCard(Theme(ThemeChoice.LIGHT), reply)
    shown(card, qtbot)
    choose(menu_of(card, card.read_view.surfaces()[0], QPoint(10, 12)), "Copy link address")
    assert clipboard() == "https://example.org/a%20b?c=<d"
