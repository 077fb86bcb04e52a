"""How the machine is watched: as closely as somebody looks, with its page, its files, and the energy of replies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

from app.engine.events import EngineDied, ReplyFailed, ReplyFinished, ReplyStarted
from app.hardware.record import Table, save_table
from app.runtime.telemetry_worker import Attention
from app.viewmodels.energy_meter import EnergyMeter
from app.viewmodels.notices import written
from widgets.machine.page import MachinePage
from widgets.parts.shortcut_sheet import Command
from widgets.plots.save_dialog import ask_where_to_save_table
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.composition.galley import Galley
    from app.engine.events import EngineEvent
    from app.hardware.energy import ReplyEnergy

_SEEN = frozenset({QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.WindowStateChange})


class Machine(QObject):
    """Belongs to the program."""

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self.meter = EnergyMeter(parent=self)
        self.page = MachinePage(galley.theme, galley.history, galley.proof_panel.view)
        galley.window.add_page(self.page)
        galley.sidebar.add_page(galley.window.action(Command.SHOW_MACHINE), PageGroup.MACHINE, 30)
        self._connect_page()
        self._connect_energy()
        for widget in (galley.window, galley.proof_panel, self.page):
            widget.installEventFilter(self)
        self._attend()

    def show(self) -> None:
        """Bring the page to the front."""
        self.page.show_note("")
        self._galley.window.show_page(self.page)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice what comes into sight and what leaves it."""
        if event.type() in _SEEN:
            self._attend()
        return super().eventFilter(watched, event)

    def _connect_page(self) -> None:
        galley = self._galley
        galley.window.machine_requested.connect(self.show)
        galley.proof_panel.machine_requested.connect(self.show)
        self.page.close_requested.connect(lambda: galley.window.show_page(None))
        self.page.save_requested.connect(self._on_save_requested)
        galley.proof_panel.save_requested.connect(self._on_save_requested)

    def _connect_energy(self) -> None:
        galley = self._galley
        galley.engine.events_arrived.connect(self._on_events)
        galley.telemetry.sampled.connect(self.meter.on_sample)
        self.meter.look_requested.connect(galley.telemetry.look)
        self.meter.measured.connect(self._on_measured)

    def _attend(self) -> None:
        """Have the machine sampled as closely as it is looked at."""
        window = self._galley.window
        if not window.isVisible() or window.isMinimized():
            attention = Attention.NONE
        elif self.page.isVisible():
            attention = Attention.CLOSE
        elif self._galley.proof_panel.isVisible():
            attention = Attention.PLOTS
        else:
            attention = Attention.GLANCE
        self._galley.telemetry.set_attention(attention)

    def _on_events(self, events: Sequence[EngineEvent]) -> None:
        for event in events:
            if isinstance(event, ReplyStarted):
                self.meter.start(event.request_id)
            elif isinstance(event, ReplyFinished | ReplyFailed):
                self.meter.end(event.request_id)
            elif isinstance(event, EngineDied):
                self.meter.give_up()

    def _on_measured(self, request_id: int, energy: ReplyEnergy) -> None:
        found = self._galley.chat.set_energy(request_id, energy)
        if found is not None:
            self._galley.keeping.renew_figures(*found)

    def _on_save_requested(self, table: Table) -> None:
        ask_where_to_save_table(self._galley.window, table.name, lambda path: self._save(table, path))

    def _save(self, table: Table, path: str) -> None:
        self._galley.tasks.run(
            lambda: save_table(table, Path(path)),
            lambda _none: self._tell(self.tr("Saved as {path}").format(path=path)),
            lambda notice: self._tell(written(notice)),
        )

    def _tell(self, sentence: str) -> None:
        """Say it where the user is."""
        if self._galley.window.page is self.page:
            self.page.show_note(sentence)
        else:
            self._galley.notices.show_sentence(sentence)
