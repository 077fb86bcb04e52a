"""Where a message is written, and how: files of all kinds, long texts, prompts, spelling, presets, settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu

from app.spelling.enchant import keep_no_word_lists, open_dictionaries
from tests.support.inspection import NARROW, WIDE
from widgets.proof.preset_name_row import NameTask

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.inspection import Inspection
    from tests.support.program import Program

STATES = (
    "files are being read",
    "files go along",
    "file is too long",
    "file is shortened",
    "file is shown",
    "what cannot be attached",
    "message field, its menu",
    "message field, the menu of a misspelled word",
    "slash menu",
    "slash menu, own prompt",
    "prompt deleted",
    "prompt is named",
    "prompt is named like one of Galley's",
    "long text may become a file",
    "long text is a file",
    "pair of the conversation is offered",
    "settings of the conversation",
    "menu of presets",
    "preset is named",
    "preset takes a name that there is",
    "preset deleted",
    "system prompt is written",
    "settings beside a narrow window",
    "field of the settings, its menu",
)


def visit(program: Program, inspection: Inspection, folder: Path) -> None:
    """Go through all of them; a pair is loaded. `folder` is for files to attach."""
    program.galley.conversations.begin()
    _files(program, inspection, folder)
    _field(program, inspection)
    _prompts(program, inspection)
    _long_text(program, inspection)
    _settings(program, inspection)


def _files(program: Program, inspection: Inspection, folder: Path) -> None:
    galley, items = program.galley, program.galley.composing.attachments
    window = galley.window
    window.resize(*NARROW)
    short, long = folder / "notes about herons and other birds of the marsh.md", folder / "long.txt"
    short.write_text("The proof.")
    long.write_text("the proof of words\n" * 4000)
    galley.composing.attach([str(short), str(long)])
    inspection.look("files are being read", window)
    program.until(lambda: all(each.is_read and not each.is_estimate and each.room is not None for each in items.items))
    inspection.look("file is too long", window)
    line = galley.composer.attachment_row.line
    line.buttons[0].click()
    program.until(lambda: items.is_settled)
    program.until(lambda: all(each.is_read and not each.is_estimate and each.room is not None for each in items.items))
    inspection.look("file is shortened", window)
    galley.composer.attachment_row.open_requested.emit(items.items[1].key)
    (dialog,) = window.findChildren(QDialog)
    inspection.look("file is shown", dialog)
    dialog.close()
    items.remove(items.items[1].key)
    inspection.look("files go along", window)
    items.remove(items.items[0].key)
    (folder / "papers").mkdir()
    (folder / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    galley.composing.attach([str(folder / "papers"), str(folder / "a.png")])
    program.until(galley.notices.isVisible)
    inspection.look("what cannot be attached", window)
    galley.notices.clear()


def _field(program: Program, inspection: Inspection) -> None:
    keep_no_word_lists()
    composer = program.galley.composer
    composer.field.setFocus()
    QTest.keyClicks(composer.field, "sentxence is a word ")
    if len(open_dictionaries(("en_US", "nl_NL"))) == 2:
        program.until(lambda: composer.spelling.marked == ["sentxence"])
    _look_at_field_menu(program, inspection, "message field, the menu of a misspelled word")
    composer.clear_text()
    _look_at_field_menu(program, inspection, "message field, its menu")


def _look_at_field_menu(program: Program, inspection: Inspection, state: str) -> None:
    field = program.galley.composer.field
    place = field.cursorRect(QTextCursor(field.document())).center()
    reason = QContextMenuEvent.Reason.Mouse
    QApplication.sendEvent(field.viewport(), QContextMenuEvent(reason, place, field.viewport().mapToGlobal(place)))
    (menu,) = [each for each in field.findChildren(QMenu) if each.isVisible()]
    inspection.look(state, menu)
    menu.close()


def _prompts(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, composer, prompts = galley.window, galley.composer, galley.composing.prompting.prompts
    prompts.save("Minutes", "Write the minutes of this:")
    window.activateWindow()  # a menu was open a moment ago
    program.until(window.isActiveWindow)
    composer.field.setFocus()
    QTest.keyClicks(composer.field, "/")
    program.until(composer.slash.menu.isVisible)
    inspection.look("slash menu", window)
    QTest.keyClicks(composer.field, "minu")
    inspection.look("slash menu, own prompt", window)
    QTest.keyClick(composer.field, Qt.Key.Key_Delete)
    inspection.look("prompt deleted", window)
    composer.line.withdraw()
    composer.set_text("Explain this to a heron:")
    composer.open_name_line()
    inspection.look("prompt is named", window)
    name = composer.name_line.name
    name.setText(next(each.name for each in prompts.entries if each.is_built_in))
    QTest.keyClick(name, Qt.Key.Key_Return)
    inspection.look("prompt is named like one of Galley's", window)
    QTest.keyClick(name, Qt.Key.Key_Escape)
    composer.clear_text()


def _long_text(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    QApplication.clipboard().setText("A line with words in it.\n" * 80)
    program.press(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    inspection.look("long text may become a file", galley.window)
    galley.composer.line.buttons[0].click()
    program.until(lambda: galley.composing.attachments.is_settled)
    inspection.look("long text is a file", galley.window)
    galley.composer.line.withdraw()
    galley.composing.attachments.remove(galley.composing.attachments.items[0].key)
    galley.composer.clear_text()
    galley.pair_offer.offer("Qwen2.5-Coder 14B Instruct Q4_K_M", "0.5B Q8_0")
    inspection.look("pair of the conversation is offered", galley.window)
    galley.pair_offer.withdraw()


def _settings(program: Program, inspection: Inspection) -> None:
    galley = program.galley
    window, panel = galley.window, galley.proof_panel
    window.resize(*WIDE)
    bar = panel.controls.presets
    panel.sampling_fold.heading.click()
    panel.controls.scope_switch.button("one").click()
    panel.sampling_panel.temperature.setValue(0.35)
    inspection.look("settings of the conversation", window)
    inspection.look("settings of the conversation", panel)
    galley.own.presets.save("Herons & co", None)
    inspection.look_at_menu("menu of presets", bar.menu, window)
    galley.own.presets.delete("Herons & co")
    inspection.look("preset deleted", window)
    galley.own.presets.restore()
    bar.name_row.ask(NameTask.SAVE)
    inspection.look("preset is named", window)
    bar.name_row.field.setText("Herons & co")
    inspection.look("preset takes a name that there is", window)
    bar.name_row.close_row()
    panel.system_prompt.fold.heading.click()
    panel.system_prompt.field.setFocus()
    inspection.look("system prompt is written", window)
    menu = panel.sampling_panel.temperature.lineEdit().createStandardContextMenu()
    inspection.look_at_menu("field of the settings, its menu", menu, window)
    menu.deleteLater()
    window.resize(*NARROW)
    window.proof_pane.toggle_overlay()
    inspection.look("settings beside a narrow window", panel)
    window.proof_pane.close_overlay()
    panel.sampling_fold.heading.click()
