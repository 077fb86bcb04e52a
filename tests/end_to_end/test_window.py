"""The main job, end to end: two GGUF files, a typed message, marks that agree with the figures, Stop."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from tests.end_to_end.driven import THEME, Window
from tests.support import models
from tests.support.xvfb import PrivateDisplay, require

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIRST = "Write a Python function that merges two sorted lists, with a short docstring."
SECOND = "Now explain in three paragraphs why it is fast."

pytestmark = [pytest.mark.real_models, pytest.mark.timeout(900)]


@pytest.fixture
def window(galley_home: Path) -> Iterator[Window]:
    """The program with the Qwen pair on a display of its own."""
    require()
    target, draft = models.model_path(models.QWEN_LARGE_F16), models.model_path(models.QWEN_SMALL)
    with PrivateDisplay(1440, 900) as display:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.end_to_end.program", str(target), str(draft), THEME],
            env={**display.environment(), "GALLEY_HOME": str(galley_home)},
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            yield Window(display, process)
        finally:
            process.kill()
            process.wait()
            if process.stdout is not None:
                process.stdout.close()


def test_chat_with_a_real_pair(window: Window) -> None:
    loaded = window.wait_for("loaded")
    assert "1.5B" in loaded["target"]
    assert "0.5B" in loaded["draft"]
    window.focus()

    window.type(FIRST)
    window.press("Return")
    window.wait_for("live")
    window.screenshot("window-live")
    first = window.wait_for("ended")
    window.screenshot("window-reply")

    assert first["phase"] == "finished"
    assert "def " in first["text"]
    assert "�" not in first["text"]
    assert_marks_agree(first)
    assert all(first["plots"][name] > 2 for name in ("throughput", "acceptance", "memory"))
    assert first["panel_visible"]

    window.type(SECOND)
    window.press("Return")
    window.wait_for("live")
    window.screenshot(f"window-{THEME}")
    window.press("Escape")
    second = window.wait_for("ended")
    window.screenshot("window-stopped")

    assert second["phase"] == "stopped"
    assert second["text"].strip()
    assert second["reused"] > 0
    assert_marks_agree(second)
    assert window.close() == 0


def assert_marks_agree(ended: dict[str, Any]) -> None:
    """What the token view shows is what the rounds counted, kind by kind, and at least three kinds are there."""
    emitted, shown, blank = Counter(ended["emitted"]), Counter(ended["shown"]), Counter(ended["blank"])
    struck = shown.pop("rejected", 0)
    assert len(shown) >= 3, f"only {set(shown)} are to be seen"
    assert shown + blank == emitted  # a token of nothing but line breaks shows as a line break
    assert struck == ended["corrected"]
    # An end token that the draft foresaw is accepted and never shown.
    assert ended["accepted"] - emitted.get("accepted", 0) in (0, 1)
