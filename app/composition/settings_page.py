"""How the page of all settings is connected: what it asks for, what waits for a load, what an administrator decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from app.errors import Notice
from app.settings.policy import read_policy
from app.viewmodels.notices import written
from app.viewmodels.settings_state import SettingsState
from widgets.parts.file_dialog import file_dialog
from widgets.parts.shortcut_sheet import Command
from widgets.settings.page import SettingsPage
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.engine.types import PairInfo
    from widgets.settings.folders import FoldersControl


class SettingsWired(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._pair: PairInfo | None = None
        self.state = SettingsState(galley.preferences, self)
        self.state.set_pins(_pins())
        self.page = SettingsPage(galley.theme, self.state)
        galley.window.add_page(self.page)
        galley.sidebar.add_page(galley.window.action(Command.SHOW_SETTINGS), PageGroup.PROGRAM, 10)
        galley.sidebar.add_page(galley.window.action(Command.SHOW_SHORTCUTS), PageGroup.PROGRAM, 30)
        self._connect_page()
        self._connect_loads()

    def show(self, group: str = "") -> None:
        """Bring the page to the front: at a group, such as "sampling", or as it was left."""
        self.state.set_pins(_pins())
        if group:
            self.page.show_group(group)
        self.page.show_note("")
        self._galley.window.show_page(self.page)

    def _connect_page(self) -> None:
        galley, page = self._galley, self.page
        galley.window.settings_requested.connect(lambda: self.show())
        page.close_requested.connect(lambda: galley.window.show_page(None))
        page.reload_requested.connect(self._on_reload_requested)
        page.folder_asked.connect(self._ask_for_folder)

    def _connect_loads(self) -> None:
        self._galley.pair_choice.load_requested.connect(self.state.note_load)
        self._galley.pair_choice.pair_changed.connect(self._on_pair_changed)

    def _on_pair_changed(self) -> None:
        pair = self._galley.pair_choice.pair
        is_another = pair is not None and pair != self._pair
        self._pair = pair
        self.state.note_loaded(pair is not None, is_another=is_another)

    def _on_reload_requested(self) -> None:
        """Load again, where one sees it happen."""
        self._galley.window.show_page(None)
        self._galley.pair_choice.reload()

    def _ask_for_folder(self, control: FoldersControl) -> None:
        dialog = file_dialog(self._galley.window, self.tr("A folder with models"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(control.add)
        dialog.open()


def _pins() -> dict[tuple[str, str], str]:
    """What an administrator has decided, as the sentence that stands at the setting."""
    policy, pins = read_policy().policy, {}
    if policy.api_forbidden:
        pins["server", "enabled"] = pins["server", "port"] = written(Notice("policy_api"))
    if policy.model_folders is not None:
        pins["models", "folders"] = written(Notice("policy_folders"))
    return pins
