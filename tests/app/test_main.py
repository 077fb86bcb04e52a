"""The program as a process: streams, signals, exit codes, and a start without a display."""

from __future__ import annotations

import io
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from app.__main__ import main, usable_folder
from app.errors import UserError
from tests.support.tiny_vocabulary import END_IDS, TinyVocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
GALLEY = (sys.executable, "-m", "app")
SECONDS = 60.0
NO_END = tuple(option for token in END_IDS for option in ("--logit-bias", f"{token}=-1000"))


def environment(**more: str) -> dict[str, str]:
    kept = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), **more}


def hears_interrupts() -> None:
    """A test run in the background ignores Ctrl+C, and so would everything it starts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def start(arguments: Sequence[str], **streams: object) -> subprocess.Popen[str]:
    command = [*GALLEY, "generate", "--prompt", "Tell me a story.", "--seed", "4", *arguments]
    return subprocess.Popen(  # type: ignore[call-overload,no-any-return]
        command, text=True, cwd=ROOT, env=environment(), preexec_fn=hears_interrupts, **streams
    )


def piped(arguments: Sequence[str]) -> subprocess.Popen[str]:
    return start(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def generate_in_shell(redirection: str, target: Path, *options: str, **more: str) -> subprocess.CompletedProcess[str]:
    arguments = ("generate", "--prompt", "Hi", "--seed", "4", "--target", str(target), *options)
    return in_shell(f'"$0" "$@" {redirection}', *GALLEY, *arguments, **more)


def in_shell(script: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", script, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(**more),
        timeout=SECONDS,
        check=False,
    )


# Standard input.


def test_a_prompt_can_come_on_standard_input(tiny_target: Path) -> None:
    generate = [*GALLEY, "generate", "--target", str(tiny_target), "--json", "--temperature", "0", "--max-tokens", "5"]
    piped, written, latin, closed = (
        in_shell(script, *generate)
        for script in (
            r"""printf 'Gr\303\274\303\237e\n' | "$0" "$@" --prompt -""",
            """"$0" "$@" --prompt $'Gr\\303\\274\\303\\237e'""",
            r"""printf 'Gr\374\337e' | "$0" "$@" --prompt -""",
            """"$0" "$@" --prompt - <&-""",
        )
    )
    assert piped.returncode == written.returncode == 0, piped.stderr
    assert json.loads(piped.stdout)["token_ids"] == json.loads(written.stdout)["token_ids"]
    assert json.loads(piped.stdout)["prompt_tokens"] == json.loads(written.stdout)["prompt_tokens"]
    assert (latin.returncode, closed.returncode) == (2, 2)
    assert "UTF-8" in latin.stderr
    assert "empty" in closed.stderr


# Ctrl+C.


def test_an_interrupt_ends_the_reply_in_order(tiny_target: Path) -> None:
    options = ("--target", str(tiny_target), "--context", "4096", *NO_END)
    with piped(options) as galley:
        assert galley.stdout is not None
        begun = galley.stdout.read(5)
        engine = psutil.Process(galley.pid).children(recursive=True)
        galley.send_signal(signal.SIGINT)
        rest, errors = galley.communicate(timeout=SECONDS)
    assert galley.returncode == 130
    assert errors == ""
    _gone, alive = psutil.wait_procs(engine, timeout=SECONDS)
    assert alive == []
    with piped((*options, "--max-tokens", "400")) as galley:
        whole, _errors = galley.communicate(timeout=SECONDS)
    said = (begun + rest).rstrip("\n")
    assert whole.startswith(said) or said.startswith(whole.rstrip("\n"))


def test_an_interrupt_of_the_whole_group_still_gives_the_json(tiny_target: Path) -> None:
    """A terminal sends Ctrl+C to every process in it; the progress on the terminal says when the reply has begun."""
    outer, inner = pty.openpty()
    options = ("--target", str(tiny_target), "--context", "4096", "--json", "--rounds", *NO_END)
    try:
        with start(options, stdout=subprocess.PIPE, stderr=inner, start_new_session=True) as galley:
            seen = b""
            while b"reading the prompt" not in seen:
                seen += os.read(outer, 1024)
            os.killpg(galley.pid, signal.SIGINT)
            printed, _errors = galley.communicate(timeout=SECONDS)
    finally:
        os.close(inner)
        os.close(outer)
    assert b"loading the target model: 100 %" in seen
    assert galley.returncode == 130
    report = json.loads(printed)
    assert report["finish_reason"] == "cancelled"
    assert report["completion_tokens"] == len(report["token_ids"])
    assert sum(len(decoded["emitted"]) for decoded in report["rounds"]) == report["completion_tokens"]


@pytest.mark.real_models
def test_an_interrupt_while_loading_says_so(qwen_large: Path) -> None:
    outer, inner = pty.openpty()
    try:
        with start(("--target", str(qwen_large), "--json"), stdout=subprocess.PIPE, stderr=inner) as galley:
            seen = b""
            while b"loading" not in seen:
                seen += os.read(outer, 1024)
            galley.send_signal(signal.SIGINT)
            printed, _errors = galley.communicate(timeout=SECONDS)
            seen += os.read(outer, 4096)
    finally:
        os.close(inner)
        os.close(outer)
    assert (galley.returncode, printed) == (130, "")
    assert b"galley: Stopped while loading." in seen


def test_a_killed_engine_is_said_and_the_text_stays(tiny_target: Path) -> None:
    with piped(("--target", str(tiny_target), "--context", "4096", *NO_END)) as galley:
        assert galley.stdout is not None
        begun = galley.stdout.read(5)
        engines = [each for each in psutil.Process(galley.pid).children() if "spawn_main" in " ".join(each.cmdline())]
        assert len(engines) == 1
        engines[0].kill()
        rest, errors = galley.communicate(timeout=SECONDS)
    assert galley.returncode == 1
    assert len(begun) == 5
    assert rest.endswith("\n")
    assert errors.startswith("galley: The engine was killed")
    assert errors.count("\n") == 1


# Streams.


def test_a_reader_that_leaves_early_is_no_failure_to_speak_of(tiny_target: Path) -> None:
    done = generate_in_shell("| head -c 3; exit ${PIPESTATUS[0]}", tiny_target, *NO_END)
    assert len(done.stdout) == 3
    assert done.stderr == ""
    assert done.returncode == 1


@pytest.mark.parametrize("options", [("--max-tokens", "5"), ("--max-tokens", "5", "--json")])
def test_a_full_disk_is_said(tiny_target: Path, options: tuple[str, ...]) -> None:
    done = generate_in_shell(">/dev/full", tiny_target, *options)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
def test_closed_streams_do_no_harm(tiny_target: Path, closed: str) -> None:
    done = generate_in_shell(closed, tiny_target, "--max-tokens", "5")
    assert done.returncode == 0
    assert done.stderr == ""
    assert bool(done.stdout) == (">&-" not in closed.replace("2>&-", ""))


def test_json_is_utf_8_and_text_is_replaced_whatever_the_terminal_speaks(tiny_target: Path) -> None:
    accent = TinyVocabulary().tokens.index("Ã©")  # what é is written as in a byte-level vocabulary
    accents = ("--max-tokens", "30", "--logit-bias", f"{accent}=8")
    done = generate_in_shell("", tiny_target, *accents, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "?" in done.stdout
    done = generate_in_shell("", tiny_target, *accents, "--json", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "é" in json.loads(done.stdout)["text"]


# Input and exit codes.


def test_bad_input_is_one_line_and_status_2(tmp_path: Path) -> None:
    done = generate_in_shell("", tmp_path / "missing.gguf")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    done = generate_in_shell("", tmp_path / "missing.gguf", "--nonsense")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_a_file_that_may_not_be_read(tmp_path: Path, tiny_target: Path) -> None:
    locked = tmp_path / "locked.gguf"
    locked.write_bytes(tiny_target.read_bytes())
    locked.chmod(0)
    as_anybody: tuple[str, ...] = ()
    if os.geteuid() == 0:  # whom permissions do not bind, unless these two are given up
        if shutil.which("setpriv") is None:
            pytest.skip("root may read everything, and setpriv (package util-linux) is missing")
        as_anybody = ("setpriv", "--bounding-set", "-dac_override,-dac_read_search")
    done = in_shell('"$0" "$@"', *as_anybody, *GALLEY, "generate", "--target", str(locked), "--prompt", "p")
    assert (done.returncode, done.stdout) == (2, "")
    assert "not allowed to read" in done.stderr
    assert done.stderr.count("\n") == 1


def test_generating_writes_nothing_but_measured_costs_and_asks_no_keyring(
    tmp_path: Path, tiny_target: Path, galley_home: Path
) -> None:
    folder = tmp_path / "mine"
    done = generate_in_shell("", tiny_target, "--max-tokens", "3", "--settings-dir", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    assert [path.name for path in folder.rglob("*") if path.is_file()] == ["costs.json"]
    assert not galley_home.exists()
    code = "import sys; from app.__main__ import main; main(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    arguments = ["generate", "--target", str(tiny_target), "--prompt", "Hi", "--max-tokens", "3", "--json"]
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment(),
        timeout=SECONDS,
        check=True,
    )
    assert not {"llama_cpp", "PySide6", "keyring", "numpy"} & set(done.stderr.split())


def test_a_settings_folder_that_cannot_be_used(
    tmp_path: Path, tiny_target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    occupied = tmp_path / "file"
    occupied.touch()
    for folder in (occupied, occupied / "below", Path("/proc/nothing")):
        with pytest.raises(UserError) as refused:
            usable_folder(folder)
        assert refused.value.notice.code == "settings_folder_unusable"
        options = ["--settings-dir", str(folder), "generate", "--target", str(tiny_target), "--prompt", "p"]
        assert main(options) == 2
        printed = capsys.readouterr()
        assert str(folder) in printed.err
        assert printed.err.count("\n") == 1


def test_the_settings_folder_is_made_and_named_absolutely(
    tmp_path: Path, tiny_target: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ["--settings-dir", "a/b", "generate", "--target", str(tiny_target), "--prompt", "p", "--max-tokens", "1"]
    assert main(options) == 0
    assert os.environ["GALLEY_HOME"] == str(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    assert capsys.readouterr().err == ""


def test_the_module_can_be_imported_without_starting_anything() -> None:
    """The engine's process imports the main module of its parent."""
    code = "import app.__main__, sys; print({'PySide6', 'app.composition'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "set()"


# The window.


@pytest.mark.parametrize("display", ["", ":4711"])
def test_without_a_display_one_line_says_so(display: str) -> None:
    done = in_shell('"$0" "$@"', *GALLEY, QT_QPA_PLATFORM="", DISPLAY=display)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "display" in done.stderr
    assert display in done.stderr


def test_streams_of_other_kinds_are_left_alone(monkeypatch: pytest.MonkeyPatch, tiny_target: Path) -> None:
    out, err = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    options = ["generate", "--target", str(tiny_target), "--prompt", "p", "--max-tokens", "2", "--json"]
    assert main(options) == 0
    assert json.loads(out.getvalue())["completion_tokens"] == 2
    assert err.getvalue() == ""
