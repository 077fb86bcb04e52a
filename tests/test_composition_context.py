"""The context in the whole program: what it holds is shown, what no longer fits is dealt with, reading is stopped."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.viewmodels.reply import Phase, Reply
from app.viewmodels.transcript import UserTurn
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, endless_pair, running, write_settings
from tests.support.tiny_models import TinyModel

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program

pytestmark = quiet_platform

QUESTION = "The proof of the page is set in red ink, and the draft is in the ink of the page."
LEAVES_OUT = {**SHORT, "context": {"policy": "leave_out"}}


def figures(program: Program) -> tuple[int | None, int]:
    """Tokens used, and what the context holds, as the gauge has them."""
    shown = program.galley.context_count.figures
    return shown.used, shown.total


def gauge_says(program: Program, text: str) -> None:
    program.until(lambda: program.galley.composer.gauge.text == text)
    assert program.galley.composer.gauge.isVisible()


def told(reply: Reply) -> int:
    """What a reply takes by its own events."""
    assert reply.prefill is not None
    return reply.prefill.total + len(reply.tokens)


def fill(program: Program, most: int = 30) -> Reply:
    """Talk until a question is refused; returns what stands in place of its answer."""
    for number in range(most):
        reply = program.ask(f"{number}: {QUESTION}")
        if reply.is_refused:
            return reply
    pytest.fail("the context never filled")


# What is shown.


def test_the_gauge_follows_the_conversation_on_screen(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        gauge_says(program, "0 of 512")
        first = program.ask(QUESTION)
        gauge_says(program, f"{told(first)} of 512")
        assert f"Prompt of the last reply: {first.prefill.total} tokens" in program.galley.composer.gauge.toolTip()  # type: ignore[union-attr]
        program.galley.conversations.begin()
        gauge_says(program, "0 of 512")


def test_a_conversation_of_an_earlier_day_is_counted_when_it_is_opened(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        live = told(program.ask(QUESTION))
    with running(qtbot, tmp_path / "home") as program:
        assert len(program.galley.chat.transcript.rows) == 2
        program.until(lambda: bool(figures(program)[0]))
        used, total = figures(program)
        assert total == 512
        assert live < used <= live + 20, "the end of the reply and the begin of the next one are counted, too"  # type: ignore[operator]
        gauge_says(program, f"{used} of 512")


def test_another_target_counts_with_its_own_tokenizer(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_other_vocabulary: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask(QUESTION)
        before = figures(program)[0]
        program.galley.header.target_chosen.emit(str(tiny_other_vocabulary))
        program.loaded(tiny_other_vocabulary)
        program.until(lambda: figures(program)[0] not in (None, before))
        assert figures(program)[0] > before  # type: ignore[operator]


def test_what_is_typed_is_counted_beside_it(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        count = program.galley.context_count
        room = count.room_left
        assert room == 512
        QTest.keyClicks(program.galley.composer.field, "abcdefg")
        program.until(lambda: count.room_left == room - 7)
        program.galley.composer.clear_text()
        program.until(lambda: count.room_left == room)


def test_pieces_are_counted_for_who_asks(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        count = program.galley.context_count
        with qtbot.waitSignal(count.pieces_counted, timeout=60_000) as counted:
            count.count_pieces("file", ("abc", " the"))  # a pair is still being loaded
        assert counted.args == ["file", (3, 1)]


# When it is full.


def test_a_refused_question_can_be_asked_with_less_before_it(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        refused = fill(program)
        note = program.card(refused).findChild(_failure_note())
        assert note is not None
        assert "512" in note.message.text()
        question = program.galley.chat.transcript.rows[-2]
        assert isinstance(question, UserTurn)
        assert program.galley.composer.text == question.text, "to be shortened"
        assert program.galley.composer.gauge.is_warning
        assert note.leave_out_button is not None
        note.leave_out_button.setFocus()
        QTest.keyClick(note.leave_out_button, Qt.Key.Key_Space)
        again = program.over(program.last)
        assert again is not refused
        assert again.phase is Phase.FINISHED
        assert again.left_out
        assert program.galley.composer.text == ""
        assert program.galley.preferences.leaves_out_oldest
        assert program.galley.load_menu.full_menu.actions()[1].isChecked()
        following = program.ask(QUESTION)
        assert following.left_out == again.left_out, "the same turns, so that the caches hold"
        assert following.prefill is not None
        assert following.prefill.reused > again.prefill.total // 2


def test_what_somebody_typed_since_is_left_alone(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        refused = fill(program)
        program.galley.composer.set_text("Something else")
        note = program.card(refused).findChild(_failure_note())
        assert note is not None
        assert note.leave_out_button is not None
        note.leave_out_button.click()
        program.over(program.last)
        assert program.galley.composer.text == "Something else"


def test_a_question_that_never_fits_is_offered_nothing(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask(QUESTION)
        refused = program.ask("abcdefgh" * 100)
        assert refused.is_refused
        note = program.card(refused).findChild(_failure_note())
        assert note is not None
        assert note.leave_out_button is None


def test_the_choice_in_the_menu_holds_for_the_next_reply_and_the_next_start(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        assert program.galley.load_menu.full_menu.actions()[0].isChecked()
        program.galley.load_menu.full_menu.actions()[1].trigger()
        for number in range(30):
            reply = program.ask(f"{number}: {QUESTION}")
            assert not reply.is_refused
            if reply.left_out:
                break
        assert reply.left_out
    with running(qtbot, tmp_path / "home") as program:
        assert program.galley.load_menu.full_menu.actions()[1].isChecked()
        assert program.galley.context_count.figures.leaves_out


# Reading a long prompt.


@pytest.fixture(scope="module")
def slow_target(tiny_folder: Path) -> Path:
    """Deep enough to take seconds over a long prompt."""
    model = TinyModel(name="Tiny deep", num_layers=96, end_bias=-40.0, context_tokens=32768)
    return model.write(tiny_folder / "deep.gguf")


def test_a_long_prompt_shows_how_far_it_is_read_and_how_fast_and_stops_at_once(
    qtbot: QtBot, tmp_path: Path, slow_target: Path
) -> None:
    write_settings(tmp_path / "home", {**LONG, "load": {"context_tokens": 16384, "threads": 1}})
    with running(qtbot, tmp_path / "home", slow_target) as program:
        program.loaded(slow_target)
        reply = program.send(QUESTION * 120)
        program.until(lambda: reply.prefill is not None and reply.prefill.tokens_per_second is not None)
        program.until(lambda: "tokens/s" in program.card(reply).state.text())
        assert reply.phase is Phase.PREFILL
        assert reply.prefill is not None
        line = program.card(reply).state.text()
        assert "Reading the prompt" in line
        assert "left" in line
        began = time.monotonic()
        program.press(Qt.Key.Key_Escape)
        program.until(lambda: reply.phase.is_over)
        assert time.monotonic() - began < 0.3 + 0.2  # the window's own turn included
        assert program.card(reply).state.text() == "Stopped"
        assert not reply.tokens
        program.galley.conversations.begin()
        again = program.send("And now?")
        program.until(lambda: bool(again.tokens))


def test_a_book_is_stopped_while_it_is_split_into_tokens(qtbot: QtBot, tmp_path: Path) -> None:
    target, _draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target) as program:
        program.loaded(target)
        reply = program.send(QUESTION * 20_000)
        program.until(lambda: program.galley.composer.stop_button.isVisible())
        began = time.monotonic()
        program.press(Qt.Key.Key_Escape)
        program.until(lambda: reply.phase.is_over)
        assert time.monotonic() - began < 0.3 + 0.2
        program.galley.conversations.begin()
        assert program.writing(program.send("And now?"), 20).text


def _failure_note() -> type:
    from widgets.transcript.failure_note import FailureNote

    return FailureNote
