"""The settings of replies with what stands above them: for whom they are, and the presets they can be taken from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from widgets.proof.preset_bar import PresetBar
from widgets.proof.scope_switch import ScopeSwitch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from widgets.look.theme import Theme
    from widgets.proof.sampling_panel import SamplingPanel


class ConversationControls(QWidget):
    """A switch, a line of presets, and the panel of settings.

    Args:
        theme: Whose palette it takes.
        sampling: The settings.
    """

    scope_chosen = Signal(bool)
    """Whether settings shall be for the open conversation only."""

    def __init__(self, theme: Theme, sampling: SamplingPanel) -> None:
        super().__init__()
        self.sampling = sampling
        self.scope_switch = ScopeSwitch()
        self.presets = PresetBar(theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 0)
        layout.setSpacing(10)
        layout.addWidget(self.scope_switch)
        layout.addWidget(self.presets)
        layout.addWidget(sampling)
        self.scope_switch.scope_chosen.connect(self.scope_chosen)

    def show_scope(self, scoped: bool, program: Mapping[str, object]) -> None:
        """Show for whom the settings are.

        Args:
            scoped: Whether for the open conversation only.
            program: Of the settings that are its own, what the program has instead, by name.
        """
        self.scope_switch.set_scoped(scoped)
        self.sampling.show_own(scoped, program)
