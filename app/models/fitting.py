"""Whether one model of the library can draft for another: every reason why not, the weightiest first.

An unexplained refusal looks like a fault of the program, so all reasons are told, and before anything is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from app.errors import Notice, UserError
from app.models.gguf import compare_vocabularies, read_header
from app.models.library import look_at
from app.models.pair_cache import PairCache
from app.models.pairing import PairCheck, vocabulary_reasons

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.models.listed_model import ListedModel
    from app.models.pairing import TokenDifference

WEIGHTS_SHORT = "pair_memory_short"
"""The machine could not even hold the weights of both."""
PLAN_SHORT = "pair_plan_short"
"""What is free now does not hold both with their caches and buffers."""
_GIGABYTE = 1 << 30


class PairPlanner(Protocol):
    """Knows what a pair would take if it were loaded now."""

    def shortage(self, target: Path, draft: Path) -> Notice | None:
        """`PLAN_SHORT` or why no plan can be made; None where everything fits, or nobody can tell."""
        ...


@dataclass(frozen=True, slots=True)
class Room:
    """The memory of a machine, RAM and that of its graphics cards, in bytes; None where it cannot be told."""

    total_bytes: int | None = None


def check_pair(target: Path, draft: Path, room: Room | None = None) -> PairCheck:
    """Compare two models by their files, without loading them: some tens of milliseconds.

    A file that cannot be read at all is a reason, too.
    """
    models = []
    reasons = []
    for path in (target, draft):
        try:
            model = look_at(path)
        except UserError as error:
            reasons.append(error.notice)
        else:
            models.append(model)
            reasons += [model.refusal] if model.refusal is not None else []
    if reasons:
        return PairCheck(tuple(reasons))
    return check_models(models[0], models[1], room or Room(), PairCache())


def check_models(target: ListedModel, draft: ListedModel, room: Room, cache: PairCache) -> PairCheck:
    """Compare two models of the library; both files are opened only where vocabularies were never compared before."""
    refusals = tuple(model.refusal for model in (target, draft) if model.refusal is not None)
    if refusals:
        return PairCheck(refusals)
    return PairCheck((*_vocabulary(target, draft, cache), *_memories(target, draft), *_room(target, draft, room)))


def _vocabulary(target: ListedModel, draft: ListedModel, cache: PairCache) -> tuple[Notice, ...]:
    ours, theirs = target.description, draft.description
    if ours is None or theirs is None or target.path == draft.path:
        return ()

    def compare() -> TokenDifference | None:
        return compare_vocabularies(read_header(target.path), read_header(draft.path))

    try:
        difference = cache.difference(ours, theirs, compare)
    except UserError as error:
        return (error.notice,)
    return vocabulary_reasons(ours.vocabulary, theirs.vocabulary, difference)


def _memories(target: ListedModel, draft: ListedModel) -> Iterator[Notice]:
    """Rejected tokens have to be taken back out of both models' memories."""
    for role, model in (("target", target), ("draft", draft)):
        if model.description is not None and model.description.keeps_state:
            yield Notice(f"{role}_cannot_rewind", {"path": model.file_name})


def _room(target: ListedModel, draft: ListedModel, room: Room) -> Iterator[Notice]:
    """Weights alone: what is certain whatever context is chosen and whatever else runs."""
    needed = target.weights_bytes + draft.weights_bytes
    if room.total_bytes is not None and needed > room.total_bytes:
        values = {
            "needed_gb": needed / _GIGABYTE,
            "total_gb": room.total_bytes / _GIGABYTE,
            "short_gb": (needed - room.total_bytes) / _GIGABYTE,
        }
        yield Notice(WEIGHTS_SHORT, values)
