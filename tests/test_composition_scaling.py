"""On a screen on which everything is larger, nothing is cut off: at 200 % of a common screen, and in between.

At 200 % a screen of 1920 × 1080 pixels is as small as one of 960 × 540; a person with such a screen has chosen that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.scaled_looks import measure

if TYPE_CHECKING:
    from pathlib import Path

CASES = (
    pytest.param(2.0, (1920, 1080), ("en", "nl"), id="200 %"),
    pytest.param(1.5, (1350, 900), ("nl",), id="150 %"),
    pytest.param(1.25, (1125, 750), ("en",), id="125 %"),
)
"""Factor, pixels of the screen, languages. The two in between have the smallest window that is promised to work."""


@pytest.mark.parametrize(("factor", "screen", "languages"), CASES)
def test_every_page_is_whole_on_a_scaled_screen(
    factor: float,
    screen: tuple[int, int],
    languages: tuple[str, ...],
    tmp_path: Path,
    tiny_ending: Path,
    tiny_draft: Path,
) -> None:
    faults = measure(tmp_path, factor, screen, (tiny_ending, tiny_draft), languages, more=factor == CASES[0].values[0])
    assert not faults, "\n".join(faults)
