"""Where to export to, what to import and how far it has come: the system's own dialogs."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QProgressDialog

from widgets.parts.file_dialog import file_dialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate
_NOT_IN_NAMES = '<>:"/\\|?*'
_MOST_CHARACTERS = 60


def file_name_of(title: str) -> str:
    """A name for a file, without what no system takes in one."""
    kept = "".join(" " if letter in _NOT_IN_NAMES or ord(letter) < 32 else letter for letter in title)
    return " ".join(kept.split())[:_MOST_CHARACTERS].strip(" .…") or translate("ExchangeDialogs", "Conversations")


def ask_where_to_export(parent: QWidget, name: str, on_chosen: Callable[[str, str], None]) -> QFileDialog:
    """Let a file be named.

    Args:
        parent: The window.
        name: What to propose, without ending.
        on_chosen: Takes the path and its ending: `json`, `md` or `txt`.
    """
    filters = {
        translate("ExchangeDialogs", "Everything, to be imported again (*.json)"): "json",
        translate("ExchangeDialogs", "Markdown (*.md)"): "md",
        translate("ExchangeDialogs", "Plain text (*.txt)"): "txt",
    }
    dialog = file_dialog(parent, translate("ExchangeDialogs", "Export, not encrypted"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters(list(filters))
    dialog.setDefaultSuffix("json")
    dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix(filters[chosen]))
    dialog.selectFile(name)

    def on_selected(path: str) -> None:
        ending = PurePath(path).suffix.lstrip(".").lower()
        on_chosen(path, ending if ending in filters.values() else filters[dialog.selectedNameFilter()])

    dialog.fileSelected.connect(on_selected)
    dialog.open()
    return dialog


def ask_where_to_save(parent: QWidget, name: str, on_chosen: Callable[[str], None]) -> QFileDialog:
    """Let a file for the report be named."""
    dialog = file_dialog(parent, translate("ExchangeDialogs", "Save the report"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([translate("ExchangeDialogs", "Markdown (*.md)")])
    dialog.setDefaultSuffix("md")
    dialog.selectFile(name)
    dialog.fileSelected.connect(on_chosen)
    dialog.open()
    return dialog


def ask_what_to_import(parent: QWidget, on_chosen: Callable[[str], None]) -> QFileDialog:
    """Let a file be chosen."""
    dialog = file_dialog(parent, translate("ExchangeDialogs", "Import conversations"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters(
        [
            translate("ExchangeDialogs", "Exported conversations (*.json *.zip)"),
            translate("ExchangeDialogs", "All files (*)"),
        ]
    )
    dialog.fileSelected.connect(on_chosen)
    dialog.open()
    return dialog


def show_progress(parent: QWidget, on_cancel: Callable[[], None]) -> QProgressDialog:
    """Show how far it has come, if it takes longer than a moment; close it at the end."""
    dialog = QProgressDialog(parent)
    dialog.setWindowModality(Qt.WindowModality.NonModal)
    dialog.setMinimumDuration(600)
    dialog.setAutoClose(False)
    dialog.setAutoReset(False)
    dialog.setLabelText(translate("ExchangeDialogs", "Conversations…"))
    dialog.setCancelButtonText(translate("ExchangeDialogs", "Stop"))
    dialog.canceled.connect(on_cancel)
    return dialog
