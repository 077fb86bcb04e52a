"""Which palette is in force, and the three faces of type. Widgets repaint when `changed` is emitted."""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication

from widgets.palette import DARK, LIGHT, Palette

SERIF_FAMILIES = ("Source Serif 4", "Noto Serif", "Georgia", "Liberation Serif", "DejaVu Serif")
MONO_FAMILIES = ("JetBrains Mono", "Noto Sans Mono", "Cascadia Mono", "Liberation Mono", "DejaVu Sans Mono")
SANS_FAMILIES = ("Inter", "Noto Sans", "Segoe UI", "Helvetica Neue", "Liberation Sans", "DejaVu Sans")


class ThemeChoice(StrEnum):
    """What the user asked for."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """The palette in force. One instance, handed to every widget that paints."""

    changed = Signal()

    def __init__(self, choice: ThemeChoice = ThemeChoice.SYSTEM, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choice = choice
        self._palette = self._resolve()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    @property
    def choice(self) -> ThemeChoice:
        """What the user asked for."""
        return self._choice

    @property
    def palette(self) -> Palette:
        """The colours to paint with now."""
        return self._palette

    def choose(self, choice: ThemeChoice) -> None:
        """Switch; emits `changed` when the palette differs."""
        self._choice = choice
        self._apply()

    def _resolve(self) -> Palette:
        if self._choice is ThemeChoice.SYSTEM:
            dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
            return DARK if dark else LIGHT
        return DARK if self._choice is ThemeChoice.DARK else LIGHT

    def _apply(self) -> None:
        palette = self._resolve()
        if palette is not self._palette:
            self._palette = palette
            self.changed.emit()

    def _on_scheme_changed(self) -> None:
        self._apply()


def _font(families: tuple[str, ...], hint: QFont.StyleHint, pixels: float, weight: QFont.Weight) -> QFont:
    font = QFont()
    font.setFamilies(list(families))
    font.setStyleHint(hint)
    font.setPixelSize(round(pixels))
    font.setWeight(weight)
    return font


def serif(pixels: float = 17, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The face for reading."""
    return _font(SERIF_FAMILIES, QFont.StyleHint.Serif, pixels, weight)


def mono(pixels: float = 13.5, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The face for code and tokens."""
    return _font(MONO_FAMILIES, QFont.StyleHint.Monospace, pixels, weight)


def sans(pixels: float = 14, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    """The face for controls."""
    return _font(SANS_FAMILIES, QFont.StyleHint.SansSerif, pixels, weight)
