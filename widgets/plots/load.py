"""How busy graphics cards and processors are over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.viewmodels.machine_figures import busiest, device_of
from widgets.look import figures
from widgets.plots.machine_plot import MachinePlot, Values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.hardware.samples import MachineSample
    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.plot_view import PlotView
    from widgets.look.theme import Theme


class _SharePlot(MachinePlot):
    """Shares from 0 to 1."""

    def worded(self, values: Values) -> str:
        """In percent."""
        return figures.percent(values[0])

    def top(self, values: Sequence[Values]) -> float:
        """All of it."""
        return 1.0


class CpuLoadPlot(_SharePlot):
    """The whole machine's processors in grey, the engine's part of them in blue."""

    def lines(self) -> Sequence[tuple[str, float, int]]:
        """Everything, and the engine before it."""
        return (("faint", 1.0, 26), ("corrected", 2.0, 50))

    def title(self) -> str:
        """What is shown."""
        return self.tr("Processor load")

    def values(self, sample: MachineSample) -> Values:
        """All and the engine's."""
        host = sample.host
        if host is None:
            return (None, None)
        return (host.cpu_share, None if host.engine is None else host.engine.cpu_share)

    def worded_at(self, values: Values) -> str:
        """The engine's part beside it."""
        if values[1] is None:
            return self.worded(values)
        return self.tr("engine {engine}, all {whole}").format(
            engine=figures.percent(values[1]), whole=figures.percent(values[0])
        )


class DeviceLoadPlot(_SharePlot):
    """One graphics card: its processors in blue, its memory's reading and writing in grey."""

    def __init__(self, theme: Theme, history: HardwareHistory, view: PlotView, key: str, *, height: int) -> None:
        self._key = key
        super().__init__(theme, history, view, height=height)
        self.setToolTip(self.tr("Blue: its processors. Grey: reading and writing its memory."))

    def lines(self) -> Sequence[tuple[str, float, int]]:
        """The processors, and the memory."""
        return (("corrected", 2.0, 0), ("faint", 1.5, 0))

    def title(self) -> str:
        """What is shown."""
        return self.tr("Load")

    def values(self, sample: MachineSample) -> Values:
        """Processors and memory."""
        device = device_of(sample, self._key)
        return (None, None) if device is None else (device.utilization, device.memory_utilization)

    def worded_at(self, values: Values) -> str:
        """The memory's load beside it."""
        if values[1] is None:
            return self.worded(values)
        return self.tr("{load}, memory {memory}").format(
            load=figures.percent(values[0]), memory=figures.percent(values[1])
        )


class WorkingLoadPlot(_SharePlot):
    """Whatever the engine works on: the busiest of its graphics cards, or the processors."""

    def __init__(self, theme: Theme, history: HardwareHistory, view: PlotView | None = None) -> None:
        self._on_devices = False
        super().__init__(theme, history, view)

    def prepare(self, newest: MachineSample) -> None:
        """What is worked on now is shown for earlier moments too."""
        self._on_devices = busiest(newest) is not None

    def title(self) -> str:
        """Whose load it is."""
        return self.tr("GPU load") if self._on_devices else self.tr("Processor load")

    def values(self, sample: MachineSample) -> Values:
        """One share."""
        if self._on_devices:
            return (busiest(sample),)
        return (None if sample.host is None else sample.host.cpu_share,)
