"""Qt's translation tools, through the command that the project itself uses."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]


def tools() -> ModuleType:
    """`packaging/translations.py` as a module; the folder is no package, so that it hides no library."""
    name = "galley_translation_tools"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, ROOT / "packaging" / "translations.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


def compiled(source: Path, folder: Path) -> Path:
    """A file of translations as Qt reads it, in a folder."""
    path = folder / f"{source.stem}.qm"
    tools().compile_file(source, path)
    return path
