"""What stands in the window's place while it is locked and the keyring would open it: one button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QPushButton

from widgets.parts.flow_row import FlowRow
from widgets.parts.narrow_page import NarrowPage
from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class LockedView(NarrowPage):
    """Asks for the key when the button is pressed."""

    unlock_requested = Signal()
    quit_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, QCoreApplication.translate("LockedView", "Galley is locked"))
        text = self.tr(
            "Your conversations are saved and closed. The key is in the system keyring: whoever can use your session"
            " can open them again."
        )
        self.unlock_button = QPushButton(self.tr("Unlock"))
        self.unlock_button.setProperty("role", "primary")
        self.quit_button = QPushButton(self.tr("Quit"))
        self.unlock_button.clicked.connect(lambda: self.unlock_requested.emit())
        self.quit_button.clicked.connect(lambda: self.quit_requested.emit())
        for button in (self.unlock_button, self.quit_button):
            button.setAutoDefault(True)  # Enter presses the one with the focus, as it unlocks with a passphrase
        self.setFocusProxy(self.unlock_button)
        self.fill(sentence_label(text, role=""), FlowRow(self.unlock_button, self.quit_button))

    def set_busy(self, busy: bool) -> None:
        """Whether it is being closed or opened just now."""
        self.unlock_button.setEnabled(not busy)
        if not busy and self.isVisible():
            self.unlock_button.setFocus(Qt.FocusReason.OtherFocusReason)
