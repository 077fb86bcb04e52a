"""Comparing in the program: a race is run, judged, saved, taken over, stopped, forgotten; real window and engine."""

from __future__ import annotations

import json
import os
import signal
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.engine.types import SpeculationMode
from app.viewmodels.protection import Guard
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, endless_pair, running, write_settings

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program
    from widgets.compare.page import ComparePage

pytestmark = quiet_platform

CTRL = Qt.KeyboardModifier.ControlModifier
CTRL_SHIFT = CTRL | Qt.KeyboardModifier.ShiftModifier
PROMPT = "Tell me of the secret heron"


def open_page(program: Program) -> ComparePage:
    """Press the keys that open the page."""
    QTest.keyClick(program.galley.window, Qt.Key.Key_D, CTRL_SHIFT)
    page = program.galley.comparing.page
    assert program.galley.window.page is page
    return page


def begin(program: Program, *, tokens: int = 40, repeats: int = 1, prompt: str = PROMPT) -> ComparePage:
    """Type a prompt and start."""
    page = open_page(program)
    page.setup.prompt.setPlainText(prompt)
    page.setup.max_tokens.setValue(tokens)
    page.setup.repeats.setValue(repeats)
    page.start_button.click()
    return page


def over(program: Program) -> None:
    """Wait for the end of the race."""
    program.until(lambda: not program.galley.comparing.compare.is_running)


def racing(program: Program) -> None:
    """Wait until both sides have written something."""
    compare = program.galley.comparing.compare
    program.until(lambda: all(track.num_tokens for track in compare.tracks))
    assert compare.is_running


def shown_texts(page: ComparePage) -> list[str]:
    return [pane.token_view.text for pane in page.panes]


def choose_file(program: Program, path: Path) -> None:
    """Choose a file in the dialog that is open."""
    dialog = program.galley.window.findChildren(QFileDialog)[-1]
    dialog.fileSelected.emit(str(path))
    dialog.close()


