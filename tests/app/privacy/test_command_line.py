from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SHOW = """
import sys
from pathlib import Path
from app.privacy.command_line import hide_from_command_line
hide_from_command_line("", "caf\u00e9 au lait", "lait")
print(ascii(Path("/proc/self/cmdline").read_bytes().split(bytes(1))[3:-1]))
print(ascii(sys.argv[1:]))
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets a process change it")


def test_texts_vanish_and_the_rest_stays() -> None:
    arguments = ["--prompt", "café au lait", "--system=lait", "--target", "au lait.gguf", "--", "--lait=", "lait"]
    done = subprocess.run(
        [sys.executable, "-c", SHOW, *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    shown, kept = done.stdout.splitlines()
    covered = ["--prompt", "." * 13, "--system=....", "--target", "au lait.gguf", "--", "--lait=", "...."]
    assert shown == ascii([word.encode() for word in covered])
    assert kept == ascii(arguments), "the program itself still knows them"
