"""A private X server, for tests that want a real window on a real (if invisible) screen.

It takes a free display number by itself and ends with the test; no other X server is touched.
"""

from __future__ import annotations

import os
import select
import shutil
import subprocess
from typing import TYPE_CHECKING, Self

import pytest

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

TOOLS = ("Xvfb", "import", "xdotool")
_START_SECONDS = 20.0
_TOOL_SECONDS = 30.0


def require() -> None:
    """Skip the calling test where the X tools are missing; fail it where `CI` is set."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        reason = f"missing: {', '.join(missing)} (packages xvfb, imagemagick, xdotool)"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


class PrivateDisplay:
    """An Xvfb of our own, as a context manager.

    Args:
        width: Of the screen, in pixels.
        height: Likewise.
    """

    def __init__(self, width: int = 1440, height: int = 900) -> None:
        self._size = f"{width}x{height}x24"
        self._server: subprocess.Popen[bytes] | None = None
        self._number = ""

    def __enter__(self) -> Self:
        reader, writer = os.pipe()
        try:
            # Without -noreset it starts anew when its last client is gone, and turns away who comes at that moment.
            command = ["Xvfb", "-displayfd", str(writer), "-screen", "0", self._size, "-nolisten", "tcp", "-noreset"]
            self._server = subprocess.Popen(
                command, pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        finally:
            os.close(writer)
        try:
            self._number = self._read_number(reader)
        except RuntimeError:
            self._stop()
            raise
        finally:
            os.close(reader)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stop()

    @property
    def name(self) -> str:
        """The display's name, such as `:7`."""
        return f":{self._number}"

    def environment(self) -> dict[str, str]:
        """The environment for a program that shall show its windows here."""
        kept = {key: value for key, value in os.environ.items() if key != "WAYLAND_DISPLAY"}
        return {**kept, "DISPLAY": self.name, "QT_QPA_PLATFORM": "xcb"}

    def screenshot(self, path: Path) -> Path:
        """Write the whole screen to a picture file."""
        self._tool("import", "-window", "root", str(path))
        return path

    def wait_for_window(self, title: str, seconds: float = _TOOL_SECONDS) -> str:
        """Wait until a window is visible whose title contains `title`; returns its id."""
        found = self._tool("xdotool", "search", "--sync", "--onlyvisible", "--name", title, seconds=seconds)
        return found.split()[0]

    def _tool(self, *command: str, seconds: float = _TOOL_SECONDS) -> str:
        done = subprocess.run(
            command, env=self.environment(), capture_output=True, text=True, check=True, timeout=seconds
        )
        return done.stdout

    def _read_number(self, reader: int) -> str:
        """Xvfb writes the display number and a newline once it accepts connections."""
        text = b""
        while not text.endswith(b"\n"):
            ready, _, _ = select.select([reader], [], [], _START_SECONDS)
            chunk = os.read(reader, 16) if ready else b""
            if not chunk:
                raise RuntimeError("Xvfb did not start")
            text += chunk
        return text.decode().strip()

    def _stop(self) -> None:
        if self._server is None:
            return
        self._server.terminate()
        try:
            self._server.wait(_START_SECONDS)
        except subprocess.TimeoutExpired:
            self._server.kill()
            self._server.wait()
        self._server = None
