"""The list of conversations under change: nothing jumps, nothing is lost, and what is dropped goes where it was put."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QAbstractItemModelTester

from app.viewmodels.conversation_list import ConversationEntry, ConversationList
from app.viewmodels.folders import ConversationFolders
from tests.support.listed import index_of, outline, point_of, titles
from tests.support.offscreen import quiet_platform
from widgets.conversations.model import MIME
from widgets.conversations.rows import Heading
from widgets.look.theme import Theme, ThemeChoice
from widgets.window.sidebar import Sidebar

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


class Stage:
    """A sidebar over forty conversations of today, the first of which is open."""

    def __init__(self, qtbot: QtBot) -> None:
        self.conversations = ConversationList()
        self.folders = ConversationFolders(self.conversations)
        now = time.time()
        entries = [ConversationEntry(f"k{number}", f"Talk {number}", 2, updated_at=now) for number in range(40)]
        self.conversations.fill(entries, "k0")
        self.sidebar = Sidebar(Theme(ThemeChoice.LIGHT), self.conversations, self.folders)
        self.view = self.sidebar.list
        qtbot.addWidget(self.sidebar)
        self.sidebar.resize(252, 500)
        self.sidebar.show()
        qtbot.waitExposed(self.sidebar)

    @property
    def top(self) -> tuple[str, int]:
        """The first line that is wholly in sight, and where it stands."""
        height = self.view.viewport().height()
        for place in range(self.view.lines.rowCount()):
            index = self.view.lines.index(place)
            top = self.view.visualRect(index).top()
            if 0 <= top < height:
                return str(index.data()), top
        return "", 0


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    return Stage(qtbot)


def test_every_way_of_changing_is_told_to_qt_as_it_should_be(stage: Stage) -> None:
    """Qt's own checker fails the test where a line is put in or taken out without being announced."""
    tester = QAbstractItemModelTester(
        stage.view.lines, QAbstractItemModelTester.FailureReportingMode.Fatal, stage.sidebar
    )
    draw = random.Random(7)
    keys = [each.key for each in stage.conversations.entries]
    for _ in range(300):
        key = draw.choice(keys)
        match draw.randrange(7):
            case 0:
                stage.conversations.bring_forward(key)
            case 1:
                stage.conversations.change([key], pinned=draw.random() < 0.5)
            case 2:
                stage.conversations.change(draw.sample(keys, 5), folder=draw.choice(("", "A", "B")))
            case 3:
                stage.folders.add(draw.choice("AB"), is_folded=draw.random() < 0.5)
            case 4:
                stage.conversations.change([key], archived=draw.random() < 0.3)
            case 5:
                stage.conversations.activate(key)
            case 6:
                stage.sidebar.show_archive(draw.random() < 0.3)
        assert len(set(stage.view.lines._keys)) == stage.view.lines.rowCount()
    stage.sidebar.show_archive(False)
    shown = {each.title for each in stage.conversations.entries if not each.archived}
    for name, _ in stage.folders.shown:
        stage.folders.add(name)
    assert set(titles(stage.view)) == shown
    assert tester is not None


def test_what_one_reads_stays_in_place_when_something_comes_in_above(stage: Stage) -> None:
    stage.view.verticalScrollBar().setValue(700)
    before = stage.top
    assert before[1] >= 0
    stage.conversations.add([ConversationEntry("new", "New", 2, updated_at=time.time())])
    assert stage.top == before
    stage.conversations.change(["k1"], archived=True)
    assert stage.top == before
    stage.conversations.note_messages("k20", 9, "")
    assert stage.top == before
    stage.conversations.bring_forward("k39")
    assert stage.top == before


def test_at_the_top_one_sees_what_comes_in(stage: Stage) -> None:
    stage.conversations.add([ConversationEntry("new", "New", 2, updated_at=time.time())])
    assert stage.view.verticalScrollBar().value() == 0
    assert titles(stage.view)[0] == "New"


def test_the_line_gone_to_is_kept_while_lines_move_around_it(stage: Stage) -> None:
    stage.view.setCurrentIndex(index_of(stage.view, "Talk 5"))
    stage.conversations.bring_forward("k30")
    stage.conversations.change(["k2"], pinned=True)
    stage.conversations.change(["k5"], folder="Work")
    stage.conversations.conceal("k7")
    assert stage.view.currentIndex().data() == "Talk 5"
    stage.conversations.fill(list(stage.conversations.entries))
    assert stage.view.currentIndex().data() == "Talk 5"


