"""Threads that do not end in time are left to themselves: destroying one that runs ends the process."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


def leave_behind(*objects: QObject) -> None:
    """Keep a running thread and what lives in it from ever being destroyed."""
    for each in objects:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(each))
