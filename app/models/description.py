"""What the library keeps of a model file: enough to list it, to sort it and to compare vocabularies, no more.

No path and no file's name is in it: it is kept on disk, and what files are called is the user's own business.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from app.errors import UserError
from app.models.gguf import read_header
from app.models.header import VocabularySummary
from app.models.kinds import ModelKind, head_name, keeps_state
from app.models.naming import one_line, shown_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.models.header import GgufHeader

MAX_TEXT = 200
_TOKENS = "tokenizer.ggml.tokens"
_CHUNK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class ModelDescription:
    """A model file, or one part of a model in several. Texts are short and on one line."""

    kind: ModelKind
    head: str
    """The name of its kind of trained head; empty for anything else."""
    architecture: str
    name: str
    basename: str
    size_label: str
    quantisation: str
    num_parameters: int
    weights_bytes: int
    """Of this file."""
    context_length: int
    """Tokens it was trained for; 0 where the file does not say."""
    licence: str
    has_template: bool
    keeps_state: bool
    """Its memory cannot go back a few tokens."""
    part: int
    """Of `num_parts`, from 0."""
    num_parts: int
    vocabulary: VocabularySummary
    vocabulary_digest: str
    """Equal for equal tokens in equal order; empty where there are none."""

    def to_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: object) -> ModelDescription | None:
        """What `to_json` gave, or None for anything that is not quite that."""
        if not isinstance(kept, dict) or set(kept) != _NAMES:
            return None
        vocabulary = kept["vocabulary"]
        if not isinstance(vocabulary, dict) or set(vocabulary) != _VOCABULARY_NAMES:
            return None
        if not all(_is_right(kept[name], kinds) for name, kinds in _KINDS.items()):
            return None
        if not all(_is_right(vocabulary[name], kinds) for name, kinds in _VOCABULARY_KINDS.items()):
            return None
        if kept["kind"] not in _MODEL_KINDS:
            return None
        return cls(**{**kept, "kind": ModelKind(kept["kind"]), "vocabulary": VocabularySummary(**vocabulary)})


def describe(path: Path) -> ModelDescription:
    """Read a file's description: tens of milliseconds, at most a second of computing and 64 MB.

    Raises:
        UserError: As `read_header`.
    """
    return describe_header(read_header(path))


def describe_header(header: GgufHeader) -> ModelDescription:
    """Take out of a header what the library keeps.

    Raises:
        UserError: As `read_header`, where the vocabulary is no longer there.
    """
    values = header.values
    licence = values.get("general.license.name") or values.get("general.license") or ""
    return ModelDescription(
        kind=header.kind,
        head=head_name(header.architecture) if header.kind is ModelKind.TRAINED_HEAD else "",
        architecture=_text(header.architecture),
        name=_text(header.name),
        basename=_text(header.basename),
        size_label=_text(header.size_label),
        quantisation=header.quantisation,
        num_parameters=header.num_parameters,
        weights_bytes=header.tensor_bytes,
        context_length=header.context_length or 0,
        licence=_text(licence if isinstance(licence, str) else ""),
        has_template=bool(header.chat_template),
        keeps_state=keeps_state(values, header.architecture),
        part=header.part,
        num_parts=header.num_parts,
        vocabulary=header.vocabulary,
        vocabulary_digest=_digest(header),
    )


def _digest(header: GgufHeader) -> str:
    place = header.arrays.get(_TOKENS)
    if place is None or not place.of_strings:
        return ""
    digest = hashlib.sha256()
    try:
        with header.path.open("rb") as file:
            file.seek(place.start)
            left = place.end - place.start
            while left > 0 and (chunk := file.read(min(left, _CHUNK_BYTES))):
                digest.update(chunk)
                left -= len(chunk)
    except OSError as error:
        cause = error.strerror or str(error)
        raise UserError("model_unreadable", file=shown_name(header.path), cause=cause) from error
    return digest.hexdigest()


def _text(text: str | None) -> str:
    return one_line(text or "")[:MAX_TEXT]


def _is_right(value: object, kinds: tuple[type, ...]) -> bool:
    """Python counts a flag as a number; a file of figures must not."""
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) and not (isinstance(value, int) and not -1 <= value < 1 << 63)


_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("kind", "head", "architecture", "name", "basename", "size_label"), (str,)),
    **dict.fromkeys(("quantisation", "licence", "vocabulary_digest"), (str,)),
    **dict.fromkeys(("num_parameters", "weights_bytes", "context_length", "part", "num_parts"), (int,)),
    **dict.fromkeys(("has_template", "keeps_state"), (bool,)),
}
_NONE = type(None)
_VOCABULARY_KINDS: Mapping[str, tuple[type, ...]] = {
    "type": (str,),
    "pre": (str, _NONE),
    "num_tokens": (int,),
    **dict.fromkeys(("bos_id", "eos_id", "eot_id", "eom_id", "unknown_id", "padding_id"), (int, _NONE)),
    **dict.fromkeys(("adds_bos", "adds_eos"), (bool, _NONE)),
}
_NAMES = {each.name for each in fields(ModelDescription)}
_VOCABULARY_NAMES = {each.name for each in fields(VocabularySummary)}
_MODEL_KINDS = set(ModelKind)
