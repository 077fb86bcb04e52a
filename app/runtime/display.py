"""Looks for a display before Qt does: Qt ends the whole process where it finds none, and says little about why.

Imports no Qt, so that it can speak even where Qt's own libraries cannot be loaded.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import re
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

XCB_CURSOR = "libxcb-cursor.so.0"
"""What Qt's plug-in for X needs and its wheel does not bring."""
PACKAGES = {
    XCB_CURSOR: "libxcb-cursor0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
"""Debian's and Ubuntu's names for what a server may lack."""
_MISSING = re.compile(r"(?P<library>lib[\w.+-]+\.so[.\d]*): cannot open shared object file")
_SECONDS = 2.0


def require_display(environ: Mapping[str, str], *, can_load: Callable[[str], bool] | None = None) -> None:
    """Make sure that Qt will find a display.

    Args:
        environ: The environment that Qt will look at.
        can_load: Whether a library can be loaded; None asks the dynamic linker.

    Raises:
        EnvironmentFault: `no_display`, `display_unreachable`, `display_library_missing` or `display_platform_unknown`.
    """
    if not sys.platform.startswith("linux"):
        return
    platforms = _known(list(_platforms(environ)))
    if any(not platform.startswith(("xcb", "wayland")) for platform in platforms):
        return
    if any(platform.startswith("wayland") for platform in platforms) and _wayland_answers(environ):
        return
    display = environ.get("DISPLAY", "") if "xcb" in platforms else ""
    if not display:
        display = environ.get("WAYLAND_DISPLAY", "")
        if display:
            raise EnvironmentFault("display_unreachable", display=display)
        raise EnvironmentFault("no_display")
    if not _x_answers(display):
        raise EnvironmentFault("display_unreachable", display=display)
    if not (can_load or _can_load)(XCB_CURSOR):
        raise _library_missing(XCB_CURSOR)


def library_fault(error: ImportError) -> EnvironmentFault | None:
    """The fault behind an import that failed because the system lacks a library; None where it is another reason."""
    found = _MISSING.search(str(error))
    return None if found is None else _library_missing(found["library"])


def _library_missing(library: str) -> EnvironmentFault:
    return EnvironmentFault("display_library_missing", library=library, package=PACKAGES.get(library, library))


def _platforms(environ: Mapping[str, str]) -> Iterator[str]:
    """Names of the plug-ins that Qt will try, in its order."""
    named = [name.partition(":")[0].strip() for name in environ.get("QT_QPA_PLATFORM", "").split(";")]
    if any(named):
        yield from (name for name in named if name)
        return
    if environ.get("WAYLAND_DISPLAY") or environ.get("XDG_SESSION_TYPE") == "wayland":
        yield "wayland"
    yield "xcb"


def _known(platforms: list[str]) -> list[str]:
    """Those that Qt has plug-ins for; all of them where its folder of plug-ins is not where its wheel has it.

    Raises:
        EnvironmentFault: `display_platform_unknown` where it has none for any.
    """
    there = sorted(path.name.removeprefix("libq").removesuffix(".so") for path in _plugins().glob("libq*.so"))
    if not there:
        return platforms
    known = [name for name in platforms if any(f"{name.lower()}-".startswith(f"{each}-") for each in there)]
    if not known:
        raise EnvironmentFault("display_platform_unknown", name=platforms[0], known=", ".join(there))
    return known


def _plugins() -> Path:
    """Where Qt's wheel keeps its plug-ins for platforms; found without loading anything of it."""
    found = importlib.util.find_spec("PySide6")
    places = [] if found is None else list(found.submodule_search_locations or [])
    return Path(*places[:1]) / "Qt" / "plugins" / "platforms"


def _wayland_answers(environ: Mapping[str, str]) -> bool:
    if environ.get("WAYLAND_SOCKET"):
        return True  # a connection that the desktop has opened already
    name = environ.get("WAYLAND_DISPLAY") or "wayland-0"
    return _answers(name if name.startswith("/") else f"{environ.get('XDG_RUNTIME_DIR', '')}/{name}")


def _x_answers(display: str) -> bool:
    """Whether an X server listens; displays on other hosts are left to Qt."""
    host, colon, rest = display.rpartition(":")
    number = rest.partition(".")[0]
    if not colon or not number.isdecimal():
        return False
    if host not in ("", "unix"):
        return True
    path = f"/tmp/.X11-unix/X{number}"
    return _answers(path) or _answers(f"\0{path}")


def _answers(path: str) -> bool:
    """Whether somebody takes connections. Nothing is said: when its last client leaves, an X server starts over."""
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as local:
        local.settimeout(_SECONDS)
        try:
            local.connect(path)
        except (OSError, ValueError):  # ValueError: a path longer than a socket's name can be
            return False
    return True


def _can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True
