"""The privacy page: where everything is, who could read it, and how to lock, move, check and erase it.

It shows what it is given and asks for the rest; it looks at no file and no socket itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from app.errors import Notice
from app.privacy.key_state import KeyHolder, KeyState
from app.privacy.places import PlaceKind
from app.privacy.verdict import concerns
from app.viewmodels.notices import written
from widgets.parts.flow_row import FlowRow
from widgets.parts.page import Page
from widgets.parts.page_parts import Section, rule, sentence_label
from widgets.privacy.exchange_section import ExchangeSection
from widgets.privacy.forget_section import ForgetSection
from widgets.privacy.key_section import KeySection
from widgets.privacy.marks import PrivacyMark
from widgets.privacy.place_row import PlaceRow
from widgets.privacy.socket_section import SocketSection
from widgets.privacy.summary import PrivacySummary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.privacy.places import Place
    from app.privacy.processes import RunningProcess
    from app.privacy.sockets import SocketReport
    from widgets.look.theme import Theme

_WIDTH = 680
_STORE = frozenset({PlaceKind.CONVERSATIONS, PlaceKind.WRITE_AHEAD, PlaceKind.BACKUPS})
"""Places where conversations would be, if any were kept."""
_ONLY_WHEN_THERE = frozenset({PlaceKind.SET_ASIDE, PlaceKind.RUNTIME})
"""Places that say nothing while they are empty."""


class PrivacyPage(Page):
    """Signals ask; `set_…` shows without telling anyone."""

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
        super().__init__(theme)
        self.set_title(self.tr("Privacy"))
        self._theme = theme
        self._places: Sequence[Place] = ()
        self._sockets: SocketReport | None = None
        self._processes: Sequence[RunningProcess] = ()
        self._key = KeyState(KeyHolder.NOBODY)
        self._keeps = True
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
        self.exchange_section = ExchangeSection()
        self.forget_section = ForgetSection(theme)
        self._lay_out()
        self._connect()

    def set_keeps(self, keeps: bool) -> None:
        """Show whether anything is kept; `set_places` and `set_key` follow. Where not, nothing can be erased."""
        self._keeps = keeps
        if not keeps:
            self.forget_section.take_back()
        self.forget_section.forget_button.setEnabled(keeps)

    def set_places(self, places: Sequence[Place]) -> None:
        """Show where everything is."""
        self._places = places
        shown = [each for each in places if each.exists or each.kind not in _ONLY_WHEN_THERE]
        self.rows = [PlaceRow(self._theme, each) for each in shown]
        fresh = QWidget()
        layout = QVBoxLayout(fresh)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for each, place in zip(self.rows, shown, strict=True):
            if not self._keeps and place.kind in _STORE and not place.exists:
                each.protection.set_text(self.tr("nothing is kept"))
                each.size_label.clear()
                each.mark.show_mark(PrivacyMark.MEMORY)
                each.setAccessibleName(f"{written(Notice(f'place_{place.kind}'))}, {each.protection.text}")
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
        self.exchange_section.export_button.setEnabled(
            self._keeps and key.holder is not KeyHolder.NOBODY and not key.is_locked
        )
        self.exchange_section.import_button.setEnabled(self._keeps and not key.is_locked)
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

    def _lay_out(self) -> None:
        column = QWidget()
        content = QVBoxLayout(column)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(22)
        for part in (self.summary, self.places_section, self.key_section, self.socket_section, self._report()):
            content.addWidget(part)
        for part in (self._window_bar(), self.exchange_section, self.forget_section):
            content.addWidget(part)
        content.addStretch(1)
        self.put_together(self.title_line(), column, _WIDTH)

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

    def _connect(self) -> None:
        self.key_section.lock_requested.connect(self.lock_requested)
        self.key_section.passphrase_change_requested.connect(self.passphrase_change_requested)
        self.key_section.move_requested.connect(self.move_requested)
        self.key_section.idle_minutes_chosen.connect(self.idle_minutes_chosen)
        self.socket_section.refresh_requested.connect(self.refresh_requested)
        self.report_button.clicked.connect(lambda: self.report_save_requested.emit())
        self.copy_button.clicked.connect(lambda: self.report_copy_requested.emit())
        self.titles.clicked.connect(self.titles_shown_changed)
        self.exchange_section.export_requested.connect(self.export_requested)
        self.exchange_section.import_requested.connect(self.import_requested)
        self.exchange_section.told.connect(self.scroll_area.ensureWidgetVisible)
        self.forget_section.forget_requested.connect(self.forget_requested)

    def _show_summary(self) -> None:
        """Say how things are, once everything has been looked at."""
        if self._sockets is not None and self._places:
            self.summary.show_state(self._key, concerns(self._places, self._sockets, self._processes))
