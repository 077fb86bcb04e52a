"""What can be known before loading: a pair that cannot work is refused in words, not by a failing load."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from app.errors import Notice, UserError
from app.models.gguf import read_header, read_vocabulary
from app.models.kinds import keeps_state, refusal
from app.models.naming import shown_name
from app.models.pairing import check_vocabularies
from app.models.shards import read_parts

if TYPE_CHECKING:
    from app.models.header import GgufHeader, Vocabulary

_GPU_DEVICES = ("nvidiactl", "nvidia0", "kfd", "dxg", "dri/renderD128", "dri/renderD129")
_GIGABYTE = 1e9


@dataclass(frozen=True, slots=True)
class Preflight:
    """A target that can be loaded; the draft can be too when there is one and nothing stands against it."""

    target: GgufHeader
    draft: GgufHeader | None
    draft_reasons: tuple[Notice, ...]

    @property
    def rewind_reasons(self) -> tuple[Notice, ...]:
        """Which of the two cannot take rejected tokens back: both answer, but not as a pair."""
        models = (("target", self.target), ("draft", self.draft))
        return tuple(
            Notice(f"{role}_cannot_rewind", {"path": shown_name(header.path)})
            for role, header in models
            if self.draft is not None and header is not None and keeps_state(header.values, header.architecture)
        )

    @property
    def pair_reasons(self) -> tuple[Notice, ...]:
        """Everything that stands against the pair, the weightiest first."""
        return (*self.draft_reasons, *self.rewind_reasons)


@dataclass(frozen=True, slots=True)
class _Checked:
    """One model that can be loaded by itself."""

    header: GgufHeader
    vocabulary: Vocabulary
    weights_bytes: int


def check_files(
    target: Path, draft: Path | None, *, total_memory_bytes: int | None = None, has_gpu: bool | None = None
) -> Preflight:
    """Look at the files of a pair before it is loaded: a few tenths of a second.

    Args:
        target: The target's file, the first one if there are several.
        draft: The draft's file, or None.
        total_memory_bytes: The machine's RAM; None asks the machine.
        has_gpu: Whether weights may lie somewhere else than in RAM; None looks for a GPU of any maker.

    Raises:
        UserError: If the target cannot be used. A draft that cannot be used yields reasons instead.
    """
    memory = psutil.virtual_memory().total if total_memory_bytes is None else total_memory_bytes
    in_memory = not (gpu_may_be_there() if has_gpu is None else has_gpu)
    ours = _check(target)
    if in_memory and ours.weights_bytes > memory:
        raise UserError(
            "not_enough_memory",
            file=shown_name(target),
            needed_gb=ours.weights_bytes / _GIGABYTE,
            total_gb=memory / _GIGABYTE,
        )
    if draft is None:
        return Preflight(ours.header, None, ())
    try:
        theirs = _check(draft)
    except UserError as error:
        return Preflight(ours.header, None, (error.notice,))
    pair = check_vocabularies(ours.header, ours.vocabulary, theirs.header, theirs.vocabulary)
    reasons = list(pair.reasons)
    needed = ours.weights_bytes + theirs.weights_bytes
    if in_memory and needed > memory:
        values = {"needed_gb": needed / _GIGABYTE, "total_gb": memory / _GIGABYTE}
        reasons.append(Notice("not_enough_memory_for_draft", values))
    return Preflight(ours.header, theirs.header, tuple(reasons))


_NAMED_DEVICES = "GGML_VK_VISIBLE_DEVICES"
"""With it llama.cpp takes a Vulkan device that it would pass over, such as a driver in software."""

_GRAPHICS = "GALLEY_GRAPHICS"
"""What the engine goes by: `off` keeps it away from graphics drivers."""


def gpu_may_be_there(devices: Path = Path("/dev")) -> bool:
    """Whether any GPU can be expected; where that cannot be seen cheaply, nothing is refused for its lack."""
    if os.environ.get(_GRAPHICS) == "off":
        return False
    if not sys.platform.startswith("linux") or os.environ.get(_NAMED_DEVICES):
        return True
    return any((devices / name).exists() for name in _GPU_DEVICES)


def _check(path: Path) -> _Checked:
    """Read a model and refuse what would fail, or take the engine down, while loading."""
    header = read_header(path)
    notice = refusal(header.kind, shown_name(path), header.architecture)
    if notice is not None:
        raise UserError(notice.code, **notice.values)
    weights_bytes = sum(part.tensor_bytes for part in read_parts(header))
    vocabulary = read_vocabulary(header)
    _refuse_repeats(header, vocabulary)
    return _Checked(header, vocabulary, weights_bytes)


def _refuse_repeats(header: GgufHeader, vocabulary: Vocabulary) -> None:
    """Two ids for one text end llama.cpp with an assertion; empty tokens it names itself."""
    tokens = vocabulary.tokens
    if len(set(tokens)) == len(tokens):
        return
    first_ids: dict[bytes, int] = {}
    for token_id, token in enumerate(tokens):
        first_id = first_ids.setdefault(token, token_id)
        if token and first_id != token_id:
            raise UserError("model_repeated_token", file=shown_name(header.path), first_id=first_id, second_id=token_id)
