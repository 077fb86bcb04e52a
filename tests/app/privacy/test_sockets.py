"""The list of open sockets, against sockets that really are open."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from app.privacy.processes import ProcessRole
from app.privacy.sockets import OpenSocket, SocketFamily, open_sockets

ROOT = Path(__file__).parents[3]
LOOK = """
from app.privacy.sockets import open_sockets
report = open_sockets()
print([(each.role.value, each.family.value, each.here) for each in report.sockets], report.is_complete)
"""


def internet() -> list[OpenSocket]:
    return [each for each in open_sockets().sockets if each.family is SocketFamily.INTERNET]


def test_a_server_and_a_connection_are_seen_with_both_ends() -> None:
    before = internet()
    with socket.create_server(("127.0.0.1", 0)) as server:
        host, port = server.getsockname()
        with socket.create_connection((host, port)) as client, server.accept()[0]:
            seen = [each for each in internet() if each not in before]
            here = f"127.0.0.1:{client.getsockname()[1]}"
            there = f"127.0.0.1:{port}"
            assert {(each.here, each.there) for each in seen} == {(there, ""), (here, there), (there, here)}
            assert {each.role for each in seen} == {ProcessRole.PROGRAM}
    assert internet() == before


def test_a_version_6_address_is_written_as_such() -> None:
    if not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    with contextlib.ExitStack() as stack:
        try:
            server = stack.enter_context(socket.create_server(("::1", 0), family=socket.AF_INET6))
        except OSError:
            pytest.skip("no IPv6 here")
        assert f"[::1]:{server.getsockname()[1]}" in [each.here for each in internet()]


def test_a_child_is_looked_at_too(tmp_path: Path) -> None:
    path = tmp_path / "socket"
    code = f"import socket; s = socket.socket(socket.AF_UNIX); s.bind({str(path)!r}); s.listen(); print(); input()"
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert child.stdout is not None
        child.stdout.readline()
        assert OpenSocket(ProcessRole.HELPER, SocketFamily.LOCAL, str(path)) in open_sockets().sockets
    finally:
        child.communicate(b"\n", timeout=60)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists descriptors")
def test_a_socket_that_is_in_no_table_of_the_system_is_not_passed_over() -> None:
    before = len(open_sockets().of(SocketFamily.UNNAMED))
    with socket.socket(socket.AF_INET):
        assert len(open_sockets().of(SocketFamily.UNNAMED)) == before + 1
    assert len(open_sockets().of(SocketFamily.UNNAMED)) == before


def look(**identity: int) -> str:
    done = subprocess.run(
        [sys.executable, "-c", LOOK],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd="/",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        **identity,  # type: ignore[call-overload]
    )
    return str(done.stdout.strip())


def test_a_process_without_sockets_has_none() -> None:
    assert look() == "[] True"


@pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs root, to become somebody else")
def test_a_hardened_program_can_still_look_at_itself_and_its_children_without_being_root() -> None:
    code = (
        "import ctypes, os, socket, subprocess\n"
        "from app.privacy.hardening import harden\n"
        "from app.privacy.processes import running_processes\n"
        "from app.privacy.sockets import open_sockets\n"
        "os.setuid(65534)\n"
        "ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)\n"  # a change of user leaves a process that nobody may look into
        "harden()\n"
        "ours, theirs = socket.socketpair()\n"
        "command = ['sh', '-c', 'read line']\n"
        "child = subprocess.Popen(command, stdin=subprocess.PIPE, pass_fds=[theirs.fileno()])\n"
        "report = open_sockets()\n"
        "print(sorted(each.role.value for each in report.sockets), report.is_complete)\n"
        "print([each.core_dumps for each in running_processes()])\n"
        "child.communicate(b'x\\n')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stdout.splitlines() == ["['helper', 'program', 'program'] True", "[False, False]"], done.stderr
