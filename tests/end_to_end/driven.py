"""A program on a display of its own, driven by keys as a person would, and watched by what it reports."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.support.xvfb import PrivateDisplay

ARTIFACTS = Path(os.environ.get("GALLEY_ARTIFACTS", "artifacts"))
THEME = os.environ.get("GALLEY_TEST_THEME", "light")
"""`light` or `dark`: the pictures in docs/images are made by this test."""


class Window:
    """The running program, driven by real key strokes on a private display."""

    def __init__(self, display: PrivateDisplay, process: subprocess.Popen[str]) -> None:
        self.display = display
        self._process = process
        self._id = ""

    def wait_for(self, happened: str) -> dict[str, Any]:
        """The next report of this kind."""
        if self._process.stdout is None:
            raise RuntimeError("no pipe")
        for line in self._process.stdout:
            report: dict[str, Any] = json.loads(line)
            if report["happened"] == happened:
                return report
        raise AssertionError(f"the program ended before it {happened}")

    def focus(self) -> None:
        """Give it the keyboard: there is no window manager that would."""
        self._id = self.display.wait_for_window("Galley")
        self._xdotool("windowfocus", "--sync", self._id)

    def type(self, text: str) -> None:
        """Type as a person would, a little faster."""
        self._xdotool("type", "--delay", "8", text)

    def press(self, *keys: str) -> None:
        """Press keys by X's names."""
        self._xdotool("key", *keys)

    def screenshot(self, name: str) -> Path:
        """Keep a picture of the screen."""
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        return self.display.screenshot(ARTIFACTS / f"{name}.png")

    def close(self) -> int:
        """Close by the keyboard; returns the exit status."""
        self.press("ctrl+q")
        return self._process.wait(30)

    def _xdotool(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self.display.environment(), check=True, timeout=60)
