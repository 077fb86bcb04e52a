"""The list of models in the program: found at the start, a pair loaded from the page, and files that come and go."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.models.memory.machine import RAM, DeviceMemory, Machine
from app.models.places import own_places
from app.settings.paths import find_folders, library_file
from app.viewmodels.notices import written
from tests.support.model_files import model, shard
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings
from widgets.memory.plan_words import size_text

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.models.suggestions import DraftOption
    from tests.support.program import Program

pytestmark = quiet_platform


@pytest.fixture
def shelf(tmp_path: Path, tiny_target: Path, tiny_draft: Path, tiny_other_vocabulary: Path) -> Path:
    """A folder of LM Studio's with a pair that loads, a stranger, and what cannot chat; the target is the largest."""
    folder = tmp_path / "home" / ".lmstudio" / "models"
    folder.mkdir(parents=True)
    for path in (tiny_target, tiny_draft, tiny_other_vocabulary):
        shutil.copy2(path, folder / path.name)
    model(folder / "mmproj.gguf", general__architecture="clip")
    model(folder / "head.gguf", general__architecture="eagle3")
    shard(folder, 1, 2)
    (folder / "page.gguf").write_text("<!doctype html>")
    return folder


def listed(program: Program) -> dict[str, str]:
    """What is listed by now, by the names of the files: empty for a model that can chat, else the reason's code."""
    library = program.galley.models.library
    program.until(lambda: library.is_listed and not library.is_scanning)
    return {each.path.name: "" if each.refusal is None else each.refusal.code for each in library.models}


