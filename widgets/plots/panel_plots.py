"""The curves of the proof panel, and below them what one looks at now and then, with the way to the machine's page.

Made when the window is there already: the library that draws curves takes a fifth of the time in which a window opens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.viewmodels.machine_figures import hottest, is_news, total_watts
from app.viewmodels.notices import written
from widgets.parts.fold import Fold
from widgets.parts.page_parts import sentence_label
from widgets.plots.acceptance import AcceptancePlot
from widgets.plots.load import WorkingLoadPlot
from widgets.plots.memory import MemoryPlot
from widgets.plots.power import PowerPlot, TemperaturePlot
from widgets.plots.throughput import ThroughputPlot

if TYPE_CHECKING:
    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.plot_view import PlotView
    from app.viewmodels.speculation import SpeculationState
    from widgets.look.theme import Theme
    from widgets.plots.card import PlotCard

SPACING = 12


class PanelPlots(QWidget):
    """Follows the view models.

    Args:
        theme: Whose colours it takes.
        state: What speculation does.
        history: What the machine did.
        view: How all the curves are looked at.
    """

    machine_requested = Signal()
    """Show everything about the machine."""
    save_requested = Signal(object)
    """A `Table` to be saved."""

    def __init__(self, theme: Theme, state: SpeculationState, history: HardwareHistory, view: PlotView) -> None:
        super().__init__()
        self._history = history
        self.throughput = ThroughputPlot(theme, state, view)
        self.acceptance = AcceptancePlot(theme, state, view)
        self.memory = MemoryPlot(theme, history, view)
        self.load = WorkingLoadPlot(theme, history, view)
        self.power = PowerPlot(theme, history, view)
        self.temperature = TemperaturePlot(theme, history, view)
        self.machine_button = QPushButton(self.tr("The machine…"))
        self.trouble = sentence_label(role="small")
        self.fold = Fold(theme, self.tr("Load, power, temperature"), self._folded())
        self._lay_out()
        self._connect()
        self._on_sample()

    @property
    def cards(self) -> tuple[PlotCard, ...]:
        """All plots, from above."""
        return self.throughput, self.acceptance, self.memory, self.load, self.power, self.temperature

    @property
    def stops(self) -> list[QWidget]:
        """What the Tab key comes to, from above."""
        every = self.findChildren(QWidget)
        return [each for each in every if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.focusProxy() is None]

    def _lay_out(self) -> None:
        self.trouble.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        for plot in (self.throughput, self.acceptance, self.memory):
            column.addWidget(plot)
        section = QVBoxLayout()
        section.setSpacing(4)
        section.addWidget(self.trouble)
        section.addWidget(self.fold)
        column.addLayout(section)

    def _folded(self) -> QWidget:
        """The curves that one looks at now and then; those of a graphics card only where they show something."""
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING)
        for plot in (self.load, self.power, self.temperature):
            layout.addWidget(plot)
        self.machine_button.setProperty("role", "quiet")
        self.machine_button.setAccessibleName(self.machine_button.text())
        self.machine_button.setToolTip(self.tr("Graphics cards, processors, and who holds their memory"))
        layout.addWidget(self.machine_button, 0, Qt.AlignmentFlag.AlignLeft)
        return body

    def _connect(self) -> None:
        self.machine_button.clicked.connect(lambda: self.machine_requested.emit())
        more = QAction(self.machine_button.text(), self.memory)
        more.triggered.connect(lambda: self.machine_requested.emit())
        self.memory.menu.add_further(more)
        for plot in self.cards:
            plot.save_requested.connect(self.save_requested)
        self._history.changed.connect(self._on_sample)

    def _on_sample(self) -> None:
        """Say what is wrong with the graphics cards, and take curves in that have something to show."""
        sample = self._history.latest
        if sample is None:
            return
        trouble = written(sample.absent) if sample.absent is not None and is_news(sample) else ""
        if trouble != self.trouble.text():
            self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
        self.power.setVisible(total_watts(sample) is not None)
        self.temperature.setVisible(hottest(sample) is not None)
