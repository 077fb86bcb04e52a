"""What somebody types and what the model answers, searched for wherever a running program could leave it."""

from __future__ import annotations

import secrets
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.privacy.places import find_places
from app.settings.paths import Folders
from tests.support import traces
from tests.support.homes import ROOT, Home
from tests.support.program import SHORT, endless_pair
from tests.support.window_run import WindowRun

if TYPE_CHECKING:
    from collections.abc import Iterator

SECONDS = 60.0
CONTEXT_TOKENS = 65_536
"""More than a fast machine fills while a slow one is looked through."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home").make()


@pytest.fixture
def marker() -> str:
    """Words that stand nowhere else in the world."""
    return f"marker {secrets.token_hex(12)} é"


@pytest.fixture
def began() -> float:
    return time.time() - 1.0


def started(home: Home, *arguments: str, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=home.environment(**more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def generating(home: Home, marker: str, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """`galley generate` in mid-reply, with the marker in everything that can be said to it."""
    target, draft = endless_pair(tmp_path, CONTEXT_TOKENS)
    words = ("--prompt", f"Say {marker}", f"--system=Never say {marker}", "--stop", f"{marker}!")
    models = ("--target", str(target), "--draft", str(draft), "--speculation", "draft")
    context = ("--context", str(CONTEXT_TOKENS))
    process = started(home, "app", "generate", *models, *context, *words)
    assert process.stdout is not None
    assert process.stdout.read(20), process.stderr and process.stderr.read()
    yield process
    process.kill()
    process.communicate(timeout=SECONDS)


def test_a_prompt_on_the_command_line_reaches_no_file_no_log_and_no_list_of_processes(
    generating: subprocess.Popen[str], home: Home, marker: str, began: float
) -> None:
    family = traces.family(generating.pid)
    assert len(family) >= 3, "the command, the engine, the chat templates"
    for process in family:
        shown = traces.shown_to_others(process)
        assert not any(spelling in shown for spelling in traces.spellings(marker)), process
        assert traces.open_files_with(process, marker) == []
    assert b"--prompt" in traces.shown_to_others(family[0]), "the rest of the command line is still there"
    generating.send_signal(signal.SIGINT)
    text, log = generating.communicate(timeout=SECONDS)
    assert generating.returncode == 130
    assert marker not in log
    reply = text[:60]
    assert traces.files_with(marker, [home.folder, *traces.SHARED_FOLDERS], began) == []
    assert traces.files_with(reply, [home.folder], began) == []
    written = {path.name for path in traces.files_below(home.folder, began)}
    assert written == {"costs.json"}, "nothing but figures is written"


def test_an_engine_that_is_killed_leaves_nothing_either(
    generating: subprocess.Popen[str], home: Home, marker: str, began: float
) -> None:
    engine = next(each for each in traces.family(generating.pid) if "--multiprocessing-fork" in each.cmdline())
    engine.send_signal(signal.SIGABRT)  # as an assertion in llama.cpp would; a core dump would come now
    text, log = generating.communicate(timeout=SECONDS)
    assert generating.returncode == 1
    assert "SIGABRT" in log
    assert marker not in log
    folders = [home.folder, ROOT, *traces.SHARED_FOLDERS]
    assert traces.files_with(marker, folders, began) == []
    assert traces.files_with(text[:60], [home.folder], began) == []


def test_a_conversation_in_the_window_leaves_nothing_that_can_be_read(
    home: Home, marker: str, began: float, tmp_path: Path
) -> None:
    home.write_settings(SHORT)
    passphrase = f"secret {secrets.token_hex(12)}"
    target, draft = endless_pair(tmp_path)
    with WindowRun(home, target, draft, passphrase=passphrase, QT_QPA_PLATFORM="offscreen") as window:
        reply = window.ask(f"Say {marker}")
        assert len(reply) > 100
        family = window.family()
        assert len(family) >= 3
        for process in family:
            for text in (marker, passphrase):
                assert traces.spellings(text)[0] not in traces.shown_to_others(process)
                assert traces.open_files_with(process, text) == []
        folders = usual_folders(home)
        assert (folders.data / "conversations.db").stat().st_size > 4096, "the conversation is kept"
        assert unknown_files(folders, began) == set(), "the privacy page would not know of them"
        assert traces.files_with(marker, [home.folder, ROOT, *traces.SHARED_FOLDERS], began) == []
        assert window.close() == 0, window.log
    assert marker not in window.log
    assert passphrase not in window.log
    for text in (marker, passphrase, reply[:60], reply[-60:]):
        assert traces.files_with(text, [home.folder], began) == []
    for text in (marker, passphrase):
        assert traces.files_with(text, [ROOT, *traces.SHARED_FOLDERS], began) == []
    assert unknown_files(folders, began) == set()
    for path in traces.files_below(folders.data):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    for folder in (folders.data, folders.settings, folders.cache):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700, folder


def usual_folders(home: Home) -> Folders:
    """Where the program keeps its files when nobody says otherwise."""
    code = (
        "from app.settings.paths import find_folders; at = find_folders(); "
        "print(at.settings, at.data, at.cache, at.logs, sep='|')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=home.environment(), capture_output=True, text=True, check=True
    )
    return Folders(*map(Path, done.stdout.strip().split("|")))


def unknown_files(folders: Folders, since: float) -> set[Path]:
    """Files of Galley's that are in no line of the privacy page."""
    known = {state.path for place in find_places(folders) for state in place.files}
    ours = (folders.settings, folders.data, folders.cache, folders.logs)
    return {path for folder in ours for path in traces.files_below(folder, since)} - known


def test_what_the_search_is_worth(tmp_path: Path, marker: str) -> None:
    """It finds what is there: in a file, in an open file without a name, and on a command line."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "utf16").write_bytes(b"\1" + marker.encode("utf-16-le"))
    (tmp_path / "json").write_text(marker.encode("unicode-escape").decode())
    assert {path.name for path in traces.files_with(marker, [tmp_path])} == {"utf16", "json"}
    nameless = "import sys, tempfile; f = tempfile.TemporaryFile(); f.write(sys.argv[1].encode()); f.flush(); "
    process = subprocess.Popen(
        [sys.executable, "-c", f"{nameless}print(flush=True); input()", marker],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout is not None
        process.stdout.readline()
        (only,) = traces.family(process.pid)
        assert marker.encode() in traces.shown_to_others(only)
        (name,) = traces.open_files_with(only, marker)
        assert name.endswith("(deleted)")
    finally:
        process.communicate(b"\n", timeout=SECONDS)
