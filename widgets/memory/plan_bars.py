"""A bar for each memory of the machine, with its name and what of it a plan leaves free."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from widgets.look.label_colour import colour_label
from widgets.memory.plan_bar import Kind, PlanBar, Segment
from widgets.memory.plan_words import memory_name, size_text
from widgets.parts.page_parts import row

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.models.memory.machine import DeviceMemory
    from app.models.memory.need import Need, Part
    from app.models.memory.plan import MemoryPlan
    from widgets.look.theme import Theme


class _Memory(QWidget):
    """One of them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.name = QLabel()
        self.name.setProperty("role", "strong")
        self.figures = QLabel()
        self.figures.setProperty("role", "muted")
        self.bar = PlanBar(theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addLayout(row(self.name, None, self.figures))
        layout.addWidget(self.bar)

    def show_memory(self, memory: DeviceMemory, segments: list[Segment], others_bytes: int, short_bytes: int) -> None:
        """Show what a plan has in it, and what others hold of it."""
        self.name.setText(memory_name(memory))
        self.bar.show_segments(segments, memory.total_bytes)
        used = sum(segment.num_bytes for segment in segments)
        total = size_text(memory.total_bytes)
        if short_bytes:
            text = self.tr("{short} too little of {total}").format(short=size_text(short_bytes), total=total)
        else:
            free = size_text(max(0, memory.total_bytes - used))
            text = self.tr("{free} of {total} stay free").format(free=free, total=total)
        if others_bytes:
            text = self.tr("{what}, others hold {size}").format(what=text, size=size_text(others_bytes))
        self.figures.setText(text)
        colour_label(self.figures, self._theme.palette.rejected if short_bytes else self._theme.palette.muted)
        self.bar.setAccessibleName(f"{self.name.text()}: {text}")


class PlanBars(QWidget):
    """Devices first, the machine's own memory last."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.memories: dict[str, _Memory] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(12)

    def show_plan(self, plan: MemoryPlan, others: Mapping[str, int]) -> None:
        """Show a plan.

        Args:
            plan: The plan.
            others: What other programs hold, by memory: beside the driver's own a part of what is not free.
        """
        names = [memory.name for memory in plan.machine.memories]
        if list(self.memories) != names:
            for shown in self.memories.values():
                self._layout.removeWidget(shown)
                shown.deleteLater()
            self.memories = {name: _Memory(self._theme) for name in names}
            for shown in self.memories.values():
                self._layout.addWidget(shown)
        for memory in plan.machine.memories:
            held = others.get(memory.name, 0)
            rest = max(0, memory.total_bytes - memory.free_bytes - held)
            segments = [
                Segment(Kind.OTHER, self.tr("other programs"), held),
                Segment(Kind.OTHER, self.tr("the driver's own"), rest),
            ]
            segments += self._parts("target", self.tr("target"), plan.target_need, memory.name)
            if plan.draft_need is not None:
                segments += self._parts("draft", self.tr("draft"), plan.draft_need, memory.name)
            self.memories[memory.name].show_memory(memory, segments, held, plan.shortage_bytes(memory))

    def _parts(self, role: str, name: str, need: Need, memory: str) -> list[Segment]:
        part: Part = need.part(memory)
        texts = {"weights": self.tr("weights"), "cache": self.tr("KV cache"), "buffers": self.tr("buffers")}
        sizes = {"weights": part.weights_bytes, "cache": part.kv_bytes, "buffers": part.compute_bytes}
        return [Segment(Kind(f"{role}_{key}"), f"{name}, {texts[key]}", size) for key, size in sizes.items()]
