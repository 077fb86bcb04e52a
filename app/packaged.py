"""What is different in the packaged program: there is no Python to call by name, and models come along with it.

From source nothing of this applies, and everything here says so.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

CHILD_OPTION = "--galley-child"
"""What the packaged program is started with to be one of its own helpers; packaging/entry.py looks for it."""

_SHARED_MODELS = Path("/var/lib/galley/models")


def is_packaged() -> bool:
    """Whether this is the packaged program."""
    return bool(getattr(sys, "frozen", False))


def child_command(script: Path, *arguments: str) -> list[str]:
    """The command line that runs a helper in a process of its own.

    From source that is the script by its path and with -P: neither the folder that the user happens to be in nor the
    script's own, whose modules are named like some of the standard library's, may be searched for imports. The
    packaged program has one executable for everything; it is told which helper to be.

    Args:
        script: The helper's file.
        arguments: What comes behind it.
    """
    if is_packaged():
        return [sys.executable, CHILD_OPTION, script.stem, *arguments]
    return [sys.executable, "-P", str(script), *arguments]


def program_folder() -> Path | None:
    """The folder the packaged program is installed in; None from source."""
    return Path(os.path.realpath(sys.executable)).parent if is_packaged() else None


def shipped_folders() -> tuple[Path, ...]:
    """Where models lie that came with the program, or beside it for every user of the machine; none from source.

    The first of them is the package's own and has the starter model.
    """
    folder = program_folder()
    if folder is None:
        return ()
    return (folder / "models", *((_SHARED_MODELS,) if sys.platform == "linux" else ()))


def build_facts() -> dict[str, str]:
    """What the build wrote down about itself: `version`, `built` (a date), `commit`; empty from source."""
    folder = program_folder()
    if folder is None:
        return {}
    try:
        facts = json.loads((folder / "build.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return {str(key): str(value) for key, value in facts.items()} if isinstance(facts, dict) else {}
