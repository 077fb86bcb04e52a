"""The program through its window, where a message is written: files, what was sent before, presets and prompts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDropEvent, QImage, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QPlainTextEdit

from app.settings.paths import find_folders
from app.store.store import Store
from app.viewmodels.protection import Guard
from app.viewmodels.reply import Phase
from app.viewmodels.transcript import UserTurn
from tests.support.dictionaries import require_dictionaries
from tests.support.fixed_keys import KEY
from tests.support.offscreen import quiet_platform
from tests.support.program import SHORT, running, write_settings
from widgets.window.model_drop import DropHint

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from tests.support.program import Program

pytestmark = quiet_platform

_SHIFT_CTRL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def of_files(paths: Sequence[Path]) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def drop(program: Program, *paths: Path) -> str:
    """Drop files on the window; returns what the window says while they hover."""
    window, data = program.galley.window, of_files(paths)
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(window, QDragEnterEvent(QPoint(5, 5), copy, data, left, none))
    hints = [hint.text for hint in window.findChildren(DropHint) if hint.isVisible()]
    QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), copy, data, left, none))
    assert not any(hint.isVisible() for hint in window.findChildren(DropHint))
    return hints[0]


def cards(program: Program) -> list[str]:
    """The names on the cards."""
    return [card.item.name for card in program.galley.composer.attachment_row.cards]


def counted(program: Program) -> None:
    """Wait until every file is read and its tokens are counted."""
    items = program.galley.composing.attachments
    program.until(lambda: all(item.is_read and not item.is_estimate and item.room is not None for item in items.items))


def choose(program: Program, text: str) -> None:
    """Click a choice above the text."""
    buttons = program.galley.composer.attachment_row.line.buttons
    (button,) = [each for each in buttons if each.text().startswith(text)]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def type_in(program: Program, text: str) -> None:
    program.galley.window.activateWindow()
    program.galley.composer.field.setFocus()
    QTest.keyClicks(program.galley.composer.field, text)


def said(program: Program) -> list[str]:
    """The sentences above the message box."""
    return program.galley.notices.label.text().split("\n")


def questions(program: Program) -> list[UserTurn]:
    return [turn for turn in program.galley.chat.transcript.rows if isinstance(turn, UserTurn)]


# Files.


def test_files_dropped_on_the_window_go_along_with_the_message(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        hint = drop(program, written(tmp_path, "a.md", "The proof."), written(tmp_path, "b.csv", "x,y\n1,2\n"))
        assert hint == "Drop to attach to the message"
        counted(program)
        assert cards(program) == ["a.md", "b.csv"]
        program.ask("Compare them.")
        (question,) = questions(program)
        assert question.text.startswith("Compare them.\n\n### File: a.md\n\n```markdown\nThe proof.\n```")
        assert [span.name for span in question.attached] == ["a.md", "b.csv"]
        csv = question.attached[1]
        assert question.text[csv.begin : csv.end].endswith("```csv\nx,y\n1,2\n```")
        assert cards(program) == []


def test_the_bar_counts_the_files_of_the_message_that_is_being_written(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        gauge = program.galley.composer.gauge
        total = program.loaded(tiny_ending).target.context_tokens
        assert gauge.text == f"0 of {total}"
        drop(program, written(tmp_path, "a.txt", "The proof."))
        counted(program)
        (item,) = program.galley.composing.attachments.items
        assert gauge.text == f"{item.tokens} of {total}"
        program.galley.composing.attachments.remove(item.key)
        assert gauge.text == f"0 of {total}"


def test_files_alone_can_be_sent(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        assert not program.galley.composer.send_button.isEnabled()
        drop(program, written(tmp_path, "a.txt", "The proof."))
        counted(program)
        program.press(Qt.Key.Key_Return)
        assert program.over(program.last).phase is Phase.FINISHED
        assert questions(program)[0].attached[0].begin == 0


def test_a_model_among_the_files_is_loaded_and_the_rest_attached(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    with running(qtbot, tmp_path / "home") as program:
        hint = drop(program, written(tmp_path, "a.txt", "The proof."), tiny_ending)
        assert hint == "Drop to open the model and attach the rest"
        program.loaded(tiny_ending)
        counted(program)
        assert cards(program) == ["a.txt"]


def test_a_model_that_is_pasted_is_loaded(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        QApplication.clipboard().setMimeData(of_files([tiny_ending]))
        program.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        program.loaded(tiny_ending)
        assert cards(program) == []


def test_what_cannot_be_attached_is_said_and_the_rest_stays(qtbot: QtBot, tmp_path: Path) -> None:
    picture, folder = tmp_path / "a.png", tmp_path / "papers"
    QImage(4, 4, QImage.Format.Format_RGB32).save(str(picture))
    folder.mkdir()
    with running(qtbot, tmp_path / "home") as program:
        drop(program, picture, folder, written(tmp_path, "a.txt", "The proof."))
        program.until(lambda: cards(program) == ["a.txt"])
        assert said(program) == [
            "“a.png” is a picture; Galley's models read text only.",
            "“papers” is a folder; attach the files in it.",
        ]


def test_what_could_not_be_attached_is_forgotten_when_the_message_is_sent(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    (tmp_path / "papers").mkdir()
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        drop(program, tmp_path / "papers")
        program.until(lambda: said(program) == ["“papers” is a folder; attach the files in it."])
        program.ask("Hello.")
        assert program.galley.notices.isHidden()


def test_files_are_pasted_and_a_picture_is_explained(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        clipboard = QApplication.clipboard()
        clipboard.setMimeData(of_files([written(tmp_path, "a.txt", "The proof.")]))
        program.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        program.until(lambda: cards(program) == ["a.txt"])
        assert program.galley.composer.text == ""
        picture = QMimeData()
        picture.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
        clipboard.setMimeData(picture)
        program.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        assert said(program) == ["The clipboard holds a picture; Galley's models read text only."]


def test_a_card_is_opened_and_removed_by_keyboard(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        drop(program, written(tmp_path, "a.txt", "The proof."), written(tmp_path, "b.txt", "Other words."))
        program.until(lambda: program.galley.composing.attachments.is_settled)
        program.press(Qt.Key.Key_Tab, Qt.KeyboardModifier.ShiftModifier)
        first, second = program.galley.composer.attachment_row.cards
        assert second.hasFocus()
        QTest.keyClick(second, Qt.Key.Key_Return)
        (preview,) = program.galley.window.findChildren(QDialog)
        (view,) = preview.findChildren(QPlainTextEdit)
        assert view.toPlainText() == "Other words."
        assert view.isReadOnly()
        preview.close()
        QTest.keyClick(second, Qt.Key.Key_Delete)
        assert cards(program) == ["a.txt"]
        QTest.keyClick(first, Qt.Key.Key_Backspace)
        assert cards(program) == []
        assert program.galley.composer.field.hasFocus()


def test_a_file_too_long_holds_the_message_until_it_is_shortened(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        program.loaded(tiny_ending)
        drop(program, written(tmp_path, "long.txt", "the proof of words\n" * 400))
        counted(program)
        composer = program.galley.composer
        composer.set_text("What is it?")
        assert not composer.send_button.isEnabled()
        line = composer.attachment_row.line
        assert line.label.text().startswith("“long.txt” is ")
        assert line.label.text().endswith(" tokens too long.")
        program.press(Qt.Key.Key_Return)
        assert questions(program) == []
        choose(program, "Shorten to fit")
        program.until(lambda: program.galley.composing.attachments.is_settled)
        counted(program)
        assert "is shortened" in line.label.text()
        assert program.ask("What is it?").phase is Phase.FINISHED
        assert "lines were left out here.]" in questions(program)[0].text


def test_a_longer_context_takes_a_file_that_was_too_long(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    home = tmp_path / "home"
    write_settings(home, SHORT)
    with running(qtbot, home, tiny_ending) as program:
        assert program.loaded(tiny_ending).target.context_tokens == 512
        text = "the proof of words\n" * 60
        drop(program, written(tmp_path, "long.txt", text))
        counted(program)
        choose(program, "Raise the context to ")
        program.until(lambda: program.loaded(tiny_ending).target.context_tokens > 512)
        counted(program)
        assert program.galley.composing.attachments.is_settled
        assert program.ask("What is it?").phase is Phase.FINISHED
        assert text in questions(program)[0].text


def test_a_message_that_is_refused_comes_back_with_its_files(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        drop(program, written(tmp_path, "a.txt", "The proof."))
        counted(program)
        long = "proof " * 20_000
        program.galley.composer.set_text(long)
        program.press(Qt.Key.Key_Return)  # before anybody has counted it
        assert program.galley.composer.text == ""
        program.over(program.last)
        assert program.galley.composer.text == long
        program.until(lambda: cards(program) == ["a.txt"])


def test_every_conversation_keeps_its_own_files(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        type_in(program, "See the file")
        first = program.galley.conversations.active
        program.galley.conversations.note_messages(first, 1, "Said before")
        drop(program, written(tmp_path, "a.txt", "The proof."))
        program.until(lambda: program.galley.composing.attachments.is_settled)
        program.galley.conversations.begin()
        assert cards(program) == []
        program.galley.conversations.activate(first)
        assert cards(program) == ["a.txt"]


# Long texts.


def paste(program: Program, text: str) -> None:
    QApplication.clipboard().setText(text)
    program.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def click_offer(program: Program, text: str) -> None:
    (button,) = [each for each in program.galley.composer.line.buttons if each.text() == text]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_long_text_may_become_a_file_and_text_again(qtbot: QtBot, tmp_path: Path) -> None:
    long = "A line with 😀 in it.\n" * 80
    with running(qtbot, tmp_path / "home") as program:
        composer = program.galley.composer
        type_in(program, "See  please")
        for _ in " please":
            program.press(Qt.Key.Key_Left)
        paste(program, long)
        assert composer.text == f"See {long} please"
        click_offer(program, "Attach it instead")
        assert composer.text == "See  please"
        assert cards(program) == ["Pasted text"]
        (item,) = program.galley.composing.attachments.items
        assert program.galley.composing.attachments.text_of(item.key) == long
        click_offer(program, "Put it back into the message")
        assert composer.text == f"See {long} please"
        assert cards(program) == []
        assert composer.line.isHidden()


def test_the_offer_goes_when_the_text_does(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        paste(program, "word " * 1000)
        assert program.galley.composer.line.isVisible()
        program.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert program.galley.composer.text == ""
        assert program.galley.composer.line.isHidden()
        paste(program, "a few words")
        assert program.galley.composer.line.isHidden()


# What was sent before.


def test_the_arrow_brings_back_what_was_sent_and_what_was_typed(
    qtbot: QtBot, tmp_path: Path, tiny_ending: Path
) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        program.ask("First question")
        program.ask("Second question\nof two lines")
        composer = program.galley.composer
        program.press(Qt.Key.Key_Up)
        assert composer.text == "Second question\nof two lines"
        program.press(Qt.Key.Key_Up)
        assert composer.text == "First question"
        program.press(Qt.Key.Key_Up)
        assert composer.text == "First question"
        program.press(Qt.Key.Key_Down)
        program.press(Qt.Key.Key_Down)
        assert composer.text == ""
        type_in(program, "half a thought")
        program.press(Qt.Key.Key_Home)
        program.press(Qt.Key.Key_Up)
        assert composer.text == "Second question\nof two lines"
        program.press(Qt.Key.Key_Down)
        assert composer.text == "half a thought"


# Presets and prompts.


def test_a_slash_finds_a_prompt(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        composer = program.galley.composer
        type_in(program, "/")
        assert composer.slash.menu.isVisible()
        QTest.keyClicks(composer.field, "sum")
        program.press(Qt.Key.Key_Return)
        assert composer.text.startswith("Summarise the following text")
        assert composer.field.textCursor().atEnd()
        assert not composer.slash.menu.isVisible()


def test_a_slash_applies_a_preset(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        composer, presets = program.galley.composer, program.galley.own.presets
        wanted = presets.entries[-1]
        type_in(program, f"/{wanted.name.lower()}")
        program.press(Qt.Key.Key_Return)
        assert presets.current == wanted.name
        assert composer.text == ""


def test_a_text_that_begins_with_a_slash_can_be_sent(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        composer = program.galley.composer
        type_in(program, "/s")
        program.press(Qt.Key.Key_Escape)
        assert composer.text == "/s"
        assert not composer.slash.is_open
        program.press(Qt.Key.Key_Return)
        program.over(program.last)
        type_in(program, "// a remark")
        assert not composer.slash.is_open
        program.press(Qt.Key.Key_Return)
        program.over(program.last)
        assert [question.text for question in questions(program)] == ["/s", "// a remark"]


def test_a_prompt_of_ones_own_is_saved_encrypted_used_deleted_and_had_back(qtbot: QtBot, tmp_path: Path) -> None:
    home = tmp_path / "home"
    with running(qtbot, home) as program:
        composer = program.galley.composer
        type_in(program, "Write minutes of this:")
        program.press(Qt.Key.Key_S, _SHIFT_CTRL)
        name = composer.name_line.name
        assert name.hasFocus()
        QTest.keyClicks(name, "explain")
        QTest.keyClick(name, Qt.Key.Key_Return)
        assert "comes with Galley" in composer.name_line.problem.text()
        name.setText("Minutes")
        QTest.keyClick(name, Qt.Key.Key_Return)
        assert composer.name_line.isHidden()
        assert composer.field.hasFocus()
    with Store.open(find_folders(home).data, KEY) as store:
        assert [dict(each.settings) for each in store.presets()] == [{"prompt": "Write minutes of this:"}]
    with running(qtbot, home) as program:
        composer = program.galley.composer
        composer.clear_text()
        program.until(lambda: any(not each.is_built_in for each in program.galley.composing.prompting.prompts.entries))
        assert "Minutes" not in [each.name for each in program.galley.own.presets.entries]
        type_in(program, "/minu")
        program.press(Qt.Key.Key_Delete)
        assert not composer.slash.is_open
        composer.clear_text()
        assert all(each.is_built_in for each in program.galley.composing.prompting.prompts.entries)


def test_a_deleted_prompt_can_be_had_back(qtbot: QtBot, tmp_path: Path) -> None:
    with running(qtbot, tmp_path / "home") as program:
        composer, prompts = program.galley.composer, program.galley.composing.prompting.prompts
        prompts.save("Minutes", "Write minutes")
        type_in(program, "/")
        QTest.keyClicks(composer.field, "minu")
        program.press(Qt.Key.Key_Delete)
        assert composer.line.label.text() == "The prompt “Minutes” is deleted."
        click_offer(program, "Undo")
        assert "Minutes" in [each.name for each in prompts.entries]


# Spelling.


def spelling_menu(program: Program) -> QMenu:
    """The context menu at the beginning of the text."""
    field = program.galley.composer.field
    place = field.cursorRect(QTextCursor(field.document())).center()
    QApplication.sendEvent(
        field.viewport(),
        QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, field.viewport().mapToGlobal(place)),
    )
    (menu,) = [each for each in field.findChildren(QMenu) if each.isVisible()]
    return menu


def trigger(menu: QMenu, text: str) -> None:
    (action,) = [each for each in menu.actions() if each.text().startswith(text)]
    action.trigger()
    menu.close()


def test_words_spelled_wrong_are_marked_and_corrected_in_both_languages(qtbot: QtBot, tmp_path: Path) -> None:
    require_dictionaries()
    with running(qtbot, tmp_path / "home") as program:
        composer = program.galley.composer
        type_in(program, "sentxence is a word with an errxor ")
        program.until(lambda: composer.spelling.marked == ["sentxence", "errxor"])
        trigger(spelling_menu(program), "sentence")
        assert composer.text == "sentence is a word with an errxor "
        program.until(lambda: composer.spelling.marked == ["errxor"])
        composer.clear_text()
        type_in(program, "Amsterdm is de hoofdstad van Nederland ")
        program.until(lambda: composer.spelling.marked == ["Amsterdm"])
        trigger(spelling_menu(program), "Accept “Amsterdm”")
        program.until(lambda: composer.spelling.marked == [])


def test_spelling_is_left_in_peace_when_it_is_switched_off(qtbot: QtBot, tmp_path: Path) -> None:
    require_dictionaries()
    home = tmp_path / "home"
    with running(qtbot, home) as program:
        composer = program.galley.composer
        type_in(program, "sentxence is a word ")
        program.until(lambda: composer.spelling.marked == ["sentxence"])
        trigger(spelling_menu(program), "Check spelling")
        assert composer.spelling.marked == []
    with running(qtbot, home) as program:
        assert not program.galley.preferences.settings.appearance.check_spelling
        type_in(program, "an errxor ")
        trigger(spelling_menu(program), "Check spelling")
        program.until(lambda: "errxor" in program.galley.composer.spelling.marked)


# Locking.


def test_locking_leaves_nothing_of_what_was_about_to_be_said(qtbot: QtBot, tmp_path: Path, tiny_ending: Path) -> None:
    with running(qtbot, tmp_path / "home", tiny_ending) as program:
        program.loaded(tiny_ending)
        galley = program.galley
        program.ask("A question")
        galley.composing.prompting.prompts.save("Minutes", "Write minutes")
        galley.conversations.begin()
        drop(program, written(tmp_path, "a.txt", "The proof."))
        program.until(lambda: galley.composing.attachments.is_settled)
        galley.protection.lock()
        program.until(
            lambda: galley.protection.guard is not Guard.OPEN and galley.protection.guard is not Guard.CLOSING
        )
        assert cards(program) == []
        assert galley.composing.history.older("") is None
        assert all(each.is_built_in for each in galley.composing.prompting.prompts.entries)
        galley.protection.unlock()
        program.until(lambda: galley.protection.guard is Guard.OPEN and galley.keeping.is_filled)
        program.until(lambda: "Galley let go of the attached files when it locked; attach them again." in said(program))
        program.until(lambda: any(not each.is_built_in for each in galley.composing.prompting.prompts.entries))
        assert galley.chat.transcript.rows == []  # the conversation that was begun before it was locked
        program.ask("Another question")
        assert not any("let go" in each for each in said(program))
