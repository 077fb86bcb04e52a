"""The card that every plot lives in: what it shows, its value now or at the mark, a menu, and the canvas."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout

from app.viewmodels.plot_view import PlotView
from widgets.look.icons import Icon, IconButton
from widgets.look.refresh_pacer import RefreshPacer
from widgets.plots.canvas import HEIGHT, PlotCanvas
from widgets.plots.menu import PlotMenu

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent, QPaintEvent

    from app.hardware.record import Table
    from widgets.look.theme import Theme

_LEAP = 10
_STEPS = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_PageUp: -_LEAP,
    Qt.Key.Key_PageDown: _LEAP,
    Qt.Key.Key_Home: -1_000_000,
    Qt.Key.Key_End: 1_000_000,
}


class PlotCard(QFrame):
    """Base of the plots. Subclasses implement `refresh`, `reading` and `table`; they are called only when seen.

    The mark follows the pointer, or the arrow keys while the card has the focus.

    Args:
        theme: Whose colours it takes.
        view: How far back it goes and whether it stands still; None for a view of its own.
        height: Of the canvas, in pixels.
    """

    save_requested = Signal(object)
    """A `Table` to be saved."""

    def __init__(self, theme: Theme, view: PlotView | None = None, *, height: int = HEIGHT) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._theme = theme
        self.view = view or PlotView(self)
        self.canvas = PlotCanvas(theme, height)
        self._title = _label("muted")
        self._paused = _label("small")
        self._value = _label("strong")
        self._latest = ""
        self._hovered = -1
        self._is_frozen = False
        self.menu_button = IconButton(theme, Icon.MORE, self.tr("What can be done with these curves"))
        self.menu_button.setFixedSize(30, 22)
        self.menu_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = PlotMenu(self.view, self.menu_button)
        self.menu_button.setMenu(self.menu)
        self._lay_out()
        self.pacer = RefreshPacer(self, self._on_refresh)
        self.canvas.hovered.connect(self._on_hovered)
        self.menu.save_requested.connect(lambda: self.save_requested.emit(self.table()))
        self.view.changed.connect(self._on_view_changed)
        self.pacer.request()

    @property
    def value_text(self) -> str:
        """What stands at the right: the latest value, or the one at the mark."""
        return self._value.text()

    @property
    def title_text(self) -> str:
        """What the plot shows."""
        return self._title.text()

    @property
    def state_text(self) -> str:
        """What is said beside the title: that it stands still."""
        return "" if self._paused.isHidden() else self._paused.text()

    def refresh(self) -> None:
        """Draw anew from the view model."""
        raise NotImplementedError

    def reading(self, index: int) -> str:
        """Return the value of a point in words, with its moment."""
        raise NotImplementedError

    def table(self) -> Table:
        """Return what was recorded."""
        raise NotImplementedError

    def show_value(self, title: str, text: str) -> None:
        """Say what is shown and its latest value; a screen reader hears both."""
        self._latest = text
        self._title.setText(title)
        self.setAccessibleName(title)
        self.menu_button.setAccessibleName(self.tr("{title}: what can be done with it").format(title=title))
        if self._hovered < 0:
            self._show_text(text)

    def event(self, event: QEvent) -> bool:
        """Keep Escape from the window while a point is marked: it takes the mark away."""
        is_override = event.type() == QEvent.Type.ShortcutOverride and self.canvas.has_cursor
        if is_override and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the mark from point to point."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None:
            self.canvas.step_cursor(step)
        elif event.key() == Qt.Key.Key_Escape and self.canvas.has_cursor:
            self.canvas.hide_cursor()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the ring and the mark away."""
        super().focusOutEvent(event)
        self.canvas.hide_cursor()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card, and a ring around it while it has the focus."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.palette.corrected), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            painter.end()

    def _lay_out(self) -> None:
        self._paused.setText(self.tr("paused"))
        self._paused.hide()
        heading = QHBoxLayout()
        heading.setContentsMargins(0, 0, 0, 0)
        heading.setSpacing(4)
        heading.addWidget(self._title)
        heading.addWidget(self._paused)
        heading.addStretch(1)
        heading.addWidget(self._value)
        heading.addWidget(self.menu_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 4, 3, 8)
        layout.setSpacing(3)
        layout.addLayout(heading)
        canvas = QHBoxLayout()
        canvas.setContentsMargins(0, 0, 7, 0)
        canvas.addWidget(self.canvas.widget)
        layout.addLayout(canvas)

    def _show_text(self, text: str) -> None:
        self._value.setText(text)
        self.setAccessibleDescription(text)

    def _on_view_changed(self) -> None:
        """Draw once as it is now chosen, whether it stands still from then on or not."""
        self._is_frozen = False
        self.pacer.request()

    def _on_refresh(self) -> None:
        if self._is_frozen:
            return
        self._is_frozen = self.view.is_paused
        self._paused.setVisible(self.view.is_paused)
        self.refresh()

    def _on_hovered(self, index: int) -> None:
        self._hovered = index
        self._show_text(self._latest if index < 0 else self.reading(index))


def _label(role: str) -> QLabel:
    label = QLabel()
    label.setProperty("role", role)
    return label
