"""The lab in the program: a pair is tested from the page about models, advised, used; refused and stopped in words."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox

from app.engine.types import SpeculationMode, SpeculationSettings
from app.errors import Notice, UserError
from app.lab.averages import Mean
from app.viewmodels.lab import LabStage
from app.viewmodels.notices import written
from app.viewmodels.pair_advice import PairAdvice, Use
from app.viewmodels.pair_test import Stage
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, endless_pair, running, write_settings

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.engine.types import LoadSettings
    from app.viewmodels.lab_runs import LabRun
    from app.viewmodels.pair_test import PairTest
    from tests.support.program import Program
    from widgets.lab.page import LabPage

pytestmark = quiet_platform

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def shelf(tmp_path: Path, tiny_target: Path, tiny_draft: Path) -> Path:
    """A folder of LM Studio's with a pair that loads."""
    folder = tmp_path / "home" / ".lmstudio" / "models"
    folder.mkdir(parents=True)
    for path in (tiny_target, tiny_draft):
        shutil.copy2(path, folder / path.name)
    return folder


def choose_pair(program: Program, target: Path, draft: Path) -> PairTest:
    """Open the page about models and choose a pair that fits."""
    galley = program.galley
    QTest.keyClick(galley.window, Qt.Key.Key_L, CTRL_SHIFT)
    models = galley.models
    program.until(lambda: models.library.is_listed and not models.library.is_scanning)
    program.until(lambda: models.page.shelf.select(str(target)))
    drafts = models.page.details.drafts
    program.until(lambda: drafts.list.select(str(draft)))
    program.until(drafts.test_button.isVisible)
    return galley.lab.test


def over(program: Program) -> None:
    """Wait for the end of the test."""
    program.until(lambda: program.galley.lab.test.stage is Stage.OVER)


def test_a_pair_is_tested_and_the_advice_stands_beside_it(qtbot: QtBot, tmp_path: Path, shelf: Path) -> None:
    write_settings(tmp_path / "galley", SHORT | {"load": {"context_tokens": 2048}})
    with running(qtbot, tmp_path / "galley") as program:
        galley = program.galley
        test = choose_pair(program, shelf / "target.gguf", shelf / "draft.gguf")
        galley.models.page.details.drafts.test_button.click()
        card = galley.lab.card
        assert card.isVisible()
        assert card.cancel_button.isVisible()
        over(program)
        assert test.advice is not None, test.failure
        assert not card.cancel_button.isVisible()
        assert "%" in card.text.text()
        assert card.use_button.isVisible()
        assert galley.pair_choice.pair is None, "a test loads nothing into the window"
        use = test.advice.use
        card.use_button.click()
        assert card.isHidden()
        assert galley.window.page is None
        pair = program.loaded(shelf / "target.gguf")
        assert (pair.draft is not None) is (use is Use.DRAFT)


@pytest.mark.parametrize(
    ("use", "mode", "has_draft"),
    [
        (Use.DRAFT, SpeculationMode.AUTO, True),
        (Use.LOOKUP, SpeculationMode.LOOKUP, False),
    ],
)
def test_one_click_follows_the_advice(
    qtbot: QtBot, tmp_path: Path, shelf: Path, use: Use, mode: SpeculationMode, *, has_draft: bool
) -> None:
    write_settings(tmp_path / "galley", SHORT | {"load": {"context_tokens": 2048}})
    with running(qtbot, tmp_path / "galley") as program:
        galley = program.galley
        test = choose_pair(program, shelf / "target.gguf", shelf / "draft.gguf")
        galley.models.page.details.drafts.test_button.click()
        over(program)
        speculation = SpeculationSettings(mode=mode)
        test.advice = PairAdvice(use, speculation, Mean(1.4, 1.2, 1.6, 6), (("code", 1.4),), 0.7, 0.4, 1.4, 6)
        test.failure = None
        test.changed.emit()
        galley.lab.card.use_button.click()
        pair = program.loaded(shelf / "target.gguf")
        assert (pair.draft is not None) is has_draft
        now = galley.own_settings.reply_settings(galley.conversations.active).speculation
        assert now.mode is mode
        assert not now.is_fixed


