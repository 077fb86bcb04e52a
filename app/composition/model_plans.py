"""Where the list of models meets the memory planner: pairs planned as they would be loaded, and what loads took."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from widgets.models.model_memory import ModelMemory

if TYPE_CHECKING:
    from app.cli.pair_room import PairRoom
    from app.composition.galley import Galley
    from app.models.fitting import PairPlanner
    from app.viewmodels.memory_plan import Comparison
    from app.viewmodels.model_library import ModelLibrary
    from widgets.models.details import ModelDetails

_ROOM_SECONDS = 20.0


class ModelPlans(QObject):
    """Belongs to the program.

    Args:
        galley: The program.
        library: Its models.
        details: Shows one of them.
        parent: Owns this.
    """

    def __init__(self, galley: Galley, library: ModelLibrary, details: ModelDetails, parent: QObject) -> None:
        super().__init__(parent)
        self._galley = galley
        self._library = library
        self._details = details
        self._room: PairRoom | None = None
        self._room_made = 0.0
        self.memory = ModelMemory()
        details.set_memory_widget(self.memory)
        library.set_planning(self._planner)
        library.loads_changed.connect(self.show)
        galley.planning.planning.compared.connect(self._on_compared)
        details.plan_requested.connect(galley.planning.show_pair)
        self.memory.planner_requested.connect(self._on_planner_requested)

    def stop(self) -> None:
        """End what the library's thread may be waiting for."""
        self._galley.planning.planner.stop()

    def forget_room(self) -> None:
        """Look at the machine anew: other memory is free, or settings are others."""
        self._room = None

    def show(self) -> None:
        """Say of the model that is shown what it took when it was loaded."""
        shown = self._details.model
        self.memory.setVisible(shown is not None and shown.chats)
        if shown is not None:
            self.memory.show_record(self._library.load_of(shown))

    def _planner(self) -> PairPlanner:
        """The same one for some seconds, because looking at the machine may take a moment."""
        now = time.monotonic()
        if self._room is None or now - self._room_made > _ROOM_SECONDS:
            self._room, self._room_made = self._galley.planning.pair_room(), now
        return self._room

    def _on_compared(self, path: str, comparison: Comparison) -> None:
        self._library.note_load(path, comparison.record(time.time()))

    def _on_planner_requested(self) -> None:
        """Plan for the model that is shown; what is loaded with its draft where it is that."""
        shown, pair = self._details.model, self._galley.pair_choice.pair
        if shown is None:
            return
        loaded = None if pair is None else self._library.model_at(pair.target.path)
        if loaded is not None and loaded.path == shown.path:
            self._galley.planning.show()
        else:
            self._galley.planning.show_pair(str(shown.path), None)
