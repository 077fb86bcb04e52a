"""What llama.cpp's libraries read from the environment when they are loaded, so it has to stand there before.

How long OpenMP's threads spin before they sleep decides much on a machine that is also used for something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import MutableMapping

SPIN_COUNT = "1000"
"""Turns of GNU OpenMP's waiting loop, some tens of microseconds.

A pass of a small model meets hundreds of barriers. Threads that sleep at once (`OMP_WAIT_POLICY=passive`) pay a wake-up
at each: two thirds more for a pass of a 0.5B model. Threads that spin for the library's usual time waste the turn of
the thread they wait for as soon as another program is busy: the same pass can take up to ten times as long. Figures
stand in docs/benchmarks.md.
"""


def prepare(environment: MutableMapping[str, str]) -> None:
    """Set what is not set already; a user's own choice stands.

    Args:
        environment: Of this process, before `llama_cpp` is imported.
    """
    environment.setdefault("GGML_NO_BACKTRACE", "1")
    if "OMP_WAIT_POLICY" not in environment:
        environment.setdefault("GOMP_SPINCOUNT", SPIN_COUNT)
