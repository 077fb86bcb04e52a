"""The two sides of a race over one loaded pair: caches of their own, shared weights, nothing left behind.

The pair's own caches are not touched; a draft model that it does not have is loaded for the race.
"""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import TYPE_CHECKING, Self

from app.engine.calibration import calibrate
from app.engine.llama.context import Context, ContextSettings, probe_rewind
from app.engine.llama.loading import Loaded
from app.engine.llama.model import Model
from app.engine.llama.pair import reproducible
from app.engine.llama.room import Room, need_like, need_of
from app.engine.llama.side import Side
from app.engine.pacing import Pacing
from app.engine.session import decide
from app.engine.types import SpeculationMode
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from app.engine.cancel import CancelFlag
    from app.engine.llama.pair import Pair
    from app.engine.race_values import RaceSide
    from app.engine.types import LoadSettings, ModelSpec

_ANY_TOKEN = 0


class Sides:
    """Makes sides ready; a context manager that frees the draft models loaded for them.

    Args:
        pair: What is loaded.
        sides: What is asked of each.
        cancel: Stops loading and decoding.
        known_costs: What is known of a pair loaded with these settings, as `Pacing.to_json` gave it, or None.
        room: Knows what is free.
    """

    def __init__(
        self,
        pair: Pair,
        sides: Sequence[RaceSide],
        cancel: CancelFlag,
        known_costs: Callable[[LoadSettings], object],
        room: Room | None = None,
    ) -> None:
        self._pair = pair
        self._sides = sides
        self._cancel = cancel
        self._known_costs = known_costs
        self._room = room or Room()
        self._drafts: dict[str, Model] = {}
        self._costs: dict[int, object] = {}

    def __enter__(self) -> Self:
        """Begin."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Free what was loaded."""
        for model in self._drafts.values():
            model.close()
        self._drafts.clear()

    @contextlib.contextmanager
    def open(self, index: int) -> Iterator[Side]:
        """A side for as long as the block lasts.

        Raises:
            Cancelled: The flag was set.
            UserError: There is no room for it, or its draft model cannot be used.
        """
        pair, chosen = self._pair, self._sides[index]
        settings = _loading(pair.settings, chosen)
        target_settings = _target_context(pair, settings)
        draft_settings = _draft_context(pair, settings)
        notice = chosen.draft_refusal
        draft_model: Model | None = None
        if chosen.draft is not None and not pair.can_rewind:
            notice = Notice("target_cannot_rewind", {"path": pair.loaded_target.model.path})
        elif chosen.draft is not None and chosen.speculation.mode is not SpeculationMode.OFF:
            draft_model = self._draft_model(chosen.draft)
        needs = [need_like(pair.target, _target_context(pair, pair.settings), target_settings)]
        if draft_model is not None:
            needs.append(self._draft_need(draft_model, draft_settings))
        self._room.require(needs)
        with contextlib.ExitStack() as stack:
            target = self._make(stack, pair.loaded_target.model, target_settings)
            draft = None if draft_model is None else self._make(stack, draft_model, draft_settings)
            if draft is not None and not draft.rewinds:
                raise UserError("draft_cannot_rewind", path=draft.model.path)
            side = Side(pair, target, draft, notice, settings)
            side.learn(self._costs_of(index, side))
            yield side

    def _draft_model(self, spec: ModelSpec) -> Model:
        loaded = self._pair.loaded_draft
        if loaded is not None and loaded.model.path == spec.path:
            return loaded.model
        if spec.path not in self._drafts:
            settings = self._pair.settings
            model = Model(
                spec,
                use_mmap=settings.use_mmap,
                repack=not settings.reproducible,
                use_mlock=settings.use_mlock,
                devices=settings.devices,
                split=settings.split,
                cancel=self._cancel,
                on_progress=lambda _fraction: None,
            )
            self._drafts[spec.path] = model
            if not model.generates:
                raise UserError("model_cannot_chat", path=spec.path)
            if model.is_recurrent:
                raise UserError("draft_cannot_rewind", path=spec.path)
        return self._drafts[spec.path]

    def _draft_need(self, model: Model, settings: ContextSettings) -> dict[str, int]:
        loaded = self._pair.loaded_draft
        if loaded is not None and loaded.model is model:
            return need_like(loaded.context, _draft_context(self._pair, self._pair.settings), settings)
        return need_of(model, settings)

    def _make(self, stack: contextlib.ExitStack, model: Model, settings: ContextSettings) -> Loaded:
        """A context that has been used before, as that of a loaded pair has."""
        context = Context(model, settings, self._cancel)
        stack.callback(_free, context)
        rewinds = not model.is_recurrent and probe_rewind(context)
        context.decode([_ANY_TOKEN], 1)
        context.rewind(0)
        return Loaded(model, context, rewinds)

    def _costs_of(self, index: int, side: Side) -> object:
        """What a side knows of its costs when a run begins; measured before the first one where nobody knows."""
        if index not in self._costs:
            pacing = Pacing(side, self._known_costs(side.settings), reproducible=side.settings.reproducible)
            drafts = decide(self._sides[index].speculation, side).mode is not SpeculationMode.OFF
            if drafts and not pacing.is_calibrated:
                calibrate(pacing.costs, side.target, side.draft, self._cancel.is_set)
            self._costs[index] = pacing.to_json()
        return self._costs[index]


def _loading(loaded: LoadSettings, side: RaceSide) -> LoadSettings:
    """The settings with which a pair like this side would have been loaded."""
    lends_draft = side.draft is not None and loaded.draft is not None and side.draft.path == loaded.draft.path
    settings = replace(
        loaded,
        draft=loaded.draft if lends_draft else side.draft,
        draft_refusal=side.draft_refusal,
        kv_type_k=side.kv_type_k or loaded.kv_type_k,
        kv_type_v=side.kv_type_v or loaded.kv_type_v,
        draft_kv_type_k=side.draft_kv_type_k or loaded.draft_kv_type_k,
        draft_kv_type_v=side.draft_kv_type_v or loaded.draft_kv_type_v,
        max_draft_tokens=max(loaded.max_draft_tokens, side.speculation.draft_max),
    )
    return reproducible(settings) if settings.reproducible else settings


def _target_context(pair: Pair, settings: LoadSettings) -> ContextSettings:
    return ContextSettings(
        pair.target.capacity,
        settings.max_draft_tokens + 1,
        pair.threads,
        settings.kv_type_k,
        settings.kv_type_v,
        settings.flash_attention,
    )


def _draft_context(pair: Pair, settings: LoadSettings) -> ContextSettings:
    return ContextSettings(
        pair.target.capacity,
        1,
        pair.threads,
        settings.draft_kv_type_k,
        settings.draft_kv_type_v,
        settings.flash_attention,
    )


def _free(context: Context) -> None:
    """Overwrite what was computed from what was said, then free it."""
    context.forget()
    context.close()
