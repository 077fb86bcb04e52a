"""Nothing leaves the machine: no way out is needed, no socket to the outside is opened, no code for it is there."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.homes import ROOT, Home
from tests.support.program import SHORT, endless_pair
from tests.support.socket_log import build_socket_log
from tests.support.window_run import WindowRun
from tests.support.xvfb import PrivateDisplay, require

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECONDS = 120.0
NETWORK_MODULES = frozenset(
    {
        *("aiohttp", "asyncio", "ftplib", "http", "httpx", "imaplib", "nntplib", "poplib", "requests", "smtplib"),
        *("socketserver", "ssl", "telnetlib", "urllib", "urllib3", "websockets", "xmlrpc"),
        *("starlette", "uvicorn"),
        *("PySide6.QtNetwork", "PySide6.QtWebSockets", "PySide6.QtWebEngineCore"),
    }
)
UNIX_SOCKETS_ONLY = frozenset(
    {
        "app/runtime/caller.py",
        "app/runtime/display.py",
        "app/runtime/signals.py",
        "app/runtime/single_instance.py",
        "app/store/keys/secret_service.py",
    }
)
"""Where Python's `socket` may be used, for sockets that cannot leave the machine."""
NAMES_ONLY = "app/hardware/addresses.py"
"""Lists this machine's addresses, and needs the names of their families for it; it opens nothing."""
LOOPBACK_ONLY = "app/lab/endpoint.py"
"""What `galley bench --endpoint` asks servers on this machine with; it refuses every other address."""
SERVER = "app/server/"
"""Answers other programs, once it is turned on; it listens and never connects."""
SERVER_LISTENS = "socket.create_server((address, port), family=family, backlog=128)"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home").make()


def unshared() -> list[str]:
    """What starts a program in a network namespace without any interface that is up; skips where none can be made."""
    tool = shutil.which("unshare") or "unshare"
    command = [tool, "--net"] if os.geteuid() == 0 else [tool, "--map-root-user", "--net"]
    try:
        done = subprocess.run([*command, "cat", "/proc/net/route"], capture_output=True, text=True, check=False)
        problem = done.stderr.strip()
    except FileNotFoundError as error:
        problem = str(error)
    if problem:
        if os.environ.get("CI"):
            pytest.fail(f"no network namespace can be made here: {problem}", pytrace=False)
        pytest.skip(f"no network namespace can be made here: {problem}")
    assert len(done.stdout.splitlines()) <= 1, "there is no route to anywhere, not even to this machine"
    return command


def generate(home: Home, target: Path, draft: Path, *prefix: str, **more: str) -> dict[str, object]:
    models = ("--target", str(target), "--draft", str(draft), "--speculation", "draft")
    options = ("--prompt", "Tell me a story.", "--max-tokens", "40", "--seed", "4", "--json")
    done = subprocess.run(
        [*prefix, sys.executable, "-m", "app", "generate", *models, *options],
        cwd=ROOT,
        env=home.environment(**more),
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, object] = json.loads(done.stdout)
    return report


# Without any network.


def test_a_reply_needs_no_network(home: Home, tiny_target: Path, tiny_draft: Path) -> None:
    report = generate(home, tiny_target, tiny_draft, *unshared())
    assert report["completion_tokens"]
    assert report["text"] == generate(home, tiny_target, tiny_draft)["text"]


def test_the_window_needs_no_network(home: Home, tmp_path: Path) -> None:
    pair = endless_pair(tmp_path)
    home.write_settings(SHORT)
    with WindowRun(home, *pair, prefix=unshared(), QT_QPA_PLATFORM="offscreen") as window:
        assert window.ask("Tell me a story.")
        assert window.close() == 0, window.log


# No socket.


def test_the_command_opens_no_socket_that_could_leave_the_machine(
    home: Home, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    log = build_socket_log(tmp_path)
    generate(home, tiny_target, tiny_draft, **log.environment())
    families = log.families()
    assert families, "the pipe to the engine is a pair of sockets: nothing seen means nothing was recorded"
    assert set().union(*families.values()) == {"AF_UNIX"}


@pytest.fixture
def display() -> Iterator[PrivateDisplay]:
    require()
    with PrivateDisplay() as made:
        yield made


def test_the_window_opens_no_socket_that_could_leave_the_machine(
    home: Home, tmp_path: Path, display: PrivateDisplay
) -> None:
    log, pair = build_socket_log(tmp_path), endless_pair(tmp_path)
    home.write_settings(SHORT)
    target, draft = pair
    shown = {"DISPLAY": display.name, "QT_QPA_PLATFORM": "xcb"}
    with WindowRun(home, target, draft, **shown, **log.environment()) as window:
        assert window.ask("Tell me a story.")
        display.wait_for_window("Galley")
        pids = {process.pid for process in window.family()}
        assert window.close() == 0, window.log
    families = log.families()
    assert window.pid in families, "the window's connection to the display was not recorded"
    assert set().union(*families.values()) == {"AF_UNIX"}
    assert len(pids) >= 3, "window, engine, chat templates"


def test_the_recorder_sees_what_it_is_there_for(tmp_path: Path) -> None:
    log = build_socket_log(tmp_path)
    code = (
        "import socket, subprocess, sys; socket.socket(socket.AF_INET); socket.socketpair(); "
        "subprocess.run([sys.executable, '-c', 'import socket; socket.socket(socket.AF_INET6)'])"
    )
    subprocess.run([sys.executable, "-c", code], env={**os.environ, **log.environment()}, check=True)
    assert sorted(log.families().values(), key=len) == [{"AF_INET6"}, {"AF_INET", "AF_UNIX"}]


# No code.


def imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def sources() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("app", "widgets", "resources"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text("utf-8"))


def test_no_module_of_galley_imports_code_for_a_network() -> None:
    found = []
    for name, tree in sources():
        for module in imported(tree):
            parts = module.split(".")
            if name.startswith(SERVER) and parts[0] in ("asyncio", "socket", "starlette", "uvicorn"):
                continue
            if {parts[0], ".".join(parts[:2])} & NETWORK_MODULES and name != LOOPBACK_ONLY:
                found.append(f"{name}: {module}")
            if parts[0] == "socket" and name not in {*UNIX_SOCKETS_ONLY, NAMES_ONLY}:
                found.append(f"{name}: {module}")
    assert found == []


def test_where_sockets_are_made_they_are_unix_sockets_but_for_the_one_that_listens() -> None:
    made = [
        (name.startswith(SERVER), ast.unparse(node))
        for name, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("socket.socket", "socket.create"))
    ]
    here = {call for is_server, call in made if not is_server}
    assert here <= {"socket.socket(socket.AF_UNIX)", "socket.socketpair()"}, "both are local on POSIX"
    assert [call for is_server, call in made if is_server] == [SERVER_LISTENS]


def test_the_server_connects_to_nobody() -> None:
    asking = {"open_connection", "create_connection", "sock_connect", "connect", "connect_ex", "sendto"}
    found = [
        f"{name}: {node.attr}"
        for name, tree in sources()
        if name.startswith(SERVER)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in asking
    ]
    assert found == []
