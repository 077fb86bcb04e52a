"""Which palette is in force, whether anything may move, and the three faces of type.

Widgets repaint when `changed` is emitted.
"""

from __future__ import annotations

from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QGuiApplication

from widgets.look.palette import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Palette

SERIF_FAMILIES = ("Source Serif 4", "Noto Serif", "Georgia", "Liberation Serif", "DejaVu Serif")
MONO_FAMILIES = ("JetBrains Mono", "Noto Sans Mono", "Cascadia Mono", "Liberation Mono", "DejaVu Sans Mono")
SANS_FAMILIES = ("Inter", "Noto Sans", "Segoe UI", "Helvetica Neue", "Liberation Sans", "DejaVu Sans")


class ThemeChoice(StrEnum):
    """What the user asked for."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class ContrastChoice(StrEnum):
    """How strongly text and lines stand out."""

    SYSTEM = "system"
    NORMAL = "normal"
    HIGH = "high"


class Theme(QObject):
    """The palette in force. One instance, handed to every widget that paints."""

    changed = Signal()
    motion_changed = Signal()
    """Whether anything may move by itself."""

    def __init__(
        self,
        choice: ThemeChoice = ThemeChoice.SYSTEM,
        parent: QObject | None = None,
        *,
        contrast: ContrastChoice = ContrastChoice.SYSTEM,
    ) -> None:
        super().__init__(parent)
        self._choice = choice
        self._contrast = contrast
        self._is_still = False
        self._palette = self._resolve()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._on_scheme_changed)
        if hasattr(hints, "accessibility"):  # from Qt 6.10 on
            hints.accessibility().contrastPreferenceChanged.connect(self._on_scheme_changed)

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

    def choose_contrast(self, contrast: ContrastChoice) -> None:
        """Switch; emits `changed` when the palette differs."""
        self._contrast = contrast
        self._apply()

    @property
    def is_still(self) -> bool:
        """Whether nothing may fade, slide or blink by itself."""
        return self._is_still

    def set_still(self, still: bool) -> None:
        """Let nothing move, or everything; emits `motion_changed`."""
        if still is not self._is_still:
            self._is_still = still
            self.motion_changed.emit()

    def _resolve(self) -> Palette:
        dark = self._choice is ThemeChoice.DARK
        if self._choice is ThemeChoice.SYSTEM:
            dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        if self._is_strong():
            return HIGH_DARK if dark else HIGH_LIGHT
        return DARK if dark else LIGHT

    def _is_strong(self) -> bool:
        hints = QGuiApplication.styleHints()
        if self._contrast is not ContrastChoice.SYSTEM or not hasattr(hints, "accessibility"):
            return self._contrast is ContrastChoice.HIGH
        return hints.accessibility().contrastPreference() is Qt.ContrastPreference.HighContrast

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
