"""What `galley selftest` says of the package: which program this is, which modules of llama.cpp fit, what policy holds.

A package is built on one machine and runs on others, so it tells what it chose there and why.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from app import __version__
from app.cli.finding import Finding
from app.errors import Notice
from app.packaged import build_facts, program_folder
from app.settings.policy import read_policy

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.engine.inspection_values import ModuleFacts
    from app.errors import Value


def program() -> Finding:
    """Which Galley this is, and since when."""
    folder = program_folder()
    if folder is None:
        return Finding("program", True, Notice("selftest_from_source", {"version": __version__}))
    values = {"version": __version__, "folder": str(folder), "built": build_facts().get("built", "?")}
    return Finding("program", True, Notice("selftest_packaged", values))


def policy() -> Finding:
    """What an administrator has laid down. One that cannot be read is no reason to stop, and taken at its strictest."""
    found = read_policy()
    if found.problem is not None:
        return Finding("policy", False, found.problem, needed=False)
    if found.path is None:
        return Finding("policy", True, Notice("selftest_no_policy"), needed=False)
    values = {"path": str(found.path), "rules": ", ".join(found.policy.rules()) or "-"}
    return Finding("policy", True, Notice("selftest_policy", values), needed=False)


def modules(facts: Sequence[ModuleFacts]) -> Finding:
    """Which modules of llama.cpp were chosen, and why the others were not."""
    processors = [each for each in facts if each.is_processor]
    chosen = next((each for each in processors if each.is_loaded), None)
    if chosen is None and sys.platform == "linux":
        return Finding("processor module", False, Notice("selftest_no_processor", {"names": _names(facts)}))
    best = chosen or processors[0]
    unfit = [each for each in processors if each.score <= 0]
    values: dict[str, Value] = {"name": best.name, "number": len(processors), "unfit": _names(unfit)}
    sentences = [Notice("selftest_processor_all" if not unfit else "selftest_processor", values)]
    sentences += [_other(each) for each in facts if not each.is_processor]
    return Finding("processor module", True, tuple(sentences))


def _other(module: ModuleFacts) -> Notice:
    if module.is_loaded:
        return Notice("selftest_module_loaded", {"name": module.name})
    if module.problem:
        return Notice("selftest_module_unusable", {"name": module.name, "cause": module.problem})
    return Notice("selftest_module_idle", {"name": module.name})


def _names(facts: Iterable[ModuleFacts]) -> str:
    return ", ".join(each.name for each in facts)
