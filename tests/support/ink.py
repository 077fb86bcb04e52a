"""Finds texts that are too faint to read, by the pixels that Qt paints: nothing is asked of the style sheet."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QMenu, QWidget

from tests.support.looks import Fault, path_of
from tests.support.sight import items, listed, painted_words, said_by, texts, visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

SCALE = 3
"""Letters are painted so many times larger, so that a stem has a pixel of its own and not a blend."""
LEAST_CONTRAST = 4.5
_LEAST_SEEN = 8
"""Pixels of a line that is half scrolled away."""


def faint(
    window: QWidget, known: set[tuple[object, ...]] | None = None, seen: Sequence[QWidget] | None = None
) -> list[Fault]:
    """Texts whose ink is less than 4.5 : 1 against what is behind it, as painted. Disabled controls may be fainter.

    Args:
        window: What to look at.
        known: What has been measured before and need not be again; what is measured now is added.
        seen: What can be seen of it, where that is known.
    """
    known = set() if known is None else known
    fresh = {}
    for area, widget, said in _inked(window, list(visible(window)) if seen is None else seen):
        look = type(widget), widget.property("role"), widget.isEnabled(), _is_checked(widget), said
        if look not in known:
            known.add(look)
            fresh[look] = area, widget, said
    if not fresh:
        return []
    whole = reduce(QRect.united, (area for area, _widget, _said in fresh.values()))
    pixels = _painted(window, whole)
    return [
        Fault(said, f"has a contrast of {contrast:.2f}", path_of(widget))
        for area, widget, said in fresh.values()
        if (contrast := _contrast(pixels, area.translated(-whole.topLeft()))) < LEAST_CONTRAST
    ]


def _inked(window: QWidget, seen_widgets: Sequence[QWidget]) -> Iterator[tuple[QRect, QWidget, str]]:
    """Where in a window something is written that can be read as it is: not disabled, and half of it in sight."""
    frame = window.rect()
    for widget, said in (*texts(seen_widgets), *painted_words(seen_widgets)):
        seen = widget.visibleRegion().boundingRect()
        if widget.isEnabled() and seen.height() >= widget.height() / 2:
            yield QRect(widget.mapTo(window, seen.topLeft()), seen.size()) & frame, widget, said
    for widget in seen_widgets:
        if isinstance(widget, QMenu):
            for action in listed(widget):
                if action.isEnabled():
                    area = widget.actionGeometry(action).translated(widget.mapTo(window, QPoint()))
                    yield area & frame, widget, said_by(action)
        elif isinstance(widget, QAbstractItemView) and widget.isEnabled():
            for index in items(widget):
                area = widget.visualRect(index) & widget.viewport().rect()
                is_there = area.height() >= _LEAST_SEEN and str(index.data() or "").strip()
                if is_there and index.flags() & Qt.ItemFlag.ItemIsEnabled:
                    yield area.translated(widget.viewport().mapTo(window, QPoint())) & frame, widget, str(index.data())


def _is_checked(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractButton) and widget.isChecked()


def _painted(window: QWidget, area: QRect) -> NDArray[np.uint32]:
    """The pixels of a part of a window, `(height, width)`, each `0xffRRGGBB`."""
    image = QImage(area.size() * SCALE, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(SCALE)
    image.fill(Qt.GlobalColor.white)
    painter, shadow = QPainter(image), window.graphicsEffect()
    if shadow is not None:  # it would paint at a place of its own
        shadow.setEnabled(False)
    window.render(painter, QPoint(), QRegion(area))
    painter.end()
    if shadow is not None:
        shadow.setEnabled(True)
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
