"""How a pair is chosen, loaded and shown: by the header, a dropped file, the first window, the menu of loading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.engine.events import LoadFailed, PairLoaded, RoundDecoded, TokensProposed
from app.engine.race_events import RaceStepped
from app.viewmodels.notices import written

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.engine.events import EngineEvent
    from app.errors import Notice

_FREQUENT = (RoundDecoded, TokensProposed, RaceStepped)
"""None of them comes from another process of the engine's than the one before."""


class Loading(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with its state and its widgets made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._template_notice: Notice | None = None
        self._connect_choice()
        galley.load_menu.context_chosen.connect(lambda tokens: self._on_load_setting(context_tokens=tokens))
        galley.load_menu.reproducible_chosen.connect(lambda on: self._on_load_setting(reproducible=on))
        galley.engine.events_arrived.connect(self._on_events)
        self._show_pair()
        galley.empty_state.set_comes(self.first_target is not None)
        self._show_setting()

    @property
    def first_target(self) -> str | None:
        """What is loaded at the start where nothing else is asked for: what was used last, or came along."""
        galley = self._galley
        return galley.preferences.settings.models.target or (None if galley.starter is None else str(galley.starter))

    def begin(self, target: str | None, draft: str | None) -> None:
        """Load what was asked for, was used last, or comes with the program."""
        galley = self._galley
        if target is None and draft is None:
            draft = galley.preferences.settings.models.draft
        target = target or self.first_target
        if target is not None:
            galley.pair_choice.choose_pair(target, draft)
        elif draft is not None:
            galley.pair_choice.choose_draft(draft)

    def _connect_choice(self) -> None:
        galley, choice = self._galley, self._galley.pair_choice
        galley.header.target_chosen.connect(choice.choose_target)
        galley.header.draft_chosen.connect(choice.choose_draft)
        galley.header.draft_removed.connect(lambda: choice.choose_draft(None))
        galley.window.open_target_requested.connect(galley.header.choose_target_file)
        galley.window.choose_draft_requested.connect(galley.header.open_draft_menu)
        galley.window.model_dropped.connect(choice.take_file)
        galley.empty_state.open_requested.connect(galley.header.choose_target_file)
        galley.empty_state.starter_chosen.connect(choice.choose_target)
        galley.load_card.choose_file_requested.connect(galley.header.choose_target_file)
        galley.load_card.cancel_requested.connect(galley.engine.cancel_load)
        choice.load_requested.connect(self._on_load_requested)
        choice.failed.connect(lambda notice: galley.load_card.on_events([LoadFailed(notice, choice.pair)]))
        choice.failed.connect(lambda _notice: galley.empty_state.set_pair(choice.pair))
        choice.pair_changed.connect(self._show_pair)

    @Slot()
    def _on_load_requested(self) -> None:
        galley = self._galley
        if galley.pair_choice.wanted is not None:
            galley.load_card.begin(*galley.pair_choice.wanted)
        if not galley.chat.busy:
            galley.speculation.on_load_requested()
        galley.chatting.show_readiness()

    @Slot()
    def _show_pair(self) -> None:
        galley, choice = self._galley, self._galley.pair_choice
        models = galley.preferences.settings.models
        galley.header.set_pair(choice.pair)
        galley.header.set_recent(models.recent_targets, models.recent_drafts)
        galley.header.set_draft_reasons({path: written(reason) for path, reason in choice.draft_reasons.items()})
        galley.empty_state.set_pair(choice.pair)
        galley.chatting.show_readiness()

    def _on_events(self, events: list[EngineEvent]) -> None:
        galley = self._galley
        for event in events:
            if not isinstance(event, _FREQUENT):
                galley.telemetry.watch(galley.engine.engine_pid)  # asking costs a call of the system each time
            if isinstance(event, PairLoaded):
                self._show_template_notice(event.pair.template_notice)
        galley.chatting.show_readiness()

    def _show_template_notice(self, notice: Notice | None) -> None:
        if self._template_notice is not None:
            self._galley.notices.withdraw(written(self._template_notice))
        self._template_notice = notice
        if notice is not None:
            self._galley.show_notice(notice)

    def _on_load_setting(self, **values: int | bool) -> None:
        self._galley.preferences.set_load(**values)
        self._show_setting()
        self._galley.pair_choice.reload()

    def _show_setting(self) -> None:
        load = self._galley.preferences.settings.load
        self._galley.load_menu.show_choice(load.context_tokens, load.reproducible)
