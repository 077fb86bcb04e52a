"""The lab's questions: which file or folder, whether to open a report in the browser, where to save figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMessageBox

from widgets.parts.file_dialog import file_dialog

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate


def ask_for_suite(parent: QWidget, on_chosen: Callable[[str], None], *, folder: bool) -> QFileDialog:
    """Let a file or a folder of prompts be chosen."""
    dialog = file_dialog(parent, translate("LabDialogs", "Own prompts"))
    if folder:
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    else:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilters([translate("LabDialogs", "Prompts, one JSON object a line (*.jsonl)")])
    return _opened(dialog, on_chosen)


def ask_for_grid(parent: QWidget, on_chosen: Callable[[str], None]) -> QFileDialog:
    """Let a file of settings be chosen."""
    dialog = file_dialog(parent, translate("LabDialogs", "Own settings"))
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters([translate("LabDialogs", "Settings (*.toml *.json)")])
    return _opened(dialog, on_chosen)


def ask_where_to_save_run(parent: QWidget, kind: str, on_chosen: Callable[[str], None]) -> QFileDialog:
    """Let a file be named; `kind` is its ending."""
    dialog = file_dialog(parent, translate("LabDialogs", "Save what was measured"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([f"{kind.upper()} (*.{kind})"])
    dialog.setDefaultSuffix(kind)
    dialog.selectFile(translate("LabDialogs", "Measurements"))
    return _opened(dialog, on_chosen)


def ask_to_open_report(parent: QWidget, page: Path) -> QMessageBox:
    """Open a report in the user's browser if that is confirmed."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(translate("LabDialogs", "Open this report in your browser?"))
    box.setInformativeText(
        translate(
            "LabDialogs", "{path}\n\nThe page loads nothing from elsewhere; the browser will remember its name."
        ).format(path=page)
    )
    box.addButton(QMessageBox.StandardButton.Cancel)
    accept = box.addButton(translate("LabDialogs", "Open"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    url = QUrl.fromLocalFile(str(page))
    box.buttonClicked.connect(lambda button: QDesktopServices.openUrl(url) if button is accept else None)
    box.open()
    return box


def _opened(dialog: QFileDialog, on_chosen: Callable[[str], None]) -> QFileDialog:
    dialog.fileSelected.connect(on_chosen)
    dialog.open()
    return dialog
