"""The page about models as somebody uses it: searched, sorted, one chosen, a pair loaded, and why another is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from app.errors import Notice
from app.models.details import read_details
from app.models.fitting import Room
from app.models.library import Library
from app.models.pair_cache import PairCache
from app.models.places import own_places
from app.models.recommended import pairs_for
from app.models.suggestions import draft_options
from tests.support.model_files import model, shard
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme
from widgets.models.page import ModelsPage

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.models.listed_model import ListedModel
    from tests.app.models import raw_gguf

pytestmark = quiet_platform


class Stage:
    """A page with what it shows."""

    def __init__(self, qtbot: QtBot, models: dict[str, ListedModel]) -> None:
        self.models = models
        self.page = ModelsPage(Theme())
        qtbot.addWidget(self.page)
        self.page.resize(1200, 800)
        self.page.show()
        qtbot.waitExposed(self.page)
        self.loaded = ("", "")
        self.page.model_chosen.connect(lambda _path: self.compare())
        self.show()

    def show(self, target: str = "", draft: str = "") -> None:
        """Show the models, with a pair loaded."""
        paths = {name: str(each.path) for name, each in self.models.items()}
        self.loaded = paths.get(target, ""), paths.get(draft, "")
        self.page.show_models(list(self.models.values()), self.loaded, is_listed=True)
        self.page.show_status(0, (), is_scanning=False)
        self.compare()

    def compare(self) -> None:
        """Show what is beside the chosen model, as the program would."""
        shown = self.page.details.model
        if shown is not None:
            options = draft_options(shown, list(self.models.values()), Room(), PairCache())
            self.page.details.show_options(options, is_comparing=False)

    def choose(self, name: str) -> None:
        """Make a model the current one."""
        assert self.page.shelf.select(str(self.models[name].path))

    @property
    def titles(self) -> list[str]:
        """What the list shows."""
        return [row.title for row in self.page.shelf.list.rows_model.rows]

    def beside(self, name: str) -> str:
        """What a draft's row says."""
        rows = self.page.details.drafts.list.rows_model.rows
        return next(row.spoken for row in rows if row.key == str(self.models[name].path))


@pytest.fixture
def models(tmp_path: Path) -> dict[str, ListedModel]:
    """Some of every sort, by the names of their files."""
    for name, rows in (("large", 64_000), ("small", 3_000)):
        model(tmp_path / f"{name}.gguf", rows=rows, general__name=name.title(), general__size_label="")
    foreign: dict[str, raw_gguf.Plain | None] = {
        "general__name": "Foreign",
        "general__size_label": "",
        "tokenizer__ggml__tokens": ["x", "b", "c", "d"],
    }
    model(tmp_path / "foreign.gguf", rows=2_000, tokenizer__ggml__eos_token_id=2, **foreign)
    model(tmp_path / "p.gguf", general__architecture="clip", general__name="Eyes", general__size_label="")
    model(tmp_path / "e.gguf", general__architecture="eagle3", general__name="Head", general__size_label="")
    shard(tmp_path, 1, 2)
    return {each.path.stem: each for each in Library().scan(own_places([tmp_path])).models}


@pytest.fixture
def stage(qtbot: QtBot, models: dict[str, ListedModel]) -> Stage:
    return Stage(qtbot, models)


def test_what_can_chat_stands_before_what_cannot(stage: Stage) -> None:
    assert stage.titles == ["Foreign  F32", "Large  F32", "Small  F32", "Eyes  F32", "Head  F32", "Small talk 1B  F32"]
    tags = [row.tag for row in stage.page.shelf.list.rows_model.rows]
    assert tags == ["4k", "4k", "4k", "projector", "EAGLE-3 · trained head", "cannot be used"]
    assert stage.page.status.text().startswith("6 models, ")


def test_sorting_filtering_and_searching(stage: Stage) -> None:
    shelf = stage.page.shelf
    shelf.order.setCurrentIndex(shelf.order.findData("largest"))
    assert stage.titles[:3] == ["Large  F32", "Small  F32", "Foreign  F32"]
    shelf.kinds.button("other").click()
    assert set(stage.titles) == {"Eyes  F32", "Head  F32", "Small talk 1B  F32"}
    shelf.kinds.button("chat").click()
    QTest.keyClicks(shelf.search, "SMALL gguf")
    assert stage.titles == ["Small  F32"]
    assert stage.page.details.model is stage.models["small"]
    QTest.keyClicks(shelf.search, "nothing")
    assert stage.titles == []
    assert shelf.nothing.isVisible()
    assert not stage.page.details.isVisible()


