"""The memory planner in the whole program: opened, used, and asked what to do when memory runs out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import gguf
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.models.memory.machine import RAM, DeviceMemory, Machine
from tests.support.offscreen import quiet_platform
from tests.support.program import running, write_settings
from tests.support.shaped_models import ShapedModel

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program

pytestmark = quiet_platform

HUGE = 4 << 20
"""Tokens for which no machine that runs these tests has the memory, with `hungry`."""


@pytest.fixture(scope="session")
def hungry(tiny_folder: Path) -> Path:
    """A model with a large cache: 32 KB a token."""
    model = ShapedModel(
        width=1024,
        num_layers=8,
        num_heads=16,
        num_kv_heads=16,
        feed_forward=256,
        num_padding=0,
        weight_type=gguf.GGMLQuantizationType.Q4_0,
        context_tokens=HUGE,
    )
    return model.write(tiny_folder / "hungry.gguf")


def planned(program: Program) -> None:
    """Wait for a plan with llama.cpp's own figures."""
    planning = program.galley.planning.planning
    program.until(lambda: planning.plan is not None and planning.plan.is_checked)


def test_the_memory_bar_opens_the_planner_with_what_is_loaded(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    with running(qtbot, tmp_path / "home", tiny_target, tiny_draft) as program:
        program.loaded()
        galley = program.galley
        QTest.mouseClick(galley.header.memory_bar, Qt.MouseButton.LeftButton)
        page = galley.planning.page
        assert galley.window.page is page
        planned(program)
        assert page.verdict.text() == "A context of 4096 tokens fits"
        assert "Checked with llama.cpp." in page.details.text()
        taken = galley.planning.planning.comparison(str(tiny_target))
        assert taken is not None
        assert taken.predicted.weights_bytes == taken.allocated.weights_bytes
        assert "±0 %" in page.table.text_at(2, 1)
        assert not page.load_button.isEnabled()
        QTest.keyClick(page, Qt.Key.Key_Escape)
        assert galley.window.page is None


def test_a_wish_is_loaded_and_remembered(qtbot: QtBot, tmp_path: Path, tiny_target: Path) -> None:
    with running(qtbot, tmp_path / "home", tiny_target) as program:
        program.loaded()
        galley = program.galley
        galley.window.memory_requested.emit()
        planned(program)
        page = galley.planning.page
        page.tokens.setValue(2048)
        page.placement.kv_type.setCurrentText("q8_0")
        page.placement.kv_type.activated.emit(page.placement.kv_type.currentIndex())
        QTest.mouseClick(page.load_button, Qt.MouseButton.LeftButton)
        program.until(
            lambda: galley.pair_choice.pair is not None and galley.pair_choice.pair.target.context_tokens == 2048
        )
        assert galley.window.page is None
        asked = galley.pair_choice.asked
        assert asked is not None
        assert asked.kv_type_k.value == asked.kv_type_v.value == "q8_0"
        load = galley.preferences.settings.load
        assert (load.context_tokens, load.kv_type_k.value) == (2048, "q8_0")


def test_without_a_model_the_planner_says_what_it_is_for(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        program.galley.window.memory_requested.emit()
        page = program.galley.planning.page
        assert page.verdict.text() == "No model is chosen"
        assert not page.load_button.isEnabled()


def small_machine() -> Machine:
    """900 MiB of 8 GiB are free, some of which stay in reserve."""
    return Machine(DeviceMemory(RAM, "", 900 << 20, 8 << 30))


def test_when_memory_runs_out_a_smaller_plan_is_offered_and_loaded(
    qtbot: QtBot, tmp_path: Path, hungry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_settings(tmp_path / "home", {"load": {"context_tokens": HUGE}})
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        monkeypatch.setattr(galley.planning.planner, "machine", small_machine)
        galley.pair_choice.choose_target(str(hungry))
        program.until(galley.load_card.smaller_button.isVisible)
        assert "GB of memory are free" in program.load_message
        assert galley.load_card.smaller_button.text().startswith("Load it smaller: Context of ")
        QTest.mouseClick(galley.load_card.smaller_button, Qt.MouseButton.LeftButton)
        pair = program.loaded(hungry)
        assert 1024 <= pair.target.context_tokens < HUGE
        assert "Memory ran out, so the models were loaded with a context of" in galley.notices.label.text()
        assert galley.preferences.settings.load.context_tokens == HUGE  # next time it may fit


@pytest.fixture(scope="session")
def shaped_pair(tiny_folder: Path) -> tuple[Path, Path]:
    """A target with a cache of next to nothing, and a draft of 262 KB a token in f32."""
    target = ShapedModel(
        width=64, num_layers=1, num_heads=1, num_kv_heads=1, head_size=64, num_padding=0, context_tokens=HUGE
    )
    draft = ShapedModel(
        width=1024,
        num_layers=32,
        num_heads=16,
        num_kv_heads=16,
        feed_forward=256,
        num_padding=0,
        weight_type=gguf.GGMLQuantizationType.Q4_0,
        context_tokens=HUGE,
    )
    return target.write(tiny_folder / "modest.gguf"), draft.write(tiny_folder / "hungry-draft.gguf")


def test_a_draft_for_which_there_is_no_memory_leaves_a_chat_and_is_offered_a_plan_for_both(
    qtbot: QtBot, tmp_path: Path, shaped_pair: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    target, draft = shaped_pair
    load = {"context_tokens": HUGE // 8, "draft_kv_type_k": "f32", "draft_kv_type_v": "f32"}
    write_settings(tmp_path / "home", {"load": load, "placement": {"recovers": True}})
    with running(qtbot, tmp_path / "home", target) as program:
        galley = program.galley
        program.loaded(target)
        monkeypatch.setattr(galley.planning.planner, "machine", small_machine)
        galley.header.draft_chosen.emit(str(draft))
        program.until(galley.load_card.smaller_button.isVisible)
        pair = program.loaded(target)
        assert pair.draft is None
        assert pair.draft_notice is not None
        assert pair.draft_notice.code == "context_no_memory"
        assert galley.load_card.title.text() == "There was no memory for the draft model"
        assert "GB of memory are free" in program.load_message
        program.until(lambda: "GB of memory are free" in program.badge)
        assert galley.load_card.smaller_button.text().startswith("Load both: Context of ")
        QTest.mouseClick(galley.load_card.smaller_button, Qt.MouseButton.LeftButton)
        program.until(lambda: galley.pair_choice.pair is not None and galley.pair_choice.pair.draft is not None)
        assert galley.pair_choice.pair is not None
        assert 1024 <= galley.pair_choice.pair.target.context_tokens < HUGE // 8
        assert "Memory ran out, so the models were loaded with a context of" in galley.notices.label.text()
        assert program.load_message == ""


def test_where_the_user_has_allowed_it_the_smaller_plan_is_loaded_at_once(
    qtbot: QtBot, tmp_path: Path, hungry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"load": {"context_tokens": HUGE}, "placement": {"recovers": True}}
    write_settings(tmp_path / "home", settings)
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        assert galley.planning.page.placement.recovers.isChecked()
        monkeypatch.setattr(galley.planning.planner, "machine", small_machine)
        galley.pair_choice.choose_target(str(hungry))
        pair = program.loaded(hungry)
        assert pair.target.context_tokens < HUGE
        assert "Memory ran out" in galley.notices.label.text()


def test_allowing_it_is_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        program.galley.planning.page.placement.recovers.click()
        assert program.galley.preferences.settings.placement.recovers
