"""Which sockets the program has open now, as the system tells it: the proof that nothing leaves the machine.

A socket of the internet family can reach other machines, or be reached; a local one cannot.
"""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from app.errors import Notice
from app.privacy.processes import ProcessRole, running_processes

if TYPE_CHECKING:
    from app.privacy.processes import RunningProcess

_LOOPBACK = ("127.", "[::1]", "[::ffff:127.")
_INTERNET = frozenset({"AF_INET", "AF_INET6"})


class SocketFamily(StrEnum):
    """How far a socket reaches."""

    INTERNET = "internet"
    LOCAL = "local"
    """A Unix socket: other programs on this machine, such as the desktop, and Galley's own processes."""
    UNNAMED = "unnamed"
    """There, but the system lists no address for it: not connected yet, or of a kind of its own."""


@dataclass(frozen=True, slots=True)
class OpenSocket:
    """A socket of one of the program's processes."""

    role: ProcessRole
    family: SocketFamily
    here: str = ""
    """This end: address and port, or a path; empty where it has no name."""
    there: str = ""
    """The other end, where it is connected and has a name."""

    @property
    def stays_on_machine(self) -> bool:
        """Whether only programs on this machine can be at its other end."""
        return self.family is SocketFamily.LOCAL or self.here.startswith(_LOOPBACK)


@dataclass(frozen=True, slots=True)
class SocketReport:
    """What is open. `notices` says what could not be looked at: without any, the list is complete."""

    sockets: tuple[OpenSocket, ...]
    notices: tuple[Notice, ...] = ()

    def of(self, family: SocketFamily) -> tuple[OpenSocket, ...]:
        """Those of one family."""
        return tuple(each for each in self.sockets if each.family is family)

    @property
    def is_complete(self) -> bool:
        """Whether every process could be looked at."""
        return not self.notices


def open_sockets(pid: int | None = None) -> SocketReport:
    """Look at the program and everything it started.

    Args:
        pid: Of the program; None takes this process.
    """
    sockets: list[OpenSocket] = []
    notices: list[Notice] = []
    for process in running_processes(pid):
        try:
            sockets += _sockets_of(process)
        except (psutil.NoSuchProcess, FileNotFoundError):
            continue  # it ended meanwhile
        except (psutil.Error, OSError) as error:
            cause = getattr(error, "strerror", None) or type(error).__name__
            notices.append(Notice("sockets_not_seen", {"pid": process.pid, "cause": cause}))
    return SocketReport(tuple(sockets), tuple(notices))


def _sockets_of(process: RunningProcess) -> list[OpenSocket]:
    found = []
    listed: set[int] = set()
    before = _descriptors(process.pid)
    for each in psutil.Process(process.pid).net_connections(kind="all"):
        listed.add(each.fd)
        family = SocketFamily.INTERNET if each.family.name in _INTERNET else SocketFamily.LOCAL
        found.append(OpenSocket(process.role, family, _address(each.laddr), _address(each.raddr)))
    # What was there before and after, and is in no table of the system's.
    unnamed = before & _descriptors(process.pid) - listed
    return found + [OpenSocket(process.role, SocketFamily.UNNAMED)] * len(unnamed)


def _descriptors(pid: int) -> set[int]:
    """The numbers of a process's sockets, whatever family they are of (Linux)."""
    if sys.platform != "linux":
        return set()
    numbers = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            if os.readlink(link).startswith("socket:"):
                numbers.add(int(link.name))
    return numbers


def _address(address: object) -> str:
    """As people write it: a path, or address and port."""
    if isinstance(address, str):
        return address
    if isinstance(address, tuple) and len(address) == 2:
        host, port = address
        return f"[{host}]:{port}" if ":" in str(host) else f"{host}:{port}"
    return ""
