"""The engine's standard error, and what is told of a death."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.engine.error_log import KEPT_LINES, ErrorLog, InheritedLog, death_notice

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ASSERTION = "/tmp/build-1/llama.cpp/src/llama-vocab.cpp:2222: GGML_ASSERT(a == b) failed"


def speak(log: InheritedLog, lines: tuple[str, ...]) -> None:
    log.capture()
    for line in lines:
        os.write(2, f"{line}\n".encode())
    os.write(1, b"and to standard output\n")


@pytest.fixture
def log() -> Iterator[ErrorLog]:
    log = ErrorLog()
    yield log
    log.close()


def hear(log: ErrorLog, *lines: str) -> None:
    child = multiprocessing.get_context("spawn").Process(target=speak, args=(log, lines))
    child.start()
    child.join()
    assert child.exitcode == 0
    child.close()


def test_both_streams_of_the_child_arrive(log: ErrorLog) -> None:
    hear(log, "one", "", "  ", "two")
    assert log.tail() == ("one", "two", "and to standard output")


def test_only_the_last_lines_are_kept_and_built_in_folders_left_out(log: ErrorLog) -> None:
    hear(log, *(f"line {number}" for number in range(40)), f"/lib/x.so: {'x' * 100_000}", ASSERTION)
    tail = log.tail()
    assert len(tail) <= KEPT_LINES
    assert tail[-2:] == ("llama-vocab.cpp:2222: GGML_ASSERT(a == b) failed", "and to standard output")


def test_bytes_that_are_no_text_are_shown_as_such(log: ErrorLog) -> None:
    hear(log, "caf\udce9".encode("utf-8", "surrogateescape").decode("latin-1"))
    assert len(log.tail()) == 2


def test_the_file_has_no_name(tmp_path: Path) -> None:
    code = "import os, app.engine.error_log as module; log = module.ErrorLog(); print(os.listdir(os.environ['TMPDIR']))"
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("code", "tail", "expected"),
    [
        (-signal.SIGKILL, ("anything",), "engine_killed"),
        (-signal.SIGABRT, (ASSERTION,), "engine_crashed_saying"),
        (-signal.SIGSEGV, (), "engine_crashed"),
        (-200, (), "engine_crashed"),
        (1, ("ValueError: no.",), "engine_ended_saying"),
        (0, (), "engine_ended"),
        (None, (), "engine_ended"),
    ],
)
def test_every_death_has_a_sentence(code: int | None, tail: tuple[str, ...], expected: str) -> None:
    notice = death_notice(code, tail)
    assert notice.code == expected
    assert "{" not in sentence(notice)
