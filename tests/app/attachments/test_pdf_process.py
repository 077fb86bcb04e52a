"""Hostile PDFs, and children that misbehave: the reading ends, with a sentence, and nothing stays behind."""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

import psutil
import pytest

from app.attachments.pdf_process import read_pdf
from app.attachments.values import Watch
from app.errors import UserError
from tests.support.pdf_files import bomb, pdf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ENDLESS = "while True:\n    pass\n"
SILENT = "import time\ntime.sleep(600)\n"
GREEDY = "import time\nkept = bytearray(1200 << 20)\nfor at in range(0, 1200 << 20, 4096):\n    kept[at] = 1\n" + SILENT
DYING = "import os\nprint('{\"pages\": 2}', flush=True)\nos._exit(3)\n"
HALF_SAID = "print('{\"pages\": 2}')\nprint('{\"text\": ', end='', flush=True)\n"


@pytest.fixture
def source(tmp_path: Path) -> Callable[[bytes], Path]:
    def write(data: bytes) -> Path:
        path = tmp_path / "a.pdf"
        path.write_bytes(data)
        return path

    return write


def failure(path: Path, child: Path | None = None, watch: Watch | None = None, seconds: float = 60.0) -> str:
    more = {} if child is None else {"child": child}
    before = set(psutil.Process().children(recursive=True))
    with path.open("rb") as file, pytest.raises(UserError) as caught:
        read_pdf(file, path.name, 1000, watch or Watch(), seconds=seconds, **more)
    assert set(psutil.Process().children(recursive=True)) <= before, "the child is still there"
    return caught.value.notice.code


@pytest.mark.parametrize(
    ("script", "seconds", "code"),
    [
        (ENDLESS, 0.5, "attachment_pdf_slow"),
        (SILENT, 0.5, "attachment_pdf_slow"),
        (GREEDY, 60.0, "attachment_pdf_memory"),
        (DYING, 60.0, "attachment_pdf_crashed"),
        (HALF_SAID, 60.0, "attachment_pdf_crashed"),
    ],
    ids=["endless", "silent", "greedy", "dying", "half said"],
)
def test_a_child_that_misbehaves_is_ended(
    tmp_path: Path, source: Callable[[bytes], Path], script: str, seconds: float, code: str
) -> None:
    child = tmp_path / "child.py"
    child.write_text(script)
    assert failure(source(pdf(["Hello"])), child, seconds=seconds) == code


def test_a_page_that_unfolds_without_end_is_given_up(source: Callable[[bytes], Path]) -> None:
    with source(bomb(512 << 20)).open("rb") as file:
        read = read_pdf(file, "a.pdf", 1000, Watch())
    assert read.pages == ("",)
    assert read.num_unreadable == 1


def test_reading_can_be_stopped_while_a_child_is_silent(tmp_path: Path, source: Callable[[bytes], Path]) -> None:
    child = tmp_path / "child.py"
    child.write_text(SILENT)
    watch = Watch()
    timer = threading.Timer(0.2, watch.cancel)
    timer.start()
    assert failure(source(pdf(["Hello"])), child, watch) == "attachment_cancelled"
    timer.join()


def test_more_text_than_is_wanted_ends_the_reading(source: Callable[[bytes], Path]) -> None:
    assert failure(source(pdf(*[["word " * 40]] * 20))) == "attachment_too_long"


def test_how_far_it_is_is_told(source: Callable[[bytes], Path]) -> None:
    shares: list[float] = []
    with source(pdf(["a"], ["b"], ["c"], ["d"])).open("rb") as file:
        pages = read_pdf(file, "a.pdf", 1000, Watch(shares.append)).pages
    assert pages == ("a", "b", "c", "d")
    assert shares == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.skipif(sys.platform != "linux", reason="limits are the system's")
def test_the_child_cannot_write_a_file(tmp_path: Path) -> None:
    import subprocess

    probe = tmp_path / "probe.py"
    probe.write_text(
        "import runpy, sys\n"
        "module = runpy.run_path(sys.argv[1])\n"
        "module['_limit']()\n"
        "import resource\n"
        "print(resource.getrlimit(resource.RLIMIT_FSIZE)[0], resource.getrlimit(resource.RLIMIT_AS)[0] > 0)\n"
    )
    from app.attachments import pdf_process

    command = [sys.executable, "-P", str(probe), str(pdf_process._CHILD)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "True"]
