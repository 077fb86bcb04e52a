"""Every other model beside a target: whether it can draft for it, why not, and what it may gain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.listed_model import ListedModel
    from app.models.suggestions import DraftOption
    from app.runtime.library_worker import LibraryWorker
    from app.viewmodels.model_library import ModelLibrary


class PairList(QObject):
    """Follows one target and the library.

    Args:
        who: Tells this list from others that share the worker.
        worker: Compares.
        library: Whose models are compared.
    """

    changed = Signal()
    """Other options, or they are being compared."""

    def __init__(self, who: str, worker: LibraryWorker, library: ModelLibrary, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._who = who
        self._worker = worker
        self._library = library
        self._target: ListedModel | None = None
        self._options: tuple[DraftOption, ...] = ()
        self._comparing = False
        library.changed.connect(self._on_library_changed)
        worker.compared.connect(self._on_compared)

    @property
    def target(self) -> ListedModel | None:
        """Beside what the others are."""
        return self._target

    @property
    def options(self) -> tuple[DraftOption, ...]:
        """Every other model, the most promising first; empty while they are compared for the first time."""
        return self._options

    @property
    def is_comparing(self) -> bool:
        """Whether the options are on their way."""
        return self._comparing

    def set_target(self, target: ListedModel | None) -> None:
        """Compare with another model, or with none."""
        if target == self._target:
            return
        if target is None or self._target is None or target.path != self._target.path:
            self._options = ()
        self._target = target
        self._compare()

    def renew(self) -> None:
        """Compare again: other memory is free, or it would be loaded in another way."""
        if self._target is not None:
            self._compare()

    @Slot()
    def _on_library_changed(self) -> None:
        if self._target is None:
            return
        current = self._library.model_at(str(self._target.path))
        if current is None:
            self.set_target(None)
        else:
            self._target = current
            self._compare()

    def _compare(self) -> None:
        self._comparing = self._target is not None and self._target.chats
        if self._comparing and self._target is not None:
            library = self._library
            self._worker.compare(self._who, self._target, library.models, library.room, library.planner)
        else:
            self._options = ()
        self.changed.emit()

    @Slot(str, object, object)
    def _on_compared(self, who: str, target: Path, options: tuple[DraftOption, ...]) -> None:
        if who == self._who and self._target is not None and target == self._target.path:
            self._options = options
            self._comparing = False
            self.changed.emit()
