"""The Tab key through every page and every state in between: to all there is, in the order in which one reads.

What is expected was written down by hand, in `tests/expected/tab_order.toml`, before anybody pressed the key.
"""

from __future__ import annotations

import os
import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.errors import Notice
from app.store.keys.keeper import Situation
from app.viewmodels.protection import Guard
from tests.support.at_rest import at_rest
from tests.support.fixed_keys import FixedKeys
from tests.support.offscreen import quiet_platform
from tests.support.program import EAGER, running, write_settings
from tests.support.tab_walk import TabWalk, expected, name_of
from tests.test_composition_looks import _states
from widgets.transcript.user_bubble import UserBubble
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program

pytestmark = quiet_platform

TABLE = expected()
STILL = {"sampling": {"temperature": 0.0}, "speculation": EAGER, "appearance": {"motion": "reduced"}}
"""The same reply each time, and a text cursor that does not blink, so that it is in every picture."""
CONTROL = Qt.KeyboardModifier.ControlModifier
CONTROL_SHIFT = CONTROL | Qt.KeyboardModifier.ShiftModifier
NARROW = 720
_SIGHT_MILLISECONDS = 1000


@pytest.fixture(autouse=True)
def _no_keyring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the page for other programs offers hangs on whether there is one."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'no-bus'}")


