"""The privacy page in the program: what it says is so, and what it asks for happens."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.privacy.places import PlaceKind
from app.settings.paths import find_folders
from app.store.keys.keeper import Situation
from app.store.store import Store
from app.viewmodels.protection import Guard
from tests.support.exchange_samples import chatgpt_conversation, write_json
from tests.support.fixed_keys import KEY, FixedKeys
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings
from tests.support.store_contents import talk

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program

pytestmark = quiet_platform


def open_page(program: Program) -> None:
    galley = program.galley
    with program.qtbot.waitSignal(galley.privacy.facts.looked, timeout=60_000):
        QTest.keyClick(
            galley.window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
    assert galley.window.page is galley.privacy.page


def test_it_shows_where_things_are_and_escape_goes_back(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("A secret of mine.")
        open_page(program)
        page = program.galley.privacy.page
        facts = program.galley.privacy.facts.facts
        assert facts is not None
        conversations = next(place for place in facts.places if place.kind is PlaceKind.CONVERSATIONS)
        assert conversations.exists
        assert conversations.is_private
        assert page.forget_section.question.text().startswith("One conversation")
        page.copy_button.click()
        report = QGuiApplication.clipboard().text()
        assert "SQLCipher" in report
        assert "secret of mine" not in report
        QTest.keyClick(program.galley.window, Qt.Key.Key_Escape)
        assert program.galley.window.page is None


def test_escape_takes_back_the_question_whether_to_forget_everything_and_only_then_leaves_the_page(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with running(qtbot, tmp_path / "home") as program:
        open_page(program)
        section = program.galley.privacy.page.forget_section
        section.forget_button.click()
        QTest.keyClick(section.keep_button, Qt.Key.Key_Escape)
        assert program.galley.window.page is program.galley.privacy.page
        assert not section.asking.isVisible()
        QTest.keyClick(section.forget_button, Qt.Key.Key_Escape)
        assert program.galley.window.page is None


def test_choices_on_the_page_are_kept(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home) as program:
        open_page(program)
        page = program.galley.privacy.page
        page.idle_minutes_chosen.emit(15)
        page.titles.click()
        assert program.galley.kept.idle._timer.isActive()
    saved = json.loads((find_folders(home).settings / "settings.json").read_text())["privacy"]
    assert saved == {"idle_lock_minutes": 15, "title_in_window_bar": False}


def test_the_key_moves_under_a_passphrase_and_the_passphrase_changes(qtbot: QtBot, tmp_path: Path) -> None:
    keys = FixedKeys()
    with running(qtbot, tmp_path / "home", keys=keys) as program:
        galley = program.galley
        open_page(program)
        galley.privacy.page.key_section.to_passphrase_button.click()
        page = galley.privacy.choose_page
        assert galley.window.page is page
        for field in page.form.fields:
            QTest.keyClicks(field, "a long sentence")
        page.form.button.click()
        program.until(lambda: galley.window.page is galley.privacy.page)
        assert keys.passphrase == "a long sentence"
        change = galley.privacy.page.key_section.change_button
        program.until(change.isVisible)
        change.click()
        page = galley.privacy.change_page
        for old, expected in (("wrong", "a long sentence"), ("a long sentence", "another sentence")):
            for field, text in zip(page.form.fields, (old, "another sentence", "another sentence"), strict=True):
                field.clear()
                QTest.keyClicks(field, text)
            page.form.button.click()
            program.until(lambda: not galley.protection.busy)
            assert keys.passphrase == expected
        program.until(lambda: galley.window.page is galley.privacy.page)


def test_lock_and_forget_are_within_reach(qtbot: QtBot, tmp_path: Path) -> None:
    keys = FixedKeys()
    with running(qtbot, tmp_path / "home", keys=keys) as program:
        galley = program.galley
        open_page(program)
        galley.privacy.page.lock_requested.emit()
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert galley.window.page is galley.kept.cover.locked_view
        galley.protection.unlock()
        program.until(lambda: galley.window.page is None)
        open_page(program)
        galley.privacy.page.forget_requested.emit()
        program.until(lambda: keys.forgotten == 1 and galley.protection.guard is Guard.OPEN)
        program.until(lambda: galley.window.page is None)


def test_everything_is_exported_and_comes_back_elsewhere(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    target = tmp_path / "all.json"
    write_settings(tmp_path / "one", SHORT)
    with running(qtbot, tmp_path / "one", tiny_ending) as program:
        galley = program.galley
        program.loaded(tiny_ending)
        for text in ("First.", "Second."):
            program.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
            program.ask(text)
        reply = program.last
        open_page(program)
        galley.privacy.page.exchange_section.export_button.click()
        dialog = galley.window.findChild(QFileDialog)
        assert dialog is not None
        with qtbot.waitSignal(galley.privacy.exchange.exported, timeout=60_000) as exported:
            dialog.fileSelected.emit(str(target))
            dialog.close()
        assert exported.args is not None
        assert exported.args[0].number == 2
        note = galley.privacy.page.exchange_section.note
        assert note.text() == f"2 conversations were written to “{target}”."
        assert target.stat().st_mode & 0o077 == 0
        markdown = tmp_path / "second.md"
        with qtbot.waitSignal(galley.privacy.exchange.exported, timeout=60_000):
            galley.privacy.exchange.export([galley.conversations.active], str(markdown), "md")
        assert "Second." in markdown.read_text()
        assert "First." not in markdown.read_text()
    with running(qtbot, tmp_path / "two") as program:
        galley = program.galley
        for expected in ((2, 0), (0, 2)):
            with qtbot.waitSignal(galley.privacy.exchange.imported, timeout=60_000) as imported:
                galley.privacy.exchange.import_from(str(target))
            assert imported.args is not None
            assert (imported.args[0].num_new, imported.args[0].num_skipped) == expected
        program.until(lambda: len(galley.conversations.entries) == 2 + (not galley.conversations.active_entry.title))
        second = next(entry for entry in galley.conversations.entries if entry.title == "Second.")
        galley.conversations.activate(second.key)
        program.until(lambda: bool(program.replies))
        assert program.last.text == reply.text
        assert len(program.last.tokens) == len(reply.tokens)


def test_a_file_that_cannot_be_imported_says_why(qtbot: QtBot, tmp_path: Path) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text('{"hello": 1}')
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        with qtbot.waitSignal(galley.privacy.exchange.failed, timeout=60_000):
            galley.privacy.exchange.import_from(str(bad))
        assert "bad.json" in galley.notices.label.text()


def two_kept(home: Path) -> None:
    """A store as an earlier run would have left it."""
    with Store.open(find_folders(home).data, KEY) as store:
        for title in ("First.", "Second."):
            talk(store, title, title, "Yes.")


def delete(program: Program, title: str) -> None:
    """Delete a conversation that was kept; it can be had back for a while."""
    galley = program.galley
    galley.erasure.delete(next(each.key for each in galley.conversations.entries if each.title == title))
    assert not galley.undo_bar.isHidden()


def test_what_was_just_deleted_is_not_written_out(qtbot: QtBot, tmp_path: Path) -> None:
    two_kept(tmp_path / "home")
    target = tmp_path / "all.md"
    with running(qtbot, tmp_path / "home") as program:
        delete(program, "First.")
        with qtbot.waitSignal(program.galley.privacy.exchange.exported, timeout=60_000):
            program.galley.privacy.exchange.export([], str(target), "md")
        assert program.galley.undo_bar.isHidden()
        assert program.galley.notices.label.text() == f"One conversation was written to “{target}”."
    assert "Second." in target.read_text()
    assert "First." not in target.read_text()


def test_a_backup_brings_back_what_was_just_deleted(qtbot: QtBot, tmp_path: Path) -> None:
    two_kept(tmp_path / "home")
    target = tmp_path / "all.json"
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        with qtbot.waitSignal(galley.privacy.exchange.exported, timeout=60_000):
            galley.privacy.exchange.export([], str(target), "json")
        delete(program, "First.")
        with qtbot.waitSignal(galley.privacy.exchange.imported, timeout=60_000):
            galley.privacy.exchange.import_from(str(target))
        assert "One conversation was brought in. One was there already." in galley.notices.label.text()
    with Store.open(find_folders(tmp_path / "home").data, KEY) as store:
        assert {row.title for row in store.conversations()} == {"First.", "Second."}


def test_the_result_of_an_import_is_no_obstacle_to_locking(qtbot: QtBot, tmp_path: Path) -> None:
    path = write_json(tmp_path / "chats.json", [chatgpt_conversation()])
    with running(qtbot, tmp_path / "home") as program:
        galley = program.galley
        open_page(program)
        with qtbot.waitSignal(galley.privacy.exchange.imported, timeout=60_000):
            galley.privacy.exchange.import_from(str(path))
        note, listed = galley.privacy.page.exchange_section.note, galley.privacy.page.exchange_section.list
        assert note.text() == "One conversation was brought in. One came in, but not with everything in it."
        assert "Three cats: " in listed.toPlainText()
        program.until(lambda: galley.privacy.page.forget_section.question.text().startswith("One conversation"))
        program.press(Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
        program.until(lambda: galley.protection.guard is Guard.ASKING)
        assert note.text() == ""
        assert listed.toPlainText() == ""


def test_with_nothing_to_export_that_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        with qtbot.waitSignal(program.galley.privacy.exchange.failed, timeout=60_000):
            program.galley.privacy.exchange.export([], str(tmp_path / "all.json"), "json")
        assert "no conversation to export" in program.galley.notices.label.text()
    assert not (tmp_path / "all.json").exists()


def test_where_nothing_is_kept_the_page_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home", keys=FixedKeys(Situation.KEYRING_MISSING)) as program:
        program.galley.protection.go_on_without()
        open_page(program)
        page = program.galley.privacy.page
        conversations = next(each for each in page.rows if each.kind is PlaceKind.CONVERSATIONS)
        assert conversations.protection.text == "nothing is kept"
        assert not page.forget_section.forget_button.isEnabled()
        assert not page.exchange_section.export_button.isEnabled()
