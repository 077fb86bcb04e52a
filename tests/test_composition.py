"""The program through its window: how it starts, how models are chosen, and how a conversation goes."""

from __future__ import annotations

import json
import os
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.engine.types import FinishReason, Mark, SpeculationMode
from app.models.starter import starter_location
from app.settings.paths import find_folders
from app.viewmodels.badge import BadgeKind
from app.viewmodels.reply import Phase, Reply
from tests.support.listed import point_of, titles
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, endless_pair, running, write_settings
from widgets.look import figures

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program
    from widgets.parts.figure_tile import FigureTile

pytestmark = quiet_platform


# Starting.


def test_the_first_start_without_any_model_teaches_how_to_begin(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        assert galley.empty_state.isVisible()
        assert not galley.empty_state.starter_button.isVisible()
        assert not galley.composer.send_button.isEnabled()
        assert galley.load_card.isHidden()
        assert galley.speculation.badge.kind is BadgeKind.NO_MODEL
        galley.composer.set_text("hello")
        program.press(Qt.Key.Key_Return)
        assert galley.composer.text == "hello"
        assert program.replies == []


@pytest.mark.real_models
def test_the_starter_model_in_the_data_folder_is_loaded_and_answers(
    qtbot: QtBot, tmp_path: Path, smollm2: Path
) -> None:
    home = tmp_path / "home"
    place = starter_location(find_folders(home).data)
    place.parent.mkdir(parents=True)
    os.link(smollm2, place) if smollm2.stat().st_dev == place.parent.stat().st_dev else place.symlink_to(smollm2)
    with running(qtbot, home) as program:
        pair = program.loaded(place)
        assert pair.draft is None
        assert "No draft model" in program.badge
        reply = program.ask("Say only the word yes.")
        assert reply.phase is Phase.FINISHED
        assert reply.text.strip()


def test_the_last_pair_is_loaded_at_the_next_start(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    home = tmp_path / "home"
    with running(qtbot, home, tiny_target, tiny_draft) as program:
        program.loaded(tiny_target)
    with running(qtbot, home) as program:
        pair = program.loaded(tiny_target)
        assert pair.draft is not None
        assert pair.draft.path == str(tiny_draft)
        assert program.galley.header.target_picker.accessibleName().startswith("Target: Tiny target")
        assert program.badge.startswith("Ready")


def test_a_last_target_that_is_gone_is_one_sentence_and_another_one_can_be_chosen(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path
) -> None:
    gone = tmp_path / "gone.gguf"
    write_settings(tmp_path / "home", {"models": {"target": str(gone), "recent_targets": [str(gone)]}})
    with running(qtbot, tmp_path / "home") as program:
        program.until(lambda: program.load_message != "")
        assert program.load_message == f"There is no file “{gone}”."
        assert program.galley.notices.isHidden()
        program.galley.header.target_chosen.emit(str(tiny_target))
        program.loaded(tiny_target)
        assert program.load_message == ""


def test_a_draft_named_without_any_target_says_what_is_missing(qtbot: QtBot, tmp_path: Path, tiny_draft: Path) -> None:
    with running(qtbot, tmp_path / "home", None, tiny_draft) as program:
        program.until(lambda: program.load_message != "")
        assert program.load_message == "Choose a target model first, then a draft for it."


# Choosing models.


def test_a_draft_is_loaded_beside_the_target_which_stays(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    with running(qtbot, tmp_path / "home") as program:
        program.galley.header.target_chosen.emit(str(tiny_target))
        program.loaded(tiny_target)
        roles: list[str] = []
        program.galley.engine.events_arrived.connect(lambda events: roles.extend(_roles(events)))
        engine = program.galley.engine.engine_pid
        program.drop(tiny_draft)  # the same size: it takes the target's place
        program.loaded(tiny_draft)
        program.galley.header.target_chosen.emit(str(tiny_target))
        program.loaded(tiny_target)
        roles.clear()
        program.galley.header.draft_chosen.emit(str(tiny_draft))
        program.until(lambda: _draft_of(program) == str(tiny_draft))
        assert set(roles) == {"draft"}
        assert program.galley.engine.engine_pid == engine
        program.galley.header.draft_removed.emit()
        program.until(lambda: _draft_of(program) is None and not program.galley.pair_choice.loading)
        assert "No draft model" in program.badge


def test_a_smaller_file_that_fits_is_taken_as_draft_when_it_is_dropped(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path
) -> None:
    from tests.support.tiny_models import TinyModel

    small = TinyModel(name="Tiny small", num_layers=1).write(tmp_path / "small.gguf")
    with running(qtbot, tmp_path / "home", tiny_target) as program:
        program.loaded(tiny_target)
        program.drop(small)
        program.until(lambda: _draft_of(program) == str(small))
        assert program.loaded().target.path == str(tiny_target)


def test_a_draft_that_does_not_fit_leaves_a_chat_without_draft_and_says_why(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path, tiny_other_vocabulary: Path
) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        program.galley.header.draft_chosen.emit(str(tiny_other_vocabulary))
        program.until(lambda: _draft_of(program) is None and not program.galley.pair_choice.loading)
        pair = program.loaded(tiny_ending)
        assert pair.draft_notice is not None
        assert pair.draft_notice.code == "draft_token_differs"
        assert "Token 260 differs" in program.badge
        program.until(lambda: program.shown_badge == program.badge)
        reason = _reason_in_menu(program, tiny_other_vocabulary)
        assert reason in program.badge
        assert program.ask("Hello").phase is Phase.FINISHED
        assert program.last.status is not None
        assert program.last.status.reason == pair.draft_notice
        assert reason in program.badge
        # Another target, for which it is the right draft: the reason is no longer true.
        program.galley.header.draft_removed.emit()
        program.until(lambda: "No draft model. None is chosen." in program.badge)
        program.galley.header.target_chosen.emit(str(tiny_other_vocabulary))
        program.loaded(tiny_other_vocabulary)
        assert _reason_in_menu(program, tiny_other_vocabulary) == ""
        # The old draft does not fit it, and the list of models finds out by itself.
        program.until(lambda: "Token 260 differs" in _reason_in_menu(program, tiny_draft))


def test_a_draft_that_llama_cpp_cannot_load_leaves_a_chat_without_draft_and_says_why(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path, tiny_recurrent: Path
) -> None:
    broken = tmp_path / "broken.gguf"
    content = tiny_draft.read_bytes()
    assert content.count(b"blk.1.ffn_down.weight") == 1
    broken.write_bytes(content.replace(b"blk.1.ffn_down.weight", b"blk.1.ffn_dawn.weight"))
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        for draft, code in ((broken, "model_not_loaded"), (tiny_recurrent, "draft_cannot_rewind")):
            program.galley.header.draft_chosen.emit(str(draft))
            program.until(lambda draft=draft: _reason_in_menu(program, draft) != "")  # type: ignore[misc]
            notice = program.loaded(tiny_ending).draft_notice
            assert notice is not None
            assert notice.code == code
            assert _reason_in_menu(program, draft) in program.badge
            assert program.ask("Hello").phase is Phase.FINISHED


def test_bad_files_are_told_apart_and_the_loaded_model_stays(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    page, half, empty = (tmp_path / f"{name}.gguf" for name in ("page", "half", "empty"))
    page.write_text("<!DOCTYPE html><html><body>Sign in to download</body></html>")
    content = tiny_ending.read_bytes()
    half.write_bytes(content[: len(content) // 2])
    empty.touch()
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        said = []
        for bad in (page, half, empty):
            program.galley.header.target_chosen.emit(str(bad))
            program.until(lambda bad=bad: bad.name in program.load_message)  # type: ignore[misc]
            assert program.load_message.endswith("Tiny ending stays loaded.")
            said.append(program.load_message.replace(bad.name, ""))
            assert program.galley.load_card.choose_button.isVisible()
        assert len(set(said)) == 3
        assert program.ask("Hello").phase is Phase.FINISHED
        assert program.load_message == ""
        assert program.loaded().target.path == str(tiny_ending)


def test_the_choice_made_last_wins_however_quickly_it_follows(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    with running(qtbot, tmp_path / "home", tiny_target) as program:
        # While the first is still being loaded: another target, and a draft for that one.
        program.until(lambda: program.galley.pair_choice.loading)
        program.galley.header.target_chosen.emit(str(tiny_ending))
        program.galley.header.draft_chosen.emit(str(tiny_draft))
        program.until(lambda: _draft_of(program) == str(tiny_draft))
        assert program.loaded().target.path == str(tiny_ending)
        # A choice whose files are looked at while the engine says that the one before is ready.
        program.galley.header.draft_removed.emit()
        with qtbot.waitSignal(program.galley.pair_choice.pair_changed, timeout=30_000):
            pass
        program.galley.header.draft_chosen.emit(str(tiny_draft))
        program.galley.header.target_chosen.emit(str(tiny_target))
        program.loaded(tiny_target)
        assert _draft_of(program) == str(tiny_draft)


def test_a_load_that_waits_behind_a_reply_can_be_cancelled_and_the_reply_goes_on(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    write_settings(tmp_path / "home", LONG)
    target, _draft = endless_pair(tmp_path)
    with running(qtbot, tmp_path / "home", target) as program:
        program.loaded(target)
        reply = program.writing(program.send("Write and write."))
        program.galley.header.target_chosen.emit(str(tiny_ending))
        program.until(program.galley.load_card.cancel_button.isVisible)
        QTest.mouseClick(program.galley.load_card.cancel_button, Qt.MouseButton.LeftButton)
        program.until(program.galley.load_card.isHidden)
        assert not program.galley.pair_choice.loading
        assert reply.phase is Phase.GENERATING
        program.press(Qt.Key.Key_Escape)
        assert program.over(reply).phase is Phase.STOPPED
        assert program.loaded().target.path == str(target)


# Talking.


def test_marks_counts_and_figures_of_a_reply_agree(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        reply = program.ask("Tell me a long story.")
        assert reply.phase is Phase.FINISHED
        marks = Counter(token.emitted.mark for token in reply.tokens)
        ends = sum(decoded.num_accepted > len(decoded.emitted) for decoded in reply.rounds)
        assert marks.total() == reply.tally.num_emitted == sum(len(each.emitted) for each in reply.rounds)
        assert marks[Mark.ACCEPTED] == reply.tally.num_accepted - ends
        assert marks[Mark.ACCEPTED] > 20
        assert marks[Mark.CORRECTED] > 5
        assert reply.text == "".join(token.emitted.text for token in reply.tokens) + reply.tail
        panel, tally = program.galley.proof_panel, program.galley.speculation.tally
        assert tally.num_emitted == reply.tally.num_emitted
        program.until(lambda: program.shown_badge == program.badge)
        program.until(lambda: _figure(panel.accepted_tile) == figures.percent(reply.tally.acceptance_rate))
        assert _figure(panel.check_tile) == figures.decimal(reply.tally.block_efficiency)
        assert "tokens per check" in program.badge
        card = program.card()
        assert card.read_view.isVisible()
        assert not card.token_view.isVisible()
        program.press(Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
        assert card.token_view.isVisible()
        assert not card.read_view.isVisible()
        program.press(Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
        assert card.read_view.isVisible()


def test_the_second_turn_reads_only_what_is_new_and_a_reply_can_be_written_anew(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        first = program.ask("Hello there.")
        assert _reused(first) == 0
        second = program.ask("And again?")
        assert _reused(second) >= _prompt(first)
        assert len(program.galley.chat.transcript.messages(before=second.request_id)) == 3
        assert program.galley.composer.gauge.text == f"{_prompt(second) + len(second.tokens)} of 512"
        text = second.text
        QTest.mouseClick(program.card().regenerate_button, Qt.MouseButton.LeftButton)
        again = program.over(program.last)
        assert again is not second
        assert [reply.request_id for reply in program.replies] == [first.request_id, again.request_id]
        assert again.text == text  # the seed is set
        assert _prompt(again) == _prompt(second)
        assert titles(program.galley.sidebar.list) == ["Hello there."]


def test_two_conversations_ask_at_the_same_time_and_both_are_answered_in_their_place(
    qtbot: QtBot, tmp_path: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        alone = program.ask("One.").text
        QTest.mouseClick(program.galley.sidebar.new_button, Qt.MouseButton.LeftButton)
        assert program.galley.empty_state.isVisible()
        first = program.send("One.")
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        second = program.send("Two.")
        assert second.phase is Phase.QUEUED
        assert program.card().state.text() == "Queued: it is written when the reply before it is done"
        program.over(second)
        assert first.phase is Phase.FINISHED
        assert first.text == alone
        assert second.text != alone
        listed = program.galley.sidebar.list
        assert titles(listed) == ["Two.", "One.", "One."]
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=point_of(listed, "One."))
        assert program.last is first
        assert program.card().read_view.isVisible()


def test_a_new_conversation_is_written_at_once_wherever_the_focus_was(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        program.ask("One.")
        galley = program.galley
        program.card().regenerate_button.setFocus()
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert galley.window.focusWidget() is galley.composer.field
        galley.sidebar.search_field.setFocus()
        galley.sidebar.search_field.setText("One")
        QTest.mouseClick(galley.sidebar.new_button, Qt.MouseButton.LeftButton)
        assert galley.window.focusWidget() is galley.composer.field
        assert galley.sidebar.search_field.text() == ""


def test_a_conversation_that_fills_the_context_ends_with_the_reason(qtbot: QtBot, tmp_path: Path) -> None:
    write_settings(tmp_path / "home", {**SHORT, "load": {"context_tokens": 256}})
    with running(qtbot, tmp_path / "home", *endless_pair(tmp_path)) as program:
        program.loaded()
        reply = program.ask("Fill it up.")
        assert reply.summary is not None
        assert reply.summary.finish_reason is FinishReason.CONTEXT
        assert program.card().state.text() == "Ended because the context is full"
        failed = program.ask("More?")
        assert failed.phase is Phase.FAILED
        assert "the context holds 256" in program.card()._note.message.text()  # type: ignore[union-attr]
        program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
        assert program.ask("Hello").tokens


# Settings in the panel.


def test_switching_speculation_off_holds_for_the_next_reply_and_the_badge_says_so(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        assert program.ask("Hello").tally.num_drafted > 0
        switch = program.galley.proof_panel.mode_switch
        switch.mode_chosen.emit(SpeculationMode.OFF)
        assert program.badge.startswith("Off. Switched off.")
        plain = program.ask("Hello")
        assert {token.emitted.mark for token in plain.tokens} == {Mark.PLAIN}
        assert program.badge.startswith("Off")
        assert "accepted" not in program.card().figures.text()
        switch.mode_chosen.emit(SpeculationMode.DRAFT)
        assert not program.badge.startswith("Off")
        assert program.ask("Hello").tally.num_drafted > 0
        assert program.badge.startswith(("On", "Slower"))


def test_sampling_and_speculation_settings_reach_the_next_reply(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    from dataclasses import replace

    home = tmp_path / "home"
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, home, tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        panel, preferences = program.galley.proof_panel, program.galley.preferences
        panel.sampling_changed.emit(replace(preferences.sampling, seed=4711, temperature=0.25))
        panel.speculation_changed.emit(replace(preferences.speculation, draft_max=2))
        assert "4711" in program.galley.composer.caption.words
        reply = program.ask("Hello")
        assert reply.summary is not None
        assert (reply.summary.sampling.seed, reply.summary.sampling.temperature) == (4711, 0.25)
        assert max(decoded.num_drafted for decoded in reply.rounds) <= 2
    saved = json.loads((find_folders(home).settings / "settings.json").read_text())
    assert (saved["sampling"]["seed"], saved["speculation"]["draft_max"]) == (4711, 2)


def test_light_and_dark_repaint_everything_without_a_warning(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    write_settings(tmp_path / "home", SHORT)
    with running(qtbot, tmp_path / "home", tiny_ending, tiny_draft) as program:
        program.loaded(tiny_ending)
        program.ask("Hello")
        window, actions = program.galley.window, program.galley.header.more_menu.actions()
        colours = []
        for name in ("Dark", "Light", "Dark"):
            next(action for action in actions if action.text() == name).trigger()
            picture = window.grab().toImage()
            colours.append(picture.pixelColor(picture.width() // 2, picture.height() // 2).lightness())
            assert program.galley.theme.choice.value == name.lower()
        assert colours[0] < 100 < 200 < colours[1]
        assert colours[2] == colours[0]


def _roles(events: list[object]) -> list[str]:
    return [event.role for event in events if hasattr(event, "role")]


def _draft_of(program: Program) -> str | None:
    pair = program.galley.pair_choice.pair
    return None if pair is None or pair.draft is None else pair.draft.path


def _reason_in_menu(program: Program, draft: Path) -> str:
    """Why the draft cannot be chosen in the header's menu; empty where it can."""
    rows = [row for row in program.galley.header.draft_picker.rows() if row.value == str(draft)]
    return rows[0].reason if rows else ""


def _figure(tile: FigureTile) -> str:
    return tile.text


def _reused(reply: Reply) -> int:
    assert reply.summary is not None
    return reply.summary.reused_tokens


def _prompt(reply: Reply) -> int:
    assert reply.summary is not None
    return reply.summary.prompt_tokens
