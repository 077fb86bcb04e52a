"""Puts the parts of a model together: one line in the library for many files, and which parts are missing."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.errors import Notice
from app.models.listed_model import ListedModel
from app.models.naming import name_of, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from app.errors import Value
    from app.models.description import ModelDescription
    from app.models.finding import FoundFile
    from app.models.header_cache import Described

_PART = re.compile(r"^(?P<stem>.*)-(?P<part>\d{5})-of-(?P<parts>\d{5})\.gguf$", re.IGNORECASE | re.DOTALL)
MAX_PARTS = 9999
_MAX_LISTED = 6


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file and what is known of it."""

    found: FoundFile
    described: Described


@dataclass(frozen=True, slots=True)
class _Member:
    file: KnownFile
    part: int
    """From 1, by the file's name."""


def group_files(files: Iterable[KnownFile]) -> list[ListedModel]:
    """One model for each file, or for all parts of a model that lie in one folder; each model once."""
    singles: list[KnownFile] = []
    groups: dict[tuple[Path, str, int], list[_Member]] = defaultdict(list)
    for file in files:
        named = _PART.match(file.found.path.name)
        parts = int(named["parts"]) if named else 1
        if named is None or parts < 2 or _is_whole(file):
            singles.append(file)
        else:
            groups[file.found.path.parent, named["stem"], parts].append(_Member(file, int(named["part"])))
    models: list[tuple[ListedModel, tuple[tuple[int, int], ...]]]
    models = [(_single(file), (file.found.identity,)) for file in singles]
    for (_, _, parts), members in groups.items():
        members.sort(key=lambda member: member.part)
        models.append((_group(members, parts), tuple(member.file.found.identity for member in members)))
    return _without_copies(models)


def siblings(path: Path) -> list[Path]:
    """The other parts of the model that a file is a part of by its name, whether or not they are there."""
    named = _PART.match(path.name)
    if named is None or not 1 < int(named["parts"]) <= MAX_PARTS:
        return []
    ending = path.name[-5:]
    names = (f"{named['stem']}-{part:05d}-of-{named['parts']}{ending}" for part in range(1, int(named["parts"]) + 1))
    return [path.with_name(name) for name in names if name != path.name]


def _is_whole(file: KnownFile) -> bool:
    """A file that says itself that it is all there is, whatever it is called."""
    description = file.described.description
    return description is not None and description.num_parts == 1


def _single(file: KnownFile) -> ListedModel:
    found, described = file.found, file.described
    description, problem = described.description, described.problem
    if description is not None and description.num_parts > 1:
        problem = _renamed(found.path, description)
    return ListedModel(
        path=found.path,
        place=found.place,
        key=described.key,
        name=_name(found, description),
        description=description,
        file_bytes=found.size_bytes,
        num_parameters=0 if description is None else description.num_parameters,
        weights_bytes=0 if description is None else description.weights_bytes,
        problem=problem,
        label=found.label,
        modified_ns=found.modified_ns,
    )


def _group(members: list[_Member], parts: int) -> ListedModel:
    first = members[0].file
    found = [member.file.found for member in members]
    descriptions = [each.file.described.description for each in members]
    known = [each for each in descriptions if each is not None]
    return ListedModel(
        path=first.found.path,
        place=first.found.place,
        key=first.described.key,
        name=_name(first.found, descriptions[0]),
        description=descriptions[0],
        file_bytes=sum(each.size_bytes for each in found),
        num_parameters=sum(each.num_parameters for each in known),
        weights_bytes=sum(each.weights_bytes for each in known),
        num_files=len(members),
        problem=_problem(members, parts),
        label=first.found.label,
        modified_ns=max(each.modified_ns for each in found),
    )


def _name(found: FoundFile, description: ModelDescription | None) -> str:
    if description is None or not (description.name or description.basename):
        return found.label or shown_name(found.path)
    return name_of(description, found.path)


def _problem(members: list[_Member], parts: int) -> Notice | None:
    """The first thing that keeps the parts from being a model."""
    missing = sorted(set(range(1, parts + 1)) - {member.part for member in members})
    if missing:
        shown = ", ".join(str(number) for number in missing[:_MAX_LISTED])
        more = len(missing) - _MAX_LISTED
        values: dict[str, Value] = {"file": shown_name(members[0].file.found.path), "parts": parts}
        if len(missing) == 1:
            return Notice("model_lacks_part", {**values, "missing": shown})
        return Notice("model_lacks_parts", {**values, "missing": shown + (f" (+{more})" if more > 0 else "")})
    for member in members:
        description, problem = member.file.described.description, member.file.described.problem
        if problem is not None:
            return problem
        if description is not None and (description.part, description.num_parts) != (member.part - 1, parts):
            return _renamed(member.file.found.path, description)
    return None


def _renamed(path: Path, description: ModelDescription) -> Notice:
    values: dict[str, Value] = {"file": shown_name(path), "part": description.part + 1, "parts": description.num_parts}
    return Notice("model_part_renamed", values)


def _without_copies(models: Iterable[tuple[ListedModel, tuple[tuple[int, int], ...]]]) -> list[ListedModel]:
    """One line for the same files under several paths; the first path is the one that counts."""
    kept: dict[tuple[tuple[int, int], ...], ListedModel] = {}
    for model, files in models:
        other = kept.get(files)
        kept[files] = model if other is None else _with_path(other, model)
    return list(kept.values())


def _with_path(model: ListedModel, other: ListedModel) -> ListedModel:
    if other.path == model.path:
        return model
    return replace(model, other_paths=(*model.other_paths, other.path), label=model.label or other.label)
