"""A small C library in the place of NVIDIA's driver, so that the real binding can be tested on any machine."""

from __future__ import annotations

import _ctypes
import ctypes
import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pynvml
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

LIBRARY = "libnvidia-ml.so.1"
SCRIPT_VARIABLE = "GALLEY_NVML_SCRIPT"

_SOURCE = Path(__file__).with_name("driver.c")
_ROOT = Path(__file__).parents[3]


def build_driver(folder: Path) -> Path:
    """Compile the library into `folder`; skips the test where there is no compiler, fails where `CI` is set."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        reason = "the stand-in for the NVIDIA driver needs Linux and a C compiler"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    library = folder / LIBRARY
    flags = ("-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", f"-Wl,-soname,{LIBRARY}")
    subprocess.run([compiler, *flags, "-o", library, _SOURCE], check=True)
    return library


@contextmanager
def driver_here(library: Path, script: Path) -> Iterator[None]:
    """Put the stand-in into this very process, for a whole program in it; it reads `script` at every call.

    The loader takes a library that is loaded already for any other of the same name, so the binding finds it.
    """
    os.environ[SCRIPT_VARIABLE] = str(script)
    loaded = ctypes.CDLL(str(library))
    _forget_library()
    try:
        yield
    finally:
        taken = pynvml.nvmlLib
        _forget_library()
        for each in (taken, loaded):
            if each is not None:
                _ctypes.dlclose(each._handle)
        del os.environ[SCRIPT_VARIABLE]


def _forget_library() -> None:
    """Let the binding look for its library anew."""
    pynvml.nvmlLib = None
    pynvml._nvmlGetFunctionPointer_cache.clear()


@dataclass(frozen=True, slots=True)
class Reading:
    """What the program made of the machine at one step."""

    devices: list[dict[str, Any]]
    absent: str | None
    """The code of the notice."""
    sentence: str | None
    ram_used_bytes: int
    ram_total_bytes: int
    engine_bytes: int | None
    holders_sentences: list[str | None]
    """For each device, why its holders are not told."""


@dataclass(slots=True)
class ScriptedMachine:
    """A machine whose NVIDIA driver does as it is told; `steps` are read one after the other by one process."""

    folder: Path
    library: Path | None
    """None for a machine without a driver."""
    retry_seconds: float = 0.0
    engine_pid: int | None = None
    steps: list[dict[str, Any]] = field(default_factory=list)

    def step(self, script: str, *, install: Path | None = None) -> ScriptedMachine:
        """Add a step: the driver's script from here on, and a driver to install before it."""
        self.steps.append({"script": script, "install": str(install) if install else None})
        return self

    def read(self) -> list[Reading]:
        """Go through the steps in a process of its own, whose loader finds the stand-in first."""
        libraries = self.folder / "lib"
        libraries.mkdir()
        if self.library is None:
            (libraries / LIBRARY).write_bytes(b"")  # keeps a real driver of this machine out of the test
        else:
            shutil.copy(self.library, libraries / LIBRARY)
        script = self.folder / "script"
        environment = {**os.environ, "LD_LIBRARY_PATH": str(libraries), SCRIPT_VARIABLE: str(script)}
        orders = {
            "library": str(libraries / LIBRARY),
            "script": str(script),
            "retry_seconds": self.retry_seconds,
            "engine_pid": self.engine_pid,
            "steps": self.steps,
        }
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "tests.support.nvml.probe"],
            input=json.dumps(orders),
            env=environment,
            cwd=_ROOT,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return [Reading(**each) for each in json.loads(done.stdout)]

    @property
    def log_path(self) -> Path:
        """Where a script with the line `log <this>` writes down starts and ends."""
        return self.folder / "log"
