"""How putting conversations in order is connected: what the list asks for, the way back, and the days."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from app.viewmodels.day import Day
from app.viewmodels.filing import Filing
from app.viewmodels.notices import written

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

    from app.composition.galley import Galley
    from app.errors import Notice


class Filed(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._name_taken = ""
        """The sentence on screen about a name that a folder could not have."""
        self.filing = Filing(galley.store, galley.conversations, galley.folders_shown, galley.keeping, self)
        self.day = Day(parent=self)
        self._connect_requests()
        self._connect_way_back()
        self._connect_day()

    def start(self) -> None:
        """Wait for midnight."""
        self.day.start()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self.day.stop()
        self.filing.finish()

    def _connect_requests(self) -> None:
        galley, filing, requests = self._galley, self.filing, self._galley.sidebar.requests
        requests.pin_asked.connect(filing.set_pinned)
        requests.archive_asked.connect(filing.set_archived)
        requests.duplicate_asked.connect(filing.duplicate)
        requests.move_asked.connect(filing.move)
        requests.drop_made.connect(filing.place)
        requests.folder_asked.connect(filing.begin_folder)
        requests.new_in_folder_asked.connect(filing.begin_in)
        requests.folder_name_given.connect(self._withdraw_name_taken)  # before it is judged anew
        requests.folder_name_given.connect(filing.rename_folder)
        requests.folder_removal_asked.connect(filing.remove_folder)
        requests.fold_asked.connect(filing.set_folded)
        filing.naming_requested.connect(galley.sidebar.name_folder)
        filing.notice_raised.connect(self._on_notice)
        galley.conversations.active_changed.connect(self._withdraw_name_taken)
        galley.protection.closed.connect(filing.clear)

    def _connect_way_back(self) -> None:
        """One bar for everything that can be had back: what was deleted, archived or removed last."""
        galley, filing, bar = self._galley, self.filing, self._galley.undo_bar
        filing.archived.connect(self._on_archived)
        filing.folder_removed.connect(self._on_folder_removed)
        filing.settled.connect(bar.withdraw)
        bar.undo_requested.connect(filing.undo)
        galley.erasure.offered.connect(filing.drop_undo)

    def _connect_day(self) -> None:
        galley = self._galley
        self.day.turned.connect(galley.sidebar.set_today)
        cast("QGuiApplication", galley.parent()).applicationStateChanged.connect(self.day.look)
        galley.conversations.changed.connect(self.day.look)

    def _on_notice(self, notice: Notice) -> None:
        sentence = written(notice)
        if notice.code == "folder_exists":
            self._name_taken = sentence
        self._galley.notices.show_sentence(sentence)

    def _withdraw_name_taken(self) -> None:
        if self._name_taken:
            self._galley.notices.withdraw(self._name_taken)
            self._name_taken = ""

    def _on_archived(self, title: str) -> None:
        self._galley.erasure.finish()
        self._galley.undo_bar.offer_archived(title)

    def _on_folder_removed(self, name: str) -> None:
        self._galley.erasure.finish()
        self._galley.undo_bar.offer_folder(name)
