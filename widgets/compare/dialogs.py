"""Where to save a comparison, or a picture of it: the system's own dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog

from widgets.parts.file_dialog import file_dialog

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate


def ask_where_to_save_comparison(parent: QWidget, on_chosen: Callable[[str], None], *, picture: bool) -> QFileDialog:
    """Let a file be named.

    Args:
        parent: The window.
        on_chosen: Takes the path.
        picture: Whether for a picture, else for the figures.
    """
    dialog = file_dialog(parent, translate("CompareDialogs", "Save the comparison, not encrypted"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    if picture:
        dialog.setNameFilters([translate("CompareDialogs", "Picture (*.png)")])
    else:
        dialog.setNameFilters([translate("CompareDialogs", "Everything that was measured (*.json)")])
    dialog.setDefaultSuffix("png" if picture else "json")
    dialog.selectFile(translate("CompareDialogs", "Comparison"))
    dialog.fileSelected.connect(on_chosen)
    dialog.open()
    return dialog
