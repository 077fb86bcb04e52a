"""A graphics driver that takes the engine down: said, and a way on in one click."""

from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.engine.graphics import OFF, VARIABLE
from tests.support.program import running

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from pytestqt.qtbot import QtBot

    from tests.support.program import Program


def _die_of_a_load(program: Program, target: Path) -> None:
    """The engine gets a signal as from a broken library while it has a load to do."""
    engine = program.galley.engine.engine_pid
    assert engine is not None
    os.kill(engine, signal.SIGSTOP)
    program.galley.pair_choice.choose_pair(str(target), None)
    program.until(lambda: program.galley.pair_choice.loading and not program.galley.load_card.isHidden())
    os.kill(engine, signal.SIGSEGV)
    os.kill(engine, signal.SIGCONT)
    program.until(lambda: not program.galley.pair_choice.loading)


def test_a_load_that_the_engine_died_of_is_offered_without_the_card(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_ending: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setenv("GGML_VK_VISIBLE_DEVICES", "0")  # a card can be expected
    with running(qtbot, tmp_path / "home", tiny_target) as program:
        program.loaded(tiny_target)
        galley, card = program.galley, program.galley.load_card
        _die_of_a_load(program, tiny_ending)
        program.until(card.without_graphics_button.isVisible)
        assert "SIGSEGV" in card.explanation.text()
        assert "graphics driver" in card.explanation.text()
        QTest.mouseClick(card.without_graphics_button, Qt.MouseButton.LeftButton)
        program.loaded(tiny_ending)
        assert os.environ[VARIABLE] == OFF, "the engine's children inherit it"
        assert not galley.preferences.settings.placement.graphics, "it holds after the next start, too"
        without = galley.engine.engine_pid

        galley.preferences.set_placement(graphics=True)
        assert VARIABLE not in os.environ
        galley.pair_choice.reload()
        program.until(lambda: galley.engine.engine_pid not in (None, without))
        program.loaded(tiny_ending)
        program.ask("Hello?")
    assert VARIABLE not in os.environ


def test_nothing_is_offered_where_no_card_is_expected(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_ending: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, OFF)
    with running(qtbot, tmp_path / "home", tiny_target) as program:
        program.loaded(tiny_target)
        _die_of_a_load(program, tiny_ending)
        program.until(program.galley.load_card.choose_button.isVisible)
        assert not program.galley.load_card.without_graphics_button.isVisible()
    assert os.environ[VARIABLE] == OFF
