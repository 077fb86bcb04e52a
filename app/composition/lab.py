"""How the lab is connected: the short test of a pair on the page about models, and the page of the lab.

To take the whole away, remove the lines of the program that make and stop it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Slot

from app.cli.pair_room import PairRoom
from app.cli.planning import held_by
from app.composition.benching import Benching
from app.engine.types import ModelSpec
from app.errors import Notice, UserError
from app.models.naming import name_from_path
from app.runtime.lab_worker import LabWorker
from app.viewmodels.pair_advice import Use
from app.viewmodels.pair_test import SECONDS, PairTest, PairUnderTest
from widgets.lab.pair_test_card import PairTestCard

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.composition.galley import Galley
    from app.engine.types import LoadSettings, SpeculationSettings


_CONTEXT_TOKENS = 4096
"""More than the test's prompts and replies take."""


class Lab(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
        test_seconds: How long the short test may measure.
    """

    def __init__(self, galley: Galley, test_seconds: float = SECONDS) -> None:
        super().__init__(galley)
        self._galley = galley
        self._worker = LabWorker(self)
        self.test = PairTest(self._worker, test_seconds, self)
        self.card = PairTestCard(galley.theme, self.test)
        self.benching = Benching(galley, self._placing, lambda: self.test.is_running, self)
        drafts = galley.models.page.details.drafts
        drafts.set_test_widget(self.card)
        drafts.test_requested.connect(self._on_test_requested)
        self.card.cancel_requested.connect(lambda: self.test.cancel())
        self.card.use_requested.connect(self._on_use_requested)
        self.card.dismissed.connect(self.test.dismiss)
        galley.chat.busy_changed.connect(self._on_disturbed)
        galley.serving.busy_changed.connect(self._on_disturbed)
        galley.pair_choice.load_requested.connect(self._on_disturbed)
        galley.comparing.compare.began.connect(self._on_disturbed)

    def cancel(self) -> None:
        """End what is being measured; `stop` waits for it."""
        self._worker.cancel()
        self.benching.cancel()

    def stop(self) -> None:
        """End what is being measured, and its engine."""
        self._worker.stop()
        self.benching.stop()

    def _on_test_requested(self, target: str, draft: str) -> None:
        if self.test.is_running:
            return
        galley = self._galley
        pair = PairUnderTest(target, draft, self._name(target), self._name(draft))
        refusal = self._refusal()
        if refusal is not None:
            self.test.refuse(pair, refusal)
            return
        load = galley.preferences.load_settings(ModelSpec(target), ModelSpec(draft), None)
        sampling = galley.own_settings.reply_settings(galley.conversations.active).sampling
        own = galley.preferences.settings.appearance.language
        languages = [each[:2].lower() for each in ([own] if own else QLocale.system().uiLanguages()[:1])]
        self.test.start(pair, load, sampling, languages, self._placing())
        self.card.cancel_button.setFocus()

    def _name(self, path: str) -> str:
        model = self._galley.models.library.model_at(path)
        return name_from_path(Path(path)) if model is None else model.name

    def _refusal(self) -> Notice | None:
        """What would measure along with the test, or be slowed down by it."""
        galley = self._galley
        if self.benching.is_running:
            return Notice("pair_test_lab")
        if galley.chat.busy or galley.serving.is_busy or galley.comparing.compare.is_running:
            return Notice("pair_test_busy")
        return Notice("pair_test_loading") if galley.pair_choice.loading else None

    def _placing(self) -> Callable[[LoadSettings], LoadSettings]:
        """Settles where layers go beside what is loaded, as they would go instead of it; else nothing fair is measured.

        What is loaded is looked at now; the function is called in the lab's thread.
        """
        planner, choice = self._galley.planning.planner, self._galley.pair_choice
        pair, loaded = choice.pair, choice.asked
        held = {} if pair is None or loaded is None else held_by(pair, maps_file=loaded.use_mmap)

        def place(settings: LoadSettings) -> LoadSettings:
            small = replace(settings, context_tokens=min(settings.context_tokens, _CONTEXT_TOKENS))
            placed = planner.place(small)
            alone = planner.place(settings, loaded, held) if held else placed
            if placed.draft is None or _layers(placed) != _layers(alone):
                raise UserError("pair_test_no_memory")
            target, draft = Path(placed.target.path), Path(placed.draft.path)
            if PairRoom(planner, placed, {}).shortage(target, draft) is not None:
                raise UserError("pair_test_no_memory")
            return placed

        return place

    @Slot()
    def _on_disturbed(self) -> None:
        """Whoever asks for something goes first; what the test would measure now would not be the pair."""
        refusal = self._refusal()
        if refusal is not None and self.test.is_running:
            self.test.cancel(Notice("pair_test_disturbed"))

    def _on_use_requested(self) -> None:
        """Follow the advice: the pair, and how it is used."""
        galley, pair, advice = self._galley, self.test.pair, self.test.advice
        if pair is None or advice is None:
            return
        key = galley.conversations.active
        now = galley.own_settings.reply_settings(key).speculation
        if advice.use is not Use.NEITHER:
            galley.own_settings.set_speculation(key, _as_measured(now, advice.speculation))
        self.test.dismiss()
        galley.window.show_page(None)
        galley.own.pairs.use(pair.target, pair.draft if advice.use is Use.DRAFT else None)


def _layers(settings: LoadSettings) -> tuple[int | None, int | None]:
    """How many layers of both models go to devices."""
    return settings.target.gpu_layers, None if settings.draft is None else settings.draft.gpu_layers


def _as_measured(now: SpeculationSettings, measured: SpeculationSettings) -> SpeculationSettings:
    """The settings in force with who proposes, and how many, as it was measured."""
    is_fixed = measured.fixed_draft_length
    return replace(
        now,
        mode=measured.mode,
        draft_max=measured.draft_max if is_fixed else now.draft_max,
        draft_min=measured.draft_min,
        draft_p_min=measured.draft_p_min,
        fixed_draft_length=is_fixed,
    )
