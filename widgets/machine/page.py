"""The page about the machine: every graphics card, processors and memory, large curves, and what cannot be read.

It shows what it is given; it looks at nothing itself.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.hardware.record import machine_table
from app.viewmodels.notices import written
from app.viewmodels.plot_view import Span
from widgets.look.label_colour import colour_label
from widgets.look.refresh_pacer import RefreshPacer
from widgets.machine.device_section import DeviceSection
from widgets.machine.host_section import HostSection
from widgets.parts.page import Page
from widgets.parts.page_parts import row, sentence_label
from widgets.parts.segmented_control import SegmentedControl
from widgets.plots.menu import span_names

if TYPE_CHECKING:
    from app.hardware.samples import MachineSample
    from app.viewmodels.hardware_history import HardwareHistory
    from app.viewmodels.plot_view import PlotView
    from widgets.look.theme import Theme

_WIDTH = 860
_QUIET = frozenset({"gpu_no_driver", "gpu_none"})
"""What is no trouble: a machine without such a card."""


class MachinePage(Page):
    """Follows the history while it is seen."""

    save_requested = Signal(object)
    """A `Table` to be saved."""

    def __init__(self, theme: Theme, history: HardwareHistory, view: PlotView) -> None:
        super().__init__(theme)
        self.set_title(self.tr("The machine"))
        self._theme = theme
        self._history = history
        self._view = view
        self.span_control = SegmentedControl(
            self.tr("How far back"), [(str(span.value), name, "") for span, name in span_names().items()]
        )
        self.pause_button = QPushButton()
        self.pause_button.setCheckable(True)
        self.save_button = QPushButton(self.tr("Save as CSV…"))
        self.save_button.setToolTip(self.tr("Everything that was recorded in the last hour"))
        self.note = sentence_label()
        self.note.hide()
        self.trouble = sentence_label()
        self.host_section = HostSection(theme, history, view)
        self.device_sections: dict[str, DeviceSection] = {}
        """By the devices' keys, in the order in which they were seen first."""
        self._lay_out()
        self._connect()
        self._show_view()
        self.pacer = RefreshPacer(self, self._on_refresh)
        history.changed.connect(self.pacer.request)
        self.pacer.request()

    def show_note(self, sentence: str) -> None:
        """Say what became of a file, below the buttons; empty says nothing."""
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))

    def _connect(self) -> None:
        self.span_control.chosen.connect(lambda value: self._view.choose_span(Span(int(value))))
        self.pause_button.toggled.connect(self._view.set_paused)
        self.save_button.clicked.connect(lambda: self.save_requested.emit(machine_table(self._history.samples)))
        self._view.changed.connect(self._show_view)
        self._theme.changed.connect(self._show_trouble)
        for plot in self.host_section.plots:
            plot.save_requested.connect(self.save_requested)

    def _on_refresh(self) -> None:
        sample = self._history.latest
        self._show_trouble()
        if sample is None:
            return
        for device in sample.devices:
            if device.key not in self.device_sections:
                section = DeviceSection(self._theme, self._history, self._view, device)
                for plot in section.plots:
                    plot.save_requested.connect(self.save_requested)
                self._sections.insertWidget(len(self.device_sections), section)
                self.device_sections[device.key] = section
        own = self._own(sample)
        for section in self.device_sections.values():
            section.show_sample(sample, own)
        if sample.host is not None:
            self.host_section.show_host(sample.host, sample.ram_used_bytes)

    def _own(self, sample: MachineSample) -> dict[int, str]:
        """What Galley's processes are called here."""
        names = {os.getpid(): self.tr("Galley, this window")}
        if sample.host is not None and sample.host.engine is not None:
            names[sample.host.engine.pid] = self.tr("Galley's engine")
        return names

    def _show_trouble(self) -> None:
        """Say why a card, or all of them, cannot be read."""
        sample = self._history.latest
        absent = None if sample is None else sample.absent
        self.trouble.setText("" if absent is None else written(absent))
        self.trouble.setVisible(absent is not None)
        palette = self._theme.palette
        is_quiet = absent is None or absent.code in _QUIET
        colour_label(self.trouble, palette.muted if is_quiet else palette.rejected)

    def _show_view(self) -> None:
        self.span_control.set_value(str(self._view.span.value))
        self.pause_button.setChecked(self._view.is_paused)
        self.pause_button.setText(self.tr("Go on") if self._view.is_paused else self.tr("Pause"))

    def _lay_out(self) -> None:
        self.span_control.setFixedWidth(366)
        tools = row(self.span_control, None, self.pause_button, self.save_button)
        self._sections = QVBoxLayout()
        self._sections.setSpacing(22)
        self._sections.addWidget(self.host_section)
        column = QWidget()
        content = QVBoxLayout(column)
        content.setContentsMargins(0, 0, 0, 0)
        content.setSpacing(16)
        content.addLayout(tools)
        for part in (self.note, self.trouble):
            content.addWidget(part)
        content.addLayout(self._sections)
        content.addStretch(1)
        self.put_together(self.title_line(), column, _WIDTH)
