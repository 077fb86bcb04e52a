"""Every socket that a real program opens, written down by a small C library that is loaded before libc."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

_SOURCE = Path(__file__).with_name("recorder.c")


@dataclass(frozen=True, slots=True)
class SocketLog:
    """Where the recorder writes."""

    library: Path
    path: Path

    def environment(self) -> dict[str, str]:
        """What a program needs so that its sockets, and its children's, are written down."""
        return {"LD_PRELOAD": str(self.library), "GALLEY_SOCKET_LOG": str(self.path)}

    def families(self) -> dict[int, set[str]]:
        """The families of sockets that each process opened, by process id."""
        found: dict[int, set[str]] = {}
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            pid, family, _type = map(int, line.split())
            found.setdefault(pid, set()).add(_name(family))
        return found


def build_socket_log(folder: Path) -> SocketLog:
    """Compile the recorder into `folder`; skips the test where that cannot be, fails where `CI` is set."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or sys.platform != "linux":
        reason = "the recorder of sockets needs Linux and a C compiler"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)
    library = folder / "socket-recorder.so"
    command = [compiler, "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-o", str(library), str(_SOURCE)]
    subprocess.run(command, check=True)
    return SocketLog(library, folder / "sockets")


def _name(family: int) -> str:
    try:
        return socket.AddressFamily(family).name
    except ValueError:
        return str(family)
