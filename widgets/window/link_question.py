"""Asks before a link from a reply is opened: a model wrote it, and opening it is the only way off the machine.

What no browser should be given is never opened; a sentence beside the pointer says why.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QCursor, QDesktopServices
from PySide6.QtWidgets import QMessageBox, QToolTip, QWidget

from widgets.markdown.link_address import Refusal, refusal_of

_SHOWN_CHARACTERS = 300
_REFUSAL_MS = 8000


def ask_to_open(parent: QWidget, link: str) -> None:
    """Show the whole address and open it in the user's browser if that is confirmed; say why others are not."""
    refusal = refusal_of(link)
    if refusal is not None:
        sentence = f"<p>{escape(refusal_sentence(refusal))}</p>"
        QToolTip.showText(QCursor.pos(), sentence, parent, parent.rect(), _REFUSAL_MS)
        return
    url = QUrl(link, QUrl.ParsingMode.StrictMode)
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.NoIcon)
    box.setTextFormat(Qt.TextFormat.PlainText)
    if url.scheme().lower() == "mailto":
        box.setText(QCoreApplication.translate("LinkQuestion", "Write to this address in your mail program?"))
    else:
        box.setText(QCoreApplication.translate("LinkQuestion", "Open this address in your browser?"))
    shown = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
    box.setInformativeText(shown if len(shown) <= _SHOWN_CHARACTERS else f"{shown[:_SHOWN_CHARACTERS]}…")
    box.addButton(QMessageBox.StandardButton.Cancel)
    accept = box.addButton(QCoreApplication.translate("LinkQuestion", "Open"), QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.buttonClicked.connect(lambda button: QDesktopServices.openUrl(url) if button is accept else None)
    box.open()


def refusal_sentence(refusal: Refusal) -> str:
    """Return why an address is not opened."""
    translate = QCoreApplication.translate
    return {
        Refusal.SCRIPT: translate("LinkQuestion", "Not opened: this link is a program, not a page."),
        Refusal.DATA: translate("LinkQuestion", "Not opened: this link carries its own content instead of an address."),
        Refusal.FILE: translate("LinkQuestion", "Not opened: this link points at a file on this machine."),
        Refusal.NETWORK_PATH: translate(
            "LinkQuestion", "Not opened: this link points at another machine's files, which would be told who you are."
        ),
        Refusal.SCHEME: translate("LinkQuestion", "Not opened: Galley opens web pages and mail addresses only."),
        Refusal.INCOMPLETE: translate("LinkQuestion", "Not opened: this is no complete web address."),
    }[refusal]
