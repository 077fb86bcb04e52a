"""The switch at the foot of the proof panel: who proposes tokens."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal

from app.engine.types import SpeculationMode
from widgets.parts.segmented_control import SegmentedControl

translate = QCoreApplication.translate


class ModeSwitch(SegmentedControl):
    """Auto, Draft, Lookup, Off.

    Args:
        whose: What has it, for a screen reader, where there are several.
    """

    mode_chosen = Signal(SpeculationMode)

    def __init__(self, whose: str = "") -> None:
        name = translate("ModeSwitch", "Speculation")
        super().__init__(
            f"{whose}: {name}" if whose else name,
            (
                (
                    SpeculationMode.AUTO,
                    translate("ModeSwitch", "Auto"),
                    translate("ModeSwitch", "Galley decides when proposals pay."),
                ),
                (
                    SpeculationMode.DRAFT,
                    translate("ModeSwitch", "Draft"),
                    translate("ModeSwitch", "The draft model proposes."),
                ),
                (
                    SpeculationMode.LOOKUP,
                    translate("ModeSwitch", "Lookup"),
                    translate("ModeSwitch", "What the text repeats is proposed; no draft model is used."),
                ),
                (
                    SpeculationMode.OFF,
                    translate("ModeSwitch", "Off"),
                    translate("ModeSwitch", "The target writes alone."),
                ),
            ),
        )
        self.set_mode(SpeculationMode.AUTO)
        self.chosen.connect(self._on_chosen)

    def set_mode(self, mode: SpeculationMode) -> None:
        """Show a mode without telling anyone."""
        self.set_value(mode.value)

    def _on_chosen(self, value: str) -> None:
        self.mode_chosen.emit(SpeculationMode(value))
