"""Processors and RAM on the page about the machine, and what Galley's own processes take of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QSizePolicy

from app.viewmodels.notices import written
from widgets.look import figures
from widgets.machine.device_section import PLOT_HEIGHT
from widgets.parts.figure_tile import FigureTile
from widgets.parts.page_parts import Section, row, sentence_label
from widgets.plots.load import CpuLoadPlot
from widgets.plots.memory import RamPlot

if TYPE_CHECKING:
    from app.hardware.samples import HostSample, ProcessSample
    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.plot_view import PlotView
    from widgets.look.theme import Theme
    from widgets.plots.card import PlotCard

_JOULES_PER_WATT_HOUR = 3600.0


class HostSection(Section):
    """Shows what `show_host` brings."""

    def __init__(self, theme: Theme, history: HardwareHistory, view: PlotView) -> None:
        super().__init__(self.tr("Processors and memory"))
        self.load = FigureTile(self.tr("processors"), self.tr("Busy share of all processors."), plain=True)
        self.ram = FigureTile(
            self.tr("RAM in use"), self.tr("By programs, the mapped pages of the model included."), plain=True
        )
        self.available = FigureTile(
            self.tr("available"),
            self.tr("RAM that the system would give away, if need be that of mapped files."),
            plain=True,
        )
        self.swap = FigureTile(
            self.tr("swap in use"), self.tr("Memory moved to disk. A model in it is slow."), plain=True
        )
        self.energy = FigureTile(
            self.tr("energy"), self.tr("Used by the processors since this window was opened."), plain=True
        )
        self.engine = sentence_label()
        self.window_line = sentence_label()
        self.energy_note = sentence_label()
        self.plots: tuple[PlotCard, ...] = (
            RamPlot(theme, history, view, height=PLOT_HEIGHT),
            CpuLoadPlot(theme, history, view, height=PLOT_HEIGHT),
        )
        self._lay_out()

    def show_host(self, host: HostSample, ram_used_bytes: int) -> None:
        """Show a look at the machine.

        Args:
            host: What was seen.
            ram_used_bytes: In use with what the engine has mapped, as everywhere in the window.
        """
        self.load.show_figure(figures.percent(host.cpu_share))
        used, total = figures.gigabytes(ram_used_bytes), figures.gigabytes(host.ram_total_bytes)
        self.ram.show_figure(self.tr("{used} / {total} GB").format(used=used, total=total))
        self.available.show_figure(self.tr("{size} GB").format(size=figures.gigabytes(host.ram_available_bytes)))
        self.swap.show_figure(self._swap(host))
        joules = host.energy_joules
        told = self.tr("{number} Wh").format(number=figures.decimal((joules or 0.0) / _JOULES_PER_WATT_HOUR, 2))
        self.energy.show_figure(figures.NONE if joules is None else told)
        self.energy_note.setText("" if host.energy_absent is None else written(host.energy_absent))
        self.energy_note.setVisible(host.energy_absent is not None)
        self.engine.setText(self._engine(host.engine, host.num_processors))
        self.window_line.setText("" if host.window is None else self._window(host.window))

    def _swap(self, host: HostSample) -> str:
        if not host.swap_total_bytes:
            return self.tr("none")
        used, total = figures.gigabytes(host.swap_used_bytes), figures.gigabytes(host.swap_total_bytes)
        return self.tr("{used} / {total} GB").format(used=used, total=total)

    def _engine(self, engine: ProcessSample | None, num_processors: int) -> str:
        if engine is None:
            return self.tr("The engine does not run: it starts with the first model.")
        held = figures.gigabytes(engine.resident_bytes)
        parts = [self.tr("The engine (process {pid}) holds {held} GB of RAM").format(pid=engine.pid, held=held)]
        if engine.proportional_bytes is not None:
            own = figures.gigabytes(engine.proportional_bytes)
            parts.append(self.tr("{own} GB where shared pages are divided among programs").format(own=own))
        if engine.cpu_share is not None:
            cores = figures.decimal(engine.cpu_share * num_processors)
            parts.append(
                self.tr("{cores} of {number} processors are busy for it").format(cores=cores, number=num_processors)
            )
        return "; ".join(parts) + "."

    def _window(self, window: ProcessSample) -> str:
        text = self.tr("This window (process {pid}) holds {held} GB and takes {share} of all processors.")
        held = figures.decimal(window.resident_bytes / (1 << 30), 2)
        share = figures.percent(window.cpu_share, 1)
        return text.format(pid=window.pid, held=held, share=share)

    def _lay_out(self) -> None:
        tiles = (self.ram, self.available, self.swap, self.load, self.energy)
        for tile in tiles:
            tile.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        grid = QGridLayout()
        grid.setSpacing(10)
        for place, plot in enumerate(self.plots):
            grid.addWidget(plot, 0, place)
            grid.setColumnStretch(place, 1)
        self.add(row(*tiles, spacing=16), grid, self.engine, self.window_line, self.energy_note)
