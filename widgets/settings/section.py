"""A group of settings under one heading: its rows, the way back to all defaults, and the way back from there.

It is filled when it is first seen: half a hundred rows at once would hold the window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from app.settings.described import Kind
from app.viewmodels.settings_search import Searched
from widgets.parts.choice_line import ChoiceLine
from widgets.parts.page_parts import Section, rule, sentence_label
from widgets.settings.controls import ChoiceControl, LineControl, SettingControl, SwitchControl
from widgets.settings.folders import FoldersControl
from widgets.settings.row import SettingRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QFrame

    from app.settings.described import Described
    from app.viewmodels.settings_state import SettingsState
    from app.viewmodels.settings_words import SettingsGroup
    from widgets.look.theme import Theme

translate = QCoreApplication.translate


def control_of(theme: Theme, described: Described) -> SettingControl:
    """Return the control by which a setting is changed."""
    if described.kind is Kind.SWITCH:
        return SwitchControl(theme)
    if described.kind in (Kind.CHOICE, Kind.OPEN_SWITCH, Kind.LANGUAGE):
        return ChoiceControl(described)
    if described.kind is Kind.FOLDERS:
        return FoldersControl(theme)
    return LineControl(described)


class SettingsSection(QWidget):
    """Follows the state of its settings."""

    reload_requested = Signal()
    folder_asked = Signal(object)
    """Ask for a folder; the `FoldersControl` that wants it is told."""

    def __init__(self, theme: Theme, state: SettingsState, group: SettingsGroup, settings: Sequence[Described]) -> None:
        super().__init__()
        self._theme = theme
        self._state = state
        self._settings = settings
        self._searched: list[Searched] = []
        self._words: Sequence[str] = ()
        self._rules: list[QFrame] = []
        self.group = group
        self.rows: list[SettingRow] = []
        """Empty until it is filled."""
        self.reset_button = QPushButton(translate("SettingsSection", "Reset all"))
        self.reset_button.setProperty("role", "quiet")
        self.undo_line = ChoiceLine(theme)
        self.load_line = ChoiceLine(theme)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self.hide()

    def fill(self) -> None:
        """Make the rows, unless they are there."""
        if self.rows:
            return
        name = translate("SettingsSection", "Reset all of “{group}”").format(group=self.group.title)
        self.reset_button.setAccessibleName(name)
        policy = self.reset_button.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.reset_button.setSizePolicy(policy)
        self.reset_button.clicked.connect(lambda: self._state.reset_group(self.group.key))
        section = Section(self.group.title, aside=self.reset_button)
        section.body.setSpacing(0)
        section.body.setContentsMargins(16, 2, 16, 2)
        self._layout.addWidget(section)
        sentence = sentence_label(self.group.sentence)
        sentence.setContentsMargins(2, 0, 0, 4)
        inner = section.layout()
        assert isinstance(inner, QVBoxLayout)
        for place, part in enumerate((sentence, self.load_line, self.undo_line), 1):
            inner.insertWidget(place, part)
        for each in self._settings:
            line, control = rule(), control_of(self._theme, each)
            row = SettingRow(self._theme, self._state, each, control)
            section.add(line, row)
            self._rules.append(line)
            self.rows.append(row)
            if isinstance(control, FoldersControl):
                control.folder_asked.connect(lambda control=control: self.folder_asked.emit(control))
        self._show_found()
        self.refresh_foot()
        section.show()  # a layout would show it a moment later

    def refresh(self, section: str) -> None:
        """Show what settings of a section of the schema are now."""
        if self.rows and section in self.group.sections:
            for row in self.rows:
                if row.described.section == section:
                    row.refresh()
            self.refresh_foot()

    def refresh_foot(self) -> None:
        """Show what can be reset, had back, and loaded again."""
        if not self.rows:
            return
        state, key = self._state, self.group.key
        num_changed = state.num_changed(key)
        if num_changed < 2 and self.reset_button.hasFocus():
            self.rows[0].control.field.setFocus()
        self.reset_button.setVisible(num_changed > 1)
        if state.undo_group == key:
            text = translate("SettingsSection", "Settings that are back at their defaults: {number}.")
            undo = translate("SettingsSection", "Undo")
            self.undo_line.offer(text.format(number=QLocale().toString(state.num_undo)), [(undo, state.undo)])
        else:
            self.undo_line.withdraw()
        for row in self.rows:
            row.show_waiting()
        if state.group_waits(key):
            text = translate("SettingsSection", "The loaded pair still has the old values.")
            again = translate("SettingsSection", "Reload now")
            self.load_line.offer(text, [(again, self.reload_requested.emit)])
        else:
            self.load_line.withdraw()

    def search(self, words: Sequence[str]) -> int:
        """Leave only settings in which every word stands, marked; without words, all of them.

        Returns:
            How many there are.
        """
        self._words = words
        if words and not self._searched:
            self._searched = [Searched.of(each, self.group.title) for each in self._settings]
        self._show_found()
        return sum(searched.has(words) for searched in self._searched) if words else len(self._settings)

    def finish(self) -> None:
        """Take what is typed and not taken yet."""
        for row in self.rows:
            row.finish()

    def _show_found(self) -> None:
        """Show the rows that were found, a line between each two."""
        is_first = True
        for place, (row, line) in enumerate(zip(self.rows, self._rules, strict=True)):
            searched = self._searched[place] if self._words else None
            shown = searched is None or searched.has(self._words)
            row.setVisible(shown)
            line.setVisible(shown and not is_first)
            is_first = is_first and not shown
            if searched is not None and shown:
                row.show_words(self._words, searched.choices_with(self._words))
            else:
                row.show_words(())
