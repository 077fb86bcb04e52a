"""The models on this machine as the window shows them: found again when folders change, some of them hidden at wish."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from app.cli.allowed import allowed_files, allowed_places
from app.models.fitting import Room
from app.models.places import ModelPlace, PlaceOwner, own_places, without_repeats
from app.models.preflight import gpu_may_be_there
from app.settings.schema import MAX_HIDDEN_MODELS, MAX_MODEL_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.errors import Notice
    from app.hardware.sampler import MachineSample
    from app.models.fitting import PairPlanner
    from app.models.library import Listing
    from app.models.listed_model import ListedModel
    from app.models.memory_record import MemoryRecord
    from app.models.suggestions import PairOption
    from app.runtime.library_worker import LibraryWorker
    from app.viewmodels.preferences import Preferences

ARRIVING_MILLISECONDS = 4000
"""Between two looks at a file that is still being copied."""
_ARRIVING_SECONDS = 90.0
_CUT = frozenset({"model_cut_short", "model_cut_in_description", "model_empty"})


class ModelLibrary(QObject):
    """What is on this machine.

    Args:
        worker: Looks.
        preferences: Remember folders and hidden files.
        usual: The folders to look into besides those of the user's own.
    """

    changed = Signal()
    """Other models, or other memory."""
    scanning_changed = Signal()
    """A search has begun or ended; whatever it found was told before."""
    progressed = Signal(int, int)
    """Files that are known, and all that were found."""
    best_changed = Signal()
    """Another pair is the one to begin with."""
    loads_changed = Signal()
    """It is known of another load what it took."""

    def __init__(
        self,
        worker: LibraryWorker,
        preferences: Preferences,
        usual: Callable[[], Sequence[ModelPlace]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._worker = worker
        self._preferences = preferences
        self._usual = usual
        self._models: tuple[ListedModel, ...] = ()
        self._notes: tuple[Notice, ...] = ()
        self._room = Room()
        self._best: PairOption | None = None
        self._loads: dict[str, MemoryRecord] = {}
        self._unlisted_loads: dict[str, MemoryRecord] = {}
        """By path: of models that were loaded before they were listed."""
        self._plan: Callable[[], PairPlanner | None] = lambda: None
        self._scanning = False
        self._listed = False
        self._arriving = QTimer(self, singleShot=True, interval=ARRIVING_MILLISECONDS)
        self._arriving.timeout.connect(self.look)
        worker.listed.connect(self._on_listed)
        worker.progressed.connect(self.progressed)
        worker.best_found.connect(self._on_best_found)
        worker.loads_known.connect(self._on_loads_known)
        worker.folder_changed.connect(self.look)
        self._looked_through: tuple[str, ...] = preferences.settings.models.folders
        preferences.changed.connect(self._on_settings_changed)

    @property
    def models(self) -> tuple[ListedModel, ...]:
        """Every model that is not hidden."""
        hidden = set(self._preferences.settings.models.hidden)
        return tuple(model for model in self._models if str(model.path) not in hidden)

    @property
    def num_hidden(self) -> int:
        """Models that are there and left out at the user's wish."""
        return len(self._models) - len(self.models)

    @property
    def notes(self) -> tuple[Notice, ...]:
        """What could not be looked into, and why."""
        return self._notes

    @property
    def folders(self) -> tuple[str, ...]:
        """Folders of the user's own."""
        return self._preferences.settings.models.folders

    @property
    def room(self) -> Room:
        """The memory of this machine."""
        return self._room

    @property
    def best(self) -> PairOption | None:
        """The pair to begin with, or None."""
        return self._best

    @property
    def planner(self) -> PairPlanner | None:
        """Plans pairs as they would be loaded now."""
        return self._plan()

    def set_planning(self, plan: Callable[[], PairPlanner | None]) -> None:
        """Have pairs planned by what this gives at the moment; it is called in this thread, plans in another."""
        self._plan = plan

    def load_of(self, model: ListedModel) -> MemoryRecord | None:
        """What the model was predicted to take and took when it was loaded last; None if it never was."""
        return self._loads.get(model.key)

    def note_load(self, path: str, record: MemoryRecord) -> None:
        """Remember what the model at a path took; one that is not listed yet is remembered when it is."""
        model = self.model_at(path)
        if model is None:
            self._unlisted_loads[path] = record
        else:
            self._worker.note_load(model, record)

    @property
    def is_scanning(self) -> bool:
        """Whether models are being looked for now."""
        return self._scanning

    @property
    def is_listed(self) -> bool:
        """Whether they were looked for at all."""
        return self._listed

    def model_at(self, path: str) -> ListedModel | None:
        """The model that a path leads to, hidden or not."""
        wanted = Path(path)
        return next((each for each in self._models if wanted in (each.path, *each.other_paths)), None)

    @Slot()
    def look(self) -> None:
        """Look again."""
        models = self._preferences.settings.models
        self._looked_through = models.folders
        places = allowed_places(without_repeats((*own_places(models.folders), *self._usual())))
        opened = dict.fromkeys((*models.recent_targets, *models.recent_drafts))
        self._scanning = True
        self._arriving.stop()
        self._worker.scan(places, allowed_files(ModelPlace(PlaceOwner.USER, Path(path)) for path in opened))
        self.scanning_changed.emit()

    def stop(self) -> None:
        """Look no more."""
        self._arriving.stop()

    def add_folder(self, folder: str) -> None:
        """Look into this folder, too."""
        folders = (*(each for each in self.folders if each != folder), folder)
        if folders == self.folders:
            self.look()
        self._preferences.set_models(folders=folders[-MAX_MODEL_FOLDERS:])

    def remove_folder(self, folder: str) -> None:
        """Look into this folder no more."""
        self._preferences.set_models(folders=tuple(each for each in self.folders if each != folder))

    def hide(self, path: str) -> None:
        """Leave a model out of the list; its files stay where they are."""
        hidden = self._preferences.settings.models.hidden
        self._preferences.set_models(hidden=(*(each for each in hidden if each != path), path)[-MAX_HIDDEN_MODELS:])
        self._tell()

    def show_hidden(self) -> None:
        """Leave nothing out any more."""
        self._preferences.set_models(hidden=())
        self._tell()

    @Slot(str)
    def _on_settings_changed(self, section: str) -> None:
        """Look into other folders as soon as there are others, wherever that was said."""
        if section == "models" and self.folders != self._looked_through:
            self.look()

    @Slot(object)
    def on_sample(self, sample: MachineSample) -> None:
        """Learn how much memory there is; a card whose memory cannot be seen leaves that open."""
        total: int | None = sample.ram_total_bytes + sum(device.total_bytes for device in sample.devices)
        if not sample.devices and gpu_may_be_there():
            total = None
        if total != self._room.total_bytes:
            self._room = Room(total)
            if self._listed:
                self._tell()

    @Slot(object)
    def _on_listed(self, listing: Listing) -> None:
        is_new = not self._listed or listing.models != self._models
        self._models, self._notes = listing.models, listing.notes
        self._scanning, self._listed = False, True
        if any(_is_arriving(model) for model in self._models):
            self._arriving.start()
        if is_new:
            self._tell()
        self.scanning_changed.emit()
        unlisted, self._unlisted_loads = self._unlisted_loads, {}
        for path, record in unlisted.items():
            if self.model_at(path) is not None:
                self.note_load(path, record)

    def _tell(self) -> None:
        self.changed.emit()
        self._worker.find_best(self.models, self._room, self.planner)  # behind what somebody may be looking at

    @Slot(object)
    def _on_loads_known(self, loads: dict[str, MemoryRecord]) -> None:
        self._loads = loads
        self.loads_changed.emit()

    @Slot(object)
    def _on_best_found(self, best: PairOption | None) -> None:
        if best != self._best:
            self._best = best
            self.best_changed.emit()


def _is_arriving(model: ListedModel) -> bool:
    """Whether a file was written to a moment ago and is not whole yet."""
    if model.problem is None or model.problem.code not in _CUT:
        return False
    return abs(time.time() - model.modified_ns / 1e9) < _ARRIVING_SECONDS
