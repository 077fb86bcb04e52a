"""Shares of devices, typed as the language writes numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale

from widgets.memory.placement_panel import shares_of, shares_text

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def speaking(request: pytest.FixtureRequest) -> Iterator[None]:
    """With the numbers of a language."""
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield
    QLocale.setDefault(before)


@pytest.mark.parametrize(
    ("speaking", "text", "shares"),
    [
        ("en", "3, 1", (3.0, 1.0)),
        ("en", "3,1", (3.0, 1.0)),
        ("en", "1.5; 0.5", (1.5, 0.5)),
        ("nl", "3, 1", (3.0, 1.0)),
        ("nl", "1,5; 0,5", (1.5, 0.5)),
        ("nl", "1.5 0.5", (1.5, 0.5)),
        ("nl", "1,5 0,5", (1.5, 0.5)),
        ("nl", "een, twee", ()),
    ],
    indirect=["speaking"],
)
@pytest.mark.usefixtures("speaking")
def test_shares_are_read_as_they_are_written_here(text: str, shares: tuple[float, ...]) -> None:
    assert shares_of(text) == shares


@pytest.mark.parametrize("speaking", ["en", "nl", "de"], indirect=True)
@pytest.mark.usefixtures("speaking")
def test_what_is_shown_is_read_again() -> None:
    for shares in ((3.0, 1.0), (1.5, 0.25), (123456.0, 0.5)):
        assert shares_of(shares_text(shares)) == shares
