from __future__ import annotations

import math
from itertools import product

import pytest
from PySide6.QtGui import QColor

from widgets.look.palette import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Palette
from widgets.look.theme import ContrastChoice, Theme, ThemeChoice

pytestmark = pytest.mark.usefixtures("qapp")

TEXTS = ("ink", "muted", "ghost", "accepted", "rejected", "corrected", "bonus")
GROUNDS = ("background", "panel", "card")


def luminance(colour: str) -> float:
    """Of a colour, as WCAG 2 defines it."""
    paint = QColor(colour)
    weighed = ((0.2126, paint.redF()), (0.7152, paint.greenF()), (0.0722, paint.blueF()))
    return sum(weight * _linear(part) for weight, part in weighed)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4)


def ratio(one: str, other: str) -> float:
    """The contrast of two colours."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("palette", "least"), [(LIGHT, 4.5), (DARK, 4.5), (HIGH_LIGHT, 7.0), (HIGH_DARK, 7.0)], ids=str
)
def test_every_text_can_be_read_on_every_ground(palette: Palette, least: float) -> None:
    for text, ground in product(TEXTS, GROUNDS):
        contrast = ratio(getattr(palette, text), getattr(palette, ground))
        assert contrast >= least, (text, ground, contrast)
    assert ratio(palette.button_text, palette.button) >= least
    assert ratio(palette.corrected, palette.corrected_box) >= 4.5
    assert ratio(palette.ink, palette.selection) >= least


@pytest.mark.parametrize("palette", [HIGH_LIGHT, HIGH_DARK], ids=str)
def test_high_contrast_has_lines_that_can_be_seen(palette: Palette) -> None:
    for ground in GROUNDS:
        assert ratio(palette.line, getattr(palette, ground)) >= 3


def test_contrast_is_chosen_beside_light_and_dark() -> None:
    theme = Theme(ThemeChoice.LIGHT, contrast=ContrastChoice.NORMAL)
    changes = []
    theme.changed.connect(lambda: changes.append(theme.palette))
    theme.choose_contrast(ContrastChoice.HIGH)
    theme.choose(ThemeChoice.DARK)
    theme.choose_contrast(ContrastChoice.NORMAL)
    assert changes == [HIGH_LIGHT, HIGH_DARK, DARK]


def test_stillness_is_told_once() -> None:
    theme, told = Theme(ThemeChoice.LIGHT), []
    theme.motion_changed.connect(lambda: told.append(theme.is_still))
    theme.set_still(True)
    theme.set_still(True)
    theme.set_still(False)
    assert told == [True, False]
