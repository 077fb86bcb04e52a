"""In which order drafts and pairs are offered: the fitting ones first, the most promising of them on top."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.models.fitting import PLAN_SHORT, WEIGHTS_SHORT, PairPlanner, Room, check_models
from app.models.pairing import MAX_SIZE_DIFFERENCE, PairCheck
from app.models.speed_estimate import expected_speedup

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.models.listed_model import ListedModel
    from app.models.pair_cache import PairCache

WORTH_IT = 1.05
"""Below this a pair gains nothing that anybody would notice."""
_ROOM_SHARE = 0.85
"""Of the memory for weights, so that a context has some too."""
_MAX_TARGETS = 24
_MOST_PLANNED = 64
"""A plan wants the target's and the draft's whole description, so that only the most promising ones get one."""
_UNQUANTISED_BITS = 9.0
"""More for each parameter costs time and is hard to tell from less."""


@dataclass(frozen=True, slots=True)
class DraftOption:
    """A model beside a target: whether it fits, and what it may gain."""

    model: ListedModel
    check: PairCheck
    estimated_gain: float
    """From the sizes alone."""
    measured_gain: float | None
    """As it was when the pair was used last."""

    @property
    def fits(self) -> bool:
        """Nothing stands against it."""
        return self.check.compatible

    @property
    def only_lacks_memory(self) -> bool:
        """Whether it would fit if more of the memory were free, or less were asked for."""
        return bool(self.check.reasons) and all(reason.code == PLAN_SHORT for reason in self.check.reasons)

    @property
    def gain(self) -> float:
        """The better known of the two."""
        return self.estimated_gain if self.measured_gain is None else self.measured_gain


@dataclass(frozen=True, slots=True)
class PairOption:
    """Two models that go together."""

    target: ListedModel
    draft: ListedModel
    gain: float


def draft_options(
    target: ListedModel,
    models: Sequence[ListedModel],
    room: Room,
    cache: PairCache,
    stopping: Callable[[], bool] = lambda: False,
) -> tuple[DraftOption, ...]:
    """Every other model beside a target: those that fit or lack memory by gain, other chat models, then the rest."""
    options = []
    for model in models:
        if stopping():
            break
        if model.path == target.path:
            continue
        options.append(
            DraftOption(
                model=model,
                check=check_models(target, model, room, cache),
                estimated_gain=expected_speedup(target.weights_bytes, model.weights_bytes),
                measured_gain=cache.gain(target.key, model.key),
            )
        )
    return tuple(sorted(options, key=_rank))


def planned_options(
    target: ListedModel,
    options: Sequence[DraftOption],
    planner: PairPlanner,
    stopping: Callable[[], bool] = lambda: False,
) -> tuple[DraftOption, ...]:
    """The same options with the memory planned where nothing else stands against a pair."""
    planned = list(options)
    candidates = [index for index, option in enumerate(options) if _may_fit(option)]
    for index in candidates[:_MOST_PLANNED]:
        if stopping():
            break
        reason = planner.shortage(target.path, options[index].model.path)
        if reason is not None:
            planned[index] = replace(options[index], check=PairCheck((reason,)))
    return tuple(sorted(planned, key=_rank))


def best_pair(
    models: Sequence[ListedModel], room: Room, cache: PairCache, planner: PairPlanner | None = None
) -> PairOption | None:
    """The pair to begin with: the largest target that the memory holds with a draft that is worth it."""
    num_planned = 0
    most = None if room.total_bytes is None else room.total_bytes * _ROOM_SHARE
    chats = [
        model for model in models if model.chats and model.description is not None and model.description.has_template
    ]
    chats.sort(key=_size_rank)
    fitting = [model for model in chats if most is None or model.weights_bytes <= most]
    for target in fitting[:_MAX_TARGETS]:
        smaller = [each for each in models if each.chats and each.weights_bytes < target.weights_bytes]
        if most is not None:
            smaller = [each for each in smaller if each.weights_bytes + target.weights_bytes <= most]
        for option in draft_options(target, [each for each in smaller if _looks_alike(target, each)], room, cache):
            if not option.fits or option.gain < WORTH_IT:
                continue
            num_planned += 1
            if (
                planner is None
                or num_planned > _MOST_PLANNED
                or planner.shortage(target.path, option.model.path) is None
            ):
                return PairOption(target, option.model, option.gain)
    return None


def _may_fit(option: DraftOption) -> bool:
    return all(reason.code == WEIGHTS_SHORT for reason in option.check.reasons)


def _size_rank(model: ListedModel) -> tuple[int, bool, int]:
    """The most parameters first; of these the best quantisation, before weights that are not quantised at all."""
    bits = 8 * model.weights_bytes / max(1, model.num_parameters)
    return -model.num_parameters, bits > _UNQUANTISED_BITS, -model.weights_bytes


def _looks_alike(target: ListedModel, draft: ListedModel) -> bool:
    """Whether comparing the tokens can come to anything: it means reading both files."""
    if target.description is None or draft.description is None:
        return False
    ours, theirs = target.description.vocabulary, draft.description.vocabulary
    return ours.type == theirs.type and abs(ours.num_tokens - theirs.num_tokens) <= MAX_SIZE_DIFFERENCE


def _rank(option: DraftOption) -> tuple[int, float, str]:
    if option.fits:
        return 0, -option.gain, option.model.name
    if option.only_lacks_memory:
        return 1, -option.gain, option.model.name
    return (2 if option.model.chats else 3), float(option.model.weights_bytes), option.model.name
