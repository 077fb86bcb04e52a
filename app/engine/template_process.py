"""The parent's side of the process that renders chat templates: starts it, asks it, ends it when it takes too long.

Why a process: no sandbox inside one interpreter stops `'a' * 10**9` or nested loops, a kernel's limits do.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import threading
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.errors import UserError
from app.packaged import child_command

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_SCRIPT = Path(__file__).with_name("template_child.py")
START_SECONDS = 30.0
"""For an interpreter to start on a machine that is busy loading a model."""
RENDER_SECONDS = 2.0


class TemplateProcess:
    """A child that renders templates. It is started at once, waited for at the first use, and replaced when it died.

    It ends with `close`, when this object goes, and when this process ends, since its standard input ends then.
    """

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._finalizer: weakref.finalize[..., TemplateProcess] | None = None
        self._ready = False
        self._start()

    def render(self, source: str, variables: Mapping[str, Any], most_characters: int) -> str:
        """Render a template.

        Args:
            source: The template.
            variables: What it may use; JSON values.
            most_characters: Longest text that is accepted.

        Raises:
            UserError: `template_failed`, `template_too_slow`, `template_too_large` or `template_crashed`.
        """
        if self._child is None or self._child.poll() is not None:
            self.close()
            self._start()
        if not self._ready:
            self._exchange(None, START_SECONDS)
            self._ready = True
        request = {"source": source, "variables": dict(variables), "most_characters": most_characters}
        reply = self._exchange(request, RENDER_SECONDS)
        if "limit" in reply:
            raise UserError("template_too_large")
        if "error" in reply:
            raise UserError("template_failed", cause=_one_line(reply["error"]))
        text: str = reply["text"]
        return text

    def close(self) -> None:
        """End the child. The next rendering starts another."""
        self._child, self._ready = None, False
        if self._finalizer is not None:
            self._finalizer()

    def _start(self) -> None:
        self._child = subprocess.Popen(
            child_command(_SCRIPT), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._finalizer = weakref.finalize(self, _end, self._child)

    def _exchange(self, request: dict[str, Any] | None, seconds: float) -> dict[str, Any]:
        """Send a request, if there is one, and wait for the next answer."""
        child = self._child
        line = b""
        if child is not None and child.stdin is not None and child.stdout is not None:
            # A child that died shows by the line that does not come.
            with _deadline(child, seconds) as too_late, contextlib.suppress(OSError):
                if request is not None:
                    child.stdin.write(json.dumps(request).encode() + b"\n")
                    child.stdin.flush()
                line = child.stdout.readline()
            if line.endswith(b"\n"):
                reply: dict[str, Any] = json.loads(line)
                return reply
            self.close()
            if too_late.is_set():
                raise UserError("template_too_slow", seconds=f"{seconds:g}")
        raise UserError("template_crashed")


@contextlib.contextmanager
def _deadline(child: subprocess.Popen[bytes], seconds: float) -> Iterator[threading.Event]:
    """Kill the child when the block takes longer; the event says so. A pipe cannot be waited for everywhere."""
    too_late = threading.Event()

    def kill() -> None:
        too_late.set()
        child.kill()

    timer = threading.Timer(seconds, kill)
    timer.daemon = True
    timer.start()
    try:
        yield too_late
    finally:
        timer.cancel()


def _end(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def _one_line(text: str, most: int = 200) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