def test_opening_another_one_brings_it_in_sight(stage: Stage) -> None:
    stage.conversations.activate("k35")
    assert stage.view.currentIndex().data() == "Talk 35"
    assert stage.view.viewport().rect().contains(point_of(stage.view, "Talk 35"))


def test_a_long_list_is_told_of_a_message_by_one_line(stage: Stage, qtbot: QtBot) -> None:
    changed: list[tuple[int, int]] = []
    stage.view.lines.dataChanged.connect(lambda first, last, _roles: changed.append((first.row(), last.row())))
    with qtbot.assertNotEmitted(stage.view.lines.layoutChanged), qtbot.assertNotEmitted(stage.view.lines.modelReset):
        stage.conversations.note_messages("k3", 4, "")
    assert changed == [(4, 4)]


def test_lines_are_as_high_as_they_were_after_their_words_have_changed(stage: Stage) -> None:
    """What the view relies on when it does not lay out anew."""
    heights = [stage.view.sizeHintForIndex(stage.view.lines.index(place)).height() for place in range(5)]
    for number in range(5):
        stage.conversations.rename(f"k{number}", "A very long title " * 10)
    assert heights == [stage.view.sizeHintForIndex(stage.view.lines.index(place)).height() for place in range(5)]


def drop(stage: Stage, key: str, goal: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let go of a conversation over a line, dragged from the list itself."""
    data = QMimeData()
    data.setData(MIME, key.encode())
    event = QDropEvent(
        QPointF(point_of(stage.view, goal)),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        QEvent.Type.Drop,
    )
    monkeypatch.setattr(QDropEvent, "source", lambda _event: stage.view)
    stage.view.dropEvent(event)


@pytest.mark.parametrize(
    ("goal", "asked"),
    [
        ("PINNED", ["k9", True, ""]),
        ("Talk 2", ["k9", True, ""]),
        ("Work", ["k9", False, "Work"]),
        ("Talk 3", ["k9", False, "Work"]),
        ("Empty", ["k9", False, "Empty"]),
        ("No conversation in it yet", ["k9", False, "Empty"]),
        ("TODAY", ["k9", False, ""]),
        ("Talk 0", ["k9", False, ""]),
    ],
)
def test_a_conversation_dropped_on_a_line_goes_to_its_section(
    stage: Stage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, goal: str, asked: list[object]
) -> None:
    stage.conversations.change(["k2"], pinned=True)
    stage.conversations.change(["k3"], folder="Work")
    stage.folders.add("Empty")
    with qtbot.waitSignal(stage.sidebar.requests.drop_made) as made:
        drop(stage, "k9", goal, monkeypatch)
    assert made.args == asked


def test_what_comes_from_elsewhere_is_not_taken(stage: Stage, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setData(MIME, b"k9")
    place, action = QPoint(20, 60), Qt.DropAction.MoveAction
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place, action, data, left, none)
    with qtbot.assertNotEmitted(stage.sidebar.requests.drop_made):
        stage.view.dragEnterEvent(enter)
        stage.view.dropEvent(QDropEvent(QPointF(place), action, data, left, none, QEvent.Type.Drop))
    assert not enter.isAccepted()


def test_what_is_dragged_says_nothing_to_other_programs(stage: Stage) -> None:
    data = stage.view.lines.mimeData([index_of(stage.view, "Talk 4")])
    assert data.formats() == [MIME]
    assert bytes(data.data(MIME).data()) == b"k4"


def test_a_folded_folder_with_the_open_conversation_stands_out(stage: Stage) -> None:
    stage.conversations.change(["k0"], folder="Work")
    stage.folders.add("Work", is_folded=True)
    assert outline(stage.view)[0] == "Work 1 …"
    heading = stage.view.lines.rows[0]
    assert isinstance(heading, Heading)
    assert heading.holds_open
    stage.conversations.activate("k1")
    assert stage.view.lines.rows[0] == Heading(heading.kind, "Work", 1, is_folded=True)
