"""The page about models: what is on this machine, which drafts go with what, and why others do not.

It shows what it is given and asks for the rest; it opens no file itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from app.viewmodels.notices import written
from widgets.models.details import ModelDetails
from widgets.models.no_models import NoModels
from widgets.models.shelf import ModelShelf
from widgets.models.words import size_text
from widgets.parts.page import Page
from widgets.parts.page_parts import row, sentence_label
from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.errors import Notice
    from app.models.listed_model import ListedModel
    from app.models.recommended import RecommendedPair
    from widgets.look.theme import Theme

_SHELF_WIDTHS = (280, 420)


class ModelsPage(Page):
    """Signals ask; `show_…` shows without telling anyone. What concerns one model is asked for by `details`."""

    model_chosen = Signal(object)
    """The path of the model that is current now; empty where none is."""
    folder_requested = Signal()
    """Let the user choose a folder to look into."""
    folder_removed = Signal(str)
    file_requested = Signal()
    look_requested = Signal()
    hidden_requested = Signal()
    """Leave nothing out of the list any more."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.set_title(self.tr("Models"))
        self._loaded = ("", "")
        self._models: Sequence[ListedModel] = ()
        self.status = sentence_label()
        self.folder_button = QPushButton(self.tr("Folders"))
        self._folder_menu = QMenu(self.folder_button)
        self.folder_button.setMenu(self._folder_menu)
        self.look_button = QPushButton(self.tr("Look again"))
        self.shelf = ModelShelf(theme)
        self.shelf.setMinimumWidth(_SHELF_WIDTHS[0])
        self.shelf.setMaximumWidth(_SHELF_WIDTHS[1])
        self.details = ModelDetails(theme)
        self.no_models = NoModels()
        self.hidden_button = QuietButton(theme, "")
        self.hidden_button.hide()
        self.notes = sentence_label()
        self.notes.hide()
        self._pages = QStackedWidget()
        self.first = self.shelf.search
        self._lay_out()
        self._connect()
        self.show_folders(())

    def show_models(self, models: Sequence[ListedModel], loaded: tuple[str, str], *, is_listed: bool) -> None:
        """Show models.

        Args:
            models: All that are not hidden.
            loaded: Paths of the target and the draft that are loaded; empty where none is.
            is_listed: Whether they were looked for already.
        """
        self._models, self._loaded = models, loaded
        self.shelf.show_models(models, loaded)
        is_empty = is_listed and not models
        self._pages.setCurrentIndex(1 if is_empty else 0)
        self.first = self.no_models.folder_button if is_empty else self.shelf.search
        self._show_current()

    def show_status(self, num_hidden: int, notes: Sequence[Notice], *, is_scanning: bool) -> None:
        """Say how many there are, how many are hidden, and what could not be looked into."""
        total = size_text(sum(model.file_bytes for model in self._models))
        if is_scanning and not self._models:
            self.status.setText(self.tr("Looking for models…"))
        elif len(self._models) == 1:
            self.status.setText(self.tr("1 model, {size}").format(size=total))
        else:
            text = self.tr("{number} models, {size}")
            self.status.setText(text.format(number=len(self._models), size=total) if self._models else "")
        self.look_button.setEnabled(not is_scanning)
        self.hidden_button.setText(self.tr("{number} removed from this list: bring back").format(number=num_hidden))
        self.hidden_button.updateGeometry()
        self.hidden_button.setVisible(num_hidden > 0)
        self.notes.setText("\n".join(written(note) for note in notes))
        self.notes.setVisible(bool(notes))

    def show_progress(self, done: int, total: int) -> None:
        """Say how many new files have been read."""
        self.status.setText(self.tr("Looking for models: {done} of {total} files").format(done=done, total=total))

    def show_recommended(self, pairs: Sequence[RecommendedPair], memory: str) -> None:
        """Show which pairs to look for while there is no model."""
        self.no_models.pairs.show_pairs(pairs, memory)

    def show_folders(self, folders: Sequence[str]) -> None:
        """Show which folders of the user's own are looked into."""
        menu = self._folder_menu
        menu.clear()
        menu.addAction(self.tr("Look in another folder…")).triggered.connect(lambda: self.folder_requested.emit())
        if folders:
            menu.addSeparator()
        for folder in folders:
            action = menu.addAction(self.tr("Look no more in {folder}").format(folder=folder))
            action.triggered.connect(lambda _checked=False, folder=folder: self.folder_removed.emit(folder))

    def select(self, path: str) -> None:
        """Make a model the current one."""
        self.shelf.select(path)

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self.title)
        words.addWidget(self.status)
        heading = row()
        heading.addLayout(words, 1)
        for button in (self.folder_button, self.look_button, self.close_button):
            heading.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        both = QWidget()
        columns = QHBoxLayout(both)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        line = QFrame()
        line.setProperty("role", "rule")
        line.setFixedWidth(1)
        left = QVBoxLayout()
        left.setSpacing(6)
        left.addWidget(self.shelf, 1)
        left.addWidget(self.hidden_button)
        columns.addLayout(left, 2)
        columns.addSpacing(16)
        columns.addWidget(line)
        columns.addWidget(self.details, 3)
        policy = self.details.sizePolicy()
        policy.setRetainSizeWhenHidden(True)  # the list stays where it is when a search finds nothing
        self.details.setSizePolicy(policy)
        self._pages.addWidget(both)
        self._pages.addWidget(self.no_models)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 20, 20, 16)
        layout.setSpacing(14)
        layout.addLayout(heading)
        layout.addWidget(self._pages, 1)
        layout.addWidget(self.notes)

    def _connect(self) -> None:
        self.look_button.clicked.connect(lambda: self.look_requested.emit())
        self.hidden_button.clicked.connect(lambda: self.hidden_requested.emit())
        self.no_models.folder_requested.connect(self.folder_requested)
        self.no_models.file_requested.connect(self.file_requested)
        self.shelf.chosen.connect(self._on_chosen)

    def _on_chosen(self, path: str) -> None:
        self._show_current()
        self.model_chosen.emit(path)

    def _show_current(self) -> None:
        path = self.shelf.current
        model = next((each for each in self._models if str(each.path) == path), None)
        self.details.setVisible(model is not None)
        if model is not None:
            self.details.show_model(model, self._loaded)
