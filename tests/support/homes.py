"""A user's home folder of a test's own, and the environment in which a program takes it for the real one."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_LEFT_OUT = ("XDG_", "GALLEY_", "DBUS_", "WAYLAND_", "PYTHON_KEYRING")


@dataclass(frozen=True, slots=True)
class Home:
    """Where everything goes that a program writes, temporary and runtime files included."""

    folder: Path

    def make(self) -> Home:
        """Make the folders; returns itself."""
        for each in (self.folder, self.temporary, self.runtime):
            each.mkdir(mode=0o700, parents=True)
        return self

    @property
    def temporary(self) -> Path:
        """Stands for /tmp."""
        return self.folder / "tmp"

    @property
    def runtime(self) -> Path:
        """Stands for /run/user/UID."""
        return self.folder / "run"

    def write_settings(self, settings: dict[str, Any]) -> Home:
        """Leave settings as an earlier run would have; returns itself."""
        folder = self.folder / ".config" / "galley"
        folder.mkdir(mode=0o700, parents=True)
        (folder / "settings.json").write_text(json.dumps(settings))
        return self

    def environment(self, **more: str) -> dict[str, str]:
        """The variables of a program that is at home here; the session's bus and keyring are not in them."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith(_LEFT_OUT)}
        return {
            **kept,
            "HOME": str(self.folder),
            "TMPDIR": str(self.temporary),
            "XDG_RUNTIME_DIR": str(self.runtime),
            "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]),
            **more,
        }
