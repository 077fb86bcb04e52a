"""Puts widgets that are made late where they are seen in the order of the Tab key, and not at its end."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence


def chain_behind(anchor: QWidget, widgets: Sequence[QWidget]) -> None:
    """Let the Tab key go to these, one after the other, where it comes to `anchor`."""
    policy = anchor.focusPolicy()
    anchor.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Qt chains nothing to what takes no focus
    for before, after in itertools.pairwise([anchor, *widgets]):
        QWidget.setTabOrder(before, after)
    anchor.setFocusPolicy(policy)
