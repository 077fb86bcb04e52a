"""For whom the settings below it are: all conversations, or the open one only."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Signal

from widgets.parts.segmented_control import SegmentedControl

translate = QCoreApplication.translate

_ALL = "all"
_ONE = "one"


class ScopeSwitch(SegmentedControl):
    """`scope_chosen(bool)` says whether they are for the open conversation only."""

    scope_chosen = Signal(bool)

    def __init__(self) -> None:
        super().__init__(
            translate("ScopeSwitch", "Settings for"),
            (
                (
                    _ALL,
                    translate("ScopeSwitch", "All conversations"),
                    translate("ScopeSwitch", "Changes hold wherever a conversation has no settings of its own."),
                ),
                (
                    _ONE,
                    translate("ScopeSwitch", "Only this one"),
                    translate("ScopeSwitch", "Changes hold in the open conversation; the others stay as they are."),
                ),
            ),
        )
        self.set_scoped(False)
        self.chosen.connect(lambda value: self.scope_chosen.emit(value == _ONE))

    @property
    def is_scoped(self) -> bool:
        """Whether the settings are for the open conversation only."""
        return self.value == _ONE

    def set_scoped(self, scoped: bool) -> None:
        """Show it without telling anyone."""
        self.set_value(_ONE if scoped else _ALL)
