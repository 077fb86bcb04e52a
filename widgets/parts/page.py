"""A page in place of everything: its title, the cross, and Esc, which both lead back to the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from widgets.look.icons import Icon, IconButton
from widgets.look.theme import serif
from widgets.parts.page_parts import FlowingContent
from widgets.parts.tab_chain import chain_as_read

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from widgets.look.theme import Theme


_SIDE = 28


class Page(QFrame):
    """What all such pages have; where title and cross stand is each one's own affair."""

    close_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "reading")
        self.first: QWidget | None = None
        """Where one begins when the page is shown. No focus proxy: the Tab key would always come back to it."""
        self.title = QLabel()
        self.title.setFont(serif(26, QFont.Weight.DemiBold))
        self.close_button = IconButton(theme, Icon.CLOSE, self.tr("Back to the conversation"))
        self.close_button.clicked.connect(lambda: self.close_requested.emit())
        self.scroll_area = QScrollArea()
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def set_title(self, title: str) -> None:
        """Name the page."""
        self.title.setText(title)
        self.setAccessibleName(title)

    def put_in_order(self) -> None:
        """Before the Tab key moves the focus: let it go through the page as one reads it, as it is by now."""
        chain_as_read(self)

    def title_line(self) -> QWidget:
        """The title, and the cross at the other end."""
        heading = QWidget()
        line = QHBoxLayout(heading)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.title)
        line.addStretch(1)
        line.addWidget(self.close_button)
        return heading

    def put_together(self, heading: QWidget, column: QWidget, width: int) -> None:
        """Lay out a heading that stays above a column that scrolls, both in the middle and at most so wide.

        The page's own layout then has both; what stays below the column is added to it.
        """
        centred = FlowingContent()
        centred.setProperty("role", "bare")
        around = in_the_middle(column, width)
        around.setContentsMargins(_SIDE, 10, _SIDE, 32)
        centred.setLayout(around)
        self.scroll_area.setWidget(centred)
        self._above = in_the_middle(heading, width)
        self.scroll_area.verticalScrollBar().rangeChanged.connect(self._align_heading)
        self._align_heading(0, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(self._above)
        layout.addWidget(self.scroll_area, 1)

    def bar_room(self, most: int) -> int:
        """Pixels beside what stays, so that it is above what scrolls, whether or not there is a scroll bar."""
        area = self.scroll_area
        is_there = most > 0 or area.verticalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOn
        return area.verticalScrollBar().sizeHint().width() if is_there else 0

    def _align_heading(self, _least: int, most: int) -> None:
        self._above.setContentsMargins(_SIDE, 22, _SIDE + self.bar_room(most), 12)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape goes back."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_requested.emit()
            return
        super().keyPressEvent(event)


def in_the_middle(widget: QWidget, width: int) -> QHBoxLayout:
    """A row with one widget in its middle, at most so wide."""
    widget.setMaximumWidth(width)
    line = QHBoxLayout()
    line.addStretch(1)
    line.addWidget(widget, 1000)
    line.addStretch(1)
    return line
