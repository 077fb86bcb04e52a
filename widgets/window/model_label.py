"""Short names of model files for pickers and menus: what it is, and how it is quantised."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.engine.types import ModelInfo

_QUANTISATION = re.compile(r"(?:^|[-_. ])((?:UD-)?(?:I?Q\d\w*|T[QM]\d\w*|B?F16|F32|MXFP4\w*))$", re.IGNORECASE)
_SHARD = re.compile(r"-\d{5}-of-\d{5}$")
_KIND = re.compile(r"[-_ ](?:Instruct|Chat|it)$", re.IGNORECASE)
"""Nearly every model one chats with is one: no news in a narrow header. Menus show file names in full."""
_SIZES = {"Small": "S", "Medium": "M", "Large": "L"}


@dataclass(frozen=True, slots=True)
class ModelLabel:
    """A model's name and quantisation; the latter is empty where it cannot be told."""

    name: str
    quantisation: str


def label_of_path(path: str) -> ModelLabel:
    """Read a label off a file's name."""
    stem = PurePath(path).name
    if stem.lower().endswith(".gguf"):
        stem = stem[: -len(".gguf")]
    stem = _SHARD.sub("", stem)
    found = _QUANTISATION.search(stem)
    if found is None or not found.start():
        return ModelLabel(stem, "")
    return ModelLabel(stem[: found.start()], found.group(1).upper())


def label_of(model: ModelInfo) -> ModelLabel:
    """Return the label of a loaded model: its own name, its file's quantisation or else llama.cpp's word for it."""
    label = label_of_path(model.path)
    quantisation = label.quantisation or _described(model.description)
    return ModelLabel(_KIND.sub("", model.name or label.name), quantisation)


def shortened(name: str, beside: str) -> str:
    """Return what a name says beyond another's: `0.5B` beside `Qwen2.5 Coder 1.5B Instruct`."""
    words, others = re.split(r"[-_ ]", name), re.split(r"[-_ ]", beside)
    start = 0
    while start < min(len(words), len(others)) and words[start].lower() == others[start].lower():
        start += 1
    end = 0
    while end < min(len(words), len(others)) - start and words[-1 - end].lower() == others[-1 - end].lower():
        end += 1
    different = words[start : len(words) - end]
    return " ".join(different) if start and different else name


def _described(description: str) -> str:
    words = description.split(" ", 2)
    if len(words) < 3:
        return ""
    kind, _, size = words[2].partition(" - ")
    return f"{kind}_{_SIZES[size]}" if size in _SIZES else kind
