"""A narrow column in the middle of a page, a little above its centre: where there is one thing to read or do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLayout, QScrollArea, QVBoxLayout, QWidget

from widgets.parts.page_parts import FlowingContent


def column(*parts: QWidget | QLayout, spacing: int) -> QWidget:
    """Return a widget with the parts below each other."""
    content = QWidget()
    layout = QVBoxLayout(content)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)
    return content


def centre(page: QWidget, content: QWidget, width: int) -> None:
    """Lay a page out with the content in its middle, at most so many pixels wide."""
    content.setMaximumWidth(width)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(content, 100)
    row.addStretch(1)
    layout = QVBoxLayout(page)
    layout.setContentsMargins(32, 24, 32, 24)
    layout.addStretch(2)
    layout.addLayout(row)
    layout.addStretch(3)


def scrolling(content: QWidget, width: int) -> QScrollArea:
    """Return what has the content in its middle, and scrolls where a window is too low for it."""
    page = FlowingContent()
    page.setProperty("role", "bare")
    centre(page, content, width)
    area = QScrollArea()
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
