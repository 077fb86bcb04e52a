"""The computer itself."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from app.hardware.host import Host, physical_cores
from app.hardware.processes import ProcessWatch

if TYPE_CHECKING:
    from pathlib import Path

IDLE = "print(flush=True); input()"
BUSY = "print(flush=True)\nwhile True: pass"


def started(code: str) -> subprocess.Popen[bytes]:
    """A process that has said that it runs."""
    process = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    return process


def test_ram_is_used_in_part_and_the_rest_is_available() -> None:
    sample = Host().sample(None)
    assert 0 < sample.ram_used_bytes < sample.ram_total_bytes
    assert sample.ram_used_bytes + sample.ram_available_bytes == sample.ram_total_bytes
    assert 0 <= sample.swap_used_bytes <= sample.swap_total_bytes


def test_the_share_of_a_process_is_told_while_it_lives() -> None:
    host = Host()
    with started(IDLE) as process:
        share = host.sample(process.pid).engine
        assert share is not None
        assert share.resident_bytes > 1_000_000
        assert 0 < share.mapped_bytes < share.resident_bytes  # the interpreter's own file is mapped
        assert share.proportional_bytes is None or 0 < share.proportional_bytes <= share.resident_bytes
        process.communicate(b"\n")
        assert host.sample(process.pid).engine is None


def test_without_an_engine_there_is_no_share_of_it_but_the_windows() -> None:
    sample = Host().sample(None)
    assert sample.engine is None
    assert sample.window is not None
    assert sample.window.pid == os.getpid()


def test_a_process_that_computes_is_told_from_one_that_waits() -> None:
    """A loop that nobody can stop takes more of the processors than one that waits for a line."""
    waiting, computing = ProcessWatch(), ProcessWatch()
    with started(IDLE) as idle, started(BUSY) as busy:
        shares: tuple[float | None, float | None] = (None, None)
        until = time.monotonic() + 20
        while (shares[1] is None or shares[1] < 0.1) and time.monotonic() < until:
            samples = waiting.look(idle.pid, 1), computing.look(busy.pid, 1)
            shares = tuple(None if each is None else each.cpu_share for each in samples)  # type: ignore[assignment]
        busy.kill()
        idle.communicate(b"\n")
    assert shares[0] is not None
    assert shares[1] is not None
    assert shares[0] < shares[1] <= 1.0


def test_the_processors_load_is_known_from_the_second_look_on() -> None:
    host = Host()
    assert host.sample(None).cpu_share is None
    share, until = None, time.monotonic() + 20
    while share is None and time.monotonic() < until:
        share = host.sample(None).cpu_share
    assert share is not None
    assert 0 < share <= 1  # this very test computes


def test_shared_pages_are_divided_where_the_system_does_so(tmp_path: Path) -> None:
    folder = tmp_path / str(os.getpid())
    folder.mkdir()
    watch = ProcessWatch(tmp_path)
    (folder / "smaps_rollup").write_text("00400000-7fff [rollup]\nRss:  999 kB\nPss:   300 kB\nPss_Dirty:  112 kB\n")
    sample = watch.look(os.getpid(), 1)
    assert sample is not None
    assert sample.proportional_bytes == 300 * 1024
    (folder / "smaps_rollup").unlink()
    kept = watch.look(os.getpid(), 1)
    assert kept is not None
    assert kept.proportional_bytes == 300 * 1024  # it is dear, so it is not asked for at every look


def test_where_shared_pages_are_not_told_the_rest_is(tmp_path: Path) -> None:
    sample = ProcessWatch(tmp_path).look(os.getpid(), 1)
    assert sample is not None
    assert sample.proportional_bytes is None
    assert sample.resident_bytes > 0


def test_threads_are_at_least_one_and_no_more_than_there_are() -> None:
    assert 1 <= physical_cores() <= (os.cpu_count() or 1)
