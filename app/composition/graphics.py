"""A graphics driver that takes the engine down must not keep anybody from chatting: it can be left alone."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.engine.events import EngineDied, LoadFailed
from app.engine.graphics import OFF, VARIABLE
from app.models.preflight import gpu_may_be_there
from app.viewmodels.recovery import is_of_memory

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.engine.events import EngineEvent
    from app.engine.types import LoadSettings


class Graphics(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._given = os.environ.get(VARIABLE)
        """What whoever started the program says."""
        self._failed: LoadSettings | None = None
        galley.preferences.changed.connect(self._on_changed)
        galley.engine.events_arrived.connect(self._on_events)
        galley.load_card.without_graphics_requested.connect(self._on_requested)
        self._tell()

    def stop(self) -> None:
        """Leave the environment as it was found."""
        self._put(self._given)

    @Slot(str)
    def _on_changed(self, section: str) -> None:
        if section == "placement":
            self._tell()

    def _tell(self) -> None:
        """Every child that is started from now on goes by it; the engine is exchanged at the next load."""
        self._put(self._given if self._galley.preferences.settings.placement.graphics else OFF)

    @staticmethod
    def _put(value: str | None) -> None:
        if value is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = value

    @Slot(list)
    def _on_events(self, events: list[EngineEvent]) -> None:
        """Offer to do without, where the engine died of a load and a driver may have been the cause."""
        failed = next((event for event in events if isinstance(event, LoadFailed)), None)
        died = any(isinstance(event, EngineDied) for event in events)
        if failed is not None and died and not is_of_memory(failed.notice) and gpu_may_be_there():
            self._failed = self._galley.pair_choice.asked
            self._galley.load_card.offer_without_graphics()

    @Slot()
    def _on_requested(self) -> None:
        self._galley.preferences.set_placement(graphics=False)
        failed, self._failed = self._failed, None
        if failed is not None:
            self._galley.pair_choice.choose_pair(
                failed.target.path, None if failed.draft is None else failed.draft.path
            )
