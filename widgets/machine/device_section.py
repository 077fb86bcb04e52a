"""One graphics card on the page about the machine: its figures, its curves, and who holds its memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QSizePolicy

from app.hardware.samples import Slowdown
from app.viewmodels.machine_figures import device_of
from widgets.look import figures
from widgets.machine.holders_list import HoldersList
from widgets.parts.figure_tile import FigureTile
from widgets.parts.page_parts import Section, row, sentence_label
from widgets.plots.load import DeviceLoadPlot
from widgets.plots.memory import DeviceMemoryPlot
from widgets.plots.power import DevicePowerPlot, DeviceTemperaturePlot

if TYPE_CHECKING:
    from app.hardware.samples import DeviceSample, MachineSample
    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.plot_view import PlotView
    from widgets.look.theme import Theme
    from widgets.plots.card import PlotCard

PLOT_HEIGHT = 110
_JOULES_PER_WATT_HOUR = 3600.0


class DeviceSection(Section):
    """Stays when its card is gone, and says so: it may come back.

    Args:
        theme: Whose colours it takes.
        history: What was seen of the machine.
        view: How curves are looked at.
        device: The card as it was seen first.
    """

    def __init__(self, theme: Theme, history: HardwareHistory, view: PlotView, device: DeviceSample) -> None:
        super().__init__(device.name)
        self._key = device.key
        self._first_joules = device.energy_joules
        self.memory = FigureTile(self.tr("memory"), self.tr("In use by programs, of all there is."), plain=True)
        self.load = FigureTile(self.tr("load"), self.tr("Share of the time in which it computes."), plain=True)
        self.memory_load = FigureTile(
            self.tr("memory load"), self.tr("Share of the time in which its memory is read or written."), plain=True
        )
        self.power = FigureTile(self.tr("power"), self.tr("Now, and the most that it may take."), plain=True)
        self.temperature = FigureTile(self.tr("temperature"), self.tr("Of its processors."), plain=True)
        self.energy = FigureTile(
            self.tr("energy"), self.tr("Used since this window was opened, by all programs together."), plain=True
        )
        self.state = sentence_label()
        self.holders = HoldersList()
        height = PLOT_HEIGHT
        self.plots: tuple[PlotCard, ...] = (
            DeviceMemoryPlot(theme, history, view, self._key, height=height),
            DeviceLoadPlot(theme, history, view, self._key, height=height),
            DevicePowerPlot(theme, history, view, self._key, height=height),
            DeviceTemperaturePlot(theme, history, view, self._key, height=height),
        )
        self._lay_out()

    def show_sample(self, sample: MachineSample, own: dict[int, str]) -> None:
        """Show a look at the machine.

        Args:
            sample: What was seen.
            own: What Galley's own processes are called, by process id.
        """
        device = device_of(sample, self._key)
        if device is None:
            for tile in self._tiles:
                tile.show_figure(figures.NONE)
            self._say(self.tr("It does not answer, or is no longer there. Galley goes on looking for it."))
            self.holders.hide()
            return
        self._show_figures(device)
        self._say(self._sentence(device))
        self.holders.show()
        self.holders.show_device(device, own)
        offered = (True, device.utilization is not None, device.power_watts is not None)
        for plot, is_offered in zip(self.plots, (*offered, device.temperature_celsius is not None), strict=True):
            plot.setVisible(is_offered)

    @property
    def _tiles(self) -> tuple[FigureTile, ...]:
        return (self.memory, self.load, self.memory_load, self.power, self.temperature, self.energy)

    def _show_figures(self, device: DeviceSample) -> None:
        used, total = figures.gigabytes(device.used_bytes), figures.gigabytes(device.total_bytes)
        self.memory.show_figure(self.tr("{used} / {total} GB").format(used=used, total=total))
        self.load.show_figure(figures.percent(device.utilization))
        self.memory_load.show_figure(figures.percent(device.memory_utilization))
        self.power.show_figure(self._power(device))
        degrees = device.temperature_celsius
        told = self.tr("{degrees} °C").format(degrees=figures.decimal(degrees, 0))
        self.temperature.show_figure(figures.NONE if degrees is None else told)
        self.energy.show_figure(self._energy(device))

    def _power(self, device: DeviceSample) -> str:
        if device.power_watts is None:
            return figures.NONE
        watts = figures.decimal(device.power_watts, 0)
        if device.power_limit_watts is None:
            return self.tr("{watts} W").format(watts=watts)
        limit = figures.decimal(device.power_limit_watts, 0)
        return self.tr("{watts} / {limit} W").format(watts=watts, limit=limit)

    def _energy(self, device: DeviceSample) -> str:
        """Since the card was seen first; a driver that was loaded anew counts from zero."""
        joules = device.energy_joules
        if joules is None:
            return figures.NONE
        if self._first_joules is None or joules < self._first_joules:
            self._first_joules = joules
        hours = (joules - self._first_joules) / _JOULES_PER_WATT_HOUR
        return self.tr("{number} Wh").format(number=figures.decimal(hours, 1 if hours >= 10 else 2))

    def _sentence(self, device: DeviceSample) -> str:
        reasons = {
            Slowdown.POWER: self.tr("It is slowed down by its power limit."),
            Slowdown.HEAT: self.tr("It is slowed down because it is too hot."),
            Slowdown.HARDWARE: self.tr("Its hardware slows it down: it may be too hot or short of power."),
        }
        sentences = [reasons[each] for each in device.slowdowns]
        if device.reserved_bytes:
            text = self.tr("Its driver reserves {size} GB for itself.")
            sentences.append(text.format(size=figures.gigabytes(device.reserved_bytes)))
        return " ".join(sentences)

    def _say(self, sentence: str) -> None:
        self.state.setText(sentence)
        self.state.setVisible(bool(sentence))

    def _lay_out(self) -> None:
        self.add(row(*self._tiles, spacing=16), self.state)
        for tile in self._tiles:
            tile.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        grid = QGridLayout()
        grid.setSpacing(10)
        for place, plot in enumerate(self.plots):
            grid.addWidget(plot, place // 2, place % 2)
            grid.setColumnStretch(place % 2, 1)
        self.add(grid, self.holders)
