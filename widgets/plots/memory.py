"""Memory over the last ten minutes: what the engine holds, and the machine as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.viewmodels.memory_use import MemoryReading, reading_of
from widgets import figures
from widgets.plots.card import PlotCard

if TYPE_CHECKING:
    from app.viewmodels.hardware_history import HardwareHistory
    from widgets.theme import Theme

MIN_SPAN_SECONDS = 60.0


class MemoryPlot(PlotCard):
    """Follows `HardwareHistory`: VRAM where the engine is on graphics cards, RAM otherwise."""

    def __init__(self, theme: Theme, history: HardwareHistory) -> None:
        super().__init__(theme)
        self._history = history
        self._readings: list[MemoryReading] = []
        self._whole = self.canvas.add_line("faint", width=1.0, fill_alpha=26)
        self._engine = self.canvas.add_line("corrected", fill_alpha=50)
        history.changed.connect(self.pacer.request)

    def refresh(self) -> None:
        """Draw what was sampled of the kind of memory that matters now."""
        samples = self._history.samples
        every = [reading_of(sample) for sample in samples]
        kind = every[-1].on_devices if every else False
        kept = [
            (sample.seconds - samples[-1].seconds, reading)
            for sample, reading in zip(samples, every, strict=True)
            if reading.on_devices == kind
        ]
        self._readings = [reading for _, reading in kept]
        xs = [seconds for seconds, _ in kept]
        self.canvas.draw(self._whole, xs, [float(reading.used_bytes) for reading in self._readings])
        engine = [(x, reading.engine_bytes) for x, reading in kept if reading.engine_bytes is not None]
        self.canvas.draw(self._engine, [x for x, _ in engine], [float(held) for _, held in engine])
        total = float(self._readings[-1].total_bytes) if self._readings else 1.0
        self.canvas.frame(min(-MIN_SPAN_SECONDS, xs[0] if xs else 0.0), 0.0, total / 1.1)
        title = self.tr("VRAM") if kind else self.tr("RAM")
        self.show_value(title, self._worded(self._readings[-1]) if self._readings else figures.NONE)
        self.setToolTip(self.tr("Blue: held by the engine. Grey: in use on this machine, of all there is."))

    def reading(self, index: int) -> str:
        """Return what the engine and the machine held at a moment."""
        if index >= len(self._readings):
            return ""
        reading = self._readings[index]
        if reading.engine_bytes is None:
            return self._worded(reading)
        engine = figures.gigabytes(reading.engine_bytes)
        return self.tr("engine {engine}, all {used} GB").format(
            engine=engine, used=figures.gigabytes(reading.used_bytes)
        )

    def _worded(self, reading: MemoryReading) -> str:
        used, total = figures.gigabytes(reading.used_bytes), figures.gigabytes(reading.total_bytes)
        return self.tr("{used} / {total} GB").format(used=used, total=total)