def open_page(program: Program) -> None:
    galley = program.galley
    QTest.keyClick(galley.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert galley.window.page is galley.models.page
    listed(program)


def choose(program: Program, path: Path) -> None:
    """Make a model the current one on the page, and wait for what stands beside it."""
    models = program.galley.models
    program.until(lambda: models.page.shelf.select(str(path)))
    program.until(lambda: models.page.details.model is not None and models.page.details.model.path == path)
    program.until(lambda: not models.chosen.is_comparing)


def options(program: Program) -> dict[str, DraftOption]:
    """What stands beside the loaded target, by the names of the files."""
    loaded = program.galley.models.loaded
    program.until(lambda: loaded.target is not None and not loaded.is_comparing)
    return {option.model.path.name: option for option in loaded.options}


def test_what_is_on_this_machine_is_found_at_the_start_and_offered(qtbot: QtBot, tmp_path: Path, shelf: Path) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        assert listed(program) == {
            "target.gguf": "",
            "draft.gguf": "",
            "other.gguf": "",
            "mmproj.gguf": "model_is_projector",
            "head.gguf": "model_is_trained_head",
            "big-00001-of-00002.gguf": "model_lacks_part",
            "page.gguf": "model_is_web_page",
        }
        empty = program.galley.empty_state
        program.until(lambda: empty.models_button.isVisible())
        assert empty.models_button.text() == "3 models on this machine…"
        titles = [row.title for row in program.galley.header.target_picker.rows()]
        assert "Tiny target  Q4_1" in titles
        assert titles[-2] == "All models on this machine…"


def test_a_pair_is_loaded_from_the_page_and_the_menus_know_it(qtbot: QtBot, tmp_path: Path, shelf: Path) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley") as program:
        galley = program.galley
        open_page(program)
        choose(program, shelf / "target.gguf")
        drafts = galley.models.page.details.drafts
        assert drafts.list.select(str(shelf / "draft.gguf"))
        drafts.use_button.click()
        assert galley.window.page is None
        pair = program.loaded(shelf / "target.gguf")
        assert pair.draft is not None
        assert pair.draft.path == str(shelf / "draft.gguf")
        beside = options(program)
        assert beside["draft.gguf"].fits
        assert [reason.code for reason in beside["other.gguf"].check.reasons] == ["draft_token_differs"]
        refused = {row.value: row.reason for row in galley.header.draft_picker.rows()}
        assert refused[str(shelf / "draft.gguf")] == ""
        assert refused[str(shelf / "other.gguf")].startswith("Token 260 differs")
        open_page(program)
        marked = {row.key: row.tag for row in galley.models.page.shelf.list.rows_model.rows if row.marked}
        assert marked == {str(shelf / "target.gguf"): "loaded as target", str(shelf / "draft.gguf"): "loaded as draft"}


def test_another_draft_leaves_the_target_loaded_and_a_stranger_is_refused_before_loading(
    qtbot: QtBot, tmp_path: Path, shelf: Path
) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley", shelf / "target.gguf") as program:
        galley = program.galley
        program.loaded(shelf / "target.gguf")
        options(program)
        open_page(program)
        choose(program, shelf / "other.gguf")
        details = galley.models.page.details
        program.until(lambda: details.draft_note.isVisible())
        assert details.draft_note.text().startswith("No draft for the loaded target: Token 260 differs")
        assert not details.draft_button.isEnabled()
        choose(program, shelf / "draft.gguf")
        assert details.draft_button.isEnabled()
        details.draft_button.click()
        program.until(lambda: galley.pair_choice.pair is not None and galley.pair_choice.pair.draft is not None)
        assert galley.pair_choice.pair is not None
        assert galley.pair_choice.pair.target.path == str(shelf / "target.gguf")
        assert program.ask("Hello").tokens


def test_what_a_load_took_stands_on_the_models_page_and_is_there_the_next_time(
    qtbot: QtBot, tmp_path: Path, shelf: Path
) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley", shelf / "target.gguf", shelf / "draft.gguf") as program:
        pair = program.loaded(shelf / "target.gguf")
        memory = program.galley.models.plans.memory
        open_page(program)
        choose(program, shelf / "draft.gguf")
        program.galley.models.page.details.sections.button("about").click()
        program.until(memory.table.isVisible)
        assert memory.caption.text().startswith("Loaded as draft on ")
        choose(program, shelf / "target.gguf")
        program.galley.models.page.details.sections.button("about").click()
        program.until(lambda: memory.caption.text().startswith("Loaded as target on "))
        assert memory.text_at(1, 3) == "±0 %"
        assert memory.text_at(2, 2) == size_text(pair.target.kv_bytes)
        choose(program, shelf / "other.gguf")
        assert memory.caption.text().startswith("It has not been loaded yet")
    kept = library_file(find_folders(tmp_path / "galley")).read_text()
    assert "target.gguf" not in kept
    (shelf / "target.gguf").rename(shelf / "renamed.gguf")
    with running(qtbot, tmp_path / "galley") as program:
        open_page(program)
        choose(program, shelf / "renamed.gguf")
        program.galley.models.page.details.sections.button("about").click()
        assert program.galley.models.plans.memory.table.isVisible()
        assert program.galley.models.plans.memory.text_at(2, 2) == size_text(pair.target.kv_bytes)


def test_a_model_is_planned_and_loaded_from_its_page(qtbot: QtBot, tmp_path: Path, shelf: Path) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley", shelf / "target.gguf", shelf / "draft.gguf") as program:
        program.loaded(shelf / "target.gguf")
        galley = program.galley
        open_page(program)
        choose(program, shelf / "other.gguf")
        galley.models.page.details.sections.button("about").click()
        galley.models.plans.memory.planner_button.click()
        planner = galley.planning.page
        assert galley.window.page is planner
        program.until(planner.load_button.isEnabled)
        assert planner.verdict.text() == "A context of 512 tokens fits"
        planner.load_button.click()
        pair = program.loaded(shelf / "other.gguf")
        assert pair.draft is None


def test_a_pair_for_which_memory_is_short_says_by_how_much_and_opens_the_planner_that_says_the_same(
    qtbot: QtBot, tmp_path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(qtbot, tmp_path / "galley", shelf / "target.gguf") as program:
        program.loaded(shelf / "target.gguf")
        galley = program.galley
        little = Machine(DeviceMemory(RAM, "", 200 << 20, 1 << 30))
        for name in ("machine", "listed_machine"):
            monkeypatch.setattr(galley.planning.planner, name, lambda: little)
        galley.preferences.set_load(context_tokens=1 << 20)
        open_page(program)
        choose(program, shelf / "target.gguf")
        drafts = galley.models.page.details.drafts
        program.until(
            lambda: drafts.list.select(str(shelf / "draft.gguf")) and "Memory is short" in drafts.reasons.text()
        )
        assert not drafts.use_button.isVisible()
        said = drafts.reasons.text()
        row = next(row for row in drafts.list.rows_model.rows if row.key == str(shelf / "draft.gguf"))
        assert row.tag == "memory is short"
        menu = {row.value: row for row in galley.header.draft_picker.rows()}[str(shelf / "draft.gguf")]
        assert (menu.reason, menu.detail) == ("", said), "what is free changes: it can be tried"
        drafts.plan_button.click()
        program.until(lambda: "missing" in galley.planning.page.details.text())
        missing = galley.planning.page.details.text().partition(". ")[2].partition(" GB")[0]
        assert f"short by {missing} GB" in said


def test_a_draft_that_cannot_rewind_is_refused_before_loading_in_the_same_words_everywhere(
    qtbot: QtBot, tmp_path: Path, shelf: Path, tiny_recurrent: Path
) -> None:
    shutil.copy2(tiny_recurrent, shelf / "recurrent.gguf")
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley", shelf / "target.gguf") as program:
        galley = program.galley
        program.loaded(shelf / "target.gguf")
        reason = written(options(program)["recurrent.gguf"].check.reasons[0])
        assert reason.startswith("recurrent.gguf keeps a state that cannot go back")
        galley.pair_choice.choose_draft(str(shelf / "recurrent.gguf"))
        program.until(lambda: bool(galley.pair_choice.draft_reasons))
        assert galley.pair_choice.asked is not None
        assert galley.pair_choice.asked.draft is None
        assert reason in program.badge
        open_page(program)
        choose(program, shelf / "recurrent.gguf")
        details = galley.models.page.details
        assert details.draft_note.text() == f"No draft for the loaded target: {reason}"
        assert program.galley.pair_choice.pair is not None


def test_a_bad_file_is_said_on_the_page_and_leaves_the_loaded_model_alone(
    qtbot: QtBot, tmp_path: Path, shelf: Path
) -> None:
    whole = (shelf / "target.gguf").read_bytes()
    (shelf / "half.gguf").write_bytes(whole[: len(whole) // 2])
    (shelf / "empty.gguf").write_bytes(b"")
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley", shelf / "target.gguf") as program:
        program.loaded(shelf / "target.gguf")
        open_page(program)
        details = program.galley.models.page.details
        said = set()
        for name in ("page.gguf", "half.gguf", "empty.gguf"):
            choose(program, shelf / name)
            assert not details.target_button.isVisible()
            said.add(details.refusal.text())
        assert len(said) == 3
        QTest.keyClick(program.galley.window, Qt.Key.Key_Escape)
        assert program.galley.window.page is None
        assert program.ask("Hello").tokens


def test_files_that_come_and_go_are_noticed(qtbot: QtBot, tmp_path: Path, shelf: Path) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        listed(program)
        (shelf / "other.gguf").unlink()
        (shelf / "draft.gguf").rename(shelf / "renamed.gguf")
        program.until(lambda: {"renamed.gguf"} <= set(listed(program)) and "other.gguf" not in listed(program))
        assert "draft.gguf" not in listed(program)


def test_folders_and_hidden_models_are_remembered(
    qtbot: QtBot, tmp_path: Path, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = model(tmp_path / "disk" / "own.gguf").parent
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    with running(qtbot, tmp_path / "galley") as program:
        models = program.galley.models
        open_page(program)
        models.page.folder_requested.emit()
        (dialog,) = program.galley.window.findChildren(QFileDialog)
        dialog.fileSelected.emit(str(own))
        dialog.close()
        program.until(lambda: "own.gguf" in listed(program))
        choose(program, own / "own.gguf")
        models.page.details.reveal_button.click()
        models.page.details.hide_action.trigger()
        program.until(lambda: "own.gguf" not in listed(program))
        assert opened == [str(own)]
        assert models.page.hidden_button.isVisible()
    saved = json.loads((find_folders(tmp_path / "galley").settings / "settings.json").read_text())["models"]
    assert (saved["folders"], saved["hidden"]) == ([str(own)], [str(own / "own.gguf")])
    with running(qtbot, tmp_path / "galley") as program:
        assert "own.gguf" not in listed(program)
        open_page(program)
        program.galley.models.page.hidden_button.click()
        assert "own.gguf" in listed(program)
        program.galley.models.page.folder_removed.emit(str(own))
        program.until(lambda: "own.gguf" not in listed(program))


def test_everything_that_a_file_says_is_one_click_away(qtbot: QtBot, tmp_path: Path, shelf: Path) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        open_page(program)
        choose(program, shelf / "target.gguf")
        details = program.galley.models.page.details
        details.sections.button("metadata").click()
        program.until(lambda: "general.architecture = llama" in details.metadata.toPlainText())
        assert "<|im_start|>" in details.metadata.toPlainText()


def test_the_first_start_offers_the_best_pair_and_loads_it(qtbot: QtBot, tmp_path: Path, tiny_target: Path) -> None:
    folder = tmp_path / "home" / ".lmstudio" / "models"
    folder.mkdir(parents=True)
    shutil.copy2(tiny_target, folder / "target.gguf")
    from tests.support.tiny_models import TinyModel

    TinyModel(name="Tiny large", num_layers=24).write(folder / "large.gguf")
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley") as program:
        empty = program.galley.empty_state
        program.until(lambda: empty.pair_button.isVisible())
        empty.pair_button.click()
        pair = program.loaded(folder / "large.gguf")
        assert pair.draft is not None
        assert pair.draft.path == str(folder / "target.gguf")


def test_a_model_from_elsewhere_is_listed_once_it_is_loaded(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        assert listed(program) == {}
        program.galley.header.target_chosen.emit(str(tiny_ending))
        program.loaded(tiny_ending)
        program.until(lambda: list(listed(program)) == ["ending.gguf"])
        assert program.galley.models.library.models[0].place == own_places([tiny_ending])[0]


def test_without_models_the_page_teaches(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        open_page(program)
        page = program.galley.models.page
        assert page.no_models.isVisible()
        program.until(lambda: bool(page.no_models.pairs.names))
        assert not library_file(find_folders(tmp_path / "galley")).exists()


def test_a_file_whose_name_is_no_text_is_listed_and_read_like_any_other(qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "home" / ".lmstudio" / "models"
    path = model(folder / os.fsdecode(b"m\xff.gguf"))
    with running(qtbot, tmp_path / "galley") as program:
        open_page(program)
        choose(program, path)
        details = program.galley.models.page.details
        details.sections.button("metadata").click()
        program.until(lambda: "general.architecture = llama" in details.metadata.toPlainText())
        assert details.facts.value("File").endswith("m\ufffd.gguf")
        details.copy_action.trigger()
        details.hide_action.trigger()
        program.until(lambda: listed(program) == {})
    with running(qtbot, tmp_path / "galley") as program:
        assert listed(program) == {}
