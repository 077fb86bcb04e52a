"""How settings from and for other programs are connected: the page, the files it opens, and what holds just now."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QFileDialog

from app.errors import UserError
from app.interop.recognise import MAX_BYTES, decoded
from app.models.naming import shown_path
from app.viewmodels.foreign import Foreign
from app.viewmodels.foreign_given import given
from app.viewmodels.notices import written
from widgets.foreign.page import ForeignPage
from widgets.parts.file_dialog import file_dialog
from widgets.parts.shortcut_sheet import Command
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.errors import Notice


class ForeignWired(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._opened = "", ""
        """Folder and first line of the file that was opened: while its text stands there, names are relative to it."""
        self.foreign = Foreign(
            galley.tasks, galley.preferences, galley.own_settings, galley.conversations, galley.pair_choice, self
        )
        self.foreign.set_known_files(self._known_files)
        self.page = ForeignPage(galley.theme)
        galley.window.add_page(self.page)
        galley.sidebar.add_page(galley.window.action(Command.SHOW_FOREIGN), PageGroup.OTHERS, 30)
        self._connect_page()
        self._connect_program()

    @Slot()
    def show(self) -> None:
        """Bring the page to the front, as it was left."""
        self._galley.window.show_page(self.page)

    def _connect_page(self) -> None:
        galley, page = self._galley, self.page
        galley.window.foreign_requested.connect(self.show)
        page.close_requested.connect(lambda: galley.window.show_page(None))
        page.shown.connect(self._write)
        page.reader.text_rested.connect(self._on_typed)
        page.reader.file_requested.connect(self._ask_for_file)
        page.result.apply_requested.connect(self.foreign.apply)
        page.result.undo_requested.connect(self.foreign.undo)
        page.writer.form_chosen.connect(self._write)
        self.foreign.changed.connect(self._show)

    def _connect_program(self) -> None:
        galley = self._galley
        galley.pair_choice.pair_changed.connect(self._write)
        galley.pair_choice.failed.connect(self._on_pair_failed)
        galley.own_settings.changed.connect(self._write)
        galley.preferences.changed.connect(self._write)
        galley.protection.closing.connect(self._on_closing)

    @Slot(str)
    def _on_typed(self, text: str) -> None:
        folder, first = self._opened
        self.foreign.read(text, folder if first and first in text else "")

    def _ask_for_file(self) -> None:
        dialog = file_dialog(self._galley.window, self.tr("Settings of another program"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self.open_file)
        dialog.open()

    @Slot(str)
    def open_file(self, path: str) -> None:
        """Put a file's text into the field and read it."""
        self._galley.tasks.run(
            lambda: _text_of(path), lambda text: self._on_file_read(path, text), lambda notice: self._refuse(notice)
        )

    def _on_file_read(self, path: str, text: str) -> None:
        folder = os.path.dirname(os.path.abspath(path))
        self._opened = folder, next((line for line in text.splitlines() if line.strip()), "")
        self.page.reader.put(text)
        self.foreign.read(text, folder)

    def _refuse(self, notice: Notice) -> None:
        self.page.reader.show_problem(written(notice))

    @Slot()
    def _show(self) -> None:
        """Show what the text would change, and what came of taking it."""
        foreign, page = self.foreign, self.page
        page.reader.show_problem("" if foreign.problem is None else written(foreign.problem))
        page.result.show_offer(foreign.offer, title=self._galley.conversations.active_entry.title)
        page.result.show_outcome(taken=foreign.can_undo)

    @Slot(object)
    def _on_pair_failed(self, notice: Notice) -> None:
        """The rest was taken: files that cannot be used change nothing."""
        if self.foreign.can_undo:
            self.page.result.show_outcome(taken=True, problem=written(notice))

    @Slot()
    def _write(self) -> None:
        """Write the pair and its settings out, while somebody looks."""
        galley, writer = self._galley, self.page.writer
        if galley.window.page is not self.page:
            return
        reply = galley.own_settings.reply_settings(galley.conversations.active)
        try:
            exported = given(writer.form, galley.preferences, galley.pair_choice, reply)
        except UserError as error:
            writer.show_problem(written(error.notice))
        else:
            writer.show_text(exported.text, exported.notes)

    def _known_files(self) -> dict[str, str]:
        """Models on this machine by their files' names, as far as a name belongs to one only."""
        found: dict[str, str] = {}
        twice: set[str] = set()
        for model in self._galley.models.library.models:
            name = model.path.name
            twice |= {name} & found.keys()
            found[name] = str(model.path)
        return {name: path for name, path in found.items() if name not in twice}

    @Slot()
    def _on_closing(self) -> None:
        """A command may hold a system prompt."""
        self._opened = "", ""
        self.page.reader.put("")
        self.foreign.forget()
        self.page.writer.show_problem("")


def _text_of(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            return decoded(file.read(MAX_BYTES + 1))
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or str(error)
        raise UserError("interop_no_file", path=shown_path(Path(path)), cause=cause) from error
