"""Choosing files to attach, and reading what the model will read of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QLabel, QPlainTextEdit, QVBoxLayout

from widgets.look.theme import mono
from widgets.parts.file_dialog import file_dialog
from widgets.parts.reply_words import whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate

MOST_SHOWN = 200_000
"""Characters; a longer text is shown from its beginning."""


def ask_what_to_attach(parent: QWidget, on_chosen: Callable[[list[str]], None]) -> QFileDialog:
    """Let files be chosen."""
    dialog = file_dialog(parent, translate("AttachmentDialogs", "Attach files"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilters(
        [
            translate("AttachmentDialogs", "All files (*)"),
            translate("AttachmentDialogs", "Text and PDF (*.txt *.md *.csv *.json *.pdf *.log *.html *.xml *.yaml)"),
        ]
    )
    dialog.filesSelected.connect(on_chosen)
    dialog.open()
    return dialog


def show_preview(parent: QWidget, name: str, notes: str, text: str) -> QDialog:
    """Show a text that will be sent; it can be read and copied, not changed.

    Args:
        parent: The window.
        name: Of the file.
        notes: What is to be known of it; empty for nothing.
        text: What the model will read.
    """
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(name)
    dialog.resize(min(760, parent.width() - 40), min(620, parent.height() - 40))
    view = QPlainTextEdit()
    view.setProperty("role", "log")
    view.setReadOnly(True)
    view.setFont(mono(13))
    view.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    longest = max((len(line) for line in text[:MOST_SHOWN].split("\n")), default=0)
    if longest > 8_000:  # looking for the ends of words takes the square of a line's length
        view.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
    view.setPlainText(text[:MOST_SHOWN])
    view.setAccessibleName(name)
    view.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    lines = [notes] if notes else []
    if len(text) > MOST_SHOWN:
        shown = translate("AttachmentDialogs", "The first {shown} of {all} characters are shown; all are sent.")
        lines.append(shown.format(shown=whole(MOST_SHOWN), all=whole(len(text))))
    column = QVBoxLayout(dialog)
    column.setContentsMargins(16, 16, 16, 14)
    column.setSpacing(10)
    for line in lines:
        label = QLabel(line)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setProperty("role", "muted")
        column.addWidget(label)
    column.addWidget(view, 1)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.button(QDialogButtonBox.StandardButton.Close).setText(translate("AttachmentDialogs", "Close"))
    buttons.rejected.connect(dialog.close)
    column.addWidget(buttons)
    dialog.open()
    view.setFocus()
    return dialog
