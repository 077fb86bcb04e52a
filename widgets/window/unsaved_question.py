"""Asks before a window closes over messages that the disk has not taken: closing would lose them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate


def ask_about_unsaved(
    parent: QWidget, cause: str, on_retry: Callable[[], None], on_lose: Callable[[], None]
) -> QMessageBox:
    """Show why the latest messages are not saved, and let the user choose.

    Args:
        parent: The window.
        cause: Why they are not.
        on_retry: Called to try once more; the window stays open.
        on_lose: Called to close all the same.
    """
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(translate("UnsavedQuestion", "The latest messages are not saved yet."))
    box.setInformativeText(cause)
    retry = box.addButton(translate("UnsavedQuestion", "Try again"), QMessageBox.ButtonRole.AcceptRole)
    lose = box.addButton(translate("UnsavedQuestion", "Close and lose them"), QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(retry)
    actions = {retry: on_retry, lose: on_lose}
    box.buttonClicked.connect(lambda button: actions[button]() if button in actions else None)
    box.open()
    return box
