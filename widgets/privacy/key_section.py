"""Who holds the key of the conversations, and what can be done about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton

from app.errors import Notice
from app.privacy.key_state import KeyHolder, KeyState
from app.viewmodels.notices import written
from widgets.parts.flow_row import FlowRow
from widgets.parts.page_parts import Section, row, rule, sentence_label
from widgets.parts.segmented_control import SegmentedControl
from widgets.privacy.marks import MarkLabel, PrivacyMark

if TYPE_CHECKING:
    from widgets.look.theme import Theme

IDLE_MINUTES = (0, 5, 15, 60)
_CONTROL_WIDTH = 280


class KeySection(Section):
    """Asks; what a passphrase is typed into is no part of it."""

    lock_requested = Signal()
    passphrase_change_requested = Signal()
    move_requested = Signal(KeyHolder)
    """Who shall hold the key from now on."""
    idle_minutes_chosen = Signal(int)
    """0 never locks."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(self.tr("Key"))
        self.holder = sentence_label(role="")
        self.lock_button = QPushButton(self.tr("Lock now"))
        self.change_button = QPushButton(self.tr("Change the passphrase…"))
        self.to_keyring_button = QPushButton(self.tr("Move to the keyring…"))
        self.to_passphrase_button = QPushButton(self.tr("Use a passphrase instead…"))
        self.idle = SegmentedControl(self.tr("Lock when idle"), self._choices())
        self.idle.setFixedWidth(_CONTROL_WIDTH)
        self.idle_words = sentence_label()
        mark = MarkLabel(theme, PrivacyMark.LOCKED)
        head = row(mark, spacing=12)
        head.setAlignment(mark, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.holder, 1)
        buttons = (self.lock_button, self.change_button, self.to_keyring_button, self.to_passphrase_button)
        label = QLabel(self.tr("Lock when idle"))
        label.setStyleSheet("font-size: 13px;")
        idle = FlowRow(label, self.idle, spacing=14)
        self.add(head, FlowRow(*buttons), rule(), idle, self.idle_words)
        self._connect()
        self.set_key(KeyState(KeyHolder.NOBODY))
        self.set_idle_minutes(0)

    def set_key(self, key: KeyState) -> None:
        """Say who holds it, and offer what can be done."""
        text = written(Notice(f"holder_{key.holder}", {"keyring": key.keyring}))
        if key.is_locked:
            locked = self.tr("Conversations are locked until it is given again.")
            text = f"{text} {locked}"
        self.holder.setText(text)
        kept, open_now = key.holder is not KeyHolder.NOBODY, not key.is_locked
        self.lock_button.setVisible(kept)
        self.lock_button.setEnabled(open_now)
        self.change_button.setVisible(key.holder is KeyHolder.PASSPHRASE)
        self.change_button.setEnabled(open_now)
        self.to_keyring_button.setVisible(key.holder is KeyHolder.PASSPHRASE and bool(key.keyring))
        self.to_keyring_button.setEnabled(key.can_move_to_keyring)
        self.to_passphrase_button.setVisible(key.holder is KeyHolder.KEYRING)
        self.to_passphrase_button.setEnabled(open_now)

    def set_idle_minutes(self, minutes: int) -> None:
        """Show after how long it locks; a time of the user's own from the settings file is said in words."""
        self.idle.set_value(str(minutes))
        if minutes:
            text = self.tr("Locks after {minutes} minutes without a key, the pointer or a reply being written.")
            self.idle_words.setText(text.format(minutes=minutes))
        else:
            self.idle_words.setText(self.tr("Stays open until Galley is closed or locked."))

    def _choices(self) -> list[tuple[str, str, str]]:
        choices = [("0", self.tr("Never"), self.tr("Stays open until Galley is closed or locked."))]
        for minutes in IDLE_MINUTES[1:]:
            label = self.tr("{minutes} min").format(minutes=minutes)
            choices.append((str(minutes), label, self.tr("After {minutes} minutes").format(minutes=minutes)))
        return choices

    def _connect(self) -> None:
        self.lock_button.clicked.connect(lambda: self.lock_requested.emit())
        self.change_button.clicked.connect(lambda: self.passphrase_change_requested.emit())
        self.to_keyring_button.clicked.connect(lambda: self.move_requested.emit(KeyHolder.KEYRING))
        self.to_passphrase_button.clicked.connect(lambda: self.move_requested.emit(KeyHolder.PASSPHRASE))
        self.idle.chosen.connect(self._on_idle_chosen)

    def _on_idle_chosen(self, value: str) -> None:
        self.set_idle_minutes(int(value))
        self.idle_minutes_chosen.emit(int(value))
