"""A column at a side of the window: wide, or a strip from which it opens over the conversation for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from widgets.parts.side_strip import WIDTH, SideStrip
from widgets.parts.tab_chain import bring_in_sight, first_stop

if TYPE_CHECKING:
    from PySide6.QtCore import QRect


class SidePane(QFrame):
    """Holds the content while there is room. `overlay` belongs to the host, which the pane lies in as well."""

    overlay_changed = Signal(bool)

    def __init__(
        self, host: QWidget, content: QWidget, strip: SideStrip, *, side: Qt.Edge, widths: tuple[int, int, int]
    ) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self._host = host
        self._content = content
        self._strip = strip
        self._side = side
        self._least, self.preferred_width, self._most = widths
        self._collapsed = False
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(strip)
        self._layout.addWidget(content)
        strip.hide()
        strip.show_requested.connect(self.toggle_overlay)
        self._overlay = QFrame(host)
        self._overlay.setProperty("role", "panel")
        self._overlay_layout = QHBoxLayout(self._overlay)
        self._overlay_layout.setContentsMargins(0, 0, 0, 0)
        self._overlay_layout.setSpacing(0)
        self._rule = QFrame()
        self._rule.setProperty("role", "rule")
        self._rule.setFixedWidth(1)
        self._overlay_layout.addWidget(self._rule)
        self._overlay.hide()
        host.installEventFilter(self)
        self._bound()

    @property
    def is_collapsed(self) -> bool:
        """Whether the strip stands in for the content."""
        return self._collapsed

    @property
    def is_overlay_open(self) -> bool:
        """Whether the content lies over the conversation."""
        return not self._overlay.isHidden()

    def set_collapsed(self, collapsed: bool) -> None:
        """Become a strip, or a column again."""
        if collapsed == self._collapsed:
            return
        self.close_overlay()
        self._collapsed = collapsed
        self._content.setVisible(not collapsed)
        self._strip.setVisible(collapsed)
        self._bound()

    def toggle_overlay(self) -> None:
        """Lay the content over the conversation, or take it away again."""
        if self.is_overlay_open:
            self.close_overlay()
            return
        if not self._collapsed:
            return
        index = 0 if self._side is Qt.Edge.LeftEdge else 1
        self._overlay_layout.insertWidget(index, self._content, 1)
        self._content.show()
        self._place_overlay()
        self._overlay.show()
        self._overlay.raise_()
        self._overlay_layout.activate()
        first = first_stop(self._content)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)
            bring_in_sight(first)
        self.overlay_changed.emit(True)

    def follow_focus(self, focus: QWidget) -> None:
        """Do not lie over what has the focus now: whoever leaves the column by the keyboard is done with it."""
        if self.is_overlay_open and not self._overlay.isAncestorOf(focus) and not self.isAncestorOf(focus):
            self.close_overlay()

    def bring_into_sight(self) -> None:
        """Lay the content over the conversation where it is not beside it."""
        if self._collapsed and not self.is_overlay_open:
            self.toggle_overlay()

    def close_overlay(self) -> None:
        """Put the content back behind the strip."""
        if not self.is_overlay_open:
            return
        self._overlay.hide()
        self._content.setVisible(not self._collapsed)
        self._layout.addWidget(self._content)
        self.overlay_changed.emit(False)

    def overlay_geometry(self) -> QRect:
        """Return where the overlay lies, in the host's coordinates."""
        return self._overlay.geometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the overlay at its side when the host changes its size."""
        if event.type() == QEvent.Type.Resize and self.is_overlay_open:
            self._place_overlay()
        return super().eventFilter(watched, event)

    def _place_overlay(self) -> None:
        width = min(max(self.preferred_width, self._least), self._host.width() - 2 * WIDTH)
        left = WIDTH if self._side is Qt.Edge.LeftEdge else self._host.width() - WIDTH - width
        self._overlay.setGeometry(left, 0, width, self._host.height())

    def _bound(self) -> None:
        if self._collapsed:
            self.setFixedWidth(WIDTH)
        else:
            self.setMinimumWidth(self._least)
            self.setMaximumWidth(self._most)