@pytest.fixture
def replied(qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path) -> Iterator[Program]:
    """A program with a pair, and a conversation of one message and its reply."""
    write_settings(tmp_path / "home", STILL)
    with running(qtbot, tmp_path / "home", tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        program.ask("Hello, what is *this*?")
        yield program


@contextmanager
def frozen(pid: int) -> Iterator[None]:
    """Let a process stand still for a while."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def walk(program: Program) -> TabWalk:
    return TabWalk(program.galley.window, lambda held: program.until(held, _SIGHT_MILLISECONDS))


def faults(program: Program, state: str) -> list[str]:
    """What is otherwise than in the table."""
    return walk(program).faults(state, TABLE[state])


def transcript(program: Program) -> TranscriptView:
    """The open conversation."""
    view = program.galley.stack.currentWidget()
    assert isinstance(view, TranscriptView)
    return view


def press(program: Program, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key wherever the focus is."""
    QTest.keyClick(walk(program).focus, key, modifier)


def test_every_page_is_walked_through_in_the_order_of_reading(replied: Program) -> None:
    found, walked = [], set()
    has_cards = replied.galley.history.latest is not None and bool(replied.galley.history.latest.devices)
    for state in _states(replied):
        walked.add(state)
        if state == "The machine…" and has_cards:
            continue  # a section for each card that this machine has
        at_rest(replied)
        found += faults(replied, state)
    assert not found, "\n".join(found)
    assert walked <= set(TABLE), "a page that nobody has written down"


def test_a_conversation_is_walked_through_whatever_is_done_in_it(replied: Program) -> None:
    found: list[str] = []
    galley = replied.galley
    for state in done_in_a_conversation(replied):
        found += faults(replied, state)
    galley.window.resize(NARROW, 700)
    found += faults(replied, "narrow")
    assert not found, "\n".join(found)


def test_a_long_conversation_is_walked_through_from_its_first_message_to_its_last(replied: Program) -> None:
    messages = [f"Message {number}" for number in range(1, 15)]
    replied.galley.window.resize(NARROW, 480)
    for message in messages:
        replied.ask(message)
    transcript(replied).setFocus()
    press(replied, Qt.Key.Key_Home)  # what was built below when the window opened is far away now
    names = [stop.name for stop in walk(replied).round(looks=True)]
    assert [name for name in names if name.startswith("You: M")] == [f"You: {message}" for message in messages]


def test_a_load_can_be_cancelled_from_where_one_reads_of_it(replied: Program, tiny_target: Path) -> None:
    pid = replied.galley.engine.engine_pid
    assert pid is not None
    with frozen(pid):
        replied.galley.header.target_chosen.emit(str(tiny_target))
        replied.until(lambda: replied.galley.load_card.isVisible() and replied.galley.composer.stop_button.isVisible())
        found = faults(replied, "loading")
    replied.until(lambda: not replied.galley.pair_choice.loading)
    assert not found, "\n".join(found)


def test_the_first_run_and_a_load_that_failed(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", STILL)
    with running(qtbot, tmp_path / "home") as program:
        found = faults(program, "first_run")
        program.galley.header.target_chosen.emit(str(tmp_path / "absent.gguf"))
        program.until(program.galley.load_card.isVisible)
        found += faults(program, "a_load_that_failed")
    assert not found, "\n".join(found)


def test_a_locked_window_leads_to_nothing_but_the_way_out(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", STILL)
    keys = FixedKeys()
    with running(qtbot, tmp_path / "home", keys=keys) as program:
        protection = program.galley.protection
        protection.lock()
        program.until(lambda: protection.guard is Guard.ASKING and not protection.busy)
        found = faults(program, "locked")
        protection.unlock()
        program.until(lambda: protection.guard is Guard.OPEN)
        keys.create_with("a long sentence")
        protection.lock()
        program.until(lambda: protection.guard is Guard.ASKING and not protection.busy)
        QTest.keyClicks(walk(program).focus, "a long")
        found += faults(program, "locked_with_a_passphrase")
    assert not found, "\n".join(found)


def test_a_passphrase_is_chosen_before_anything_else(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", STILL)
    keys = FixedKeys(Situation.NEW, Notice("keyring_locked"))
    with running(qtbot, tmp_path / "home", keys=keys) as program:
        found = faults(program, "a_passphrase_to_choose")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("back", [False, True], ids=["Tab", "Shift+Tab"])
def test_tab_takes_the_new_name_and_leads_back_to_the_list(replied: Program, back: bool) -> None:
    sidebar = replied.galley.sidebar
    sidebar.list.setFocus()
    press(replied, Qt.Key.Key_F2)
    assert name_of(walk(replied).focus) == "Title of the conversation"
    QTest.keyClicks(walk(replied).focus, "Another name")
    walk(replied).press(back=back)
    assert walk(replied).focus is sidebar.list
    assert replied.galley.conversations.active_entry.title == "Another name"


def done_in_a_conversation(program: Program) -> Iterator[str]:
    """Do one thing after the other, and undo it; yields the state that the table has."""
    galley = program.galley
    galley.composer.set_text("Something")
    yield "a_message_being_typed"
    galley.composer.clear_text()
    galley.notices.show_sentence("Something to know.")
    galley.composer.line.offer("Something to choose.", [("Do it", galley.notices.clear), ("Leave it", lambda: None)])
    yield "a_notice_and_a_choice"
    galley.notices.clear()
    galley.composer.line.withdraw()
    press(program, Qt.Key.Key_E, CONTROL)
    bubble = transcript(program).cards()[0]
    assert isinstance(bubble, UserBubble)
    yield "a_message_being_edited"
    bubble.leave_editor()
    press(program, Qt.Key.Key_R, CONTROL_SHIFT)
    yield "stepping_through_a_reply"
    press(program, Qt.Key.Key_Escape)
    press(program, Qt.Key.Key_I, CONTROL)
    yield "figures_of_a_reply"
    press(program, Qt.Key.Key_Escape)
    press(program, Qt.Key.Key_M, CONTROL)
    galley.composer.setFocus()
    yield "marks_of_a_reply"
    press(program, Qt.Key.Key_M, CONTROL)
    press(program, Qt.Key.Key_I, CONTROL_SHIFT)
    yield "settings_of_a_conversation"
    galley.proof_panel.system_prompt.fold.heading.setChecked(False)
    galley.proof_panel.sampling_fold.heading.setChecked(False)
    galley.composer.setFocus()
