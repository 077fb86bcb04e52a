"""What can go wrong around the program, and that the window, the text and the next message survive it."""

from __future__ import annotations

import json
import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel

from app.settings.paths import find_folders
from app.viewmodels.reply import Phase
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, endless_pair, running, write_settings
from widgets.look.theme import ThemeChoice
from widgets.transcript.failure_note import FailureNote

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from tests.support.program import Program

pytestmark = quiet_platform

KILLED = "The engine was killed from outside (SIGKILL)"


def kill(program: Program, number: signal.Signals = signal.SIGKILL) -> None:
    """Send the engine's process a signal."""
    engine = program.galley.engine.engine_pid
    assert engine is not None
    os.kill(engine, number)


# The engine dies.


def test_an_engine_killed_in_mid_reply_costs_no_text_and_the_next_message_works(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        pair = program.loaded()
        reply = program.writing(program.send("Write and write."), 40)
        shown = reply.text
        kill(program)
        program.over(reply)
        assert reply.phase is Phase.FAILED
        assert reply.text.startswith(shown)
        assert KILLED in _failure(program)
        assert program.card().read_view.isVisible()
        assert KILLED in program.load_message
        assert program.badge.startswith("Engine stopped")
        assert program.galley.window.isVisible()
        following = program.writing(program.send("Now this."), 20)
        assert program.load_message == ""
        assert program.loaded().target.path == pair.target.path
        program.press(Qt.Key.Key_Escape)
        program.over(following)
        messages = program.galley.chat.transcript.messages(before=following.request_id)
        assert [message.content for message in messages] == ["Write and write.", reply.text, "Now this."]


def test_an_engine_killed_while_idle_comes_back_with_its_pair_and_the_same_context(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        program.ask("Hello")
        second = program.ask("And now?")
        kill(program)
        program.until(lambda: KILLED in program.load_message)
        assert program.galley.composer.send_button is not None
        program.galley.stack.regenerate_requested.emit(second.request_id)
        again = program.over(program.last)
        assert again.phase is Phase.FINISHED
        assert again.text == second.text
        assert again.summary is not None
        assert second.summary is not None
        assert again.summary.reused_tokens == 0
        assert again.summary.prompt_tokens == second.summary.prompt_tokens
        assert again.tally.num_drafted > 0
        assert program.load_message == ""


@pytest.mark.real_models
def test_an_engine_killed_while_loading_leaves_the_pair_that_was_there(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, qwen_large: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        before = program.ask("Hello").text
        program.galley.header.target_chosen.emit(str(qwen_large))
        program.until(lambda: program.galley.pair_choice.loading)
        program.until(lambda: 0 < program.galley.load_card.progress.value() < 1000)
        kill(program)
        program.until(lambda: KILLED in program.load_message)
        program.until(lambda: not program.galley.pair_choice.loading)
        assert program.loaded().target.path == str(tiny_ending)
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert program.ask("Hello").text == before


@pytest.mark.real_models
def test_an_engine_killed_in_the_first_load_leaves_a_window_that_can_load_another(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, qwen_large: Path
) -> None:
    with running(qtbot, tmp_path / "home", qwen_large) as program:
        program.until(lambda: 0 < program.galley.load_card.progress.value() < 1000)
        kill(program)
        program.until(lambda: KILLED in program.load_message)
        program.until(lambda: not program.galley.pair_choice.loading)
        assert program.galley.pair_choice.pair is None
        assert not program.galley.composer.stop_button.isVisible()
        program.galley.header.target_chosen.emit(str(tiny_ending))
        program.loaded(tiny_ending)
        assert program.ask("Hello").phase is Phase.FINISHED


def test_an_assertion_in_llama_cpp_is_shown_in_its_own_words(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        reply = program.writing(program.send("Write and write."))
        with Path(f"/proc/{program.galley.engine.engine_pid}/fd/2").open("ab") as words:
            words.write(b"/build/ggml/src/ggml.c:1234: GGML_ASSERT(n > 0) failed\n")
        kill(program, signal.SIGABRT)
        program.over(reply)
        for said in (_failure(program), program.load_message):
            assert "SIGABRT: ggml.c:1234: GGML_ASSERT(n > 0) failed." in said
        program.galley.load_card.log_fold.heading.click()
        assert "GGML_ASSERT(n > 0) failed" in program.galley.load_card.log.toPlainText()


# Settings.


def test_settings_that_cannot_be_saved_are_told_once_and_the_program_goes_on(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    find_folders(home).settings.write_text("a file where the folder should be")
    with running(qtbot, home, tiny_ending, tiny_draft) as program:
        said: list[object] = []
        program.galley.preferences.notice_raised.connect(said.append)
        program.loaded(tiny_ending)
        program.until(program.galley.notices.isVisible)
        assert "cannot be" in program.galley.notices.label.text()
        assert str(find_folders(home).settings) in program.galley.notices.label.text()
        program.galley.preferences.set_theme("dark")
        program.galley.preferences.save()
        assert program.ask("Hello").phase is Phase.FINISHED
    assert len(said) == 1


def test_a_damaged_settings_file_is_kept_and_the_defaults_are_used(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    path = write_settings(tmp_path / "home", {})
    path.write_text('{"models": ')
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        assert program.galley.notices.isVisible()
        assert "settings.json.damaged" in program.galley.notices.label.text()
        program.galley.notices.close_button.click()
        assert not program.galley.notices.isVisible()
        program.loaded(tiny_ending)
    assert path.with_name("settings.json.damaged").read_text() == '{"models": '
    assert json.loads(path.read_text())["models"]["target"] == str(tiny_ending)


def test_values_that_cannot_be_are_all_named_and_a_strange_layout_is_no_trouble(qtbot: QtBot, tmp_path: Path) -> None:
    settings = {"sampling": {"temperature": -3}, "load": {"threads": 0}, "window": {"layout": "abc é"}}
    write_settings(tmp_path / "home", settings)
    with running(qtbot, tmp_path / "home") as program:
        text = program.galley.notices.label.text()
        assert "sampling.temperature" in text
        assert "load.threads" in text


def test_settings_come_back_after_a_restart(qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home, tiny_ending, tiny_draft) as program:
        galley = program.galley
        program.loaded(tiny_ending)
        galley.proof_panel.sampling_changed.emit(replace(galley.preferences.sampling, temperature=0.35, seed=99))
        galley.header.theme_chosen.emit(ThemeChoice.DARK)
        galley.window.resize(1400, 700)
        galley.window.proof_pane.preferred_width = 401
    with running(qtbot, home) as program:
        galley = program.galley
        program.loaded(tiny_ending)
        assert (galley.preferences.sampling.temperature, galley.preferences.sampling.seed) == (0.35, 99)
        assert galley.proof_panel.sampling_panel.sampling.seed == 99
        assert galley.theme.choice is ThemeChoice.DARK
        assert galley.window.proof_pane.preferred_width == 401
        assert galley.header.draft_picker.rows()[0].value == str(tiny_draft)


# Bugs.


def test_a_bug_is_caught_said_and_written_down_without_a_word_of_the_conversation(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    secret = "the patient's name"
    home = tmp_path / "home"
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)

        def faulty_slot() -> None:
            try:
                {"": ""}[secret]
            except KeyError as error:
                raise RuntimeError(f"could not handle {secret}") from error

        QTimer.singleShot(0, program.galley, faulty_slot)
        program.until(program.galley.notices.isVisible)
        log = find_folders(home).logs / "galley.log"
        assert str(log) in program.galley.notices.label.text()
        written = log.read_text()
        assert "faulty_slot" in written
        assert "builtins.KeyError" in written
        assert "builtins.RuntimeError" in written
        assert secret not in written
        assert log.stat().st_mode & 0o077 == 0
        assert program.ask("Hello").phase is Phase.FINISHED
        assert len(program.bugs) == 1
        program.bugs.clear()


def test_an_address_in_a_reply_is_not_opened_without_a_question(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        program.galley.stack.link_activated.emit("https://example.org/page")
        texts = [label.text() for label in program.galley.window.findChildren(QLabel)]
        assert "https://example.org/page" in texts


def _failure(program: Program) -> str:
    note = program.card().findChild(FailureNote)
    assert isinstance(note, FailureNote)
    return note.message.text()
