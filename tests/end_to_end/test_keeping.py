"""Case 8, end to end: real windows, real keys, real kills, and what the next start shows."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self

import psutil
import pytest

from app.store.files import StorePaths
from app.store.keys.keeper import KeyKeeper
from app.store.keys.ring import Ring
from app.store.store import Store
from app.store.values import MessageState, Role
from tests.support import secret_service, xvfb
from tests.support.homes import ROOT, Home
from tests.support.program import LONG, endless_pair
from tests.support.secret_service import SecretService
from tests.support.xvfb import PrivateDisplay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

QUESTION = "Write and write."
WAIT_SECONDS = 60.0
PASSPHRASE = "proof of the pudding"
BEHIND_SECONDS = 1.0
"""How much of a reply may be missing after a kill."""
SLACK_SECONDS = 1.0
"""For a machine that is busy with other tests."""
CLOSED = "Galley was closed while this reply was being written."

ARTIFACTS = Path(os.environ.get("GALLEY_ARTIFACTS", "artifacts"))

pytestmark = pytest.mark.timeout(600)


class Run:
    """One run of the program, as a context manager; whatever is left of it is killed at the end."""

    def __init__(self, pair: tuple[Path, Path], environment: dict[str, str], display: PrivateDisplay) -> None:
        self._display = display
        self._command = [sys.executable, "-m", "tests.end_to_end.kept_program"]
        self._command += ["--target", str(pair[0]), "--draft", str(pair[1])]
        self._environment = environment
        self._lines: SimpleQueue[str] = SimpleQueue()
        self._loaded = False
        self.written: list[tuple[float, str]] = []
        """When which text was on screen."""

    def __enter__(self) -> Self:
        self._errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self._reader = threading.Thread(target=self._read_lines)
        self._reader.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        if self.process.stdout is not None:
            self.process.stdout.close()
        self._errors.close()

    def wait_for(
        self, happened: str, condition: Callable[[dict[str, Any]], bool] = lambda _report: True
    ) -> dict[str, Any]:
        """The next report of this kind for which something holds."""
        while line := self._line():
            report: dict[str, Any] = json.loads(line)
            self._note(report)
            if report["happened"] == happened and condition(report):
                return report
        if ARTIFACTS.is_dir():
            self._display.screenshot(ARTIFACTS / "keeping-failed.png")
        self._errors.seek(0)
        raise AssertionError(f"the program never {happened}: {self._errors.read()}")

    def write_for(self, seconds: float) -> None:
        """Let a reply be written for a while."""
        first = self.wait_for("written")["seconds"]
        self.wait_for("written", lambda report: report["seconds"] - first > seconds)

    def type(self, text: str) -> None:
        """Type into whatever has the focus, and press Enter."""
        window = self._display.wait_for_window("Galley")
        self._xdotool("windowfocus", "--sync", window)
        self._xdotool("type", "--delay", "12", text)
        self._xdotool("key", "Return")

    def ask(self) -> None:
        """Type the question when the pair is loaded and the store is open."""
        self.wait_until_loaded()
        self.type(QUESTION)

    def wait_until_loaded(self) -> None:
        """Wait for the pair, unless it has been loaded already."""
        if not self._loaded:
            self.wait_for("loaded")

    def kill(self) -> float:
        """Kill the window, and wait until it and its engine are gone; returns when it was."""
        family = psutil.Process(self.process.pid).children(recursive=True)
        killed = time.monotonic()
        self.process.send_signal(signal.SIGKILL)
        while line := self._line():  # what it had said before
            self._note(json.loads(line))
        self.process.wait(30)
        _gone, alive = psutil.wait_procs(family, timeout=10)
        assert alive == []
        return killed

    def close(self) -> int:
        """Close by the keyboard; returns the exit status."""
        self._xdotool("key", "ctrl+q")
        return self.process.wait(30)

    def text_before(self, moment: float) -> str:
        """What was on screen at a moment."""
        return next((text for seconds, text in reversed(self.written) if seconds <= moment), "")

    def _line(self) -> str:
        """The next line, empty where none comes any more."""
        try:
            return self._lines.get(timeout=WAIT_SECONDS)
        except Empty:
            return ""

    def _read_lines(self) -> None:
        if self.process.stdout is not None:
            for line in self.process.stdout:
                self._lines.put(line)
        self._lines.put("")

    def _note(self, report: dict[str, Any]) -> None:
        self._loaded = self._loaded or report["happened"] == "loaded"
        if report["happened"] == "written":
            self.written.append((report["seconds"], report["text"]))

    def _xdotool(self, *arguments: str) -> None:
        subprocess.run(["xdotool", *arguments], env=self._display.environment(), check=True, timeout=60)


class Stage:
    """A home, a display, a session with a keyring, and a pair of models that writes for long."""

    def __init__(self, home: Home, pair: tuple[Path, Path], display: PrivateDisplay, session: dict[str, str]) -> None:
        self.home, self._pair, self._display, self._session = home, pair, display, session

    def run(self, **more: str) -> Run:
        """Start the program in this session."""
        display = {"DISPLAY": self._display.name, "QT_QPA_PLATFORM": "xcb"}
        return Run(self._pair, self.home.environment(**display, **self._session, **more), self._display)

    @property
    def data(self) -> Path:
        """Where the store lies."""
        return self.home.folder / ".local" / "share" / "galley"


@pytest.fixture
def display() -> Iterator[PrivateDisplay]:
    xvfb.require()
    with PrivateDisplay(1280, 800) as made:
        yield made


@pytest.fixture
def keyring(display: PrivateDisplay, tmp_path: Path) -> Iterator[Stage]:
    """A session with a keyring that is open."""
    secret_service.require()
    home = Home(tmp_path / "home").make().write_settings(LONG)
    with SecretService() as service:
        session = {"DBUS_SESSION_BUS_ADDRESS": service.address}
        yield Stage(home, endless_pair(tmp_path), display, session)


@pytest.fixture
def bare(display: PrivateDisplay, tmp_path: Path) -> Stage:
    """A session without any bus: a passphrase is asked for."""
    home = Home(tmp_path / "home").make().write_settings(LONG)
    return Stage(home, endless_pair(tmp_path), display, {"DBUS_SESSION_BUS_ADDRESS": "disabled:"})


def test_the_window_killed_in_mid_reply(keyring: Stage) -> None:
    with keyring.run() as run:
        run.ask()
        run.write_for(2.5)
        killed = run.kill()
    with keyring.run() as again:
        question, reply = again.wait_for("opened", lambda report: bool(report["rows"]))["rows"]
        assert question["text"] == QUESTION
        assert (reply["phase"], reply["state"]) == ("interrupted", CLOSED)
        assert reply["text"].startswith(run.text_before(killed - BEHIND_SECONDS - SLACK_SECONDS))
        assert len(reply["text"]) > 20
        assert run.written[-1][1].startswith(reply["text"]) or reply["text"].startswith(run.written[-1][1])
        again.wait_until_loaded()
        again.type("Go on.")
        again.write_for(0.1)
        assert again.close() == 0


def test_the_engine_killed_in_mid_reply(keyring: Stage) -> None:
    with keyring.run() as run:
        run.ask()
        run.write_for(1.0)
        engine = next(child for child in psutil.Process(run.process.pid).children() if _is_engine(child))
        os.kill(engine.pid, signal.SIGKILL)
        *_before, ended = run.wait_for("ended")["rows"]
        assert ended["phase"] == "failed"
        assert ended["text"].startswith(run.written[0][1])
        assert run.close() == 0
    with keyring.run() as again:
        rows = again.wait_for("opened", lambda report: bool(report["rows"]))["rows"]
        assert [row["text"] for row in rows] == [QUESTION, ended["text"]]
        assert rows[1]["phase"] == "failed"


@pytest.mark.parametrize("batch", [1, 3])
def test_the_window_killed_in_mid_write(keyring: Stage, batch: int) -> None:
    with keyring.run(GALLEY_TEST_MID_WRITE=str(batch)) as run:
        run.ask()
        run.wait_for("mid-write")
        run.kill()
    with keyring.run() as again:
        question, reply = again.wait_for("opened", lambda report: bool(report["rows"]))["rows"]
        assert question["text"] == QUESTION
        assert reply["phase"] == "interrupted"
        assert run.written[-1][1].startswith(reply["text"])
        assert bool(reply["text"]) == (batch > 1), "the batches before are whole, and nothing of this one is there"


def test_a_passphrase_typed_at_the_first_start_opens_the_next_one(bare: Stage) -> None:
    with bare.run() as run:
        assert run.wait_for("asking")["situation"] == "NEW"
        run.type(PASSPHRASE)
        run.type(PASSPHRASE)
        run.wait_for("filled")
        run.wait_until_loaded()
        run.type(QUESTION)
        run.write_for(1.5)
        run.kill()
    with bare.run() as again:
        assert again.wait_for("asking")["situation"] == "NEEDS_PASSPHRASE"
        again.type("not the passphrase")
        again.wait_for("asking")
        again.type(PASSPHRASE)
        question, reply = again.wait_for("opened", lambda report: bool(report["rows"]))["rows"]
        assert (question["text"], reply["state"]) == (QUESTION, CLOSED)
        assert again.close() == 0


def test_a_damaged_conversation_never_hides_the_others(bare: Stage) -> None:
    keeper = KeyKeeper(bare.data, Ring({}))
    key = keeper.create_with(PASSPHRASE)
    paths = StorePaths(bare.data)
    with Store.open(bare.data, key) as store:
        for title in ("Before", "Broken", "Behind"):
            row = store.add_conversation(title=title)
            text = "long and longer " * 20_000 if title == "Broken" else f"Said in {title}."
            store.add_message(row.id, None, Role.USER, text, MessageState.COMPLETE)
    content = bytearray(paths.database.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 64] = bytes(64)
    paths.database.write_bytes(content)
    with bare.run() as run:
        run.wait_for("asking")
        run.type(PASSPHRASE)
        filled = run.wait_for("filled")
        assert {"Before", "Behind"} <= set(filled["titles"])
        assert filled["notices"], "it is said"
        run.wait_for("opened", lambda report: bool(report["rows"]))
        assert run.close() == 0
    assert paths.set_aside(), "the damaged file is kept"


def _is_engine(process: psutil.Process) -> bool:
    return any("spawn_main" in part for part in process.cmdline())
