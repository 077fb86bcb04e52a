"""The privacy page: where everything is, who could read it, and how to lock, move, check and erase it.

It shows what it is given and asks for the rest; it looks at no file and no socket itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.privacy.key_state import KeyHolder, KeyState
from app.privacy.places import PlaceKind
from app.privacy.verdict import concerns
from widgets.flow_row import FlowRow
from widgets.forget_section import ForgetSection
from widgets.icons import Icon, IconButton
from widgets.key_section import KeySection
from widgets.page_parts import Section, row, rule, sentence_label
from widgets.place_row import PlaceRow
from widgets.privacy_summary import PrivacySummary
from widgets.socket_section import SocketSection
from widgets.theme import serif

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QKeyEvent

    from app.privacy.places import Place
    from app.privacy.processes import RunningProcess
    from app.privacy.sockets import SocketReport
    from widgets.theme import Theme

_WIDTH = 680
_ONLY_WHEN_THERE = frozenset({PlaceKind.SET_ASIDE, PlaceKind.RUNTIME})
"""Places that say nothing while they are empty."""


class PrivacyPage(QFrame):
    """Signals ask; `set_…` shows without telling anyone."""

    close_requested = Signal()
    refresh_requested = Signal()
    """Look again at files, sockets and processes."""
    reveal_requested = Signal(str)
    """Show this file in the desktop's own view of folders."""
    lock_requested = Signal()
    passphrase_change_requested = Signal()
    move_requested = Signal(KeyHolder)
    idle_minutes_chosen = Signal(int)
    titles_shown_changed = Signal(bool)
    report_save_requested = Signal()
    report_copy_requested = Signal()
    export_requested = Signal()
    import_requested = Signal()
    forget_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "reading")
        self.setAccessibleName(self.tr("Privacy"))
        self._theme = theme
        self._places: Sequence[Place] = ()
        self._sockets: SocketReport | None = None
        self._processes: Sequence[RunningProcess] = ()
        self._key = KeyState(KeyHolder.NOBODY)
        self.close_button = IconButton(theme, Icon.CLOSE, self.tr("Back to the conversation"))
        self.summary = PrivacySummary(theme)
        self.places_section = Section(self.tr("Where everything is"))
        self.places_section.body.setContentsMargins(16, 5, 8, 5)
        self.places_section.body.setSpacing(0)
        self.rows: list[PlaceRow] = []
        self._list = QWidget()
        self.places_section.add(self._list)
        self.key_section = KeySection(theme)
        self.socket_section = SocketSection(theme)
        self.report_button = QPushButton(self.tr("Save the report…"))
        self.copy_button = QPushButton(self.tr("Copy"))
        self.copy_button.setAccessibleName(self.tr("Copy the report"))
        self.report_note = sentence_label()
        self.report_note.hide()
        self.titles = QCheckBox(self.tr("Show the conversation's title in the window bar"))
        self.titles.setAccessibleName(self.titles.text())
        self.export_button = QPushButton(self.tr("Export all conversations…"))
        self.import_button = QPushButton(self.tr("Import…"))
        self.forget_section = ForgetSection(theme)
        self._lay_out()
        self._connect()

    def set_places(self, places: Sequence[Place]) -> None:
        """Show where everything is."""
        self._places = places
        self.rows = [PlaceRow(self._theme, each) for each in places if each.exists or each.kind not in _ONLY_WHEN_THERE]
        fresh = QWidget()
        layout = QVBoxLayout(fresh)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for each in self.rows:
            each.reveal_requested.connect(self.reveal_requested)
            if each is not self.rows[0]:
                layout.addWidget(rule())
            layout.addWidget(each)
        self.places_section.body.replaceWidget(self._list, fresh)
        self._list.deleteLater()
        self._list = fresh
        self._show_summary()

    def set_sockets(self, report: SocketReport) -> None:
        """Show which sockets are open."""
        self._sockets = report
        self.socket_section.set_report(report)
        self._show_summary()

    def set_processes(self, processes: Sequence[RunningProcess]) -> None:
        """Take note of whether a crash would write memory to disk."""
        self._processes = processes
        self._show_summary()

    def set_key(self, key: KeyState) -> None:
        """Show who holds the key."""
        self._key = key
        self.key_section.set_key(key)
        self.export_button.setEnabled(key.holder is not KeyHolder.NOBODY and not key.is_locked)
        self.import_button.setEnabled(not key.is_locked)
        self._show_summary()

    def set_idle_minutes(self, minutes: int) -> None:
        """Show after how long it locks; 0 is never."""
        self.key_section.set_idle_minutes(minutes)

    def set_titles_shown(self, shown: bool) -> None:
        """Show whether the window bar names the conversation."""
        self.titles.setChecked(shown)

    def set_num_conversations(self, number: int) -> None:
        """Say how many conversations would be forgotten."""
        self.forget_section.set_num_conversations(number)

    def show_report_note(self, sentence: str) -> None:
        """Say what became of the report, below its buttons; empty says nothing."""
        self.report_note.setText(sentence)
        self.report_note.setVisible(bool(sentence))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_requested.emit()
            return
        super().keyPressEvent(event)

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Privacy"))
        title.setFont(serif(26, QFont.Weight.DemiBold))
        column = QWidget()
        column.setMaximumWidth(_WIDTH)
        content = QVBoxLayout(column)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(22)
        content.addLayout(row(title, None, self.close_button))
        for part in (self.summary, self.places_section, self.key_section, self.socket_section, self._report()):
            content.addWidget(part)
        for part in (self._window_bar(), self._exchange(), self.forget_section):
            content.addWidget(part)
        content.addStretch(1)
        centred = QWidget()
        centred.setProperty("role", "bare")
        around = QHBoxLayout(centred)
        around.setContentsMargins(28, 22, 28, 32)
        around.addStretch(1)
        around.addWidget(column, 1000)
        around.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(centred)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll_area = scroll
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)

    def _report(self) -> Section:
        section = Section(self.tr("Report for a security officer"))
        text = self.tr(
            "All of the above, with the encryption's parameters, the versions of the libraries and what Galley cannot"
            " protect against. It names no person, no machine and no conversation."
        )
        section.add(sentence_label(text), FlowRow(self.report_button, self.copy_button), self.report_note)
        return section

    def _window_bar(self) -> Section:
        section = Section(self.tr("Window bar"))
        text = self.tr("Task bars, screen sharing and other programs can read the title of a window.")
        section.add(self.titles, sentence_label(text))
        return section

    def _exchange(self) -> Section:
        section = Section(self.tr("Take out and bring in"))
        text = self.tr("What is exported is not encrypted any more. Conversations from other programs can be imported.")
        section.add(sentence_label(text), FlowRow(self.export_button, self.import_button))
        return section

    def _connect(self) -> None:
        self.close_button.clicked.connect(lambda: self.close_requested.emit())
        self.key_section.lock_requested.connect(self.lock_requested)
        self.key_section.passphrase_change_requested.connect(self.passphrase_change_requested)
        self.key_section.move_requested.connect(self.move_requested)
        self.key_section.idle_minutes_chosen.connect(self.idle_minutes_chosen)
        self.socket_section.refresh_requested.connect(self.refresh_requested)
        self.report_button.clicked.connect(lambda: self.report_save_requested.emit())
        self.copy_button.clicked.connect(lambda: self.report_copy_requested.emit())
        self.titles.clicked.connect(self.titles_shown_changed)
        self.export_button.clicked.connect(lambda: self.export_requested.emit())
        self.import_button.clicked.connect(lambda: self.import_requested.emit())
        self.forget_section.forget_requested.connect(self.forget_requested)

    def _show_summary(self) -> None:
        """Say how things are, once everything has been looked at."""
        if self._sockets is not None and self._places:
            self.summary.show_state(self._key, concerns(self._places, self._sockets, self._processes))
