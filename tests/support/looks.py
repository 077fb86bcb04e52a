"""Looks at a window as a designer with a ruler would: which text is cut off, and which is too faint to read.

Nothing is asked of the style sheet: what counts is the geometry Qt arrived at and the pixels it painted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPushButton, QToolButton, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

SCALE = 3
"""Letters are painted so many times larger, so that a stem has a pixel of its own and not a blend."""
LEAST_CONTRAST = 4.5
_SLACK = 1
_PADDING = 9
"""Of a segment, both sides and its border."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one text."""

    text: str
    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.where}: “{self.text[:60]}” {self.what}"


def texts(window: QWidget) -> Iterator[tuple[QWidget, str]]:
    """Every widget on screen that shows a text of its own, and the text."""
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        if isinstance(widget, QLabel | QPushButton):
            said = widget.text()
        elif isinstance(widget, QToolButton):
            said = "" if widget.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly else widget.text()
        elif isinstance(widget, QAbstractButton):
            said = widget.text()
        elif isinstance(widget, QLineEdit):
            said = widget.text() or widget.placeholderText()
        else:
            continue
        if said.strip():
            yield widget, said


def clipped(window: QWidget) -> list[Fault]:
    """Texts that have less room than they need."""
    return [
        Fault(
            said, f"needs {needed.width()}×{needed.height()} and has {widget.width()}×{widget.height()}", _path(widget)
        )
        for widget, said in texts(window)
        if (needed := _needed(widget, said)) is not None
        and (needed.width() > widget.width() + _SLACK or needed.height() > widget.height() + _SLACK)
    ]


def outside(window: QWidget) -> list[Fault]:
    """Texts that reach over the edge of what holds them, where nothing scrolls."""
    faults = []
    for widget, said in texts(window):
        seen = widget.visibleRegion().boundingRect()
        if seen.width() + _SLACK < widget.width() and not _scrolls_sideways(widget):
            faults.append(Fault(said, f"only {seen.width()} of {widget.width()} pixels can be seen", _path(widget)))
    return faults


def faint(window: QWidget) -> list[Fault]:
    """Texts whose ink is less than 4.5 : 1 against what is behind it, as painted. Disabled controls may be fainter."""
    pixels = _painted(window)
    faults = []
    for widget, said in texts(window):
        if not widget.isEnabled():
            continue
        seen = widget.visibleRegion().boundingRect()
        if seen.height() < widget.height() / 2:
            continue  # half of it is scrolled away
        area = QRect(widget.mapTo(window, seen.topLeft()), seen.size())
        contrast = _contrast(pixels, area)
        if contrast < LEAST_CONTRAST:
            faults.append(Fault(said, f"has a contrast of {contrast:.2f}", _path(widget)))
    return faults


def _needed(widget: QWidget, said: str) -> QSize | None:
    """What the text takes; None where the widget shortens it by itself and shows all of it elsewhere."""
    if isinstance(widget, QLineEdit) or (said.endswith("…") and widget.toolTip()):
        return None
    if isinstance(widget, QLabel):
        if widget.wordWrap():
            return QSize(0, widget.heightForWidth(widget.width()))
        return widget.minimumSizeHint() if widget.textFormat() is not Qt.TextFormat.PlainText else widget.sizeHint()
    if widget.property("role") == "segment":
        return _bold(widget, said)  # its policy says that it may be of any width
    return widget.minimumSizeHint()


def _bold(widget: QWidget, said: str) -> QSize:
    font = QFont(widget.font())
    font.setWeight(QFont.Weight.DemiBold)
    return QSize(QFontMetrics(font).horizontalAdvance(said) + _PADDING, 0)


def _scrolls_sideways(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None:
        bar = getattr(parent, "horizontalScrollBar", None)
        if bar is not None and bar().maximum() > 0:
            return True
        parent = parent.parentWidget()
    return False


def _painted(window: QWidget) -> NDArray[np.uint32]:
    """The window's pixels, `(height, width)`, each `0xffRRGGBB`."""
    image = QImage(window.size() * SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    window.render(painter, QPoint())
    painter.end()
    return np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.width()).copy()


def _contrast(pixels: NDArray[np.uint32], area: QRect) -> float:
    """The largest contrast within an area to its most frequent colour."""
    top, left = max(0, area.top()) * SCALE, max(0, area.left()) * SCALE
    part = pixels[top : top + area.height() * SCALE, left : left + area.width() * SCALE]
    if not part.size:
        return 21.0
    colours, counts = np.unique(part, return_counts=True)
    luminance = _luminance(colours)
    behind = luminance[counts.argmax()]
    lighter, darker = np.maximum(luminance, behind), np.minimum(luminance, behind)
    return float(((lighter + 0.05) / (darker + 0.05)).max())


def _luminance(colours: NDArray[np.uint32]) -> NDArray[np.float64]:
    """The relative luminance of colours, as the contrast rules for the web define it."""
    parts = np.stack([(colours >> shift & 255) / 255 for shift in (16, 8, 0)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    red, green, blue = linear
    luminance: NDArray[np.float64] = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return luminance


def _path(widget: QWidget) -> str:
    names: list[str] = []
    current: QWidget | None = widget
    while current is not None and len(names) < 3:
        names.append(type(current).__name__)
        current = current.parentWidget()
    return " in ".join(names)