def test_the_list_stays_where_it_is_when_a_search_finds_nothing(stage: Stage, qtbot: QtBot) -> None:
    stage.page.resize(900, 600)
    stage.page.show()
    qtbot.waitExposed(stage.page)
    shelf = stage.page.shelf
    before = shelf.geometry()
    shelf.search.setText("nothing")
    qtbot.waitUntil(lambda: not stage.page.details.isVisible())
    QCoreApplication.sendPostedEvents()
    assert shelf.geometry() == before


def test_the_arrow_leads_from_the_search_into_the_list(stage: Stage, qtbot: QtBot) -> None:
    stage.page.shelf.search.setFocus()
    QTest.keyClick(stage.page.shelf.search, Qt.Key.Key_Down)
    qtbot.waitUntil(stage.page.shelf.list.hasFocus)
    before = stage.page.shelf.current
    QTest.keyClick(stage.page.shelf.list, Qt.Key.Key_Down)
    assert stage.page.shelf.current != before


def test_a_chosen_model_stays_chosen_when_the_list_is_made_anew(stage: Stage) -> None:
    stage.choose("small")
    told: list[str] = []
    stage.page.model_chosen.connect(told.append)
    del stage.models["foreign"]
    stage.show()
    assert stage.page.details.model is stage.models["small"]
    assert told == []


def test_every_other_model_is_beside_it_with_the_reason(stage: Stage) -> None:
    stage.choose("large")
    drafts = stage.page.details.drafts
    assert drafts.summary.text() == "1 of 5 other models can draft for it."
    assert "fits, about 2." in stage.beside("small")
    assert "Token 0 differs: it is “a” in the target and “x” in the draft." in stage.beside("foreign")
    assert "does not fit" in stage.beside("foreign")
    assert "a projector, which adds images" in stage.beside("p")
    assert "part 2 is not beside it" in stage.beside("big-00001-of-00002")


def test_all_reasons_are_told_of_the_one_that_is_chosen(stage: Stage) -> None:
    stage.models["large"] = stage.models["large"]
    stage.choose("large")
    drafts = stage.page.details.drafts
    drafts.list.select(str(stage.models["foreign"].path))
    assert drafts.verdict.text() == "Foreign cannot draft for it:"
    assert drafts.reasons.text().startswith("Token 0 differs")
    assert not drafts.use_button.isVisible()
    drafts.list.select(str(stage.models["small"].path))
    assert drafts.verdict.text() == "Small can draft for it."
    assert "By the sizes of both, about 2." in drafts.reasons.text()
    assert drafts.use_button.isVisible()


def test_a_pair_is_asked_for_by_button_and_by_key(stage: Stage, qtbot: QtBot) -> None:
    stage.choose("large")
    drafts = stage.page.details.drafts
    pair = [str(stage.models[name].path) for name in ("large", "small")]
    drafts.list.select(pair[1])
    with qtbot.waitSignal(stage.page.details.pair_chosen) as chosen:
        drafts.use_button.click()
    assert chosen.args == pair
    drafts.list.setFocus()
    with qtbot.waitSignal(stage.page.details.pair_chosen) as chosen:
        QTest.keyClick(drafts.list, Qt.Key.Key_Return)
    assert chosen.args == pair
    drafts.list.select(str(stage.models["foreign"].path))
    with qtbot.assertNotEmitted(stage.page.details.pair_chosen):
        QTest.keyClick(drafts.list, Qt.Key.Key_Return)


def test_the_buttons_say_what_is_loaded(stage: Stage, qtbot: QtBot) -> None:
    details = stage.page.details
    stage.choose("small")
    assert details.target_button.text() == "Use as target"
    assert not details.draft_button.isVisible(), "there is no target yet"
    stage.show(target="large")
    with qtbot.waitSignal(details.draft_chosen) as chosen:
        details.draft_button.click()
    assert chosen.args == [str(stage.models["small"].path)]
    stage.show(target="large", draft="small")
    assert (details.draft_button.text(), details.draft_button.isEnabled()) == ("Loaded as draft", False)
    stage.choose("large")
    assert (details.target_button.text(), details.target_button.isEnabled()) == ("Loaded as target", False)
    assert "loaded as draft" in stage.beside("small")


def test_why_it_is_no_draft_for_the_loaded_target_stands_there(stage: Stage) -> None:
    stage.show(target="large")
    stage.choose("foreign")
    stage.page.details.show_draft_refusal("Token 0 differs.")
    assert not stage.page.details.draft_button.isEnabled()
    assert stage.page.details.draft_note.text() == "No draft for the loaded target: Token 0 differs."
    stage.choose("small")
    stage.page.details.show_draft_refusal("")
    assert not stage.page.details.draft_note.isVisible()


def test_what_cannot_chat_says_what_it_is_and_offers_no_loading(stage: Stage) -> None:
    stage.choose("p")
    details = stage.page.details
    assert not details.target_button.isVisible()
    assert "a projector, which adds images or sound" in details.refusal.text()
    assert not details.sections.button("drafts").isEnabled()
    assert details.facts.isVisible()


