"""Takes texts out of this process's command line, which every user of the machine can read.

What was typed has been seen by then: by the shell's history, and by whoever looked in the first moments.
"""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

_ARGUMENTS_START, _ARGUMENTS_END = 45, 46
"""Fields of /proc/self/stat, counted from the one behind the program's name (proc_pid_stat(5))."""
COVER = b"."


def hide_from_command_line(*texts: str) -> None:
    """Overwrite the arguments that are one of these texts where `ps` and /proc/PID/cmdline read them (Linux)."""
    wanted = {os.fsencode(text) for text in texts if text}
    if sys.platform != "linux" or not wanted:
        return
    try:
        fields = Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()
        start, end = int(fields[_ARGUMENTS_START]), int(fields[_ARGUMENTS_END])
        shown = Path("/proc/self/cmdline").read_bytes()
    except (OSError, IndexError, ValueError):
        return  # no /proc here, so nobody else reads the command line there either
    if start == 0 or end - start != len(shown):
        return  # the kernel does not say where it is, or it was moved
    for at, argument in _arguments(shown):
        if argument in wanted:
            ctypes.memset(start + at, COVER[0], len(argument))
        elif argument.startswith(b"--") and argument.partition(b"=")[2] in wanted:
            name_length = argument.index(b"=") + 1
            ctypes.memset(start + at + name_length, COVER[0], len(argument) - name_length)


def _arguments(shown: bytes) -> list[tuple[int, bytes]]:
    found, at = [], 0
    for argument in shown.split(b"\0"):
        found.append((at, argument))
        at += len(argument) + 1
    return found
