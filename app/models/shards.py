"""A model in several files: which they are, and whether all are there before anything is loaded."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from app.errors import UserError
from app.models.gguf import read_header
from app.models.naming import shown_name

if TYPE_CHECKING:
    from app.models.header import GgufHeader

_PART = re.compile(r"-(\d{5})-of-(\d{5})\.gguf$")


def read_parts(first: GgufHeader) -> tuple[GgufHeader, ...]:
    """All files of a model, the first one's header included.

    Raises:
        UserError: If `first` is not the first part, or if another part is missing or unusable.
    """
    if first.num_parts == 1:
        return (first,)
    if first.part != 0:
        raise UserError("model_not_first_part", file=shown_name(first.path), part=first.part + 1, parts=first.num_parts)
    stem = _PART.sub("", first.path.name)
    parts = [first]
    for number in range(2, first.num_parts + 1):
        path = first.path.with_name(f"{stem}-{number:05d}-of-{first.num_parts:05d}.gguf")
        if not path.exists():
            raise UserError("model_part_missing", file=shown_name(path), parts=first.num_parts)
        parts.append(read_header(path))
    return tuple(parts)
