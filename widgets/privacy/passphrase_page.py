"""Where a passphrase is chosen or changed while the conversations are open; leads back to where one came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QPushButton

from widgets.parts.narrow_page import NarrowPage
from widgets.parts.page_parts import sentence_label
from widgets.privacy.passphrase_form import FormKind, PassphraseForm

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class PassphrasePage(NarrowPage):
    """A title, why it is asked, the form and a way back."""

    chosen = Signal(str)
    """The passphrase that shall hold the key from now on."""
    change_requested = Signal(str, str)
    """The old and the new one."""
    cancel_requested = Signal()

    def __init__(self, theme: Theme, kind: FormKind) -> None:
        is_change = kind is FormKind.CHANGE
        translate = QCoreApplication.translate
        change = translate("PassphrasePage", "Change the passphrase")
        super().__init__(theme, change if is_change else translate("PassphrasePage", "Use a passphrase"))
        if is_change:
            text = self.tr("The old one no longer opens your conversations once the new one is in its place.")
        else:
            text = self.tr(
                "The key leaves the system keyring, and Galley asks for the passphrase whenever it starts. Several"
                " words in a row are easy to remember and hard to guess."
            )
        warning = self.tr("Nobody can recover a forgotten passphrase, and without it nobody can read what was kept.")
        self.form = PassphraseForm(theme, kind, self.tr("Change it") if is_change else self.tr("Use this passphrase"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.form.extra.addWidget(self.cancel_button)
        self.form.new_passphrase_chosen.connect(self.chosen)
        self.form.change_requested.connect(self.change_requested)
        self.cancel_button.clicked.connect(lambda: self.cancel_requested.emit())
        self.setFocusProxy(self.form)
        self.fill(sentence_label(text, role=""), self.form, sentence_label(warning))
