"""Renders the page about the machine and the panel's curves into PNG files, for looking at.

Run it as `python -m tests.support.gallery_machine FOLDER` with QT_QPA_PLATFORM=offscreen.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.errors import Notice
from app.viewmodels.hardware_history import HardwareHistory
from app.viewmodels.plot_view import PlotView, Span
from app.viewmodels.speculation import SpeculationState
from tests.support import scripted_engine as scripted
from tests.support.machine_samples import recorded
from widgets.look.style_sheet import dress
from widgets.look.theme import Theme, ThemeChoice
from widgets.machine.page import MachinePage
from widgets.proof.panel import ProofPanel


def history_of(devices: int) -> HardwareHistory:
    """Ten minutes of a machine."""
    history = HardwareHistory()
    for sample in recorded(devices=devices):
        history.on_sample(sample)
    return history


class Gallery:
    """Takes the pictures of a theme."""

    def __init__(self, theme: Theme, folder: Path) -> None:
        self._theme = theme
        self._folder = folder

    def render(self) -> None:
        """Take them all."""
        for devices, name in ((2, "two"), (0, "none")):
            page = MachinePage(self._theme, history_of(devices), PlotView())
            self._shoot(page, f"page-{name}", 1000, 1500 if devices else 720)
            self._shoot(page, f"page-{name}-narrow", 640, 900)
        self._lost()
        self._panel()

    def _lost(self) -> None:
        history, view = history_of(2), PlotView()
        page = MachinePage(self._theme, history, view)
        self._shoot(page, "page-whole", 1000, 400)
        latest = history.latest
        assert latest is not None
        gone = Notice("gpu_lost", {"name": latest.devices[1].name})
        history.on_sample(replace(latest, seconds=latest.seconds + 1, devices=latest.devices[:1], absent=gone))
        view.choose_span(Span.MINUTE)
        view.set_paused(True)
        _settle()
        load = page.device_sections["GPU-large"].plots[1]
        load.setFocus()
        load.canvas.step_cursor(0)
        load.canvas.step_cursor(-20)
        self._shoot(page, "page-lost", 1000, 1500)

    def _panel(self) -> None:
        state, history = SpeculationState(), history_of(2)
        state.on_events(scripted.loaded_and_replied())
        panel = ProofPanel(self._theme, state, history)
        self._shoot(panel, "panel", 330, 900)
        panel.plots.fold.heading.click()
        self._shoot(panel, "panel-unfolded", 330, 1300)
        panel.plots.memory.menu.fill()
        panel.plots.memory.menu.popup(panel.mapToGlobal(panel.plots.memory.pos()))
        _settle()
        panel.plots.memory.menu.grab().save(str(self._folder / f"menu-{self._theme.choice}.png"))
        panel.plots.memory.menu.close()
        panel.close()

    def _shoot(self, widget: MachinePage | ProofPanel, name: str, width: int, height: int) -> None:
        widget.resize(width, height)
        widget.show()
        _settle()
        widget.grab().save(str(self._folder / f"{name}-{self._theme.choice}.png"))


def _settle() -> None:
    loop = QEventLoop()
    QTimer.singleShot(300, loop.quit)
    loop.exec()


def main() -> None:
    """Render both themes."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication([])
    for choice in (ThemeChoice.LIGHT, ThemeChoice.DARK):
        theme = Theme(choice)
        dress(application, theme)
        Gallery(theme, folder).render()


if __name__ == "__main__":
    main()