def test_a_reply_that_runs_is_not_disturbed_and_one_that_begins_ends_the_test(
    qtbot: QtBot, tmp_path: Path, shelf: Path
) -> None:
    target, draft = endless_pair(tmp_path)
    write_settings(tmp_path / "galley", LONG)
    with running(qtbot, tmp_path / "galley", target, draft) as program:
        program.loaded()
        reply = program.writing(program.send("Write on"))
        test = choose_pair(program, shelf / "target.gguf", shelf / "draft.gguf")
        button = program.galley.models.page.details.drafts.test_button
        button.click()
        assert test.failure == Notice("pair_test_busy")
        assert program.galley.lab.card.text.text() == written(Notice("pair_test_busy"))
        program.galley.chat.stop()
        program.over(reply)
        program.until(lambda: not program.galley.chat.busy)
        button.click()
        assert test.is_running
        program.galley.window.show_page(None)
        program.writing(program.send("Write on"))
        over(program)
        assert test.failure == Notice("pair_test_disturbed")


def test_where_there_is_no_memory_beside_what_is_loaded_that_is_said(
    qtbot: QtBot, tmp_path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley") as program:
        test = choose_pair(program, shelf / "target.gguf", shelf / "draft.gguf")

        def full(_self: object, _settings: LoadSettings) -> LoadSettings:
            raise UserError("pair_test_no_memory")

        monkeypatch.setattr(type(program.galley.planning.planner), "place", full)
        program.galley.models.page.details.drafts.test_button.click()
        over(program)
        assert "not enough memory" in program.galley.lab.card.text.text()
        assert test.advice is None


def test_the_end_of_the_program_ends_the_test_and_its_engine(qtbot: QtBot, tmp_path: Path, shelf: Path) -> None:
    write_settings(tmp_path / "galley", SHORT | {"load": {"context_tokens": 2048}})
    before = {child.pid for child in psutil.Process(os.getpid()).children(recursive=True)}
    with running(qtbot, tmp_path / "galley") as program:
        test = choose_pair(program, shelf / "target.gguf", shelf / "draft.gguf")
        program.galley.models.page.details.drafts.test_button.click()
        program.until(lambda: test.stage is Stage.MEASURING)
    after = {child.pid for child in psutil.Process(os.getpid()).children(recursive=True) if child.is_running()}
    assert after - before == set()


# The page of the lab.


def open_lab(program: Program) -> LabPage:
    """Press the keys that open the page."""
    QTest.keyClick(program.galley.window, Qt.Key.Key_B, CTRL_SHIFT)
    page = program.galley.lab.benching.page
    assert program.galley.window.page is page
    return page


def begin(program: Program, *, tokens: int = 16, suite: str = "code", language: str = "en") -> LabPage:
    """Choose a small run and start it."""
    page = open_lab(program)
    setup = page.setup
    setup.suite.setCurrentIndex(setup.suite.findData(suite))
    setup.language.setCurrentIndex(setup.language.findData(language))
    setup.max_tokens.setValue(tokens)
    page.start_button.click()
    return page


def measured_some(program: Program, least: int = 1) -> None:
    state = program.galley.lab.benching.state
    program.until(lambda: len(state.measurements) >= least or not state.is_running)
    assert state.is_running, state.failure


def lab_over(program: Program) -> None:
    state = program.galley.lab.benching.state
    program.until(lambda: not state.is_running)


def kept_rows(program: Program) -> list[LabRun]:
    """The runs that are listed, once the report of the last one is written."""
    rows = program.galley.lab.benching.page.runs
    program.until(lambda: any(row.run.has_report for row in rows.rows))
    return [row.run for row in rows.rows]


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    return endless_pair(tmp_path)


LAB = SHORT | {"load": {"context_tokens": 2048}}


def test_a_run_is_measured_shown_and_kept_with_its_report(
    qtbot: QtBot, tmp_path: Path, pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(tmp_path / "galley", LAB)
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    with running(qtbot, tmp_path / "galley", *pair) as program:
        program.loaded()
        page = begin(program)
        assert page.stop_button.isVisible()
        lab_over(program)
        assert program.galley.lab.benching.state.stage is LabStage.COMPLETE
        assert page.table.rowCount() == 2
        kind = page.table.item(0, 0)
        assert kind is not None
        assert kind.text() == "Code"
        assert page.findings.text()
        (run,) = kept_rows(program)
        assert (run.num_measured, run.can_go_on) == (12, False)
        (row,) = page.runs.rows
        row.report_button.click()
        box = program.galley.window.findChildren(QMessageBox)[-1]
        assert opened == [], "a report is opened only when that is confirmed"
        next(each for each in box.buttons() if each.text() == "Open").click()
        assert opened == [str(run.folder / "report.html")]
        row.csv_button.click()
        copy = tmp_path / "copy.csv"
        dialog = program.galley.window.findChildren(QFileDialog)[-1]
        dialog.fileSelected.emit(str(copy))
        dialog.close()
        program.until(lambda: page.note.isVisible())
        assert copy.read_text().startswith("category,")


def test_a_run_is_paused_stopped_and_goes_on_after_a_restart(
    qtbot: QtBot, tmp_path: Path, pair: tuple[Path, Path]
) -> None:
    write_settings(tmp_path / "galley", LAB)
    with running(qtbot, tmp_path / "galley", *pair) as program:
        program.loaded()
        page = begin(program, tokens=400)
        measured_some(program)
        page.pause_button.click()
        assert page.pause_button.text() == "Go on"
        page.pause_button.click()
        measured_some(program, 2)
        page.stop_button.click()
        lab_over(program)
        (run,) = kept_rows(program)
        assert 0 < run.num_measured < 12
    with running(qtbot, tmp_path / "galley", *pair) as program:
        program.loaded()
        page = open_lab(program)
        (again,) = kept_rows(program)
        assert again.can_go_on
        page.runs.rows[0].resume_button.click()
        lab_over(program)
        state = program.galley.lab.benching.state
        assert state.stage is LabStage.COMPLETE, state.failure
        assert len(state.measurements) == 12
        program.until(lambda: bool(page.runs.rows) and not page.runs.rows[0].run.can_go_on)


def test_the_prompts_of_my_chats_are_measured_and_written_nowhere(
    qtbot: QtBot, tmp_path: Path, pair: tuple[Path, Path]
) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley", *pair) as program:
        program.loaded()
        reply = program.writing(program.send("The secret heron"))
        program.galley.chat.stop()
        program.over(reply)
        begin(program, suite="chats", language="")
        state = program.galley.lab.benching.state
        program.until(lambda: state.stage is not LabStage.IDLE)
        lab_over(program)
        assert state.stage is LabStage.COMPLETE, state.failure
        assert len(state.measurements) == 2
        (run,) = kept_rows(program)
        assert not run.can_go_on
        assert not any(b"heron" in path.read_bytes() for path in run.folder.iterdir())


def test_the_lab_gives_way_to_a_reply_and_goes_on_after_it(
    qtbot: QtBot, tmp_path: Path, pair: tuple[Path, Path]
) -> None:
    write_settings(tmp_path / "galley", LAB)
    with running(qtbot, tmp_path / "galley", *pair) as program:
        program.loaded()
        begin(program, tokens=200)
        measured_some(program)
        program.galley.window.show_page(None)
        reply = program.writing(program.send("Write on"))
        state = program.galley.lab.benching.state
        assert state.is_paused
        program.galley.chat.stop()
        program.over(reply)
        program.until(lambda: not state.is_paused)
        lab_over(program)
        assert state.stage is LabStage.COMPLETE


def test_without_a_pair_and_with_a_bad_file_one_sentence_says_what_to_do(
    qtbot: QtBot, tmp_path: Path, pair: tuple[Path, Path]
) -> None:
    write_settings(tmp_path / "galley", LAB)
    bad = tmp_path / "bad.jsonl"
    bad.write_text("no JSON\n")
    with running(qtbot, tmp_path / "galley") as program:
        page = open_lab(program)
        page.start_button.click()
        assert page.status.text()
        assert not program.galley.lab.benching.is_running
        program.galley.window.show_page(None)
        program.galley.pair_choice.choose_pair(*(str(each) for each in pair))
        program.loaded(pair[0])
        open_lab(program)
        page.setup.take_suite(str(bad))
        page.start_button.click()
        lab_over(program)
        assert "bad.jsonl" in page.status.text()
        assert page.start_button.isVisible()
