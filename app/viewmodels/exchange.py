"""Takes conversations out and brings others in, beside everything else.

Files are read and written in a thread of its own, and the store is asked for one conversation at a time, so that no
reply waits for it.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app import catalogue
from app.errors import Notice, UserError
from app.runtime.tasks import Tasks
from app.store.exchange.importing import import_file
from app.store.exchange.planning import ImportPlan, plan_import
from app.store.exchange.writer import ExportFormat, export_conversations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from app.runtime.store_worker import StoreWorker
    from app.store.exchange.values import ImportResult
    from app.store.store import Store
    from app.store.values import ConversationRow, Preset, StoredConversation
    from app.viewmodels.keeping import Keeping

    _Result = TypeVar("_Result")


_DAMAGED = "store_damaged"
"""What costs one conversation and not the others."""


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of an import."""

    num_new: int
    num_skipped: int
    """There already."""
    refused: tuple[tuple[str, Notice], ...] = ()
    """Title and reason of what did not come in."""
    partial: tuple[tuple[str, Notice], ...] = ()
    """Title of what came in without something, and without what."""


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What came of an export."""

    number: int
    path: str
    unreadable: tuple[tuple[str, Notice], ...] = ()
    """Title and reason of what could not be read, and is not in the file."""


class Exchange(QObject):
    """One export or import at a time.

    Args:
        worker: Owns the store.
        keeping: Lists what has come in.
    """

    starting = Signal()
    """The store is about to be asked; what it does not know yet has to be told now."""
    running_changed = Signal(bool)
    progressed = Signal(int, int)
    """Conversations done, and how many there are; 0 where that is not known."""
    exported = Signal(object)
    """An `ExportReport`."""
    imported = Signal(object)
    """An `ImportReport`."""
    failed = Signal(object)
    """The `Notice` of why nothing was done."""

    def __init__(self, worker: StoreWorker, keeping: Keeping, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._worker = worker
        self._keeping = keeping
        self._tasks = Tasks(self)
        self._cancelled = threading.Event()
        self._running = False
        self._stopped_code = "export_cancelled"
        self._answers: SimpleQueue[object] = SimpleQueue()

    @property
    def is_running(self) -> bool:
        """Whether something is being taken out or brought in."""
        return self._running

    def export(self, keys: Sequence[str], path: str, ending: str) -> None:
        """Write conversations into a file.

        Args:
            keys: Which ones; none are all.
            path: The file.
            ending: `json`, `md` or `txt`.
        """
        if self._running:
            return

        def work() -> ExportReport:
            rows = cast("tuple[ConversationRow, ...]", self._ask(lambda store: store.conversations()))
            presets = cast("tuple[Preset, ...]", () if keys else self._ask(lambda store: store.presets()))
            titles = {row.id: row.title for row in rows}
            # an erasure may still wait for the disk: what is not kept any more is nobody's to write out
            wanted = list(keys) or [key for key in titles if self._keeping.is_kept(key)]
            if not wanted:
                raise UserError("export_nothing")
            readable = _Readable(wanted, titles, self._conversation)
            number = export_conversations(
                readable,
                presets,
                Path(path),
                ExportFormat(ending),
                progress=self.progressed.emit,
                cancelled=self._cancelled.is_set,
                translate=lambda text: QCoreApplication.translate(catalogue.CONTEXT, text),
            )
            return ExportReport(number, path, tuple(readable.refused))

        self._run(work, self.exported.emit, "export_cancelled")

    def import_from(self, path: str) -> None:
        """Bring in what a file holds and is not there yet."""
        if self._running:
            return

        def work() -> ImportReport:
            result = import_file(Path(path), cancelled=self._cancelled.is_set)
            rows = cast("tuple[ConversationRow, ...]", self._ask(lambda store: store.conversations()))
            presets = cast("tuple[Preset, ...]", self._ask(lambda store: store.presets()))
            plan = plan_import(result, {row.id: row.updated_at for row in rows}, presets)
            return _report(plan, result, self._take_in(plan))

        self._run(work, self._on_taken_in, "import_stopped")

    @Slot()
    def cancel(self) -> None:
        """Stop; an export leaves no file, an import what has come in."""
        self._cancelled.set()
        self._answers.put(UserError(self._stopped_code))

    def stop(self) -> None:
        """End what runs, with the program."""
        self.cancel()
        self._tasks.stop()

    def _take_in(self, plan: ImportPlan) -> dict[str, tuple[str, Notice]]:
        """Add what is planned.

        Returns:
            Title and reason of each conversation that the store's damage kept out, by its id.
        """
        refused: dict[str, tuple[str, Notice]] = {}
        total = len(plan.conversations)
        for preset in plan.presets:
            self._ask(partial(_save, preset))
        for number, conversation in enumerate(plan.conversations):
            self.progressed.emit(number, total)
            try:
                self._ask(partial(_add, conversation))
            except UserError as error:
                if error.notice.code != _DAMAGED:
                    raise
                refused[conversation.row.id] = conversation.row.title, error.notice
        return refused

    def _on_taken_in(self, report: ImportReport) -> None:
        self._keeping.refill()
        self.imported.emit(report)

    def _conversation(self, key: str) -> StoredConversation:
        return cast("StoredConversation", self._ask(lambda store: store.conversation(key)))

    def _ask(self, work: Callable[[Store], object]) -> object:
        """Ask the store from this other thread, and wait for the answer; the window's thread passes it on.

        Imported conversations are asked to be added, too: a disk that refuses them ends the import, and what is
        missing can be imported again.
        """
        answers = self._answers
        self._worker.read(work, answers.put, lambda notice: answers.put(_error(notice)))
        answer = answers.get()
        if self._cancelled.is_set():
            raise UserError(self._stopped_code)
        if isinstance(answer, UserError):
            raise answer
        return answer

    def _run(self, work: Callable[[], _Result], on_done: Callable[[_Result], None], stopped_code: str) -> None:
        self.starting.emit()
        self._stopped_code = stopped_code
        self._cancelled.clear()
        self._answers = SimpleQueue()
        self._set_running(True)

        def done(result: _Result) -> None:
            self._set_running(False)
            on_done(result)

        def failed(notice: Notice) -> None:
            self._set_running(False)
            self._keeping.refill()
            self.failed.emit(notice)

        self._tasks.run(work, done, failed)

    def _set_running(self, running: bool) -> None:
        self._running = running
        self.running_changed.emit(running)


class _Readable:
    """Reads each conversation when it is its turn, leaves out the damaged ones, and knows how many there are.

    Where not one of them can be read, its end is the reason of the last.
    """

    def __init__(
        self, keys: Sequence[str], titles: Mapping[str, str], read: Callable[[str], StoredConversation]
    ) -> None:
        self._keys = keys
        self._titles = titles
        self._read = read
        self.refused: list[tuple[str, Notice]] = []
        """Title and reason of what could not be read."""

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[StoredConversation]:
        for key in self._keys:
            try:
                conversation = self._read(key)
            except UserError as error:
                if error.notice.code != _DAMAGED:
                    raise
                self.refused.append((self._titles.get(key, ""), error.notice))
                if len(self.refused) == len(self._keys):
                    raise
            else:
                yield conversation


def _report(plan: ImportPlan, result: ImportResult, kept_out: Mapping[str, tuple[str, Notice]]) -> ImportReport:
    """What the user should know: nothing about parts of what did not come in now."""
    not_in = {each.row.id for each in plan.skipped} | set(kept_out)
    return ImportReport(
        num_new=len(plan.conversations) - len(kept_out),
        num_skipped=len(plan.skipped),
        refused=(*((each.title, each.notice) for each in result.refusals), *kept_out.values()),
        partial=tuple((each.title, each.notice) for each in result.remarks if each.conversation not in not_in),
    )


def _save(preset: Preset, store: Store) -> None:
    store.save_preset(preset)


def _add(conversation: StoredConversation, store: Store) -> None:
    store.add_whole_conversation(conversation)


def _error(notice: Notice) -> UserError:
    return UserError(notice.code, **notice.values)
