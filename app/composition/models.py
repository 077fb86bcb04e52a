"""How the list of models is connected: what is found, the page about it, the menus of the header, the first start."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog

from app.composition.model_plans import ModelPlans
from app.models.naming import shown_path
from app.models.places import usual_places
from app.models.recommended import pairs_for
from app.runtime.library_worker import LibraryWorker
from app.settings.paths import library_file
from app.viewmodels.model_library import ModelLibrary
from app.viewmodels.notices import written
from app.viewmodels.pair_gains import PairGains
from app.viewmodels.pair_list import PairList
from widgets.look.figures import gigabytes
from widgets.models.page import ModelsPage
from widgets.models.words import gain_text, place_text, size_text, title_text
from widgets.parts.file_dialog import file_dialog
from widgets.parts.shortcut_sheet import Command
from widgets.window.model_menu import MenuRow
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.composition.galley import Galley
    from app.errors import Notice
    from app.models.listed_model import ListedModel
    from app.models.suggestions import DraftOption

_MOST_IN_MENU = 40
_MOST_REFUSED = 12
"""In the menu of drafts; the page has all of them."""


class Models(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self.worker = LibraryWorker(library_file(galley.folders), self)
        self.library = ModelLibrary(self.worker, galley.preferences, lambda: usual_places(galley.folders.data), self)
        self.chosen = PairList("page", self.worker, self.library, self)
        """Beside the model that is chosen on the page."""
        self.loaded = PairList("window", self.worker, self.library, self)
        """Beside the target that is loaded."""
        self.gains = PairGains(self)
        self.page = ModelsPage(galley.theme)
        self.plans = ModelPlans(galley, self.library, self.page.details, self)
        galley.window.add_page(self.page)
        models = galley.window.action(Command.SHOW_MODELS)
        galley.sidebar.add_page(models, PageGroup.MACHINE, 10, quick=self.tr("Models"))
        self._connect_library()
        self._connect_page()
        self._connect_window()
        self._show_recommended()

    def start(self) -> None:
        """Look for models."""
        self.worker.start()
        self.library.look()

    def stop(self) -> None:
        """Look no more."""
        self.plans.stop()
        self.library.stop()
        self.worker.stop()

    def show(self) -> None:
        """Bring the page to the front."""
        self._galley.window.show_page(self.page)
        self._follow_chosen()
        self._renew()
        self.library.look()

    def _connect_library(self) -> None:
        galley = self._galley
        self.library.changed.connect(self._show_library)
        self.library.scanning_changed.connect(self._show_status)
        self.library.best_changed.connect(self._show_found)
        self.library.progressed.connect(self.page.show_progress)
        self.chosen.changed.connect(self._show_options)
        self.loaded.changed.connect(self._show_loaded)
        self.worker.inspected.connect(self.page.details.show_metadata)
        self.worker.inspection_failed.connect(self._on_inspection_failed)
        galley.telemetry.sampled.connect(self.library.on_sample)
        galley.telemetry.sampled.connect(lambda _sample: self._show_recommended())
        galley.engine.events_arrived.connect(self.gains.on_events)
        self.gains.measured.connect(self._on_measured)

    def _connect_page(self) -> None:
        page, details, choice = self.page, self.page.details, self._galley.pair_choice
        page.close_requested.connect(self._close)
        page.model_chosen.connect(lambda _path: self._follow_chosen())
        page.look_requested.connect(self.library.look)
        page.hidden_requested.connect(self.library.show_hidden)
        page.folder_requested.connect(self._ask_for_folder)
        page.folder_removed.connect(self.library.remove_folder)
        page.file_requested.connect(self._ask_for_file)
        details.target_chosen.connect(lambda path: self._use(lambda: choice.choose_target(path)))
        details.draft_chosen.connect(lambda path: self._use(lambda: choice.choose_draft(path)))
        details.pair_chosen.connect(lambda target, draft: self._use(lambda: choice.choose_pair(target, draft)))
        details.reveal_requested.connect(_reveal)
        details.hide_requested.connect(self.library.hide)
        details.metadata_requested.connect(lambda path: self.worker.inspect(Path(path)))

    def _connect_window(self) -> None:
        galley, header = self._galley, self._galley.header
        galley.window.models_requested.connect(self.show)
        for picker in (header.target_picker, header.draft_picker):
            picker.all_requested.connect(self.show)
        galley.empty_state.models_requested.connect(self.show)
        galley.empty_state.pair_chosen.connect(galley.pair_choice.choose_pair)
        galley.pair_choice.pair_changed.connect(self._on_pair_changed)

    # What is found.

    def _renew(self) -> None:
        """Plan pairs anew: other memory is free, or settings are others."""
        self.plans.forget_room()
        self.chosen.renew()
        self.loaded.renew()

    @property
    def _pair(self) -> tuple[str, str]:
        """Paths of the target and the draft that are loaded; empty where none is."""
        pair = self._galley.pair_choice.pair
        if pair is None:
            return "", ""
        return self._listed(pair.target.path), "" if pair.draft is None else self._listed(pair.draft.path)

    def _listed(self, path: str) -> str:
        """The path under which the library lists a file that was opened by another one."""
        model = self.library.model_at(path)
        return path if model is None else str(model.path)

    def _show_library(self) -> None:
        self.page.show_models(self.library.models, self._pair, is_listed=self.library.is_listed)
        self._show_status()
        self._follow_loaded()
        self._follow_chosen()
        self._show_target_menu()
        self._show_found()

    def _show_status(self) -> None:
        library, page = self.library, self.page
        page.show_status(library.num_hidden, library.notes, is_scanning=library.is_scanning)
        page.show_folders(library.folders)

    def _show_found(self) -> None:
        if self.library.is_listed:
            num_chats = sum(model.chats for model in self.library.models)
            self._galley.empty_state.set_found(num_chats, self.library.best)

    def _show_recommended(self) -> None:
        room = self.library.room
        memory = "" if room.total_bytes is None else f"{gigabytes(room.total_bytes)} GB"
        pairs = pairs_for(room)
        self.page.show_recommended(pairs, memory)
        self._galley.empty_state.set_recommended(pairs, memory)

    def _show_target_menu(self) -> None:
        chats = [model for model in self.library.models if model.chats and _is_text(model)]
        chats.sort(key=lambda model: model.name.casefold())
        rows = [
            MenuRow(str(model.path), title_text(model), f"{size_text(model.file_bytes)} · {place_text(model)}")
            for model in chats[:_MOST_IN_MENU]
        ]
        self._galley.header.target_picker.set_library(rows)

    def _show_loaded(self) -> None:
        """Offer drafts for the loaded target: those that fit, and those that one might think would."""
        options = [option for option in self.loaded.options if _is_text(option.model)]
        fitting = [option for option in options if option.fits][:_MOST_IN_MENU]
        refused = [option for option in options if not option.fits and option.model.chats]
        rows = [_draft_row(option) for option in (*fitting, *refused[:_MOST_REFUSED])]
        self._galley.header.draft_picker.set_library(rows)
        self._show_draft_refusal()

    def _follow_loaded(self) -> None:
        target, _ = self._pair
        self.loaded.set_target(self.library.model_at(target) if target else None)

    # The page.

    def _follow_chosen(self) -> None:
        """Compare with the model that is chosen, while somebody looks."""
        if self._galley.window.page is self.page:
            path = self.page.shelf.current
            self.chosen.set_target(self.library.model_at(path) if path else None)
            self._show_options()
            self._show_draft_refusal()
            self.plans.show()

    def _show_options(self) -> None:
        shown = self.page.details.model
        target = self.chosen.target
        if shown is not None and target is not None and shown.path == target.path:
            self.page.details.show_options(self.chosen.options, is_comparing=self.chosen.is_comparing)

    def _show_draft_refusal(self) -> None:
        """Say of the model that is chosen why it cannot draft for what is loaded."""
        shown = self.page.details.model
        path = None if shown is None else shown.path
        option = next((each for each in self.loaded.options if each.model.path == path), None)
        if option is None or option.fits:
            self.page.details.show_draft_refusal("")
        else:
            reason = written(option.check.reasons[0])
            self.page.details.show_draft_refusal(reason, is_final=not option.only_lacks_memory)

    def _use(self, choose: Callable[[], None]) -> None:
        """Load what was chosen, and go where one sees it load."""
        self._close()
        choose()

    def _close(self) -> None:
        self._galley.window.show_page(None)

    def _ask_for_folder(self) -> None:
        dialog = file_dialog(self._galley.window, self.tr("A folder with models"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.fileSelected.connect(self.library.add_folder)
        dialog.open()

    def _ask_for_file(self) -> None:
        self._close()
        self._galley.header.choose_target_file()

    def _on_inspection_failed(self, path: Path, notice: Notice) -> None:
        self.page.details.show_metadata_failure(str(path), notice)

    # What is loaded.

    def _on_pair_changed(self) -> None:
        target, draft = self._pair
        known = all(self.library.model_at(path) is not None for path in (target, draft) if path)
        if self.library.is_listed and not known:
            self.library.look()  # opened from a folder that nobody looks into
        else:
            self._show_library()
        self._renew()

    def _on_measured(self, target: str, draft: str, gain: float) -> None:
        models = self.library.model_at(target), self.library.model_at(draft)
        if models[0] is not None and models[1] is not None:
            self.worker.note_gain(models[0], models[1], gain)


def _is_text(model: ListedModel) -> bool:
    """Whether its path survives Qt's own strings, in which the menus carry it; the page has every model."""
    return shown_path(model.path) == str(model.path)


def _draft_row(option: DraftOption) -> MenuRow:
    model = option.model
    reason = "" if option.fits else written(option.check.reasons[0])
    detail = f"{size_text(model.file_bytes)} · {gain_text(option)}"
    if option.only_lacks_memory:  # what is free changes, and whoever tries gets a smaller plan
        detail, reason = reason, ""
    return MenuRow(str(model.path), title_text(model), detail, reason=reason)


def _reveal(path: str) -> None:
    """Show the folder of a file."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(path).parent)))
