"""Asks before a link from a reply is opened: a model wrote it, and opening it is the only way off the machine."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

_SCHEMES = ("http", "https", "mailto")
_SHOWN_CHARACTERS = 300


def ask_to_open(parent: QWidget, link: str) -> None:
    """Show the whole address and open it in the user's browser if that is confirmed; other schemes are ignored."""
    url = QUrl(link, QUrl.ParsingMode.StrictMode)
    scheme = url.scheme().lower()
    if not url.isValid() or scheme not in _SCHEMES or (scheme != "mailto" and not url.host()):
        return
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(QCoreApplication.translate("LinkQuestion", "Open this address in your browser?"))
    shown = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
    box.setInformativeText(shown if len(shown) <= _SHOWN_CHARACTERS else f"{shown[:_SHOWN_CHARACTERS]}…")
    box.addButton(QMessageBox.StandardButton.Cancel)
    accept = box.addButton(QCoreApplication.translate("LinkQuestion", "Open"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.buttonClicked.connect(lambda button: QDesktopServices.openUrl(url) if button is accept else None)
    box.open()
