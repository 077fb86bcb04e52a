"""What all plots of the machine have in common: a window of time that ends now, and values read out of samples."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from app.hardware.record import machine_table
from app.viewmodels.machine_figures import clock_time
from widgets.look import figures
from widgets.plots.canvas import HEIGHT
from widgets.plots.card import PlotCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.hardware.record import Table
    from app.hardware.samples import MachineSample
    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.plot_view import PlotView
    from widgets.look.theme import Theme

MIN_SPAN_SECONDS = 60.0
GAP_SECONDS = 25.0
"""Samples further apart than this were not taken, because nobody looked: nothing is drawn between them."""

_REDRAWS = 300
"""Redraws while a curve moves through the whole plot: about one a pixel."""
_MOST_POINTS = 240

Values = tuple[float | None, ...]


class MachinePlot(PlotCard):
    """Base. Subclasses add lines and say with `values`, `worded`, `top` and `title` what they show.

    The first value is the one that the mark goes by; samples without it are left out.
    """

    def __init__(
        self, theme: Theme, history: HardwareHistory, view: PlotView | None = None, *, height: int = HEIGHT
    ) -> None:
        super().__init__(theme, view, height=height)
        self._history = history
        self._until = float("inf")
        self._shown: list[tuple[MachineSample, Values]] = []
        self._drawn = (0.0, "")
        """Span and title when it was drawn last."""
        self._drawn_at = float("-inf")
        self._lines = [
            self.canvas.add_line(colour, width=width, fill_alpha=alpha) for colour, width, alpha in self.lines()
        ]
        history.changed.connect(self.pacer.request)

    def lines(self) -> Sequence[tuple[str, float, int]]:
        """The palette's field, the width and the opacity below each line; the first is the one that is pointed at."""
        return (("corrected", 2.0, 0),)

    def title(self) -> str:
        """What is shown."""
        raise NotImplementedError

    def values(self, sample: MachineSample) -> Values:
        """A value for each line; None where there is none."""
        raise NotImplementedError

    def worded(self, values: Values) -> str:
        """The values in words."""
        raise NotImplementedError

    def top(self, values: Sequence[Values]) -> float:
        """The value at the upper edge."""
        raise NotImplementedError

    def prepare(self, newest: MachineSample) -> None:
        """Look at the newest sample before values are read out of any; another title has everything drawn anew."""

    def refresh(self) -> None:
        """Tell the newest value, and draw anew once the curves would move by about a pixel."""
        latest = self._history.latest
        now = min(self._until, float("-inf") if latest is None else latest.seconds)
        newest = None if latest is None or latest.seconds > now else latest
        if newest is not None:
            self.prepare(newest)
        span = self.view.span.seconds
        if self._drawn != (span, self.title()) or now - self._drawn_at >= span / _REDRAWS:
            self._draw(now, span)
        values = () if newest is None else self.values(newest)
        if (not values or values[0] is None) and self._shown:
            values = self._shown[-1][1]
        self.show_value(self.title(), self.worded(values) if values and values[0] is not None else figures.NONE)

    def _draw(self, now: float, span: float) -> None:
        every = [(sample, self.values(sample)) for sample in self._history.since(now - span, now)]
        self._shown = _thinned([(sample, values) for sample, values in every if values[0] is not None])
        self._drawn, self._drawn_at = (span, self.title()), now if self._shown else float("-inf")
        xs = [sample.seconds - now for sample, _ in self._shown]
        for place, line in enumerate(self._lines):
            points = [
                (x, value)
                for x, (_, values) in zip(xs, self._shown, strict=True)
                if (value := values[place]) is not None
            ]
            self.canvas.draw(line, [x for x, _ in points], [y for _, y in points], GAP_SECONDS)
        left = max(-span, min(-MIN_SPAN_SECONDS, xs[0] if xs else 0.0))
        top = self.top([values for _, values in self._shown])
        self.canvas.frame(left, 0.0, max(1e-9, top))

    def reading(self, index: int) -> str:
        """Return the values at a moment, and the moment."""
        if index >= len(self._shown):
            return ""
        sample, values = self._shown[index]
        return f"{self.worded_at(values)} · {clock_time(sample):%H:%M:%S}"

    def worded_at(self, values: Values) -> str:
        """The values in words where the mark is: there is room for more than at the end."""
        return self.worded(values)

    def table(self) -> Table:
        """Return everything that was recorded of the machine."""
        return machine_table(self._history.samples)

    def _on_view_changed(self) -> None:
        """Remember up to when to show, where it stands still."""
        if not self.view.is_paused:
            self._until = float("inf")
        elif self._until == float("inf"):
            self._until = time.monotonic()
        super()._on_view_changed()


def _thinned(shown: list[tuple[MachineSample, Values]]) -> list[tuple[MachineSample, Values]]:
    """As many points as can be told apart: of each stretch the lowest and the highest, so that no peak is lost."""
    if len(shown) <= _MOST_POINTS:
        return shown
    size = -(-2 * len(shown) // _MOST_POINTS)
    kept = []
    for begin in range(0, len(shown), size):
        stretch = shown[begin : begin + size]
        ends = {id(min(stretch, key=_first)), id(max(stretch, key=_first))}
        kept += [each for each in stretch if id(each) in ends]
    return kept if kept[-1] is shown[-1] else [*kept, shown[-1]]


def _first(shown: tuple[MachineSample, Values]) -> float:
    return shown[1][0] or 0.0
