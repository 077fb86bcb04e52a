"""What is said before Qt would end the process."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import EnvironmentFault
from app.runtime.display import XCB_CURSOR, library_fault, require_display

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.support.xvfb import PrivateDisplay


def code_for(environ: dict[str, str]) -> str | None:
    """The code of the fault, or None where Qt may begin."""
    try:
        require_display(environ, can_load=lambda _library: True)
    except EnvironmentFault as fault:
        return fault.notice.code
    return None


@contextlib.contextmanager
def listening(address: str) -> Iterator[None]:
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(address)
        server.listen()
        yield


@pytest.mark.parametrize("environ", [{}, {"DISPLAY": ""}, {"XDG_SESSION_TYPE": "wayland"}, {"QT_QPA_PLATFORM": "xcb"}])
def test_no_display_at_all(environ: dict[str, str]) -> None:
    assert code_for(environ) == "no_display"


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "vnc:size=800x600", "xcb;offscreen", "eglfs"])
def test_a_platform_without_a_display_needs_none(platform: str) -> None:
    assert code_for({"QT_QPA_PLATFORM": platform}) is None


@pytest.mark.parametrize("platform", ["bogus", "bogus:size=3;offscreenish", "XCBB"])
def test_a_platform_that_qt_does_not_have_is_named_with_those_that_it_has(platform: str) -> None:
    with pytest.raises(EnvironmentFault) as fault:
        require_display({"QT_QPA_PLATFORM": platform, "DISPLAY": ":0"})
    said = sentence(fault.value.notice)
    assert f"“{platform.partition(':')[0]}”" in said
    assert "offscreen" in said.partition("one of: ")[2].split(", ")


def test_a_platform_that_qt_does_not_have_is_passed_over_where_another_one_follows() -> None:
    assert code_for({"QT_QPA_PLATFORM": "bogus;OffScreen"}) is None
    assert code_for({"QT_QPA_PLATFORM": "bogus;xcb"}) == "no_display"


@pytest.mark.parametrize("display", [":4711", "unix:4711", ":4711.0", "nonsense", ":x", ":"])
def test_a_display_that_is_not_there(display: str) -> None:
    with pytest.raises(EnvironmentFault) as fault:
        require_display({"DISPLAY": display})
    assert fault.value.notice.code == "display_unreachable"
    assert display in sentence(fault.value.notice)


def test_a_display_on_another_machine_is_left_to_qt() -> None:
    assert code_for({"DISPLAY": "localhost:10.0"}) is None


def test_a_real_display_is_found(private_display: PrivateDisplay) -> None:
    assert code_for({"DISPLAY": private_display.name}) is None
    assert code_for({"DISPLAY": f"{private_display.name}.0", "QT_QPA_PLATFORM": "xcb"}) is None
    assert code_for({"DISPLAY": private_display.name, "WAYLAND_DISPLAY": "gone"}) is None, "Qt falls back"
    assert code_for({"DISPLAY": private_display.name, "QT_QPA_PLATFORM": "wayland"}) == "no_display"


def test_the_library_that_qt_needs_for_x_is_missed(private_display: PrivateDisplay) -> None:
    asked: list[str] = []

    def can_load(library: str) -> bool:
        asked.append(library)
        return False

    with pytest.raises(EnvironmentFault) as fault:
        require_display({"DISPLAY": private_display.name}, can_load=can_load)
    assert asked == [XCB_CURSOR]
    assert fault.value.notice.code == "display_library_missing"
    assert "libxcb-cursor0" in sentence(fault.value.notice)


def test_wayland_counts_when_its_socket_answers(tmp_path: Path) -> None:
    with listening(str(tmp_path / "wayland-7")):
        environ = {"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}
        assert code_for(environ) is None
        assert code_for({**environ, "QT_QPA_PLATFORM": "wayland"}) is None
        assert code_for({"WAYLAND_DISPLAY": str(tmp_path / "wayland-7")}) is None
        assert code_for({**environ, "QT_QPA_PLATFORM": "xcb"}) in ("no_display", "display_unreachable")
    assert code_for(environ) == "display_unreachable"
    assert code_for({"WAYLAND_DISPLAY": "x" * 200}) == "display_unreachable"
    assert code_for({"WAYLAND_SOCKET": "5", "QT_QPA_PLATFORM": "wayland"}) is None


def test_an_abstract_socket_counts_too() -> None:
    number = 5000 + os.getpid() % 10_000
    with listening(f"\0/tmp/.X11-unix/X{number}"):
        assert code_for({"DISPLAY": f":{number}"}) is None
    assert code_for({"DISPLAY": f":{number}"}) == "display_unreachable"


def test_the_missing_library_of_a_failed_import_is_named() -> None:
    fault = library_fault(ImportError("libEGL.so.1: cannot open shared object file: No such file or directory"))
    assert fault is not None
    assert fault.notice.values == {"library": "libEGL.so.1", "package": "libegl1"}
    fault = library_fault(ImportError("libnew-2.0.so.7: cannot open shared object file: No such file or directory"))
    assert fault is not None
    assert fault.notice.values["package"] == "libnew-2.0.so.7"
    assert library_fault(ImportError("No module named 'x'")) is None


def test_it_imports_no_qt() -> None:
    code = "import sys, app.runtime.display; print('PySide6' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
