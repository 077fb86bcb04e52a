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
    from collections.abc import Callable, Iterator, Sequence

    from app.runtime.store_worker import StoreWorker
    from app.store.exchange.values import ImportResult
    from app.store.store import Store
    from app.store.values import ConversationRow, Preset, StoredConversation
    from app.viewmodels.keeping import Keeping

    _Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came of an import."""

    num_new: int
    num_skipped: int
    """There already."""
    problems: tuple[tuple[str, Notice], ...] = ()
    """Title and reason of what did not come in, or not entirely."""


class Exchange(QObject):
    """One export or import at a time.

    Args:
        worker: Owns the store.
        keeping: Lists what has come in.
    """

    running_changed = Signal(bool)
    progressed = Signal(int, int)
    """Conversations done, and how many there are; 0 where that is not known."""
    exported = Signal(object)
    """A `Notice` that says how many, and where."""
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

        def work() -> int:
            rows = cast("tuple[ConversationRow, ...]", self._ask(lambda store: store.conversations()))
            presets = cast("tuple[Preset, ...]", () if keys else self._ask(lambda store: store.presets()))
            wanted = list(keys) or [row.id for row in rows]
            return export_conversations(
                _OneByOne(wanted, self._conversation),
                presets,
                Path(path),
                ExportFormat(ending),
                progress=self.progressed.emit,
                cancelled=self._cancelled.is_set,
                translate=lambda text: QCoreApplication.translate(catalogue.CONTEXT, text),
            )

        self._run(work, lambda number: self.exported.emit(Notice("export_done", {"number": number, "path": path})))

    def import_from(self, path: str) -> None:
        """Bring in what a file holds and is not there yet."""
        if self._running:
            return

        def work() -> tuple[ImportPlan, ImportResult]:
            result = import_file(Path(path), cancelled=self._cancelled.is_set)
            rows = cast("tuple[ConversationRow, ...]", self._ask(lambda store: store.conversations()))
            presets = cast("tuple[Preset, ...]", self._ask(lambda store: store.presets()))
            plan = plan_import(result, {row.id: row.updated_at for row in rows}, presets)
            self._take_in(plan)
            return plan, result

        self._run(work, self._on_taken_in)

    @Slot()
    def cancel(self) -> None:
        """Stop; an export leaves no file, an import what has come in."""
        self._cancelled.set()
        self._answers.put(UserError("export_cancelled"))

    def stop(self) -> None:
        """End what runs, with the program."""
        self.cancel()
        self._tasks.stop()

    def _take_in(self, plan: ImportPlan) -> None:
        total = len(plan.conversations)
        for preset in plan.presets:
            self._ask(partial(_save, preset))
        for number, conversation in enumerate(plan.conversations):
            self.progressed.emit(number, total)
            self._ask(partial(_add, conversation))

    def _on_taken_in(self, taken: tuple[ImportPlan, ImportResult]) -> None:
        plan, result = taken
        self._keeping.refill()
        problems = [(each.title, each.notice) for each in result.refusals]
        problems += [(each.title, each.notice) for each in result.remarks]
        self.imported.emit(ImportReport(len(plan.conversations), len(plan.skipped), tuple(problems)))

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
            raise UserError("export_cancelled")
        if isinstance(answer, UserError):
            raise answer
        return answer

    def _run(self, work: Callable[[], _Result], on_done: Callable[[_Result], None]) -> None:
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


class _OneByOne:
    """Reads each conversation when it is its turn, and knows how many there are."""

    def __init__(self, keys: Sequence[str], read: Callable[[str], StoredConversation]) -> None:
        self._keys = keys
        self._read = read

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[StoredConversation]:
        return map(self._read, self._keys)


def _save(preset: Preset, store: Store) -> None:
    store.save_preset(preset)


def _add(conversation: StoredConversation, store: Store) -> None:
    store.add_whole_conversation(conversation)


def _error(notice: Notice) -> UserError:
    return UserError(notice.code, **notice.values)
