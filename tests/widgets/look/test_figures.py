from __future__ import annotations

import pytest

from widgets.look import figures


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (figures.rate(9.84), "9.8"),
        (figures.rate(317.6), "318"),
        (figures.rate(None), "–"),
        (figures.percent(0.784), "78 %"),
        (figures.percent(None), "–"),
        (figures.gigabytes(int(5.14 * 2**30)), "5.1"),
        (figures.short_time(0.2741), "274 ms"),
        (figures.short_time(1.31), "1.3 s"),
        (figures.short_time(None), "–"),
    ],
)
def test_figures_are_short_and_unknown_is_a_dash(text: str, expected: str) -> None:
    assert text == expected
