"""The parts of the program that nobody sees at first: each is made when the window is there already, or when asked for.

Their modules are imported then, too, which is half of the time that they take.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

from app.errors import Notice

if TYPE_CHECKING:
    from app.composition.about import About
    from app.composition.comparing import Comparing
    from app.composition.foreign import ForeignWired
    from app.composition.galley import Galley
    from app.composition.helping import Helping
    from app.composition.lab import Lab
    from app.composition.machine import Machine
    from app.composition.models import Models
    from app.composition.serving import Serving
    from app.composition.settings_page import SettingsWired
    from widgets.plots.panel_plots import PanelPlots

_NAMES = ("curves", "machine", "models", "comparing", "serving", "foreign", "lab", "helping", "settings", "about")


class LateParts(QObject):
    """What the program is made of beside what its first frame shows."""

    @cached_property
    def curves(self) -> PanelPlots:
        """The curves of the proof panel."""
        return self._program.proof_panel.plots

    @cached_property
    def machine(self) -> Machine:
        """The machine's page, and what the panel's curves lead to."""
        from app.composition.machine import Machine

        return Machine(self._program)

    @cached_property
    def models(self) -> Models:
        """The models on this machine."""
        from app.composition.models import Models

        return Models(self._program)

    @cached_property
    def comparing(self) -> Comparing:
        """Two settings side by side."""
        from app.composition.comparing import Comparing

        return Comparing(self._program)

    @cached_property
    def lab(self) -> Lab:
        """Measuring over suites."""
        from app.composition.lab import Lab

        return Lab(self._program)

    @cached_property
    def helping(self) -> Helping:
        """The guide, and what asks for it."""
        from app.composition.helping import Helping

        return Helping(self._program)

    @cached_property
    def serving(self) -> Serving:
        """Other programs that use the loaded pair."""
        from app.composition.serving import Serving

        return Serving(self._program, Notice("policy_api") if self._program.policy.policy.api_forbidden else None)

    @cached_property
    def foreign(self) -> ForeignWired:
        """Settings from and for other programs."""
        from app.composition.foreign import ForeignWired

        return ForeignWired(self._program)

    @cached_property
    def settings(self) -> SettingsWired:
        """All settings on one page."""
        from app.composition.settings_page import SettingsWired

        return SettingsWired(self._program)

    @cached_property
    def about(self) -> About:
        """Which Galley this is, and what is inside."""
        from app.composition.about import About

        return About(self._program)

    def make_next(self) -> bool:
        """Make the next one that is not there yet; False where all are."""
        name = next((each for each in _NAMES if not self.has(each)), None)
        if name is not None:
            getattr(self, name)
        return name is not None

    def stop_late(self) -> None:
        """End what was made and runs by itself."""
        if self.has("about"):
            self.about.stop()
        if self.has("serving"):
            self.serving.stop()
        if self.has("comparing"):
            self.comparing.stop()
        if self.has("lab"):
            self.lab.cancel()
        if self.has("models"):
            self.models.stop()

    def has(self, name: str) -> bool:
        """Whether a part has been made."""
        return name in self.__dict__

    @property
    def _program(self) -> Galley:
        return cast("Galley", self)
