from __future__ import annotations

import contextlib
import os
import signal
import socket
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.runtime.caller import MOST_BYTES, message
from app.runtime.single_instance import SingleInstance
from app.settings.paths import find_folders

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    return {"XDG_RUNTIME_DIR": str(runtime)}


@pytest.fixture
def first(tmp_path: Path, environment: dict[str, str]) -> Iterator[SingleInstance]:
    made = SingleInstance(tmp_path / "data", environment)
    assert made.claim()
    made.listen()
    yield made
    made.close()


def test_the_second_one_brings_the_first_to_the_front(
    first: SingleInstance, tmp_path: Path, environment: dict[str, str], qtbot: QtBot
) -> None:
    with qtbot.waitSignal(first.raise_requested):
        assert not SingleInstance(tmp_path / "data", environment).claim()


def test_another_folder_has_a_window_of_its_own(
    first: SingleInstance, tmp_path: Path, environment: dict[str, str]
) -> None:
    other = SingleInstance(tmp_path / "elsewhere", environment)
    assert other.claim()
    other.close()


def test_nobody_else_can_reach_the_socket(first: SingleInstance) -> None:
    assert stat.S_IMODE(first.path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(first.path.stat().st_mode) & 0o077 == 0
    assert first.path.is_socket()


def test_the_next_one_is_the_first_again(first: SingleInstance, tmp_path: Path, environment: dict[str, str]) -> None:
    first.close()
    assert not first.path.exists()
    again = SingleInstance(tmp_path / "data", environment)
    assert again.claim()
    again.close()


def test_a_socket_left_by_a_killed_one_is_replaced(tmp_path: Path, environment: dict[str, str], qtbot: QtBot) -> None:
    script = (
        "import sys, os; from pathlib import Path; from app.runtime.single_instance import SingleInstance\n"
        "made = SingleInstance(Path(sys.argv[1]), os.environ); print(made.claim(), flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, str(tmp_path / "data")]
    with subprocess.Popen(
        command, env={**os.environ, **environment}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as killed:
        assert killed.stdout is not None
        assert killed.stdout.readline() == "True\n"
        assert not SingleInstance(tmp_path / "data", environment).claim()
        killed.send_signal(signal.SIGKILL)
    made = SingleInstance(tmp_path / "data", environment)
    assert made.path.is_socket()
    assert made.claim()
    made.listen()
    with qtbot.waitSignal(made.raise_requested):
        assert not SingleInstance(tmp_path / "data", environment).claim()
    made.close()


def test_a_caller_that_leaves_at_once_is_no_trouble(first: SingleInstance, qtbot: QtBot) -> None:
    with qtbot.waitSignal(first.raise_requested), socket.socket(socket.AF_UNIX) as caller:
        caller.connect(str(first.path))


@pytest.mark.parametrize(
    ("target", "draft"),
    [("/m/big.gguf", None), ("/m/big \u00e9\udcff.gguf", "/m/small.gguf"), (None, "/m/" + "s" * 30_000)],
)
def test_the_models_that_the_second_one_names_are_handed_over(
    first: SingleInstance,
    tmp_path: Path,
    environment: dict[str, str],
    qtbot: QtBot,
    target: str | None,
    draft: str | None,
) -> None:
    with qtbot.waitSignal(first.models_requested) as heard:
        assert not SingleInstance(tmp_path / "data", environment).claim(target, draft)
    assert heard.args == [target, draft]


def test_a_message_may_come_in_pieces(first: SingleInstance, qtbot: QtBot) -> None:
    whole = message("/m/big.gguf", None)
    with qtbot.waitSignal(first.models_requested) as heard, socket.socket(socket.AF_UNIX) as caller:
        caller.connect(str(first.path))
        caller.sendall(whole[:9])
        with qtbot.waitSignal(first.raise_requested):
            pass
        caller.sendall(whole[9:])
    assert heard.args == ["/m/big.gguf", None]


@pytest.mark.parametrize(
    "said",
    [b"raise\n", b"{", b"3", b"[]", b'{"target": 3, "draft": []}', b"\xff\xfe", b"[" * 60_000, b"x" * (MOST_BYTES + 9)],
)
def test_nonsense_loads_nothing_and_the_next_call_is_heard(
    first: SingleInstance, tmp_path: Path, environment: dict[str, str], qtbot: QtBot, said: bytes
) -> None:
    heard: list[tuple[str | None, str | None]] = []
    first.models_requested.connect(lambda *paths: heard.append(paths))
    with qtbot.waitSignal(first.raise_requested), socket.socket(socket.AF_UNIX) as caller:
        caller.settimeout(5.0)
        caller.connect(str(first.path))
        with contextlib.suppress(ConnectionError):
            caller.sendall(said)
    with qtbot.waitSignal(first.models_requested):
        assert not SingleInstance(tmp_path / "data", environment).claim("/m/big.gguf")
    assert heard == [("/m/big.gguf", None)]


def test_a_caller_that_stays_silent_holds_up_nothing(
    first: SingleInstance, tmp_path: Path, environment: dict[str, str], qtbot: QtBot
) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        with qtbot.waitSignal(first.raise_requested):
            silent.connect(str(first.path))
        with qtbot.waitSignal(first.models_requested):
            assert not SingleInstance(tmp_path / "data", environment).claim("/m/big.gguf")
        first.close()


def test_without_a_place_to_write_the_window_opens_all_the_same(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.mkdir()
    (blocked / "galley").write_text("no folder")
    made = SingleInstance(tmp_path / "data", {"XDG_RUNTIME_DIR": str(blocked)})
    assert made.claim()
    made.close()


def test_starting_the_program_twice_leaves_one_window_which_loads_what_was_named(
    galley_home: Path, qtbot: QtBot, tiny_target: Path
) -> None:
    command = [sys.executable, "-m", "app"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as window:
        qtbot.waitUntil(lambda: _is_claimed(galley_home) or window.poll() is not None, timeout=60_000)
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert second.returncode == 0
        assert second.stdout == ""
        assert "running already" in second.stderr
        third = subprocess.run([*command, str(tiny_target)], capture_output=True, text=True, timeout=60, check=False)
        assert third.returncode == 0
        assert "loads the model" in third.stderr
        settings = find_folders(galley_home).settings / "settings.json"
        qtbot.waitUntil(lambda: settings.exists() and str(tiny_target) in settings.read_text(), timeout=60_000)
        assert window.poll() is None
        window.send_signal(signal.SIGINT)
        window.communicate(timeout=30)
    assert window.returncode == 0


def _is_claimed(home: Path) -> bool:
    return SingleInstance(find_folders(home).data, os.environ).path.is_socket()
