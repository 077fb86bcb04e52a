"""What is inside Galley by somebody else, with versions and licences: read from labels, never from the network."""

from __future__ import annotations

import json
import platform
import re
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Any

from app.packaged import program_folder
from app.privacy.report import LIBRARIES

if TYPE_CHECKING:
    from pathlib import Path

_NAME = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)")
_BILL = "sbom.cdx.json"
"""The packaged program's list of its parts."""
_TEXTS = "licences"


@dataclass(frozen=True, slots=True)
class Part:
    """One of them; `licence` is empty where its label does not say."""

    name: str
    version: str
    licence: str


def parts_inside() -> tuple[Part, ...]:
    """Every part by name: what the package's own list says, or from source, what is installed and needed."""
    folder = program_folder()
    packaged = () if folder is None else _from_bill(folder / _BILL)
    found = packaged or (*_installed(), *_others())
    return tuple(sorted(found, key=lambda part: part.name.casefold()))


def licence_texts() -> Path | None:
    """The folder with every licence in full; None from source, where each lies beside its part."""
    folder = program_folder()
    return None if folder is None or not (folder / _TEXTS).is_dir() else folder / _TEXTS


def _installed() -> tuple[Part, ...]:
    """Python's packages that Galley needs, and those that they need."""
    found: dict[str, Part] = {}
    wanted = [*LIBRARIES, "starlette", "uvicorn"]
    while wanted:
        name = wanted.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        if key in found:
            continue
        try:
            label = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue  # another system's
        found[key] = Part(str(label.metadata["Name"]), label.version, _licence_of(label))
        for line in label.requires or ():
            match = _NAME.match(line)
            if match is not None and "extra ==" not in line:
                wanted.append(match.group(1))
    return tuple(found.values())


def _others() -> tuple[Part, ...]:
    """What is no package of Python's own."""
    return (
        Part("Python", platform.python_version(), "PSF-2.0"),
        Part("llama.cpp", metadata.version("llama-cpp-python"), "MIT"),
        Part("SQLCipher", metadata.version("sqlcipher3"), "BSD-3-Clause"),
    )


def _licence_of(label: metadata.Distribution) -> str:
    """What a label says, shortest form first."""
    expression = _line_of(label, "License-Expression")
    if expression:
        return expression
    classifiers = [line for line in label.metadata.get_all("Classifier") or () if line.startswith("License ::")]
    ends = [end for line in classifiers if (end := line.rsplit(" :: ", 1)[-1]) != "OSI Approved"]
    return " OR ".join(ends) or _line_of(label, "License")


def _line_of(label: metadata.Distribution, name: str) -> str:
    """The first line of what a label says under a name; empty where it says nothing."""
    lines = str((label.metadata.get_all(name) or [""])[0]).splitlines()
    return next(iter(lines), "")


def _from_bill(path: Path) -> tuple[Part, ...]:
    try:
        bill = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return ()
    components = bill.get("components") if isinstance(bill, dict) else None
    return tuple(_part_of(each) for each in components or () if isinstance(each, dict))


def _part_of(component: dict[str, Any]) -> Part:
    named = []
    for each in component.get("licenses") or ():
        licence = each.get("license") or {}
        named.append(str(each.get("expression") or licence.get("id") or licence.get("name") or ""))
    return Part(str(component.get("name", "")), str(component.get("version", "")), " OR ".join(filter(None, named)))
