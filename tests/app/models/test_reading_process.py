"""Model files read in another process: the same answers, and a file that the process dies of is only named."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING

import psutil
import pytest

from app.errors import UserError
from app.models import reading_process
from app.models.description import describe
from app.models.reading_process import ReadingProcess
from tests.support.model_files import model

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def reader() -> Iterator[ReadingProcess]:
    with ReadingProcess() as made:
        yield made


def _process(reader: ReadingProcess) -> psutil.Process:
    assert reader._process is not None
    return psutil.Process(reader._process.pid)


def test_it_says_what_a_reader_in_this_process_says(reader: ReadingProcess, tmp_path: Path, tiny_target: Path) -> None:
    assert reader.describe(tiny_target) == describe(tiny_target)
    page = tmp_path / "page.gguf"
    page.write_text("<html>")
    with pytest.raises(UserError) as caught:
        reader.describe(page)
    assert (caught.value.notice.code, caught.value.notice.values) == ("model_is_web_page", {"file": "page.gguf"})


def test_no_process_runs_before_the_first_file_and_after_the_last(tmp_path: Path) -> None:
    with ReadingProcess() as reader:
        assert reader._process is None
        reader.describe(model(tmp_path / "a.gguf"))
        process = _process(reader)
    assert not process.is_running()


def test_when_it_is_killed_the_next_file_is_read_by_another(reader: ReadingProcess, tmp_path: Path) -> None:
    path = model(tmp_path / "a.gguf")
    reader.describe(path)
    assert reader._process is not None
    os.kill(_process(reader).pid, signal.SIGKILL)
    reader._process.join()
    with pytest.raises(UserError) as caught:
        reader.describe(path)
    assert caught.value.notice.code == "model_reading_stopped"
    assert reader.describe(path) == describe(path)


def test_a_file_that_takes_too_long_is_left(
    reader: ReadingProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = model(tmp_path / "a.gguf")
    reader.describe(path)
    process = _process(reader)
    process.suspend()
    monkeypatch.setattr(reading_process, "PATIENCE_SECONDS", 0.05)
    with pytest.raises(UserError) as caught:
        reader.describe(path)
    assert caught.value.notice.code == "model_reading_stopped"
    assert not process.is_running()


@pytest.mark.skipif(sys.platform != "linux", reason="limits as Linux has them")
def test_it_may_hold_little_memory_and_write_nothing(reader: ReadingProcess, tmp_path: Path) -> None:
    reader.describe(model(tmp_path / "a.gguf"))
    process = _process(reader)
    assert process.rlimit(psutil.RLIMIT_DATA)[1] <= 256 << 20
    assert process.rlimit(psutil.RLIMIT_FSIZE)[1] == 0
    assert process.rlimit(psutil.RLIMIT_CORE)[1] <= 1


def test_an_interrupt_in_the_terminal_is_not_meant_for_it(reader: ReadingProcess, tmp_path: Path) -> None:
    path = model(tmp_path / "a.gguf")
    reader.describe(path)
    os.kill(_process(reader).pid, signal.SIGINT)
    assert reader.describe(path) == describe(path)
