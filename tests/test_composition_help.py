"""Help in the program, and a newcomer's way from the first window to the first marked reply."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.engine.types import Mark, SpeculationMode
from app.models.starter import starter_location
from app.settings.paths import find_folders
from app.viewmodels.reply import Phase
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings
from tests.support.tiny_models import TinyModel
from widgets.transcript.failure_note import FailureNote

if TYPE_CHECKING:
    from pathlib import Path

    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

    from app.viewmodels.reply import Reply
    from tests.support.program import Program

pytestmark = quiet_platform


class Newcomer:
    """Somebody with a mouse, or with nothing but keys, whose clicks and presses are counted."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.num_clicks = 0
        self.num_activations = 0

    def click(self, widget: QWidget) -> None:
        """Click on what is in sight."""
        self.program.until(lambda: widget.isVisible() and widget.isEnabled())
        self.num_clicks += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)

    def go_to(self, widget: QWidget) -> None:
        """Press Tab until a widget has the focus."""
        self.program.until(lambda: widget.isVisible() and widget.isEnabled())
        for _ in range(80):
            focused = self.program.galley.window.focusWidget()
            if focused is widget:
                return
            assert focused is not None, "the focus is nowhere"
            QTest.keyClick(focused, Qt.Key.Key_Tab)
        pytest.fail("the Tab key never came there")

    def press(self, widget: QWidget) -> None:
        """Go there by the Tab key and press Space."""
        self.go_to(widget)
        self.num_activations += 1
        QTest.keyClick(widget, Qt.Key.Key_Space)


def press(program: Program, key: Qt.Key) -> None:
    """Press Ctrl and a key, as somebody does who looks at the window."""
    window = program.galley.window
    window.activateWindow()
    program.until(window.isActiveWindow)
    QTest.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)


def marks(reply: Reply) -> set[Mark]:
    return {token.emitted.mark for token in reply.tokens}


def with_starter(home: Path, smollm2: Path) -> None:
    place = starter_location(find_folders(home).data)
    place.parent.mkdir(parents=True)
    os.link(smollm2, place) if smollm2.stat().st_dev == place.parent.stat().st_dev else place.symlink_to(smollm2)


@pytest.fixture
def found_pair(tmp_path: Path, tiny_target: Path) -> Path:
    """A folder of LM Studio's with two models that go together."""
    folder = tmp_path / "home" / ".lmstudio" / "models"
    folder.mkdir(parents=True)
    shutil.copy2(tiny_target, folder / "small.gguf")
    TinyModel(name="Tiny large", num_layers=24).write(folder / "large.gguf")
    return folder


# A newcomer.


@pytest.mark.real_models
def test_with_the_starter_model_the_first_marked_reply_is_one_click_away(
    qtbot: QtBot, tmp_path: Path, smollm2: Path
) -> None:
    with_starter(tmp_path / "galley", smollm2)
    write_settings(tmp_path / "galley", {"sampling": {"temperature": 0.0}})
    with running(qtbot, tmp_path / "galley") as program:
        newcomer, empty = Newcomer(program), program.galley.empty_state
        assert empty.intro.isVisible()
        program.loaded()
        newcomer.click(empty.prompt_buttons[0])
        program.until(lambda: bool(program.replies) and Mark.ACCEPTED in marks(program.last))
        assert newcomer.num_clicks <= 3
        program.galley.chat.stop()
        program.over(program.last)


def test_the_best_pair_of_the_machine_is_two_clicks_from_a_marked_reply(
    qtbot: QtBot, tmp_path: Path, found_pair: Path
) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley") as program:
        newcomer, empty = Newcomer(program), program.galley.empty_state
        program.until(empty.suggestion.memory.isVisible)
        assert "Tiny large" in empty.suggestion.names.text()
        assert empty.suggestion.reason.text()
        newcomer.click(empty.pair_button)
        program.loaded(found_pair / "large.gguf")
        newcomer.click(empty.prompt_buttons[0])
        reply = program.over(program.last)
        assert reply.phase is Phase.FINISHED
        assert marks(reply) - {Mark.PLAIN}
        assert newcomer.num_clicks == 2


def test_the_same_way_by_keyboard_alone(qtbot: QtBot, tmp_path: Path, found_pair: Path) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley") as program:
        newcomer, empty = Newcomer(program), program.galley.empty_state
        program.until(empty.pair_button.isVisible)
        program.galley.composer.setFocus()
        newcomer.press(empty.intro.skip_button)
        assert not empty.intro.isVisible()
        newcomer.press(empty.pair_button)
        program.loaded(found_pair / "large.gguf")
        newcomer.press(empty.prompt_buttons[2])
        assert program.over(program.last).tokens
        assert newcomer.num_activations == 3


