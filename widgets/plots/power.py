"""Power and temperature of graphics cards over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.viewmodels.machine_figures import device_of, hottest, total_watts
from widgets.look import figures
from widgets.plots.machine_plot import MachinePlot, Values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.hardware.samples import MachineSample
    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.plot_view import PlotView
    from widgets.look.theme import Theme

_LEAST_WATTS = 50.0
_LEAST_DEGREES = 100.0
_ROOM = 1.25
"""So much higher than the limit goes the canvas: its word stands above it."""


class PowerPlot(MachinePlot):
    """What the cards that the engine works on take together."""

    def title(self) -> str:
        """What is shown."""
        return self.tr("Power")

    def values(self, sample: MachineSample) -> Values:
        """Watts."""
        return (total_watts(sample),)

    def worded(self, values: Values) -> str:
        """In watts."""
        return self.tr("{watts} W").format(watts=figures.decimal(values[0], 0))

    def top(self, values: Sequence[Values]) -> float:
        """The highest there was."""
        return max((_LEAST_WATTS, *(each[0] or 0.0 for each in values)))


class DevicePowerPlot(PowerPlot):
    """What one graphics card takes, below its limit where it tells one."""

    def __init__(self, theme: Theme, history: HardwareHistory, view: PlotView, key: str, *, height: int) -> None:
        self._key = key
        super().__init__(theme, history, view, height=height)

    def values(self, sample: MachineSample) -> Values:
        """Watts, and the limit, which is not drawn as a curve."""
        device = device_of(sample, self._key)
        return (None, None) if device is None else (device.power_watts, device.power_limit_watts)

    def top(self, values: Sequence[Values]) -> float:
        """The limit, or the highest there was."""
        limit = values[-1][1] if values else None
        text = "" if limit is None else self.tr("limit {watts} W").format(watts=figures.decimal(limit, 0))
        self.canvas.set_reference(limit, text)
        return max(super().top(values), _ROOM * (limit or 0.0))


class TemperaturePlot(MachinePlot):
    """The hottest of the cards that the engine works on."""

    def lines(self) -> Sequence[tuple[str, float, int]]:
        """In the colour of what is wrong, as too much of it is."""
        return (("rejected", 2.0, 0),)

    def title(self) -> str:
        """What is shown."""
        return self.tr("Temperature")

    def values(self, sample: MachineSample) -> Values:
        """Degrees Celsius."""
        return (hottest(sample),)

    def worded(self, values: Values) -> str:
        """In degrees."""
        return self.tr("{degrees} °C").format(degrees=figures.decimal(values[0], 0))

    def top(self, values: Sequence[Values]) -> float:
        """Where water boils."""
        return max((_LEAST_DEGREES, *(each[0] or 0.0 for each in values)))


class DeviceTemperaturePlot(TemperaturePlot):
    """How hot one graphics card is."""

    def __init__(self, theme: Theme, history: HardwareHistory, view: PlotView, key: str, *, height: int) -> None:
        self._key = key
        super().__init__(theme, history, view, height=height)

    def values(self, sample: MachineSample) -> Values:
        """Degrees Celsius."""
        device = device_of(sample, self._key)
        return (None if device is None else device.temperature_celsius,)
