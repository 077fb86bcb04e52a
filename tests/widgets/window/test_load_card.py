from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.engine.events import EngineDied, LoadCancelled, LoadFailed, LoadProgressed, PairLoaded
from app.errors import Notice
from tests.support import scripted_engine as scripted
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.window.load_card import LoadCard

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform

NOTICE = Notice("context_full", {"capacity": 512})
SENTENCE = "The context of 512 tokens is full."


@pytest.fixture
def card(qtbot: QtBot) -> LoadCard:
    made = LoadCard(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made)
    return made


def test_progress_has_a_name_and_a_figure_and_can_be_cancelled(card: LoadCard, qtbot: QtBot) -> None:
    card.begin("/models/Qwen-1.5B-F16.gguf", "/models/Qwen-0.5B-Q4_K_M.gguf")
    assert card.title.text() == "Loading Qwen-1.5B… 0 %"
    card.on_events([LoadProgressed("draft", 0.434)])
    assert card.title.text() == "Loading Qwen-0.5B… 43 %"
    assert card.progress.value() == 434
    with qtbot.waitSignal(card.cancel_requested):
        QTest.mouseClick(card.cancel_button, Qt.MouseButton.LeftButton)
    card.on_events([LoadCancelled(None)])
    assert card.isHidden()


def test_a_finished_load_leaves_nothing_behind(card: LoadCard) -> None:
    card.begin("/models/x.gguf")
    card.on_events([LoadProgressed("target", 1.0), PairLoaded(scripted.pair())])
    assert card.isHidden()


def test_a_failure_is_one_sentence_and_a_way_on(card: LoadCard, qtbot: QtBot) -> None:
    card.begin("/models/x.gguf")
    card.on_events([LoadFailed(NOTICE, None)])
    assert card.explanation.text() == SENTENCE
    assert card.progress.isHidden()
    assert card.cancel_button.isHidden()
    with qtbot.waitSignal(card.choose_file_requested):
        QTest.mouseClick(card.choose_button, Qt.MouseButton.LeftButton)


def test_a_failure_says_what_is_still_loaded(card: LoadCard) -> None:
    card.on_events([LoadFailed(NOTICE, scripted.pair())])
    assert card.explanation.text() == f"{SENTENCE} Qwen2.5 Coder 1.5B Instruct stays loaded."


def test_a_dead_engine_shows_its_last_words_on_demand(card: LoadCard, qtbot: QtBot) -> None:
    card.on_events([EngineDied(NOTICE, ("line one", "GGML_ASSERT failed"), None)])
    assert card.title.text() == "The engine stopped"
    assert card.explanation.text().startswith(SENTENCE)
    assert not card.log.isVisible()
    card.log_fold.heading.click()
    assert card.log.isVisible()
    assert "GGML_ASSERT failed" in card.log.toPlainText()
    QTest.mouseClick(card.close_button, Qt.MouseButton.LeftButton)
    assert card.isHidden()


def test_without_last_words_there_is_nothing_to_unfold(card: LoadCard) -> None:
    card.on_events([EngineDied(NOTICE, (), None)])
    assert card.log_fold.isHidden()
