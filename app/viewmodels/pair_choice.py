"""Which two files are wanted and which are loaded. Files are looked at before the engine is asked to load them.

A target that cannot be used leaves what is loaded untouched; a draft that does not fit leaves a chat without draft.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal, Slot

from app.cli.allowed import require_allowed
from app.engine.events import EngineDied, EngineEvent, LoadCancelled, LoadFailed, LoadProgressed, PairLoaded
from app.engine.types import ModelSpec
from app.errors import Notice
from app.models.naming import display_name
from app.models.preflight import Preflight, check_files
from app.viewmodels.recovery import is_of_memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.types import LoadSettings, PairInfo
    from app.runtime.tasks import Tasks
    from app.viewmodels.preferences import Preferences


class Loads(Protocol):
    """What the choice needs of the engine."""

    def load(self, settings: LoadSettings) -> None:
        """Queue a load."""
        ...


class PairChoice(QObject):
    """The pair on its way from a wish to a loaded pair."""

    load_requested = Signal()
    """The files are good and the engine was asked to load them."""
    failed = Signal(object)
    """A `Notice`: the files cannot be used, and nothing was changed."""
    pair_changed = Signal()
    """Another pair, or none, is loaded; `draft_reasons` may have changed with it."""

    def __init__(self, engine: Loads, preferences: Preferences, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._preferences = preferences
        self._tasks = tasks
        self._pair: PairInfo | None = None
        self._checking: tuple[str, str | None] | None = None
        """The newest choice, while its files are looked at."""
        self._wanted: tuple[str, str | None] | None = None
        self._draft_reasons: dict[str, Notice] = {}
        self._refused_draft: str | None = None
        self._loading = False
        self._place: Callable[[LoadSettings], LoadSettings] = _as_it_is
        self._asked: LoadSettings | None = None

    def set_placing(self, place: Callable[[LoadSettings], LoadSettings]) -> None:
        """Have somebody settle, in the thread that looks at files, which layers go where that is left open.

        Args:
            place: Returns the settings with layers settled; it may raise `UserError`.
        """
        self._place = place

    def take_over(self, other: PairChoice) -> None:
        """Know of what is loaded what another one knows; `PairLoaded` tells the rest."""
        self._asked, self._wanted, self._draft_reasons = other._asked, other._wanted, dict(other._draft_reasons)

    @property
    def asked(self) -> LoadSettings | None:
        """What the engine was told to load last."""
        return self._asked

    @property
    def pair(self) -> PairInfo | None:
        """What is loaded."""
        return self._pair

    @property
    def target_path(self) -> str | None:
        """The target that is on its way, else the one that is loaded, else the one used last."""
        if self._coming is not None:
            return self._coming[0]
        return self._pair.target.path if self._pair is not None else self._preferences.settings.models.target

    @property
    def draft_path(self) -> str | None:
        """The draft that is on its way, else the one that is loaded, was refused, or was used last."""
        return self._draft_path()

    @property
    def wanted(self) -> tuple[str, str | None] | None:
        """Paths of the target and the draft that the engine was asked for last."""
        return self._wanted

    @property
    def draft_reasons(self) -> dict[str, Notice]:
        """Paths of drafts that turned out not to fit the loaded target, and why."""
        return dict(self._draft_reasons)

    @property
    def loading(self) -> bool:
        """Whether a load is under way."""
        return self._loading

    def take_file(self, path: str) -> None:
        """Take a file that was dropped on the window: as a draft where it fits the target and is smaller."""
        target = self._pair.target.path if self._pair is not None else None
        if target is None or target == path:
            self.choose_target(path)
            return

        def fits() -> bool:
            reasons = check_files(Path(target), Path(path)).pair_reasons
            return not reasons and Path(path).stat().st_size < Path(target).stat().st_size

        self._tasks.run(
            fits,
            lambda good: self.choose_draft(path) if good else self.choose_target(path),
            lambda _notice: self.choose_target(path),
        )

    def reload(self) -> None:
        """Load the pair that is chosen once more, as the settings are now."""
        if self._pair is not None:
            self.choose_draft(self._draft_path())

    def choose_target(self, path: str) -> None:
        """Load another target with the draft there is; the draft is left out where it does not fit."""
        self._check(path, self._draft_path())

    def choose_draft(self, path: str | None) -> None:
        """Load another draft, or none; the target stays."""
        target = self.target_path
        if target is None:
            if path is not None:
                self.failed.emit(Notice("target_first"))
            return
        self._check(target, path)

    def choose_pair(self, target: str, draft: str | None) -> None:
        """Load both."""
        self._check(target, draft)

    @Slot(list)
    def on_events(self, events: list[EngineEvent]) -> None:
        """Take in one batch of the engine's events.

        An engine that dies in a reply comes back with its pair at the next message, so the pair stays chosen; one
        that dies of loading a pair does not get it again.
        """
        for event in events:
            if isinstance(event, LoadProgressed):
                self._loading = True
            elif isinstance(event, PairLoaded):
                self._on_loaded(event.pair)
            elif isinstance(event, LoadFailed | LoadCancelled):
                self._set_pair(event.still_loaded)
            elif isinstance(event, EngineDied) and self._loading:
                self._set_pair(None)

    @property
    def _coming(self) -> tuple[str, str | None] | None:
        """The choice that is being looked at or loaded."""
        return self._checking or (self._wanted if self._loading else None)

    def _draft_path(self) -> str | None:
        if self._coming is not None:
            return self._coming[1]
        if self._pair is not None and self._pair.draft is not None:
            return self._pair.draft.path
        return self._refused_draft or self._preferences.settings.models.draft

    def _check(self, target: str, draft: str | None) -> None:
        choice = (target, draft)
        self._checking = choice
        settings = self._preferences.load_settings(ModelSpec(target), None if draft is None else ModelSpec(draft), None)
        self._tasks.run(
            lambda: self._look(settings),
            lambda found: self._on_checked(choice, *found),
            lambda notice: self._on_unusable(choice, notice),
        )

    def _look(self, settings: LoadSettings) -> tuple[Preflight, LoadSettings]:
        """Look at the files, and settle where their layers go. Runs elsewhere: it touches nothing of this object's."""
        draft = settings.draft
        require_allowed(settings.target.path, None if draft is None else draft.path)
        preflight = check_files(Path(settings.target.path), None if draft is None else Path(draft.path))
        if preflight.pair_reasons:
            settings = replace(settings, draft=None)
        return preflight, self._place(settings)

    def load(self, settings: LoadSettings) -> None:
        """Ask the engine for what was asked for last, in another way."""
        self._begin(settings)

    def _on_unusable(self, choice: tuple[str, str | None], notice: Notice) -> None:
        if self._checking == choice:
            self._checking = None
            self.failed.emit(notice)

    def _on_checked(self, choice: tuple[str, str | None], preflight: Preflight, placed: LoadSettings) -> None:
        if self._checking != choice:
            return  # another choice was made meanwhile
        self._checking = None
        self._wanted = target, draft = choice
        refusal = preflight.pair_reasons[0] if preflight.pair_reasons else None
        header = preflight.draft
        fitting = None
        if draft is not None and header is not None and refusal is None:
            fitting = ModelSpec(draft, name=display_name(header))
        wanted = ModelSpec(target, name=display_name(preflight.target))
        settings = self._preferences.load_settings(wanted, fitting, refusal)
        self._begin(_placed_as(settings, placed))

    def _begin(self, settings: LoadSettings) -> None:
        self._asked = settings
        self._loading = True
        self.load_requested.emit()
        self._engine.load(settings)

    def _on_loaded(self, pair: PairInfo) -> None:
        target, draft = pair.target.path, None if pair.draft is None else pair.draft.path
        if self._pair is None or self._pair.target.path != target:
            self._draft_reasons.clear()
        self._refused_draft = None
        if draft is not None:
            self._draft_reasons.pop(draft, None)
        elif pair.draft_notice is not None and self._wanted is not None and self._wanted[0] == target:
            draft = self._refused_draft = self._wanted[1]
            if draft is not None and not is_of_memory(pair.draft_notice):  # which may be free the next time
                self._draft_reasons[draft] = pair.draft_notice
        self._preferences.set_pair(target, draft)
        self._set_pair(pair)

    def _set_pair(self, pair: PairInfo | None) -> None:
        self._loading = False
        self._pair = pair
        self.pair_changed.emit()


def _as_it_is(settings: LoadSettings) -> LoadSettings:
    return settings


def _placed_as(settings: LoadSettings, placed: LoadSettings) -> LoadSettings:
    """Settings with the layers where others have them; settings may have changed meanwhile, files have not."""
    target, draft = settings.target, settings.draft
    if target.gpu_layers is None:
        target = replace(target, gpu_layers=placed.target.gpu_layers)
    if draft is not None and draft.gpu_layers is None and placed.draft is not None:
        draft = replace(draft, gpu_layers=placed.draft.gpu_layers)
    return replace(settings, target=target, draft=draft)
