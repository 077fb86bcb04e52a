"""The line above the conversation: which models are loaded, the memory they take, and a small menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QToolButton, QWidget

from widgets.look.icons import Icon, IconButton
from widgets.look.theme import ThemeChoice
from widgets.window.memory_bar import MemoryBar
from widgets.window.model_label import ModelLabel, label_of, shortened
from widgets.window.model_picker import ModelPicker

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.engine.types import PairInfo
    from app.hardware.sampler import MachineSample
    from widgets.look.theme import Theme


class Header(QFrame):
    """Asks for models by path; knows nothing of loading."""

    target_chosen = Signal(str)
    draft_chosen = Signal(str)
    draft_removed = Signal()
    theme_chosen = Signal(ThemeChoice)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "reading")
        self._theme = theme
        self.target_picker = ModelPicker(theme, self.tr("Target"), self.tr("none"))
        self.draft_picker = ModelPicker(theme, self.tr("Draft"), self.tr("none"), none_label=self.tr("No draft model"))
        self.memory_bar = MemoryBar(theme)
        self.more_button = IconButton(theme, Icon.MORE, self.tr("Menu"))
        self.more_menu = QMenu(self.more_button)
        self.more_button.setMenu(self.more_menu)
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._theme_actions = self._theme_menu()
        layout = self._line = QHBoxLayout(self)
        layout.setContentsMargins(26, 11, 16, 11)
        layout.setSpacing(10)
        layout.addWidget(self.target_picker)
        layout.addWidget(self.draft_picker)
        layout.addWidget(self.memory_bar, 1)
        layout.addWidget(self.more_button)
        self.target_picker.file_chosen.connect(self.target_chosen)
        self.draft_picker.file_chosen.connect(self.draft_chosen)
        self.draft_picker.none_chosen.connect(self.draft_removed)
        self.set_pair(None)

    def set_pair(self, pair: PairInfo | None) -> None:
        """Show what is loaded; the draft's name is cut to what differs from the target's."""
        self.memory_bar.set_pair(pair)
        self.draft_picker.setEnabled(pair is not None)
        if pair is None:
            self.target_picker.set_model(None, None)
            self.draft_picker.set_model(None, None)
            return
        target = label_of(pair.target)
        self.target_picker.set_model(pair.target.path, target)
        if pair.draft is None:
            self.draft_picker.set_model(None, None)
            return
        draft = label_of(pair.draft)
        short = ModelLabel(shortened(draft.name, target.name), draft.quantisation)
        self.draft_picker.set_model(pair.draft.path, short)

    def set_recent(self, targets: Sequence[str], drafts: Sequence[str]) -> None:
        """Offer files that were used before, newest first."""
        self.target_picker.set_recent(targets)
        self.draft_picker.set_recent(drafts)

    def set_draft_reasons(self, reasons: Mapping[str, str]) -> None:
        """Say which draft files do not fit the target, and why: path to sentence."""
        self.draft_picker.set_reasons(reasons)

    def on_sample(self, sample: MachineSample) -> None:
        """Take a look at the machine."""
        self.memory_bar.on_sample(sample)

    def choose_target_file(self) -> None:
        """Open the file dialog for a target."""
        self.target_picker.choose_file()

    def open_draft_menu(self) -> None:
        """Drop the menu of draft models."""
        if self.draft_picker.isEnabled():
            self.draft_picker.open_menu()

    def add_menu_actions(self, actions: Sequence[QAction]) -> None:
        """Put the window's actions before the theme's."""
        first = self.more_menu.actions()[0]
        for action in actions:
            self.more_menu.insertAction(first, action)
        self.more_menu.insertSeparator(first)

    def add_indicator(self, indicator: QWidget) -> None:
        """Put a few words about something that goes on beside the menu."""
        self._line.insertWidget(self._line.indexOf(self.more_button), indicator)

    def show_theme_choice(self, choice: ThemeChoice) -> None:
        """Tick a theme without telling anyone."""
        self._theme_actions[choice].setChecked(True)

    def _theme_menu(self) -> dict[ThemeChoice, QAction]:
        group = QActionGroup(self)
        names = {
            ThemeChoice.LIGHT: self.tr("Light"),
            ThemeChoice.DARK: self.tr("Dark"),
            ThemeChoice.SYSTEM: self.tr("Like the system"),
        }
        actions = {}
        for choice, name in names.items():
            action = self.more_menu.addAction(name)
            action.setCheckable(True)
            action.setChecked(choice is self._theme.choice)
            action.triggered.connect(lambda _checked=False, choice=choice: self.theme_chosen.emit(choice))
            group.addAction(action)
            actions[choice] = action
        return actions
