"""The share of drafts that the target accepted over the last twenty checks, over the reply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.viewmodels.series import recent, series_table
from widgets.look import figures
from widgets.plots.card import PlotCard
from widgets.plots.throughput import MIN_SPAN_SECONDS

if TYPE_CHECKING:
    from app.hardware.record import Table
    from app.viewmodels.plot_view import PlotView
    from app.viewmodels.speculation import SpeculationState
    from widgets.look.theme import Theme


class AcceptancePlot(PlotCard):
    """Follows `SpeculationState.acceptance`; its value is the sliding one, the tile's the whole reply's."""

    def __init__(self, theme: Theme, state: SpeculationState, view: PlotView | None = None) -> None:
        super().__init__(theme, view)
        self._state = state
        self._line = self.canvas.add_line("accepted")
        state.changed.connect(self.pacer.request)

    def refresh(self) -> None:
        """Draw the reply, or as much of its end as is to be seen."""
        points = recent(self._state.acceptance, self.view.span)
        xs = [point.seconds for point in points]
        ys = [point.value for point in points]
        self.canvas.draw(self._line, xs, ys)
        needed = self._state.break_even
        text = "" if needed is None else self.tr("break-even {share}").format(share=figures.percent(needed))
        self.canvas.set_reference(needed, text)
        left = xs[0] if xs else 0.0
        self.canvas.frame(left, max(left + MIN_SPAN_SECONDS, xs[-1] if xs else 0.0), 1.0)
        last = self._state.acceptance.last
        self.show_value(self.tr("Acceptance, recent"), figures.percent(last.value if last else None))

    def table(self) -> Table:
        """Return the whole reply."""
        return series_table(self._state.acceptance, "Galley acceptance", "accepted of drafted [0-1]")

    def reading(self, index: int) -> str:
        """Return share and moment of a point."""
        if index >= len(self._line.xs):
            return ""
        share = figures.percent(self._line.ys[index])
        moment = figures.decimal(self._line.xs[index])
        return self.tr("{share} at {seconds} s").format(share=share, seconds=moment)
