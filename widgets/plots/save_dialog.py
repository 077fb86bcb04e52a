"""Where to save what was recorded: the system's own dialog."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from widgets.parts.file_dialog import file_dialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate


def ask_where_to_save_table(parent: QWidget, name: str, on_chosen: Callable[[str], None]) -> QFileDialog:
    """Let a file be named.

    Args:
        parent: The window.
        name: What to propose, without ending.
        on_chosen: Takes the path.
    """
    dialog = file_dialog(parent, translate("SaveTable", "Save what was recorded"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([translate("SaveTable", "Comma separated values (*.csv)")])
    dialog.setDefaultSuffix("csv")
    dialog.selectFile(name)
    dialog.fileSelected.connect(on_chosen)
    dialog.open()
    return dialog
