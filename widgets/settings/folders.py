"""The control for a list of folders: each with a button that takes it out, and one that asks for another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from widgets.look.icons import Icon, IconButton
from widgets.look.theme import mono
from widgets.parts.page_parts import LineLabel, row
from widgets.parts.tab_chain import chain_behind
from widgets.settings.controls import SettingControl

if TYPE_CHECKING:
    from widgets.look.theme import Theme


class FoldersControl(SettingControl):
    """Asks for a folder with `folder_asked`; what is chosen comes back by `add`."""

    folder_asked = Signal()
    is_wide = True

    def __init__(self, theme: Theme) -> None:
        self.add_button = QPushButton(self.tr("Add a folder…"))
        super().__init__(self.add_button)
        self._theme = theme
        self._folders: tuple[str, ...] = ()
        self._rows = QWidget()
        self.remove_buttons: list[IconButton] = []
        self.add_button.setProperty("role", "choice")
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self._rows)
        self._column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.add_button.clicked.connect(lambda: self.folder_asked.emit())

    def name(self, title: str, description: str) -> None:
        """Say what it is for; the button keeps its own name."""
        self.setAccessibleName(title)
        self.add_button.setAccessibleDescription(f"{title}. {description}")

    def show_value(self, value: Any) -> None:  # noqa: ANN401 - each setting has its own type
        """Show these folders."""
        if value == self._folders and self.remove_buttons:
            return
        has_focus = any(button.hasFocus() for button in self.remove_buttons)
        self._folders = tuple(value)
        fresh = QWidget()
        lines = QVBoxLayout(fresh)
        lines.setContentsMargins(0, 0, 0, 4 if self._folders else 0)
        lines.setSpacing(2)
        self.remove_buttons = [self._line(lines, folder) for folder in self._folders]
        self._column.replaceWidget(self._rows, fresh)
        self._rows.hide()
        self._rows.deleteLater()
        self._rows = fresh
        chain_behind(self, [*self.remove_buttons, self.add_button])
        if has_focus:
            self.add_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def add(self, folder: str) -> None:
        """Take a folder in."""
        self.value_chosen.emit((*(each for each in self._folders if each != folder), folder))

    def _line(self, lines: QVBoxLayout, folder: str) -> IconButton:
        label = LineLabel(self._theme, folder, mono(11.5), Qt.TextElideMode.ElideMiddle)
        button = IconButton(self._theme, Icon.CLOSE, self.tr("Take out {folder}").format(folder=folder))
        button.clicked.connect(lambda: self.value_chosen.emit(tuple(each for each in self._folders if each != folder)))
        line = row(label, button)
        line.setStretch(0, 1)
        lines.addLayout(line)
        return button
