"""Who holds a graphics card's memory: a line for each program, Galley's own told apart, or why that is not told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from app.viewmodels.machine_figures import unlisted_bytes
from app.viewmodels.notices import written
from widgets.look import figures
from widgets.parts.page_parts import sentence_label

if TYPE_CHECKING:
    from app.hardware.samples import DeviceSample, Holder

_LEAST_BYTES = 64 << 20
"""Less than this that nobody is listed for is not worth a line."""
_MOST = 8


class HoldersList(QWidget):
    """Shows what `show_device` brings; the labels are made anew only where something differs."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(14)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(0, 1)
        self._lines: list[tuple[str, str, str]] = []
        self._note = ""

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """Name, process id and gigabytes of each line."""
        return list(self._lines)

    @property
    def note(self) -> str:
        """The sentence below the lines, or in their place."""
        return self._note

    def show_device(self, device: DeviceSample, own: dict[int, str]) -> None:
        """Show who holds its memory.

        Args:
            device: The card.
            own: What Galley's own processes are called here, by process id.
        """
        lines = [self._line(holder, own) for holder in (device.holders or ())[:_MOST]]
        note = self._sentence(device)
        if (lines, note) != (self._lines, self._note):
            self._lines, self._note = lines, note
            self._rebuild()

    def _line(self, holder: Holder, own: dict[int, str]) -> tuple[str, str, str]:
        name = own.get(holder.pid) or holder.name or self.tr("a program that cannot be seen from here")
        held = self.tr("not told") if holder.used_bytes is None else f"{figures.gigabytes(holder.used_bytes)} GB"
        return name, self.tr("process {number}").format(number=holder.pid), held

    def _sentence(self, device: DeviceSample) -> str:
        if device.holders is None:
            return "" if device.holders_absent is None else written(device.holders_absent)
        sentences = []
        if len(device.holders) > _MOST:
            num_more = len(device.holders) - _MOST
            sentences.append(self.tr("And {number} more with less.").format(number=num_more))
        unlisted = unlisted_bytes(device)
        if unlisted >= _LEAST_BYTES:
            text = self.tr("{size} GB are held by programs that the driver does not list, as inside a container.")
            sentences.append(text.format(size=figures.gigabytes(unlisted)))
        elif not device.holders:
            sentences.append(self.tr("No program holds memory of it."))
        return " ".join(sentences)

    def _rebuild(self) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.deleteLater()
        self._grid.addWidget(_label(self.tr("Programs that hold its memory"), "muted"), 0, 0, 1, 3)
        for row, (name, process, held) in enumerate(self._lines, start=1):
            self._grid.addWidget(_label(name, "strong"), row, 0)
            self._grid.addWidget(_label(process, "muted"), row, 1)
            self._grid.addWidget(_label(held, "strong"), row, 2, Qt.AlignmentFlag.AlignRight)
        if self._note:
            self._grid.addWidget(sentence_label(self._note), len(self._lines) + 1, 0, 1, 3)
        said = [", ".join(line) for line in self._lines]
        self.setAccessibleName(self.tr("Programs that hold its memory"))
        self.setAccessibleDescription("\n".join([*said, self._note]).strip())


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("role", role)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label
