"""The thread that looks for models, so that no folder, however large or far away, holds the window.

New files are read in a process of their own; folders are watched, as many as a system has room for.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QObject, QThread, QTimer, Signal, Slot

from app.errors import UserError
from app.models.details import read_details
from app.models.library import Library
from app.models.reading_process import ReadingProcess
from app.models.suggestions import best_pair, draft_options, planned_options
from app.runtime.left_behind import leave_behind

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from app.models.fitting import PairPlanner, Room
    from app.models.library import Listing
    from app.models.listed_model import ListedModel
    from app.models.memory_record import MemoryRecord
    from app.models.places import ModelPlace

MAX_WATCHED = 256
"""Folders: a system's watches are few, and other programs want some."""
SETTLE_MILLISECONDS = 1200
"""After a folder changed: whoever copies files changes it often."""
STOP_MILLISECONDS = 2000
_PROGRESS_STEP = 20


class LibraryWorker(QObject):
    """Lists, compares and inspects in a thread of its own; answers come as signals in this object's thread.

    Args:
        cache_path: Where it is kept what was read; None keeps nothing.
    """

    progressed = Signal(int, int)
    """Files that are known, and all that were found."""
    listed = Signal(object)
    """A `Listing`, complete."""
    compared = Signal(str, object, object)
    """Who asked, the target's path, and a tuple of `DraftOption`s; again where planning their memory changed any."""
    best_found = Signal(object)
    """A `PairOption`, or None."""
    loads_known = Signal(object)
    """A `MemoryRecord` of the last load of each model, by the keys of models."""
    inspected = Signal(object)
    """`ModelDetails`."""
    inspection_failed = Signal(object, object)
    """A path, and the `Notice` of why it cannot be read."""
    folder_changed = Signal()
    """Something was put into a watched folder, or taken out of it, a moment ago."""

    _requested = Signal(object)

    def __init__(self, cache_path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = _Desk(cache_path)
        self._thread = QThread()
        self._thread.setObjectName("library")
        self._desk.moveToThread(self._thread)
        self._requested.connect(self._desk.on_requested)
        self._desk.progressed.connect(self.progressed)
        self._desk.listed.connect(self._on_listed)
        self._desk.compared.connect(self.compared)
        self._desk.best_found.connect(self.best_found)
        self._desk.loads_known.connect(self.loads_known)
        self._desk.inspected.connect(self.inspected)
        self._desk.inspection_failed.connect(self.inspection_failed)
        self._watcher = QFileSystemWatcher(self)
        self._settling = QTimer(self, singleShot=True, interval=SETTLE_MILLISECONDS)
        self._watcher.directoryChanged.connect(lambda _folder: self._settling.start())
        self._settling.timeout.connect(self.folder_changed)

    def start(self) -> None:
        """Start the thread; what was asked for before is done now."""
        self._thread.start()

    def scan(self, places: Sequence[ModelPlace], singles: Sequence[ModelPlace]) -> None:
        """Look again, everywhere; a search that runs is ended for it."""
        turn = self._desk.next_scan()
        self._requested.emit(lambda: self._desk.scan(turn, tuple(places), tuple(singles)))

    def compare(
        self,
        who: str,
        target: ListedModel,
        models: Sequence[ListedModel],
        room: Room,
        planner: PairPlanner | None = None,
    ) -> None:
        """Say of every other model whether it can draft for this one.

        Args:
            who: Asks; what the same one asked for before is not answered any more.
            target: For which they are to draft.
            models: All there are.
            room: The machine's memory.
            planner: Plans what pairs would take; without it only weights are weighed.
        """
        turn = self._desk.next_comparison(who)
        self._requested.emit(lambda: self._desk.compare(who, turn, target, tuple(models), room, planner))

    def find_best(self, models: Sequence[ListedModel], room: Room, planner: PairPlanner | None = None) -> None:
        """Look for the pair to begin with."""
        self._requested.emit(lambda: self._desk.find_best(tuple(models), room, planner))

    def inspect(self, path: Path) -> None:
        """Read everything that a file says about itself."""
        self._requested.emit(lambda: self._desk.inspect(path))

    def note_gain(self, target: ListedModel, draft: ListedModel, gain: float) -> None:
        """Remember what a pair gained."""
        self._requested.emit(lambda: self._desk.note_gain(target.key, draft.key, gain))

    def note_load(self, model: ListedModel, record: MemoryRecord) -> None:
        """Remember what a model took."""
        self._requested.emit(lambda: self._desk.note_load(model.key, record))

    def stop(self) -> None:
        """End what runs, and the thread; a folder that does not answer keeps nobody waiting for long."""
        self._settling.stop()
        self._desk.stopping.set()
        self._thread.quit()
        if self._thread.isRunning() and not self._thread.wait(STOP_MILLISECONDS):
            leave_behind(self._thread, self._desk)

    @Slot(object)
    def _on_listed(self, listing: Listing) -> None:
        """Watch the folders that there are now."""
        wanted = [str(folder) for folder in listing.folders[:MAX_WATCHED]]
        watched = self._watcher.directories()
        gone = [folder for folder in watched if folder not in set(wanted)]
        if gone:
            self._watcher.removePaths(gone)
        new = [folder for folder in wanted if folder not in set(watched)]
        if new:
            self._watcher.addPaths(new)
        self.listed.emit(listing)


class _Desk(QObject):
    """What lives in the thread."""

    progressed = Signal(int, int)
    listed = Signal(object)
    compared = Signal(str, object, object)
    best_found = Signal(object)
    loads_known = Signal(object)
    inspected = Signal(object)
    inspection_failed = Signal(object, object)

    def __init__(self, cache_path: Path | None) -> None:
        super().__init__()
        self.stopping = threading.Event()
        self._cache_path = cache_path
        self._made: Library | None = None
        self._scan_turn = 0
        self._comparison_turns: dict[str, int] = {}

    @Slot(object)
    def on_requested(self, work: Callable[[], None]) -> None:
        """Do it, unless everything ends."""
        if not self.stopping.is_set():
            work()

    def next_scan(self) -> int:
        """Called in the window's thread: the number of a new search, which ends the one before."""
        self._scan_turn += 1
        return self._scan_turn

    def next_comparison(self, who: str) -> int:
        """Called in the window's thread: the number of a new comparison, which ends the one before."""
        self._comparison_turns[who] = self._comparison_turns.get(who, 0) + 1
        return self._comparison_turns[who]

    def scan(self, turn: int, places: Sequence[ModelPlace], singles: Sequence[ModelPlace]) -> None:
        def is_over() -> bool:
            return self.stopping.is_set() or turn != self._scan_turn

        def tell(done: int, total: int) -> None:
            if done % _PROGRESS_STEP == 0:
                self.progressed.emit(done, total)

        if is_over():
            return
        with ReadingProcess() as reader:
            listing = self._library.scan(places, singles, reader.describe, is_over, tell)
        self._library.save()
        if not is_over():
            self.listed.emit(listing)

    def compare(
        self,
        who: str,
        turn: int,
        target: ListedModel,
        models: Sequence[ListedModel],
        room: Room,
        planner: PairPlanner | None,
    ) -> None:
        def is_over() -> bool:
            return self.stopping.is_set() or turn != self._comparison_turns[who]

        if is_over():
            return
        options = draft_options(target, models, room, self._library.pairs, is_over)
        self._library.save()
        if is_over():
            return
        self.compared.emit(who, target.path, options)
        if planner is None:
            return
        planned = planned_options(target, options, planner, is_over)
        if planned != options and not is_over():
            self.compared.emit(who, target.path, planned)

    def find_best(self, models: Sequence[ListedModel], room: Room, planner: PairPlanner | None) -> None:
        self.best_found.emit(best_pair(models, room, self._library.pairs, planner))
        self._library.save()

    def inspect(self, path: Path) -> None:
        try:
            details = read_details(path)
        except UserError as error:
            self.inspection_failed.emit(path, error.notice)
        else:
            self.inspected.emit(details)

    def note_gain(self, target_key: str, draft_key: str, gain: float) -> None:
        self._library.pairs.note_gain(target_key, draft_key, gain)
        self._library.save()

    def note_load(self, key: str, record: MemoryRecord) -> None:
        self._library.loads.note(key, record)
        self._library.save()
        self.loads_known.emit(self._library.loads.all)

    @property
    def _library(self) -> Library:
        """Made at the first use: what it remembers is read in this thread."""
        if self._made is None:
            self._made = Library(self._cache_path)
            self.loads_known.emit(self._made.loads.all)
        return self._made
