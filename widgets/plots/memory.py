"""Memory over time: what the engine holds, and all that is in use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.viewmodels.machine_figures import device_of
from app.viewmodels.memory_use import reading_of
from widgets.look import figures
from widgets.plots.canvas import HEIGHT
from widgets.plots.machine_plot import MachinePlot, Values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.hardware.samples import MachineSample
    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.plot_view import PlotView
    from widgets.look.theme import Theme


class _MemoryPlot(MachinePlot):
    """Values are all that is in use, what the engine holds, and all there is; the last is not drawn."""

    def lines(self) -> Sequence[tuple[str, float, int]]:
        """Everything in grey, the engine in blue before it."""
        return (("faint", 1.0, 26), ("corrected", 2.0, 50))

    def worded(self, values: Values) -> str:
        """In use, of all there is."""
        used, total = _gigabytes(values[0]), _gigabytes(values[2])
        return self.tr("{used} / {total} GB").format(used=used, total=total)

    def worded_at(self, values: Values) -> str:
        """The engine's part beside it, where it is known."""
        if values[1] is None:
            return self.worded(values)
        return self.tr("engine {engine}, all {used} GB").format(
            engine=_gigabytes(values[1]), used=_gigabytes(values[0])
        )

    def top(self, values: Sequence[Values]) -> float:
        """A little below all there is: the frame leaves room."""
        return (values[-1][2] or 1.0) / 1.1 if values else 1.0


class MemoryPlot(_MemoryPlot):
    """VRAM of all graphics cards where the engine is on them, RAM otherwise."""

    def __init__(
        self, theme: Theme, history: HardwareHistory, view: PlotView | None = None, *, height: int = HEIGHT
    ) -> None:
        self._on_devices = False
        super().__init__(theme, history, view, height=height)
        self.setToolTip(self.tr("Blue: held by the engine. Grey: in use on this machine, of all there is."))

    def prepare(self, newest: MachineSample) -> None:
        """The kind of memory that matters now is shown for earlier moments too."""
        self._on_devices = reading_of(newest).on_devices

    def title(self) -> str:
        """Which memory it is."""
        return self.tr("VRAM") if self._on_devices else self.tr("RAM")

    def values(self, sample: MachineSample) -> Values:
        """Nothing of moments when the other kind mattered."""
        reading = reading_of(sample)
        if reading.on_devices != self._on_devices:
            return (None, None, None)
        return (float(reading.used_bytes), _float(reading.engine_bytes), float(reading.total_bytes))


class DeviceMemoryPlot(_MemoryPlot):
    """VRAM of one graphics card."""

    def __init__(self, theme: Theme, history: HardwareHistory, view: PlotView, key: str, *, height: int) -> None:
        self._key = key
        super().__init__(theme, history, view, height=height)

    def title(self) -> str:
        """Which memory it is."""
        return self.tr("VRAM")

    def values(self, sample: MachineSample) -> Values:
        """What the driver reserves for itself counts as in use."""
        device = device_of(sample, self._key)
        if device is None:
            return (None, None, None)
        return (float(device.taken_bytes), _float(device.engine_bytes), float(device.total_bytes))


class RamPlot(_MemoryPlot):
    """RAM, whatever the engine computes with."""

    def title(self) -> str:
        """Which memory it is."""
        return self.tr("RAM")

    def values(self, sample: MachineSample) -> Values:
        """All and the engine's."""
        return (float(sample.ram_used_bytes), _float(sample.engine_bytes), float(sample.ram_total_bytes))


def _float(num_bytes: int | None) -> float | None:
    return None if num_bytes is None else float(num_bytes)


def _gigabytes(num_bytes: float | None) -> str:
    return figures.NONE if num_bytes is None else figures.gigabytes(int(num_bytes))
