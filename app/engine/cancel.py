"""One byte, shared between the window and the engine, that stops whatever the engine is doing.

It doubles as a C string: llama.cpp's abort callback is libc's strlen on it, so no Python runs while a decode polls.
"""

from __future__ import annotations

import ctypes
import multiprocessing.sharedctypes


class CancelFlag:
    """Set by the parent while a command runs, cleared by the parent before the next one.

    Shared memory: pass it to the child as an argument of its process.
    """

    def __init__(self) -> None:
        self._bytes = multiprocessing.sharedctypes.RawArray(ctypes.c_char, 2)

    def set(self) -> None:
        """Ask to stop."""
        self._bytes[0] = b"\x01"

    def clear(self) -> None:
        """Make ready for the next command."""
        self._bytes[0] = b"\x00"

    def is_set(self) -> bool:
        """Whether stopping was asked for."""
        return self._bytes[0] != b"\x00"

    @property
    def address(self) -> int:
        """Where the byte lies in this process, a NUL behind it."""
        return ctypes.addressof(self._bytes)
