"""The terminal: text on standard output, messages and progress on standard error, whatever these are connected to."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TextIO

from app.errors import EnvironmentFault

_CLEAR_LINE = "\r\x1b[K"


def prepare_streams() -> None:
    """Make writing safe: streams that the caller closed swallow text, characters they lack are replaced."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:  # whatever is opened next would take this number, and be mistaken for the terminal
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)
    sys.stdout = _usable(sys.stdout)
    sys.stderr = _usable(sys.stderr)


def write_text(text: str) -> None:
    """Write to standard output at once.

    Raises:
        BrokenPipeError: The reader has left.
        EnvironmentFault: `output_failed`, such as on a full disk.
    """
    if not text:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        abandon_output()
        raise
    except OSError as error:
        abandon_output()
        raise EnvironmentFault("output_failed", cause=error.strerror or str(error)) from error


def write_json(text: str) -> None:
    """Write one line of JSON, which is UTF-8 whatever the terminal's encoding is; raises as `write_text`."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    write_text(f"{text}\n")


def abandon_output() -> None:
    """Give up on standard output, so that the interpreter does not try again when it ends."""
    try:
        descriptor = sys.stdout.fileno()
    except io.UnsupportedOperation:
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, descriptor)
    os.close(null)


def say(line: str) -> None:
    """One line on standard error."""
    sys.stderr.write(f"galley: {line}\n")
    sys.stderr.flush()


class ProgressLine:
    """A line on standard error that overwrites itself; shown on a terminal only."""

    def __init__(self) -> None:
        self._enabled = sys.stderr.isatty()
        self._shown = False

    def show(self, text: str) -> None:
        """Replace the line."""
        if self._enabled:
            sys.stderr.write(f"{_CLEAR_LINE}{text}")
            sys.stderr.flush()
            self._shown = True

    def clear(self) -> None:
        """Take the line away, so that other text can follow."""
        if self._shown:
            sys.stderr.write(_CLEAR_LINE)
            sys.stderr.flush()
            self._shown = False


def _usable(stream: TextIO | None) -> TextIO:
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")
    return stream
