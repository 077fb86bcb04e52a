"""Puts widgets that are made late where they are seen in the order of the Tab key, and not at its end.

Qt chains widgets as they are made; what a conversation or a page makes later would come behind everything else.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence


def chain_behind(anchor: QWidget, widgets: Sequence[QWidget]) -> None:
    """Let the Tab key go to these, one after the other, where it comes to `anchor`."""
    policy = anchor.focusPolicy()
    anchor.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Qt chains nothing to what takes no focus
    for before, after in itertools.pairwise([anchor, *widgets]):
        QWidget.setTabOrder(before, after)
    anchor.setFocusPolicy(policy)


def chain_as_read(container: QWidget) -> None:
    """Let the Tab key go through all that is seen in a container from above to below, and in a line from the left."""
    chain_behind(container, [each for each in _stops(container) if each is not container])


def first_stop(container: QWidget) -> QWidget | None:
    """What the Tab key comes to first in a container; None where it comes to nothing."""
    return next((each for each in _stops(container) if each.isEnabled()), None)


def bring_in_sight(widget: QWidget) -> None:
    """Scroll all that scrolls around a widget until it can be seen."""
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()


def _stops(widget: QWidget) -> list[QWidget]:
    """What the Tab key comes to in a widget, in the order of reading."""
    takes_it = widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None
    stops = [widget] if takes_it else []
    for child in _as_read([each for each in widget.children() if isinstance(each, QWidget)]):
        stops += _stops(child)
    return stops


def _as_read(children: Sequence[QWidget]) -> list[QWidget]:
    """Widgets with one parent: line by line, and in each line from the left."""
    seen = sorted((each for each in children if each.isVisible() and not each.isWindow()), key=lambda each: each.y())
    lines: list[list[QWidget]] = []
    for each in seen:
        if lines and each.geometry().center().y() <= lines[-1][0].geometry().bottom():
            lines[-1].append(each)
        else:
            lines.append([each])
    return [each for line in lines for each in sorted(line, key=lambda one: one.x())]
