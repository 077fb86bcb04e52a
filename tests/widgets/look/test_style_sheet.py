from __future__ import annotations

from pathlib import Path
from re import findall
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QPalette

from widgets.look.palette import DARK, LIGHT, Palette
from widgets.look.style_sheet import application_palette, application_style_sheet, dress
from widgets.look.theme import Theme, ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtWidgets import QApplication


@pytest.fixture
def undressed(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    qapp.setStyleSheet("")


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_every_picture_it_names_exists(palette: Palette) -> None:
    pictures = findall(r'url\("([^"]+)"\)', application_style_sheet(palette))
    assert len(pictures) >= 2
    assert all(Path(picture).is_file() for picture in pictures)


def test_the_application_follows_the_theme(undressed: QApplication) -> None:
    theme = Theme(ThemeChoice.LIGHT)
    dress(undressed, theme)
    assert LIGHT.card in undressed.styleSheet()
    theme.choose(ThemeChoice.DARK)
    assert undressed.styleSheet() == application_style_sheet(DARK)
    assert undressed.palette().color(QPalette.ColorRole.Base).name().upper() == DARK.card


def test_file_dialogs_keep_readable_text() -> None:
    for palette in (LIGHT, DARK):
        colours = application_palette(palette)
        assert colours.color(QPalette.ColorRole.Text) != colours.color(QPalette.ColorRole.Base)
