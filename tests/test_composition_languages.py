"""The program through its window, when another language is chosen while it runs."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QMessageBox
from shiboken6 import isValid

from app.composition import Galley
from app.composition.languages import Running
from app.errors import Notice
from app.settings.paths import find_folders
from app.settings.store import SettingsStore
from app.store.keys.keeper import Situation
from app.store.store import Store
from app.viewmodels.notices import written
from app.viewmodels.protection import Guard
from tests.support.fixed_keys import KEY, FixedKeys
from tests.support.offscreen import quiet_platform
from tests.support.program import LONG, SHORT, Program, endless_pair, write_settings
from tests.support.store_contents import talk
from widgets.look import figures
from widgets.look.theme import ThemeChoice
from widgets.settings.controls import ChoiceControl
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.composition.handover import Handover

pytestmark = quiet_platform


class Changing(Program):
    """A program that may be another one after a while: `galley` is that of the moment."""

    def __init__(self, qtbot: QtBot, application: QApplication, home: Path, keys: FixedKeys | None = None) -> None:
        self.qtbot = qtbot
        self.home = home
        self.bugs: list[Notice] = []
        self.lost: Notice | None = None
        self._ended = False
        folders, given = find_folders(home), keys or FixedKeys()

        def make(handover: Handover | None) -> Galley:
            galley = Galley(application, folders, given, handover=handover)
            galley.crash_log.bug_caught.connect(self.bugs.append)
            return galley

        self.running = Running(make)
        self.running.changed.connect(self._follow)
        self.galley = self.running.galley

    def _follow(self) -> None:
        self.galley = self.running.galley

    def speak(self, code: str) -> None:
        """Choose a language, and wait for the window in it to be what the one before it was."""
        with self.qtbot.waitSignal(self.running.settled, timeout=60_000):
            self.galley.preferences.set_language(code)

    def end(self) -> None:
        if self._ended:
            return
        self._ended = True
        self.galley.kept.ask_no_more()
        self.galley.theme.choose(ThemeChoice.LIGHT)
        self.galley.window.close()
        self.lost = self.running.stop()
        self.galley.window.deleteLater()
        self.galley.deleteLater()
        self.running.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@contextmanager
def changing(
    qtbot: QtBot, home: Path, target: Path | None = None, draft: Path | None = None, keys: FixedKeys | None = None
) -> Iterator[Changing]:
    application = cast("QApplication", QApplication.instance())
    application.setQuitOnLastWindowClosed(False)
    program = Changing(qtbot, application, home, keys)
    try:
        program.start(target, draft)
        yield program
    finally:
        program.end()
        application.setQuitOnLastWindowClosed(True)
    assert program.bugs == []


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    return home


def placeholder(program: Program) -> str:
    return program.galley.composer.field.placeholderText()


def notices(program: Program) -> str:
    return program.galley.notices.label.text()


def test_the_window_speaks_the_other_language_and_goes_on_where_it_was(
    qtbot: QtBot, home: Path, tmp_path: Path
) -> None:
    target, draft = endless_pair(tmp_path, 512)
    with changing(qtbot, home, target, draft) as program:
        program.loaded(target)
        program.ask("Tell me something.")
        said = program.last.text
        program.galley.composer.set_text("not sent yet")
        program.galley.window.resize(1111, 777)
        pid = program.galley.engine.engine_pid
        english = placeholder(program)
        program.speak("nl")
        assert placeholder(program) != english
        assert program.galley.engine.engine_pid == pid
        assert program.galley.pair_choice.pair is not None
        assert program.galley.pair_choice.pair.target.path == str(target)
        assert program.last.text == said
        assert program.galley.composer.text == "not sent yet"
        assert program.galley.window.size().width() == 1111
        assert program.galley.window.isVisible()
        program.ask("And now?")
        program.speak("en")
        assert placeholder(program) == english


def test_a_reply_that_is_being_written_goes_on_and_the_window_changes_after_it(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    target, draft = endless_pair(tmp_path)
    with changing(qtbot, home, target, draft) as program:
        program.loaded(target)
        reply = program.writing(program.send("Tell me something."))
        english, galley = placeholder(program), program.galley
        program.galley.preferences.set_language("nl")
        program.until(lambda: "language changes" in notices(program))
        num_then = len(reply.tokens)
        program.until(lambda: len(reply.tokens) > num_then + 20)
        assert program.galley is galley
        galley.preferences.set_language("")
        program.until(lambda: notices(program) == "")
        galley.preferences.set_language("nl")
        program.until(lambda: "language changes" in notices(program))
        with qtbot.waitSignal(program.running.settled, timeout=60_000):
            galley.chat.stop()
        assert placeholder(program) != english
        assert program.last.text == reply.text


def test_what_is_not_kept_is_not_lost_the_language_waits_for_the_next_start(qtbot: QtBot, home: Path) -> None:
    with changing(qtbot, home) as program:
        program.galley.protection.lock()
        program.until(lambda: program.galley.protection.guard is Guard.ASKING)
        program.galley.protection.go_on_without()
        galley = program.galley
        galley.preferences.set_language("nl")
        program.until(lambda: "next time" in notices(program))
        assert program.galley is galley
    assert SettingsStore(find_folders(home).settings).load().settings.appearance.language == "nl"


def test_nobody_is_asked_for_the_passphrase_again(qtbot: QtBot, home: Path) -> None:
    keys = FixedKeys(Situation.NEEDS_PASSPHRASE, passphrase="correct horse battery")
    with changing(qtbot, home, keys=keys) as program:
        program.galley.protection.unlock_with("correct horse battery")
        program.until(lambda: program.galley.protection.guard is Guard.OPEN)
        program.until(lambda: program.galley.keeping.is_filled and not program.galley.chat.is_reading)
        program.speak("nl")
        assert program.galley.protection.guard is Guard.OPEN


def test_a_locked_window_stays_locked(qtbot: QtBot, home: Path) -> None:
    keys = FixedKeys(Situation.NEEDS_PASSPHRASE, passphrase="correct horse battery")
    with changing(qtbot, home, keys=keys) as program:
        assert program.galley.protection.guard is Guard.ASKING
        program.speak("nl")
        assert program.galley.protection.guard is Guard.ASKING
        assert program.galley.window.page is program.galley.kept.cover.unlock_view


def test_the_page_in_front_the_place_in_it_and_files_to_send_stay(qtbot: QtBot, home: Path, tmp_path: Path) -> None:
    with Store.open(find_folders(home).data, KEY) as store:
        lines = "\n\n".join(f"Paragraph {number} of many." for number in range(120))
        talk(store, "Long", "One?", lines, "Two?", lines)
    file = tmp_path / "notes.txt"
    file.write_text("some notes")
    with changing(qtbot, home) as program:
        galley = program.galley
        view = galley.stack.currentWidget()
        assert isinstance(view, TranscriptView)
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 3)
        place = view.place()
        assert place is not None
        galley.composing.attach([str(file)])
        program.until(lambda: galley.composing.attachments.is_settled)
        galley.stack.toggle_marks()
        galley.privacy.show()
        program.speak("nl")
        galley = program.galley
        assert galley.window.page is galley.privacy.page
        assert [item.name for item in galley.composing.attachments.items] == ["notes.txt"]
        assert galley.stack.marks_shown
        view = galley.stack.currentWidget()
        assert isinstance(view, TranscriptView)
        assert view.place() == place


def test_qt_s_own_words_and_numbers_change_along(qtbot: QtBot, home: Path) -> None:
    with changing(qtbot, home) as program:
        program.speak("nl")
        box = QMessageBox(program.galley.window)
        box.setStandardButtons(QMessageBox.StandardButton.Cancel)
        assert box.button(QMessageBox.StandardButton.Cancel).text().replace("&", "") == "Annuleren"
        box.deleteLater()
        assert figures.decimal(1234.5, 1) == "1.234,5"
        assert "0,9" in written(Notice("paused_no_gain", {"saves": 0.9, "costs": 1.4}))
        program.speak("en")
        assert "0.9" in written(Notice("paused_no_gain", {"saves": 0.9, "costs": 1.4}))


def test_nothing_is_left_of_the_window_that_was_there(qtbot: QtBot, home: Path) -> None:
    with changing(qtbot, home) as program:
        old, window = program.galley, program.galley.window
        program.speak("nl")
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        assert not isValid(old)
        assert not isValid(window)
        program.galley.theme.choose(ThemeChoice.DARK)  # whoever still listened would paint what is gone
        program.galley.history.changed.emit()


def test_who_changes_their_mind_at_once_gets_no_other_window(qtbot: QtBot, home: Path) -> None:
    with changing(qtbot, home) as program:
        galley = program.galley
        with qtbot.assertNotEmitted(program.running.changed, wait=400):
            galley.preferences.set_language("nl")
            galley.preferences.set_language("")
            galley.preferences.set_theme("dark")
        assert program.galley is galley


def test_a_key_that_the_old_window_gets_too_late_changes_nothing(qtbot: QtBot, home: Path) -> None:
    with changing(qtbot, home) as program:
        old = program.galley
        old.settings.show("appearance")
        box = next(
            control.box
            for control in old.settings.page.findChildren(ChoiceControl)
            if "Nederlands" in [control.box.itemText(place) for place in range(control.box.count())]
        )
        up = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier)
        program.running.changed.connect(lambda: QApplication.sendEvent(box, up))
        program.speak("nl")
        assert program.galley.preferences.settings.appearance.language == "nl"
        assert SettingsStore(find_folders(home).settings).load().settings.appearance.language == "nl"


def test_the_language_is_chosen_in_the_menu_by_its_own_name(qtbot: QtBot, home: Path) -> None:
    with changing(qtbot, home) as program:
        menu = program.galley.language_choice.menu
        assert [action.text() for code, action in menu.actions.items() if code] == ["English", "Nederlands"]
        assert menu.actions[""].isChecked()
        with qtbot.waitSignal(program.running.settled, timeout=60_000):
            menu.actions["nl"].trigger()
        menu = program.galley.language_choice.menu
        assert menu.actions["nl"].isChecked()
        assert menu.menu.title() == "Taal (Language)"


def test_what_was_deleted_can_still_be_had_back(qtbot: QtBot, home: Path) -> None:
    with Store.open(find_folders(home).data, KEY) as store:
        talk(store, "First", "One?", "One.")
        talk(store, "Second", "Two?", "Two.")
    with changing(qtbot, home) as program:
        galley = program.galley
        galley.erasure.delete(galley.conversations.active)
        galley.preferences.set_language("nl")
        program.until(lambda: "language changes" in notices(program))
        assert program.galley is galley
        with qtbot.waitSignal(program.running.settled, timeout=60_000):
            galley.erasure.undo()
        assert {each.title for each in program.galley.conversations.entries} == {"First", "Second"}


def test_a_comparison_is_shown_in_the_other_language(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, LONG)
    target, draft = endless_pair(tmp_path)
    with changing(qtbot, home, target, draft) as program:
        program.loaded(target)
        program.galley.comparing.show()
        page = program.galley.comparing.page
        page.setup.prompt.setPlainText("Tell me of the secret heron")
        page.setup.max_tokens.setValue(20)
        page.start_button.click()
        program.until(lambda: not program.galley.comparing.compare.is_running)
        texts = [pane.token_view.text for pane in page.panes]
        same = page.verdict_card.sameness.text()
        program.speak("nl")
        page = program.galley.comparing.page
        assert program.galley.window.page is page
        assert page.setup.prompt.toPlainText() == "Tell me of the secret heron"
        assert [pane.token_view.text for pane in page.panes] == texts
        assert page.verdict_card.isVisible()
        assert page.verdict_card.sameness.text() not in ("", same)
        assert program.galley.comparing.compare.new_request() < -1
        page.start_button.click()
        program.until(lambda: not program.galley.comparing.compare.is_running)
        assert program.galley.comparing.compare.verdict is not None


# A second start.


def test_a_second_start_loads_its_model_as_if_it_had_been_dropped(
    qtbot: QtBot, home: Path, tiny_target: Path, tiny_draft: Path, tiny_ending: Path
) -> None:
    with changing(qtbot, home, tiny_target) as program:
        program.running.load_models(str(tiny_ending), None)  # before the first one is even asked for
        program.loaded(tiny_ending)
        program.running.load_models(str(tiny_target), str(tiny_draft))
        pair = program.loaded(tiny_target)
        assert pair.draft is not None
        loads: list[bool] = []
        looked: list[object] = []
        program.galley.pair_choice.load_requested.connect(lambda: loads.append(True))
        program.running.load_models(str(tiny_target), None)
        program.galley.tasks.run(lambda: None, looked.append, looked.append)  # behind whatever that would look at
        program.until(lambda: bool(looked))
        assert loads == [], "it is there already"
        program.running.load_models(str(home / "gone.gguf"), None)
        program.until(lambda: "gone.gguf" in program.galley.load_card.explanation.text())
        assert program.galley.pair_choice.pair is not None
