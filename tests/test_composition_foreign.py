"""Settings from and for other programs, through the program's own window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.engine.types import SpeculationMode
from app.viewmodels.foreign_given import Form
from app.viewmodels.foreign_offer import Part
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings
from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program
    from widgets.foreign.page import ForeignPage

pytestmark = quiet_platform


def open_page(program: Program) -> ForeignPage:
    """Ask for the page by its keys."""
    galley = program.galley
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    program.until(galley.window.isActiveWindow)
    QTest.keyClick(galley.window, Qt.Key.Key_E, modifiers)
    page = galley.foreign.page
    program.until(lambda: galley.window.page is page)
    return page


def paste(program: Program, text: str) -> None:
    """Paste a text and wait until it is understood, or not."""
    foreign, page = program.galley.foreign.foreign, program.galley.foreign.page
    with program.qtbot.waitSignal(foreign.changed):
        QGuiApplication.clipboard().setText(text)
        page.reader.field.selectAll()
        page.reader.field.paste()


def test_a_pasted_command_is_taken_with_one_click_and_taken_back_with_another(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    write_settings(tmp_path, SHORT)
    with running(qtbot, tmp_path, tiny_target) as program:
        galley = program.galley
        program.loaded(tiny_target)
        program.ask("Set the page.")
        page = open_page(program)
        assert page.result.isHidden()
        command = f"llama-server -m {tiny_target} -md {tiny_draft} \\\n -c 1024 --temp 0.3 --draft-max 5 --port 99"
        paste(program, command)
        assert page.result.isVisible()
        assert set(page.result.boxes) == set(Part)
        assert galley.preferences.settings.load.context_tokens == 512, "nothing changes before it is said"
        QTest.mouseClick(page.result.apply_button, Qt.MouseButton.LeftButton)
        program.until(lambda: galley.pair_choice.pair is not None and galley.pair_choice.pair.draft is not None)
        assert program.loaded().target.context_tokens == 1024
        key = galley.conversations.active
        assert galley.own_settings.is_scoped(key)
        reply = galley.own_settings.reply_settings(key)
        assert (reply.sampling.temperature, reply.speculation.draft_max) == (0.3, 5)
        assert reply.speculation.mode is SpeculationMode.DRAFT
        assert galley.preferences.sampling.temperature == 1.0, "other conversations keep the program's"
        assert page.result.outcome.isVisible()
        QTest.mouseClick(page.result.undo_button, Qt.MouseButton.LeftButton)
        program.until(lambda: galley.pair_choice.pair is not None and galley.pair_choice.pair.draft is None)
        assert program.loaded().target.context_tokens == 512
        assert not galley.own_settings.is_scoped(key)
        assert galley.own_settings.reply_settings(key).sampling.temperature == 1.0
        assert page.result.undo_button.isHidden()


def test_a_part_can_be_left(qtbot: QtBot, tmp_path: Path, tiny_target: Path) -> None:
    write_settings(tmp_path, SHORT)
    with running(qtbot, tmp_path, tiny_target) as program:
        galley = program.galley
        program.loaded(tiny_target)
        page = open_page(program)
        paste(program, "llama-server -m /nowhere/model.gguf -c 2048 --temp 0.4")
        assert set(page.result.boxes) == {Part.LOADING, Part.CONVERSATION}
        page.result.boxes[Part.LOADING].click()
        QTest.mouseClick(page.result.apply_button, Qt.MouseButton.LeftButton)
        assert galley.preferences.settings.load.context_tokens == 512
        assert galley.own_settings.reply_settings(galley.conversations.active).sampling.temperature == 0.4
        page.result.boxes[Part.CONVERSATION].click()
        assert not page.result.apply_button.isEnabled()


def test_what_is_no_command_is_one_sentence_and_changes_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path) as program:
        page = open_page(program)
        paste(program, "Dear Sir, thank you for your letter.")
        assert page.result.isHidden()
        assert (
            page.reader.problem.text() == "That is no command line of llama.cpp or vLLM and no Modelfile of Ollama’s."
        )
        with qtbot.waitSignal(program.galley.foreign.foreign.changed):
            QTest.mouseClick(page.reader.clear_button, Qt.MouseButton.LeftButton)
        assert page.reader.problem.isHidden()


def test_a_modelfile_is_opened_and_its_names_are_beside_it(qtbot: QtBot, tmp_path: Path, tiny_target: Path) -> None:
    folder = tmp_path / "brought"
    folder.mkdir()
    (folder / "model.gguf").write_bytes(tiny_target.read_bytes())
    (folder / "Modelfile").write_text("FROM ./model.gguf\nPARAMETER temperature 0.25\nSYSTEM Answer in Dutch.\n")
    (folder / "binary").write_bytes(b"\x00\xff")
    with running(qtbot, tmp_path) as program:
        galley = program.galley
        page = open_page(program)
        QTest.mouseClick(page.reader.open_button, Qt.MouseButton.LeftButton)
        dialog = galley.window.findChild(QFileDialog)
        assert dialog is not None
        dialog.fileSelected.emit(str(folder / "binary"))
        program.until(lambda: page.reader.problem.isVisible())
        assert "That is no text" in page.reader.problem.text()
        with qtbot.waitSignal(galley.foreign.foreign.changed):
            dialog.fileSelected.emit(str(folder / "Modelfile"))
        dialog.reject()
        offer = galley.foreign.foreign.offer
        assert offer is not None
        assert offer.target == str(folder / "model.gguf")
        QTest.mouseClick(page.result.apply_button, Qt.MouseButton.LeftButton)
        program.loaded(folder / "model.gguf")
        own = galley.own_settings.own(galley.conversations.active)
        assert own.system_prompt == "Answer in Dutch."
        assert own.settings["temperature"] == 0.25


def test_the_pair_and_its_settings_are_copied_for_each_program(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    write_settings(tmp_path, SHORT)
    with running(qtbot, tmp_path, tiny_target, tiny_draft) as program:
        program.loaded(tiny_target)
        page = open_page(program)
        expected = {
            Form.LLAMA_CPP: ["llama-server", "--spec-draft-n-max 4", f"-md {tiny_draft}"],
            Form.LLAMA_CPP_OLD: ["llama-server", "--draft-max 4"],
            Form.OLLAMA: [f"FROM {tiny_target}", "PARAMETER temperature 1"],
            Form.VLLM: ["vllm serve", "--speculative-config"],
        }
        for form, words in expected.items():
            QTest.mouseClick(page.writer.forms.button(form.value), Qt.MouseButton.LeftButton)
            assert page.writer.form is form
            for each in words:
                assert each in page.writer.text, (form, each)
            card = page.writer.card
            assert card is not None
            copy = next(each for each in card.findChildren(QuietButton) if each.accessibleName() == "Copy code")
            copy.click()
            assert QGuiApplication.clipboard().text() == page.writer.text
        paste(program, page.writer.text)
        offer = program.galley.foreign.foreign.offer
        assert offer is not None
        assert offer.target == str(tiny_target)


def test_without_a_model_the_page_says_what_is_missing(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path) as program:
        if program.galley.pair_choice.target_path is None:
            page = open_page(program)
            assert page.writer.problem.text() == "No model is loaded. Choose a target model first."


def test_locking_leaves_no_text_on_the_page(qtbot: QtBot, tmp_path: Path, tiny_target: Path) -> None:
    with running(qtbot, tmp_path, tiny_target) as program:
        galley = program.galley
        program.loaded(tiny_target)
        page = open_page(program)
        paste(program, 'FROM /nowhere/x.gguf\nSYSTEM "A secret."\n')
        assert galley.foreign.foreign.offer is not None
        galley.protection.lock()
        assert page.reader.text == ""
        assert galley.foreign.foreign.offer is None
        assert page.writer.text == ""