def test_a_suggestion_never_takes_the_place_of_what_is_typed(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley", tiny_target, tiny_draft) as program:
        program.loaded(tiny_target)
        composer, chip = program.galley.composer, program.galley.empty_state.prompt_buttons[0]
        composer.set_text("My own words")
        Newcomer(program).click(chip)
        assert program.replies == []
        assert composer.text == f"My own words\n\n{chip.text()}"


def test_a_suggestion_waits_in_the_message_box_while_the_model_is_on_its_way(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path
) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        empty = program.galley.empty_state
        program.galley.pair_choice.choose_target(str(tiny_target))
        program.until(lambda: empty.prompt_buttons[0].isVisible())
        if program.galley.pair_choice.pair is None:
            Newcomer(program).click(empty.prompt_buttons[0])
            assert program.galley.composer.text == empty.prompt_buttons[0].text()
        program.loaded(tiny_target)
        assert program.replies == []


def test_the_picture_is_gone_for_good_once_it_was_skipped_or_a_reply_was_had(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path
) -> None:
    write_settings(tmp_path / "skipped", SHORT)
    with running(qtbot, tmp_path / "skipped") as program:
        Newcomer(program).click(program.galley.empty_state.intro.skip_button)
    with running(qtbot, tmp_path / "skipped") as program:
        assert not program.galley.empty_state.intro.isVisible()
    write_settings(tmp_path / "replied", SHORT)
    with running(qtbot, tmp_path / "replied", tiny_target) as program:
        program.loaded(tiny_target)
        program.ask("Hello")
        program.galley.conversations.begin()
        program.until(program.galley.empty_state.isVisible)
        assert not program.galley.empty_state.intro.isVisible()
    with running(qtbot, tmp_path / "replied") as program:
        program.galley.conversations.begin()
        assert not program.galley.empty_state.intro.isVisible()


def test_the_picture_is_found_again_in_help(qtbot: QtBot, tmp_path: Path) -> None:
    from widgets.first_run.picture import SpeculationPicture

    with running(qtbot, tmp_path / "galley") as program:
        Newcomer(program).click(program.galley.empty_state.intro.help_button)
        page = program.galley.helping.page
        assert program.galley.window.page is page
        assert page.topic == "first-steps#how-it-works"
        assert len(page.chapter.findChildren(SpeculationPicture)) == 1


# The guide.


def test_help_is_a_key_away_and_escape_leads_back(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        window, page = program.galley.window, program.galley.helping.page
        press(program, Qt.Key.Key_H)
        assert window.page is page
        assert page.topic == "first-steps"
        page.show_topic("memory#context")
        QTest.keyClick(page.contents.search, Qt.Key.Key_Escape)
        assert window.page is None
        press(program, Qt.Key.Key_H)
        assert page.topic == "memory#context", "the reader goes on where they were"
        page.shortcuts_button.click()
        assert window.page is None
        assert window.shortcut_sheet.isVisible()


def test_help_stands_in_the_menu_of_pages(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        actions = program.galley.sidebar.page_menu.actions()
        action = next(each for each in actions if each.text() == "Help…")
        action.trigger()
        assert program.galley.window.page is program.galley.helping.page


def test_why_speculation_is_off_is_one_click_from_the_badge(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    write_settings(tmp_path / "galley", {**SHORT, "speculation": {"mode": "off"}})
    with running(qtbot, tmp_path / "galley", tiny_target, tiny_draft) as program:
        program.loaded(tiny_target)
        badge = program.galley.proof_panel.badge
        program.until(badge.why_button.isVisible)
        Newcomer(program).click(badge.why_button)
        assert program.galley.helping.page.topic == "off#switched-off"
        program.galley.window.show_page(None)
        program.galley.proof_panel.mode_switch.mode_chosen.emit(SpeculationMode.AUTO)
        program.until(lambda: not badge.why_button.isVisible())


def test_why_a_draft_does_not_fit_is_one_click_from_the_badge(
    qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_other_vocabulary: Path
) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley", tiny_target, tiny_other_vocabulary) as program:
        pair = program.loaded(tiny_target)
        assert pair.draft_notice is not None
        assert pair.draft_notice.code == "draft_token_differs"
        badge = program.galley.proof_panel.badge
        program.until(badge.why_button.isVisible)
        Newcomer(program).click(badge.why_button)
        assert program.galley.helping.page.topic == "off#draft-does-not-fit"


def test_why_a_file_is_refused_is_one_click_from_the_card(qtbot: QtBot, tmp_path: Path) -> None:
    page = tmp_path / "page.gguf"
    page.write_text("<!doctype html><title>Not a model</title>")
    with running(qtbot, tmp_path / "galley") as program:
        program.galley.pair_choice.choose_target(str(page))
        card = program.galley.load_card
        program.until(card.why_button.isVisible)
        Newcomer(program).click(card.why_button)
        assert program.galley.helping.page.topic == "off#file-cannot-be-used"


def test_why_a_message_is_refused_is_one_click_from_where_its_answer_would_be(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    write_settings(tmp_path / "galley", SHORT)
    with running(qtbot, tmp_path / "galley", tiny_ending) as program:
        program.loaded(tiny_ending)
        refused = program.ask("word " * 2000)
        assert refused.phase is Phase.FAILED
        note = program.card(refused).findChild(FailureNote)
        assert note is not None
        assert note.why_button is not None
        Newcomer(program).click(note.why_button)
        assert program.galley.helping.page.topic == "memory#context-full"


def test_links_lead_through_the_guide_and_back(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        helping = program.galley.helping
        helping.show("off#no-draft")
        page = helping.page
        page.chapter.link_activated.emit("pair.md#which-size")
        assert page.topic == "pair#which-size"
        bar = page.scroll_area.verticalScrollBar()
        program.until(lambda: abs(page.chapter.top_of("which-size") - bar.value()) < 20)
        Newcomer(program).click(page.back_button)
        assert page.topic == "off#no-draft"
        assert not page.back_button.isVisible()


def test_a_locked_window_shows_no_page_and_the_guide_comes_back_with_the_rest(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "galley") as program:
        program.galley.helping.show()
        program.galley.protection.lock()
        program.until(lambda: program.galley.window.page is program.galley.kept.cover.locked_view)
        press(program, Qt.Key.Key_H)
        assert program.galley.window.page is program.galley.kept.cover.locked_view
