"""What the program does to itself: seen from outside, in processes of its own."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil
import pytest

from app.privacy.hardening import close_to_others
from app.privacy.processes import ProcessRole, running_processes
from app.settings.paths import find_folders

ROOT = Path(__file__).parents[3]
HARDENED = "from app.privacy.hardening import harden; harden(); "

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permission bits and core dumps are POSIX's")


def run(code: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment, timeout=60
    )


def crash(folder: Path, before: str) -> list[Path]:
    """The core files that a crashing process leaves in a folder."""
    folder.mkdir()
    code = f"{before}\nimport os\nos.abort()"
    unlimited = ["bash", "-c", 'ulimit -c unlimited; exec "$@"', "-", sys.executable, "-c", code]
    done = subprocess.run(
        unlimited, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False
    )
    assert done.returncode == -signal.SIGABRT
    return list(folder.iterdir())


def test_a_crash_leaves_no_core_file(tmp_path: Path) -> None:
    assert crash(tmp_path / "hardened", HARDENED) == []
    if not crash(tmp_path / "plain", "pass"):
        pytest.skip("this machine writes its core files somewhere else")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has handlers behind a pipe")
def test_a_handler_behind_a_pipe_is_refused_too_and_so_it_is_for_children() -> None:
    code = HARDENED + (
        "import subprocess, sys; subprocess.run([sys.executable, '-c', "
        "'import resource; print(resource.getrlimit(resource.RLIMIT_CORE))'])"
    )
    assert run(code).stdout.strip() == "(1, 1)", "1 is what the kernel takes as a refusal"


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit is Linux's")
def test_a_limit_of_zero_from_outside_stays() -> None:
    code = "import resource; resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); "
    assert run(code + HARDENED + "print(resource.getrlimit(resource.RLIMIT_CORE))").stdout.strip() == "(0, 0)"


def test_new_files_are_their_owners_alone(tmp_path: Path) -> None:
    run(HARDENED + f"open({str(tmp_path / 'file')!r}, 'w'); import os; os.mkdir({str(tmp_path / 'folder')!r})")
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "folder").stat().st_mode) == 0o700


def test_folders_and_files_that_others_could_read_are_closed(tmp_path: Path) -> None:
    folders = find_folders(tmp_path)
    model = folders.data / "models" / "model.gguf"
    model.parent.mkdir(parents=True, mode=0o755)
    for folder in (folders.settings, folders.logs):
        folder.mkdir(mode=0o755)
    open_files = [folders.settings / "settings.json", folders.data / "conversations.db", folders.logs / "galley.log"]
    for file in (*open_files, model):
        file.touch()
        file.chmod(0o644)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch(mode=0o644)
    elsewhere.chmod(0o644)
    (folders.settings / "link").symlink_to(elsewhere)

    assert close_to_others(folders) == ()
    assert {stat.S_IMODE(file.stat().st_mode) for file in open_files} == {0o600}
    for folder in (folders.settings, folders.data, folders.logs):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(model.stat().st_mode) == 0o644, "a model is no secret"
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644, "what a link leads to is not ours"


def test_nothing_there_is_nothing_to_do(tmp_path: Path) -> None:
    assert close_to_others(find_folders(tmp_path / "missing")) == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file of somebody else's")
def test_what_cannot_be_closed_is_said() -> None:
    with tempfile.TemporaryDirectory() as home:  # not below pytest's own folder, where only root can look
        os.chmod(home, 0o755)
        folders = find_folders(Path(home))
        folders.settings.mkdir(mode=0o755)
        code = (
            "import os; from pathlib import Path; from app.settings.paths import find_folders; "
            "from app.privacy.hardening import close_to_others; os.setuid(65534); "
            f"print([notice.code for notice in close_to_others(find_folders(Path({home!r})))])"
        )
        done = run(code)
        assert done.stdout.strip() == "['stays_open_to_others']", done.stderr


def test_tracebacks_have_no_messages_in_any_thread() -> None:
    code = HARDENED + (
        "import threading\n"
        "class Odd:\n"
        "    def __del__(self): raise LookupError('PRIVATE words')\n"
        "def fail(): raise ValueError('PRIVATE words')\n"
        "thread = threading.Thread(target=fail); thread.start(); thread.join()\n"
        "Odd()\n"
        "fail()\n"
    )
    done = run(code)
    assert done.returncode == 1
    assert "PRIVATE" not in done.stderr
    assert done.stderr.count("builtins.ValueError") == 2
    assert done.stderr.count("builtins.LookupError") == 1
    assert "in fail" in done.stderr


def test_faulthandler_prints_no_text() -> None:
    code = HARDENED + "import os\ndef answer(prompt): os.abort()\nanswer('PRIVATE words')\n"
    done = run(code, PYTHONFAULTHANDLER="1")
    assert done.returncode == -signal.SIGABRT
    assert "in answer" in done.stderr
    assert "PRIVATE" not in done.stderr


def test_an_interrupt_prints_no_bug() -> None:
    done = run(HARDENED + "raise KeyboardInterrupt")
    assert "bug in Galley" not in done.stderr


def test_the_processes_are_told_apart_by_what_they_do() -> None:
    waiting = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        processes = running_processes()
        assert processes[0].pid == os.getpid()
        assert processes[0].role is ProcessRole.PROGRAM
        assert (waiting.pid, ProcessRole.HELPER) in [(each.pid, each.role) for each in processes]
    finally:
        waiting.communicate(b"\n", timeout=60)
    assert not psutil.pid_exists(waiting.pid)
