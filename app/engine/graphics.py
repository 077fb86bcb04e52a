"""Whether the engine may touch graphics drivers: a driver that takes a process down must not keep anybody from working.

The environment tells, because every child that loads llama.cpp inherits it, whoever starts it: `GALLEY_GRAPHICS=off`.
"""

from __future__ import annotations

import os

VARIABLE = "GALLEY_GRAPHICS"
OFF = "off"


def graphics_are_off() -> bool:
    """Whether graphics drivers are to be left alone."""
    return os.environ.get(VARIABLE) == OFF
