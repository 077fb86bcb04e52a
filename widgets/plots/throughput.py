"""Tokens per second over the reply, against what the target does alone where that was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.viewmodels.series import recent, series_table
from widgets.look import figures
from widgets.plots.card import PlotCard

if TYPE_CHECKING:
    from app.hardware.record import Table
    from app.viewmodels.plot_view import PlotView
    from app.viewmodels.speculation import SpeculationState
    from widgets.look.theme import Theme

MIN_SPAN_SECONDS = 5.0


class ThroughputPlot(PlotCard):
    """Follows `SpeculationState.throughput`."""

    def __init__(self, theme: Theme, state: SpeculationState, view: PlotView | None = None) -> None:
        super().__init__(theme, view)
        self._state = state
        self._line = self.canvas.add_line("corrected")
        state.changed.connect(self.pacer.request)

    def refresh(self) -> None:
        """Draw the reply, or as much of its end as is to be seen."""
        points = recent(self._state.throughput, self.view.span)
        xs = [point.seconds for point in points]
        ys = [point.value for point in points]
        self.canvas.draw(self._line, xs, ys)
        alone = self._state.plain_tokens_per_second
        text = "" if alone is None else self.tr("off {rate}").format(rate=figures.rate(alone))
        self.canvas.set_reference(alone, text)
        left = xs[0] if xs else 0.0
        self.canvas.frame(left, max(left + MIN_SPAN_SECONDS, xs[-1] if xs else 0.0), max([*ys, alone or 0.0]))
        self.show_value(self.tr("Tokens per second"), figures.rate(self._state.tokens_per_second))

    def table(self) -> Table:
        """Return the whole reply."""
        return series_table(self._state.throughput, "Galley tokens per second", "tokens per second [1/s]")

    def reading(self, index: int) -> str:
        """Return rate and moment of a point."""
        if index >= len(self._line.xs):
            return ""
        rate = figures.rate(self._line.ys[index])
        moment = figures.decimal(self._line.xs[index])
        return self.tr("{rate} at {seconds} s").format(rate=rate, seconds=moment)
