"""What a run of the lab is begun with: prompts, language, settings, repeats, length of a reply."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QWidget

from app.lab.grid import BUILT_IN
from app.lab.suites import ALL, CATEGORIES
from app.lab.suites import QUICK as QUICK_SUITE
from app.viewmodels.lab_choice import CHATS, MAX_REPEATS, MAX_TOKENS, LabChoice
from widgets.lab.words import grid_name, language_name, suite_name
from widgets.parts.number_field import whole_field

_FILE, _FOLDER = "?file", "?folder"
"""Entries that ask for something; no name and no full path begins so."""
_LANGUAGES = ("en", "nl")
_LEAST_WIDTH = 220


class LabSetup(QWidget):
    """Read `choice` when it is wanted."""

    suite_file_requested = Signal(bool)
    """Let the user choose prompts; True for a folder."""
    grid_file_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.suite, self.language, self.grid = QComboBox(), QComboBox(), QComboBox()
        for name in (QUICK_SUITE, ALL, *CATEGORIES, CHATS):
            self.suite.addItem(suite_name(name), name)
        self.suite.addItem(self.tr("A file of prompts…"), _FILE)
        self.suite.addItem(self.tr("A folder of prompts…"), _FOLDER)
        self.language.addItem(self.tr("All languages"), "")
        for code in _LANGUAGES:
            self.language.addItem(language_name(code), code)
        for name in BUILT_IN:
            self.grid.addItem(grid_name(name), name)
        self.grid.addItem(self.tr("A file of settings…"), _FILE)
        self.repeat = whole_field(1, MAX_REPEATS)
        self.repeat.setToolTip(self.tr("How often each reply is written. More prompts say more than more repeats."))
        self.max_tokens = whole_field(16, MAX_TOKENS)
        self.max_tokens.setValue(128)
        self._own: set[QComboBox] = set()
        """Fields whose first entry is a file of the user's own."""
        self._kept = {self.suite: 0, self.grid: 0}
        self._lay_out()
        self.suite.activated.connect(self._on_suite)
        self.grid.activated.connect(self._on_grid)

    @property
    def choice(self) -> LabChoice:
        """What is chosen."""
        return LabChoice(
            suite=self._value(self.suite),
            language=str(self.language.currentData()),
            grid=self._value(self.grid),
            repeat=self.repeat.value(),
            max_tokens=self.max_tokens.value(),
        )

    def take_suite(self, path: str) -> None:
        """Choose a file or folder of prompts."""
        self._take(self.suite, path)
        self._show_language()

    def take_grid(self, path: str) -> None:
        """Choose a file of settings."""
        self._take(self.grid, path)

    def _take(self, field: QComboBox, path: str) -> None:
        if field in self._own:
            field.removeItem(0)
        self._own.add(field)
        field.insertItem(0, Path(path).name, path)
        field.setItemData(0, path, Qt.ItemDataRole.ToolTipRole)
        field.setCurrentIndex(0)
        self._kept[field] = 0

    def _on_suite(self, index: int) -> None:
        value = self.suite.itemData(index)
        if value in (_FILE, _FOLDER):
            self.suite.setCurrentIndex(self._kept[self.suite])
            self.suite_file_requested.emit(value == _FOLDER)
        self._kept[self.suite] = self.suite.currentIndex()
        self._show_language()

    def _on_grid(self, index: int) -> None:
        if self.grid.itemData(index) == _FILE:
            self.grid.setCurrentIndex(self._kept[self.grid])
            self.grid_file_requested.emit()
        self._kept[self.grid] = self.grid.currentIndex()

    def _show_language(self) -> None:
        """Nobody knows in which language somebody chats."""
        self.language.setEnabled(self._value(self.suite) != CHATS)

    @staticmethod
    def _value(field: QComboBox) -> str:
        return str(field.currentData())

    def _lay_out(self) -> None:
        fields = (
            (self.tr("Prompts"), self.suite),
            (self.tr("Language"), self.language),
            (self.tr("Settings"), self.grid),
            (self.tr("Repeats"), self.repeat),
            (self.tr("Tokens a reply, at most"), self.max_tokens),
        )
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        for number, (name, field) in enumerate(fields):
            label = QLabel(name)
            label.setProperty("role", "muted")
            label.setBuddy(field)
            field.setAccessibleName(name)
            line, column = divmod(number, 3)
            label.setContentsMargins(0, 8 if line else 0, 0, 0)
            grid.addWidget(label, 2 * line, column)
            grid.addWidget(field, 2 * line + 1, column)
        for field in (self.suite, self.grid):
            field.setMinimumWidth(_LEAST_WIDTH)
        for column in range(3):
            grid.setColumnStretch(column, 1)
