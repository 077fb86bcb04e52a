"""The computer itself."""

from __future__ import annotations

import os
import subprocess
import sys

from app.hardware.host import Host, physical_cores


def test_ram_is_used_in_part() -> None:
    used, total = Host().ram()
    assert 0 < used < total


def test_the_share_of_a_process_is_told_while_it_lives() -> None:
    host = Host()
    command = [sys.executable, "-c", "print(flush=True); input()"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        share = host.resident_bytes(process.pid)
        assert share is not None
        resident, mapped = share
        assert resident > 1_000_000
        assert 0 < mapped < resident  # the interpreter's own file is mapped
        process.communicate(b"\n")
        assert host.resident_bytes(process.pid) is None


def test_without_an_engine_there_is_no_share() -> None:
    assert Host().resident_bytes(None) is None


def test_threads_are_at_least_one_and_no_more_than_there_are() -> None:
    assert 1 <= physical_cores() <= (os.cpu_count() or 1)
