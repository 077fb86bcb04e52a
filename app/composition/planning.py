"""How memory is planned: the planner's page, where layers go, and what happens when memory runs out all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.cli.pair_room import PairRoom
from app.cli.plan import change_notice
from app.cli.planning import Planner, held_by
from app.engine.types import ModelSpec
from app.errors import Notice
from app.runtime.tasks import Tasks
from app.viewmodels.memory_plan import MemoryPlanning
from app.viewmodels.notices import written
from app.viewmodels.recovery import Recovery
from widgets.memory.plan_words import change_text
from widgets.memory.planner import MemoryPlanner
from widgets.parts.shortcut_sheet import Command
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.engine.types import LoadSettings
    from app.models.memory.fitting import Change


class Planning(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self.planner = Planner()
        self.tasks = Tasks(self)
        self.planning = MemoryPlanning(self.planner, self.tasks, self)
        self.recovery = Recovery(self.planner, self.tasks, galley.pair_choice, self)
        self.page = MemoryPlanner(galley.theme, self.planning)
        galley.window.add_page(self.page)
        galley.sidebar.add_page(galley.window.action(Command.SHOW_MEMORY), PageGroup.MACHINE, 20)
        galley.pair_choice.set_placing(self._place)
        self._connect_page()
        self._connect_recovery()
        galley.telemetry.sampled.connect(lambda sample: self.planner.watch(sample.devices))
        galley.pair_choice.pair_changed.connect(self._on_pair_changed)
        galley.preferences.changed.connect(lambda section: self._show_recovers() if section == "placement" else None)
        self._show_recovers()

    def stop(self) -> None:
        """Ask llama.cpp nothing more."""
        self.planner.stop()
        self.tasks.stop()

    def show(self) -> None:
        """Bring the page to the front, with what is loaded or on its way."""
        self.planning.begin(self._wish())
        self._galley.window.show_page(self.page)

    def show_pair(self, target: str, draft: str | None) -> None:
        """Bring the page to the front with other files than those that are loaded."""
        self.planning.begin(self._settings(target, draft))
        self._galley.window.show_page(self.page)

    def pair_room(self) -> PairRoom:
        """Whether pairs would fit as they would be loaded at this moment."""
        choice = self._galley.pair_choice
        pair, loaded = choice.pair, choice.asked
        held = {} if pair is None or loaded is None else held_by(pair, maps_file=loaded.use_mmap)
        return PairRoom(self.planner, self._settings("", ""), held)

    def _connect_page(self) -> None:
        galley, page = self._galley, self.page
        galley.window.memory_requested.connect(self.show)
        galley.header.memory_bar.planner_requested.connect(self.show)
        page.close_requested.connect(lambda: galley.window.show_page(None))
        page.load_requested.connect(self._on_load_requested)
        page.reset_requested.connect(self.planning.reset)
        page.recovers_changed.connect(self._on_recovers_changed)

    def _connect_recovery(self) -> None:
        galley, recovery = self._galley, self.recovery
        galley.engine.events_arrived.connect(recovery.on_events)
        galley.load_card.smaller_requested.connect(recovery.take)
        recovery.offered.connect(self._on_offered)
        recovery.offered_for_draft.connect(self._on_offered_for_draft)
        recovery.recovered.connect(self._on_recovered)

    def _wish(self) -> LoadSettings | None:
        """What the settings would load of the files that are chosen; None before there is a target."""
        choice = self._galley.pair_choice
        target = choice.target_path
        if target is None:
            return None
        draft = choice.draft_path
        return self._settings(target, draft)

    def _settings(self, target: str, draft: str | None) -> LoadSettings:
        spec = None if draft is None else ModelSpec(draft)
        return self._galley.preferences.load_settings(ModelSpec(target), spec, None)

    def _place(self, settings: LoadSettings) -> LoadSettings:
        """Settle where layers go; called in the thread that looks at files."""
        choice = self._galley.pair_choice
        pair, loaded = choice.pair, choice.asked
        if pair is None or loaded is None:
            return self.planner.place(settings)
        return self.planner.place(settings, loaded, held_by(pair, maps_file=loaded.use_mmap))

    def _on_pair_changed(self) -> None:
        choice = self._galley.pair_choice
        self.planning.set_loaded(choice.asked if choice.pair is not None else None, choice.pair)
        if self._galley.window.page is self.page:
            self.planning.begin(self._wish())

    def _on_load_requested(self) -> None:
        wish = self.planning.wish
        if wish is None:
            return
        galley = self._galley
        galley.preferences.set_load(
            context_tokens=wish.context_tokens,
            kv_type_k=wish.kv_type_k.value,
            kv_type_v=wish.kv_type_v.value,
            draft_kv_type_k=wish.draft_kv_type_k.value,
            draft_kv_type_v=wish.draft_kv_type_v.value,
            flash_attention=wish.flash_attention,
            threads=wish.threads,
            use_mmap=wish.use_mmap,
            use_mlock=wish.use_mlock,
        )
        galley.preferences.set_placement(
            gpu_layers=wish.target.gpu_layers,
            draft_gpu_layers=galley.preferences.settings.placement.draft_gpu_layers
            if wish.draft is None
            else wish.draft.gpu_layers,
            devices=wish.devices,
            split=wish.split,
        )
        galley.load_menu.show_choice(wish.context_tokens, wish.reproducible)
        galley.window.show_page(None)
        galley.pair_choice.choose_pair(wish.target.path, None if wish.draft is None else wish.draft.path)

    def _on_recovers_changed(self, recovers: bool) -> None:
        self._galley.preferences.set_placement(recovers=recovers)
        self._show_recovers()

    def _show_recovers(self) -> None:
        recovers = self._galley.preferences.settings.placement.recovers
        self.page.placement.set_recovers(recovers)
        self.recovery.set_automatic(recovers)

    def _on_offered(self, change: Change) -> None:
        text = self.tr("Load it smaller: {change}").format(change=change_text(change))
        self._galley.load_card.offer_smaller(text)

    def _on_offered_for_draft(self, change: Change, notice: Notice) -> None:
        text = self.tr("Load both: {change}").format(change=change_text(change))
        self._galley.load_card.offer_draft(written(notice), text)

    def _on_recovered(self, change: Change) -> None:
        self._galley.notices.show_sentence(written(_said(change)))


def _said(change: Change) -> Notice:
    notice = change_notice(change)
    return Notice(notice.code.replace("plan_change", "recovered"), notice.values)
