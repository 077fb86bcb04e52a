"""What the privacy page and the report say, gathered in a thread: looking at files and processes takes its time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from app.privacy.encryption import encryption_facts
from app.privacy.key_state import KeyHolder, KeyState
from app.privacy.places import find_places
from app.privacy.processes import running_processes
from app.privacy.report import ReportFacts, report_text, save_report
from app.privacy.sockets import open_sockets
from app.runtime.tasks import Tasks
from app.store.keys.key_file import Holder
from app.store.keys.wrapping import Cost
from app.viewmodels.notices import written
from app.viewmodels.protection import Guard

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.settings.paths import Folders
    from app.viewmodels.protection import Protection

_HOLDERS = {Holder.KEYRING: KeyHolder.KEYRING, Holder.PASSPHRASE: KeyHolder.PASSPHRASE}


class PrivacyFacts(QObject):
    """Looks when it is asked to.

    Args:
        folders: Where files lie.
        runtime_files: By what a second start finds this window.
        protection: Who holds the key.
        keyring_name: What the system's keyring is called, empty where there is none; may take seconds.
    """

    looked = Signal(object)
    """The `ReportFacts`."""
    report_saved = Signal(str)
    """The path."""
    report_failed = Signal(object)
    """The `Notice` of why it could not be written."""

    def __init__(
        self,
        folders: Folders,
        runtime_files: Sequence[Path],
        protection: Protection,
        keyring_name: Callable[[], str],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._folders = folders
        self._runtime_files = runtime_files
        self._protection = protection
        self._keyring_name = keyring_name
        self._tasks = Tasks(self)
        self._facts: ReportFacts | None = None

    @property
    def facts(self) -> ReportFacts | None:
        """What was seen last."""
        return self._facts

    @property
    def report(self) -> str:
        """The report on what was seen last, in the user's language."""
        return "" if self._facts is None else report_text(self._facts, written)

    @Slot()
    def look(self) -> None:
        """Look at everything; `looked` follows."""
        holder = _HOLDERS.get(self._protection.holder or Holder.NOBODY, KeyHolder.NOBODY)
        is_locked = self._protection.guard not in (Guard.OPEN, Guard.UNKEPT)

        def work() -> ReportFacts:
            cost = Cost() if holder is KeyHolder.PASSPHRASE else None
            return ReportFacts(
                places=find_places(self._folders, self._runtime_files),
                encryption=encryption_facts(holder, cost),
                key=KeyState(holder, self._keyring_name(), is_locked),
                sockets=open_sockets(),
                processes=running_processes(),
            )

        self._tasks.run(work, self._on_looked, self.report_failed.emit)

    @Slot(str)
    def save_report(self, path: str) -> None:
        """Write the report."""
        text, saved = self.report, self.report_saved
        self._tasks.run(lambda: save_report(text, Path(path)), lambda _none: saved.emit(path), self.report_failed.emit)

    def stop(self) -> None:
        """Look no more."""
        self._tasks.stop()

    def _on_looked(self, facts: ReportFacts) -> None:
        self._facts = facts
        self.looked.emit(facts)
