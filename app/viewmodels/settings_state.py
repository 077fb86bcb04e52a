"""The settings as their page has them: what each is, what it was before a reset, what an administrator has decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError
from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from app.settings.described import described_settings, value_of
from app.viewmodels.settings_words import settings_groups

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.settings.described import Described
    from app.viewmodels.preferences import Preferences
    from app.viewmodels.settings_words import SettingsGroup

Values = dict["Described", Any]


class SettingsState(QObject):
    """Puts and resets; whoever else changes a setting is followed.

    Args:
        preferences: Has the settings and saves them.
    """

    changed = Signal(str)
    """Name of a section that has other values now."""
    undo_changed = Signal()
    waiting_changed = Signal()

    def __init__(self, preferences: Preferences, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._pins: Mapping[tuple[str, str], str] = {}
        self._before: Values = {}
        """What a reset took away."""
        self._reset_in = ""
        self._is_loaded = False
        self._loaded: Values = {}
        """What the loaded pair was loaded with."""
        self._asked: Values = {}
        preferences.changed.connect(self._on_changed)

    @property
    def groups(self) -> tuple[tuple[SettingsGroup, tuple[Described, ...]], ...]:
        """Every group with what belongs to it; none is empty."""
        found = []
        for group in settings_groups():
            settings = tuple(each for each in described_settings() if each.section in group.sections)
            if settings:
                found.append((group, settings))
        return tuple(found)

    def value(self, described: Described) -> Any:  # noqa: ANN401 - each setting has its own type
        """What a setting is now."""
        return value_of(self._preferences.settings, described)

    def is_default(self, described: Described) -> bool:
        """Whether it is as it comes with the program."""
        return bool(self.value(described) == described.default)

    def pin_of(self, described: Described) -> str:
        """Why nobody can change it here; empty where one can."""
        return self._pins.get(described.key, "")

    def set_pins(self, pins: Mapping[tuple[str, str], str]) -> None:
        """Take note of what is decided elsewhere: a sentence for each setting, by section and name."""
        before, self._pins = self._pins, pins
        if pins == before:
            return
        for section in {section for section, _name in (*before, *pins)}:
            self.changed.emit(section)

    def put(self, described: Described, value: Any) -> str:  # noqa: ANN401 - each setting has its own type
        """Take a value.

        Returns:
            Why it cannot be, in a sentence; empty where it was taken.
        """
        if self.pin_of(described):
            return self.pin_of(described)
        try:
            self._preferences.put(described.section, **{described.name: value})
        except ValidationError:
            return QCoreApplication.translate("SettingsFields", "Galley cannot use this. The value before it stays.")
        return ""

    def reset(self, described: Described) -> None:
        """Take the default."""
        self.put(described, described.default)

    # Resetting a group, and having it back.

    def num_changed(self, group: str) -> int:
        """How many settings of a group are not as they come with the program, and could be."""
        return len(self._resettable(group))

    def reset_group(self, group: str) -> None:
        """Take every default of a group; `undo` has them back."""
        settings = self._resettable(group)
        before = {each: self.value(each) for each in settings}
        self._forget_undo()
        for section in dict.fromkeys(each.section for each in settings):
            defaults = {each.name: each.default for each in settings if each.section == section}
            self._preferences.put(section, **defaults)
        self._before, self._reset_in = before, group
        self.undo_changed.emit()

    @property
    def undo_group(self) -> str:
        """The group that was reset last and can be had back; empty where there is none."""
        return self._reset_in

    @property
    def num_undo(self) -> int:
        """How many settings would come back."""
        return len(self._before)

    def undo(self) -> None:
        """Have back what the last reset took away."""
        before = self._before
        self._forget_undo()
        for section in dict.fromkeys(each.section for each in before):
            values = {each.name: old for each, old in before.items() if each.section == section}
            self._preferences.put(section, **values)

    def _forget_undo(self) -> None:
        if self._reset_in:
            self._before, self._reset_in = {}, ""
            self.undo_changed.emit()

    def _resettable(self, group: str) -> tuple[Described, ...]:
        every = next((settings for each, settings in self.groups if each.key == group), ())
        return tuple(each for each in every if not self.is_default(each) and not self.pin_of(each))

    # What waits for the next load.

    def note_load(self) -> None:
        """The engine is told to load a pair, with the settings as they are."""
        self._asked = self._at_load()

    def note_loaded(self, is_loaded: bool, *, is_another: bool) -> None:
        """A pair is loaded, or none.

        Args:
            is_loaded: Whether one is.
            is_another: Whether it was loaded just now, instead of having stayed.
        """
        if is_another:
            self._loaded = self._asked
        self._is_loaded = is_loaded
        self.waiting_changed.emit()

    def waits(self, described: Described) -> bool:
        """Whether the loaded pair was loaded with another value."""
        return self._is_loaded and described in self._loaded and self._loaded[described] != self.value(described)

    def group_waits(self, group: str) -> bool:
        """Whether something in a group waits for the next load."""
        every = next((settings for each, settings in self.groups if each.key == group), ())
        return any(self.waits(each) for each in every)

    def _at_load(self) -> Values:
        return {each: self.value(each) for each in described_settings() if each.is_at_load}

    @Slot(str)
    def _on_changed(self, section: str) -> None:
        if any(each.section == section for each in self._before):
            self._forget_undo()  # what came later would be lost
        self.changed.emit(section)
        self.waiting_changed.emit()
