"""The engine process as such: how it begins, what it hears and what it leaves alone."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import psutil
import pytest

from app.engine import process
from app.engine.cancel import CancelFlag
from app.engine.commands import Load, Reply, Shutdown
from app.engine.error_log import ErrorLog
from app.engine.events import LoadFailed, PairLoaded, ReplyFailed, ReplyFinished
from app.engine.types import Message, ReplyRequest
from app.errors import EnvironmentFault, Notice, UserError
from tests.support.engine_talk import SECONDS, request, settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess
    from pathlib import Path


@pytest.fixture
def engine() -> Iterator[tuple[BaseProcess, Connection]]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    log = ErrorLog()
    child = context.Process(target=process.run, args=(theirs, CancelFlag(), log), daemon=True)
    child.start()
    theirs.close()
    yield child, ours
    ours.close()
    child.kill()
    child.join()
    child.close()
    log.close()


def receive(connection: Connection, *ends: type) -> object:
    while connection.poll(SECONDS):
        event = connection.recv()
        if isinstance(event, ends):
            return event
    raise AssertionError("the engine is silent")


def test_it_ends_in_order_when_told(engine: tuple[BaseProcess, Connection], tiny_target: Path) -> None:
    child, connection = engine
    connection.send(Load(settings(tiny_target)))
    receive(connection, PairLoaded)
    connection.send(Shutdown())
    child.join(SECONDS)
    assert child.exitcode == 0


@pytest.mark.parametrize("busy", [False, True])
def test_it_ends_in_order_when_the_pipe_does(
    engine: tuple[BaseProcess, Connection], tiny_target: Path, busy: bool
) -> None:
    child, connection = engine
    connection.send(Load(settings(tiny_target)))
    receive(connection, PairLoaded)
    if busy:
        connection.send(Reply(request(1, max_tokens=None)))
        assert connection.poll(SECONDS)
    connection.close()
    child.join(SECONDS)
    assert child.exitcode == 0


def test_an_interrupt_in_the_terminal_is_not_its_business(
    engine: tuple[BaseProcess, Connection], tiny_target: Path
) -> None:
    child, connection = engine
    connection.send(Load(settings(tiny_target)))
    receive(connection, PairLoaded)
    family = [psutil.Process(child.pid), *psutil.Process(child.pid).children(recursive=True)]
    assert len(family) > 1, "chat templates have a process of their own"
    for each in family:
        each.send_signal(signal.SIGINT)
    connection.send(Reply(ReplyRequest(1, (Message("user", "Hello"),), max_tokens=5)))
    assert isinstance(receive(connection, ReplyFinished, ReplyFailed), ReplyFinished)


def test_it_leaves_no_core_file_and_prints_nothing_to_the_terminal(
    engine: tuple[BaseProcess, Connection], tiny_target: Path
) -> None:
    child, connection = engine
    connection.send(Load(settings(tiny_target)))
    receive(connection, PairLoaded)
    assert psutil.Process(child.pid).rlimit(psutil.RLIMIT_CORE) in ((1, 1), (0, 0))  # app.engine.core_dumps says why
    streams = {os.readlink(f"/proc/{child.pid}/fd/{number}") for number in (1, 2)}
    assert len(streams) == 1
    assert streams.pop().endswith("(deleted)")


def test_bad_settings_are_answered_and_survived(engine: tuple[BaseProcess, Connection], tiny_target: Path) -> None:
    _child, connection = engine
    connection.send(Reply(request(1)))
    assert isinstance(receive(connection, ReplyFailed), ReplyFailed)
    connection.send(Load(settings(tiny_target.parent / "missing.gguf")))
    failed = receive(connection, LoadFailed)
    assert isinstance(failed, LoadFailed)
    assert failed.notice.code == "model_not_loaded"
    connection.send(Load(settings(tiny_target)))
    receive(connection, PairLoaded)


BEGINNING = """
import os, sys
from app.engine import process
class Log:
    def capture(self): pass
class Pipe:
    def recv(self):
        names = "GOMP_SPINCOUNT", "OMP_WAIT_POLICY", "GGML_NO_BACKTRACE"
        print(*(os.environ.get(name) for name in names), "llama_cpp" in sys.modules)
        raise EOFError
process.run(Pipe(), None, Log())
"""


def test_the_library_finds_its_environment_prepared() -> None:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("OMP", "GOMP", "GGML"))}
    done = subprocess.run([sys.executable, "-c", BEGINNING], capture_output=True, text=True, check=True, env=kept)
    assert done.stdout.split() == ["1000", "None", "1", "False"]
    chosen = {**kept, "OMP_WAIT_POLICY": "active"}
    done = subprocess.run([sys.executable, "-c", BEGINNING], capture_output=True, text=True, check=True, env=chosen)
    assert done.stdout.split()[:2] == ["None", "active"], "the user's own choice stays"


BROKEN = """
import sys
from types import SimpleNamespace
from app.engine import process
from app.engine.cancel import CancelFlag
from app.engine.commands import Load
from app.engine.types import LoadSettings, ModelSpec
sys.modules["llama_cpp"] = None
class Log:
    def capture(self): pass
class Pipe:
    asked = 0
    def recv(self):
        self.asked += 1
        if self.asked > 1:
            raise EOFError
        return Load(LoadSettings(ModelSpec("x.gguf")))
    def send(self, event):
        print(event.notice.code)
process.run(Pipe(), CancelFlag(), Log())
"""


def test_a_library_that_does_not_load_is_said() -> None:
    done = subprocess.run([sys.executable, "-c", BROKEN], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["backend_not_loaded"]


def back_and_forth(connection: Connection) -> None:
    connection.send(connection.recv())


def test_errors_cross_the_pipe() -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    child = context.Process(target=back_and_forth, args=(theirs,))
    child.start()
    theirs.close()
    sent = (UserError("prompt_too_long", tokens=5, capacity=3), EnvironmentFault("no_display"))
    ours.send(sent)
    got = ours.recv()
    assert [type(error) for error in got] == [UserError, EnvironmentFault]
    assert got[0].notice == Notice("prompt_too_long", {"tokens": 5, "capacity": 3})
    ours.close()
    child.join()
    child.close()