def test_the_facts_of_a_model(stage: Stage) -> None:
    stage.choose("large")
    facts = stage.page.details.facts
    said = [facts.value(label) for label in ("What it is", "Parameters", "Quantisation", "Context", "Licence")]
    assert said == ["chat model", "512008", "F32", "4k tokens", "apache-2.0"]
    assert facts.value("File") == str(stage.models["large"].path)
    stage.choose("big-00001-of-00002")
    assert facts.value("What it is") == "chat model"
    assert "in 1 file" not in facts.value("Size")


def test_everything_a_file_says_is_asked_for_once(stage: Stage, qtbot: QtBot) -> None:
    stage.choose("large")
    details = stage.page.details
    with qtbot.waitSignal(details.metadata_requested) as asked:
        details.sections.button("metadata").click()
    details.show_metadata(read_details(stage.models["large"].path))
    assert asked.args == [str(stage.models["large"].path)]
    assert "llama.context_length = 4096" in details.metadata.toPlainText()
    assert "{{ messages }}" in details.metadata.toPlainText()
    details.show_metadata(read_details(stage.models["small"].path))
    assert "general.name = Large" in details.metadata.toPlainText(), "what comes late for another one is not shown"


def test_further_wishes(stage: Stage, qtbot: QtBot) -> None:
    stage.choose("small")
    path = str(stage.models["small"].path)
    details = stage.page.details
    for button, signal in (
        (details.reveal_button, details.reveal_requested),
        (details.target_button, details.target_chosen),
    ):
        with qtbot.waitSignal(signal) as told:
            button.click()
        assert told.args == [path]
    with qtbot.waitSignal(details.hide_requested) as told:
        details.hide_action.trigger()
    assert told.args == [path]
    stage.page.show_status(2, (Notice("place_hidden", {"folder": "/models", "number": 3}),), is_scanning=False)
    assert stage.page.hidden_button.text() == "2 removed from this list: bring back"
    assert "Hidden folders within /models" in stage.page.notes.text()
    with qtbot.waitSignal(stage.page.hidden_requested):
        stage.page.hidden_button.click()
    with qtbot.waitSignal(stage.page.close_requested):
        QTest.keyClick(stage.page.shelf.list, Qt.Key.Key_Escape)


def test_folders_of_ones_own_can_be_taken_back(stage: Stage, qtbot: QtBot) -> None:
    stage.page.show_folders(("/disk/models",))
    *_, action = stage.page.folder_button.menu().actions()
    assert action.text() == "Look no more in /disk/models"
    with qtbot.waitSignal(stage.page.folder_removed) as removed:
        action.trigger()
    assert removed.args == ["/disk/models"]


def test_without_models_the_page_teaches_and_names_pairs(qtbot: QtBot) -> None:
    stage = Stage(qtbot, {})
    page = stage.page
    page.show_recommended(pairs_for(Room(16_000_000_000)), "14.9 GB")
    assert page.no_models.isVisible()
    assert "Qwen3 14B / Qwen3 0.6B" in page.no_models.pairs.names
    words = " ".join(label.text() for label in page.no_models.findChildren(QLabel))
    assert "Galley downloads nothing" in words
    assert "with 14.9 GB of memory" in words
    with qtbot.waitSignal(page.folder_requested):
        page.no_models.folder_button.click()
    with qtbot.waitSignal(page.file_requested):
        page.no_models.file_button.click()


def test_nothing_is_called_empty_before_it_was_looked_for(qtbot: QtBot) -> None:
    stage = Stage(qtbot, {})
    stage.page.show_models([], ("", ""), is_listed=False)
    stage.page.show_status(0, (), is_scanning=True)
    assert not stage.page.no_models.isVisible()
    assert stage.page.status.text() == "Looking for models…"
    stage.page.show_progress(40, 2000)
    assert stage.page.status.text() == "Looking for models: 40 of 2000 files"


def test_every_button_has_a_name(stage: Stage) -> None:
    buttons = stage.page.findChildren(QAbstractButton)
    assert [each for each in buttons if not (each.accessibleName() or each.text() or each.objectName())] == []


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_the_tab_key_comes_to_everything_in_both_directions(stage: Stage, qtbot: QtBot, key: Qt.Key) -> None:
    page = stage.page
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    page.shelf.search.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is page.shelf.search)
    seen: list[QWidget | None] = []
    for _ in range(20):
        QTest.keyClick(QApplication.focusWidget() or page, key)
        seen.append(QApplication.focusWidget())
    for button in (page.folder_button, page.look_button, page.close_button, page.shelf.search):
        assert button in seen