def test_one_prompt_races_with_itself_and_the_verdict_says_what_came_of_it(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        page = begin(program)
        assert page.stop_button.isVisible()
        over(program)
        assert page.verdict_card.isVisible()
        assert page.verdict_card.sameness.text() == "Both wrote the very same text, token for token."
        assert "interval" in page.verdict_card.certainty.text(), "one run is said to be one"
        replies = [pane.reply for pane in page.panes]
        assert [len(reply.tokens) for reply in replies if reply is not None] == [40, 40]
        assert page.panes[0].name.text() == "Speculation off"
        assert page.panes[1].reply is not None
        assert page.panes[1].reply.tally.num_drafted > 0, "marks stand on one side"
        assert "accepted" in page.panes[1].clock.text()
        assert "tokens/s" in page.panes[0].clock.text()
        assert program.galley.conversations.active_entry.num_messages == 0, "nothing is added to the conversation"


def test_repeats_give_an_interval(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        page = begin(program, tokens=12, repeats=3)
        over(program)
        estimate = program.galley.comparing.compare.verdict
        assert estimate is not None
        assert estimate.total_speedup is not None
        assert estimate.total_speedup.low is not None
        assert page.verdict_card.certainty.text().startswith("From 3 runs")
        assert page.replay_bar.repeats.count() == 3


def test_the_next_turn_of_the_open_conversation_races(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("Hello")
        page = open_page(program)
        page.setup.source.button("goes_on").click()
        begin(program, prompt="And now?")
        over(program)
        comparison = program.galley.comparing.compare.comparison
        assert comparison is not None
        messages = comparison.spec.request.messages
        assert [message.content for message in (messages[0], messages[-1])] == ["Hello", "And now?"]
        assert len(program.replies) == 1


def test_both_sides_begin_with_the_settings_of_the_open_conversation(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        setup = open_page(program).setup
        left, right = setup.choice.sides
        assert (left.speculation.mode, right.speculation.mode) == (SpeculationMode.OFF, SpeculationMode.DRAFT)
        assert (right.temperature, setup.choice.seed) == (1.0, 11)


def test_the_same_temperature_holds_until_it_is_set_apart(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        setup = open_page(program).setup
        setup.left.temperature.setValue(0.3)
        assert [side.temperature for side in setup.choice.sides] == [0.3, 0.3]
        setup.same_temperature.click()
        setup.right.temperature.setValue(1.1)
        assert [side.temperature for side in setup.choice.sides] == [0.3, 1.1]
        assert "temperature 1.10" in setup.names[1].text()


def test_without_a_model_or_a_prompt_one_sentence_says_what_is_missing(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home") as program:
        page = begin(program)
        assert page.status.text() == "No model is loaded. Choose a target model first."
        assert page.setup.prompt.toPlainText() == PROMPT
        assert page.start_button.isVisible()
        program.galley.pair_choice.choose_target(str(tiny_ending))
        program.loaded(tiny_ending)
        begin(program, prompt="  ")
        assert page.status.text() == "Type a prompt first: there is nothing to reply to yet."


def test_a_reply_that_is_being_written_is_not_disturbed(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        reply = program.writing(program.send("Hello"))
        page = begin(program)
        assert page.status.text().startswith("A reply is being written")
        assert not program.galley.comparing.compare.is_running
        assert not reply.phase.is_over
        program.galley.chat.stop()
        program.over(reply)
        program.until(lambda: not page.status.text().startswith("A reply"))


def test_stopping_keeps_what_was_written_and_a_reply_can_follow(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        page = begin(program, tokens=4000)
        racing(program)
        page.stop_button.click()
        over(program)
        assert page.status.text().startswith("Stopped")
        assert page.verdict_card.isHidden()
        assert all(shown_texts(page))
        page.close_button.click()
        program.writing(program.send("Hello"))


def test_leaving_the_page_stops_the_race(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        begin(program, tokens=4000)
        racing(program)
        QTest.keyClick(program.galley.window, Qt.Key.Key_Escape)
        assert program.galley.window.page is None
        over(program)
        page = open_page(program)
        assert page.isAncestorOf(program.galley.window.focusWidget()), "the keys work there"
        assert program.galley.comparing.compare.was_stopped


def test_an_engine_that_dies_in_the_race_is_said_and_the_next_race_runs(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        page = begin(program, tokens=4000)
        racing(program)
        pid = program.galley.engine.engine_pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        over(program)
        assert "killed" in page.status.text()
        assert all(shown_texts(page))
        begin(program, tokens=8)
        over(program)
        assert page.verdict_card.isVisible()


def test_locking_forgets_the_prompt_and_both_texts(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        page = begin(program, tokens=12)
        over(program)
        assert all(shown_texts(page))
        QTest.keyClick(program.galley.window, Qt.Key.Key_L, CTRL)
        program.until(lambda: program.galley.protection.guard is Guard.ASKING)
        assert page.setup.prompt.toPlainText() == ""
        assert shown_texts(page) == ["", ""]
        assert page.verdict_card.headline.text() == ""
        assert program.galley.comparing.compare.comparison is None
        assert [reply.text for reply in program.galley.comparing.replayed.player.replies] == ["", ""]


def test_locking_in_mid_race_ends_it(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        page = begin(program, tokens=4000)
        racing(program)
        program.galley.protection.lock()
        program.until(lambda: program.galley.protection.guard is Guard.ASKING)
        program.galley.protection.unlock()
        program.until(lambda: program.galley.protection.guard is Guard.OPEN and program.galley.keeping.is_filled)
        assert shown_texts(page) == ["", ""]
        begin(program, tokens=8)
        over(program)
        assert page.verdict_card.isVisible()


def test_a_race_is_replayed_from_any_moment(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        page = begin(program)
        over(program)
        whole = shown_texts(page)
        page.replay_bar.slider.setValue(0)
        assert shown_texts(page) == ["", ""]
        page.replay_bar.play_button.click()
        assert page.replay_bar.play_button.text() == "Pause"
        program.until(lambda: page.replay_bar.play_button.text() == "Replay")
        assert shown_texts(page) == whole


def test_the_verdict_is_copied_and_saved(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        program.loaded(target)
        page = begin(program, tokens=12)
        over(program)
        card = page.verdict_card
        card.copy_button.click()
        copied = QGuiApplication.clipboard().text()
        assert card.headline.text() in copied
        assert "| speculation off | speculation on |" in copied
        file, picture, nowhere = tmp_path / "race.json", tmp_path / "race.png", tmp_path / "no" / "race.json"
        card.save_button.click()
        choose_file(program, file)
        program.until(lambda: card.note.text() == f"Saved as {file}")
        data = json.loads(file.read_text())
        assert data["messages"] == [{"role": "user", "content": PROMPT}]
        assert [side["speculation"]["mode"] for side in data["sides"]] == ["off", "draft"]
        assert (data["off"]["completion_tokens"], data["identical"]) == (12, True)
        card.picture_button.click()
        choose_file(program, picture)
        program.until(lambda: card.note.text() == f"Saved as {picture}")
        assert picture.read_bytes().startswith(b"\x89PNG")
        card.save_button.click()
        choose_file(program, nowhere)
        program.until(lambda: "cannot be written" in card.note.text())


def test_the_winners_settings_are_taken_over_by_the_open_conversation_only(qtbot: QtBot, tmp_path: Path) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "home", LONG)
    with running(qtbot, tmp_path / "home", target, draft) as program:
        galley = program.galley
        program.loaded(target)
        page = open_page(program)
        page.setup.same_temperature.click()
        page.setup.left.temperature.setValue(0.4)
        begin(program, tokens=12)
        over(program)
        page.verdict_card.use_requested.emit(0)
        settings = galley.own_settings.reply_settings(galley.conversations.active)
        assert settings.speculation.mode is SpeculationMode.OFF
        assert settings.sampling.temperature == pytest.approx(0.4)
        assert settings.sampling.seed == 11
        assert galley.preferences.speculation.mode is SpeculationMode.DRAFT
        assert galley.preferences.sampling.temperature == 1.0
        assert "goes on with these settings" in page.verdict_card.note.text()


def test_another_draft_and_another_cache_race_one_after_the_other(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path, tiny_stranger: Path
) -> None:
    write_settings(tmp_path / "home", {**SHORT, "models": {"folders": [str(tiny_stranger.parent)]}})
    with running(qtbot, tmp_path / "home", tiny_target, tiny_draft) as program:
        program.loaded(tiny_target)
        setup = open_page(program).setup
        program.until(lambda: setup.right.draft.findData(str(tiny_stranger)) > 0)
        assert setup.right.draft.findData(str(tiny_draft)) < 0, "the loaded one is the first choice"
        setup.left.mode.button("draft").click()
        setup.right.draft.setCurrentIndex(setup.right.draft.findData(str(tiny_stranger)))
        setup.right.cache.setCurrentIndex(setup.right.cache.findData("q8_0"))
        setup.order.button("in_turn").click()
        page = begin(program, tokens=12)
        over(program)
        comparison = program.galley.comparing.compare.comparison
        assert comparison is not None
        assert comparison.failure is None
        paths = [pair.draft.path for side in range(2) if (pair := comparison.pair(side)) is not None and pair.draft]
        assert paths == [str(tiny_draft), str(tiny_stranger)]
        assert page.verdict_card.isVisible()
        page.verdict_card.use_requested.emit(1)
        assert "draft model is chosen above" in page.verdict_card.note.text()
        pair = program.galley.pair_choice.pair
        assert pair is not None
        assert pair.draft is not None
        assert pair.draft.path == str(tiny_draft), "what is loaded stays"


def test_what_was_read_of_a_conversation_goes_with_it(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        galley = program.galley
        program.loaded(tiny_ending)
        program.ask("Hello")
        page = open_page(program)
        page.setup.source.button("goes_on").click()
        begin(program, prompt="And now?")
        over(program)
        page.close_button.click()
        galley.erasure.delete(galley.conversations.active)
        galley.erasure.finish()
        program.until(lambda: galley.comparing.compare.comparison is None)
        assert shown_texts(page) == ["", ""]


def test_the_sidebar_leads_to_the_page(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        next(each for each in program.galley.sidebar.pages.buttons if each.text() == "Compare").click()
        assert program.galley.window.page is program.galley.comparing.page
        assert program.galley.comparing.page.setup.prompt.hasFocus()
