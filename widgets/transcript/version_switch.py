"""Which of several versions of a message is on screen: ‹ 2/3 ›, and the way to all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeySequence, QPainter, QPen, QPolygonF, QShortcut
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from widgets.parts.quiet_button import QuietButton

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from widgets.look.theme import Theme

_KEYS = {"Alt+Left": -1, "Alt+Right": 1}


class _Arrow(QAbstractButton):
    """‹ or ›; faint where it leads nowhere."""

    def __init__(self, theme: Theme, step: int, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._step = step
        self.setAccessibleName(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(20, 22)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.hasFocus():
            painter.setPen(QPen(QColor(palette.corrected), 1.2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.6, 0.6, -0.6, -0.6), 3, 3)
        lively = self.underMouse() or self.isDown()
        colour = palette.faint if not self.isEnabled() else palette.ink if lively else palette.muted
        pen = QPen(QColor(colour), 1.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        middle = QPointF(self.width() / 2, self.height() / 2 + 0.5)
        chevron = [QPointF(-1.8 * self._step, -4), QPointF(1.8 * self._step, 0), QPointF(-1.8 * self._step, 4)]
        painter.drawPolyline(QPolygonF([middle + point for point in chevron]))
        painter.end()


class VersionSwitch(QWidget):
    """Hidden while there is only one version.

    Args:
        theme: Whose palette it takes.
        card: The message: while the focus is anywhere in it, its keys go to other versions.
        parent: Where it stands.
    """

    stepped = Signal(int)
    """-1 for the version before, 1 for the one behind."""
    tree_requested = Signal()

    def __init__(self, theme: Theme, card: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._number, self._count = 1, 1
        self._shortcuts = [self._shortcut(keys, step, card) for keys, step in _KEYS.items()]
        self.back_button = _Arrow(theme, -1, self.tr("Version before"), self)
        self.back_button.setToolTip(self.tr("Version before (Alt+Left)"))
        self.tree_button = QuietButton(theme, "", self, side=1)
        self.tree_button.setToolTip(self.tr("Show all versions of the conversation (Ctrl+T)"))
        self.on_button = _Arrow(theme, 1, self.tr("Next version"), self)
        self.on_button.setToolTip(self.tr("Next version (Alt+Right)"))
        self.back_button.clicked.connect(lambda: self.stepped.emit(-1))
        self.on_button.clicked.connect(lambda: self.stepped.emit(1))
        self.tree_button.clicked.connect(self.tree_requested)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for button in (self.back_button, self.tree_button, self.on_button):
            row.addWidget(button)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def text(self) -> str:
        """What stands between the arrows."""
        return self.tree_button.text()

    def show_version(self, number: int, count: int) -> None:
        """Say which of how many versions this is, counted from 1."""
        self._number, self._count = number, count
        self.tree_button.setText(f"{number}/{count}")
        self.tree_button.setAccessibleName(
            self.tr("Version {number} of {count}; show all").format(number=number, count=count)
        )
        self.tree_button.updateGeometry()
        self.back_button.setEnabled(number > 1)
        self.on_button.setEnabled(number < count)
        self.setVisible(count > 1)
        self.set_listens(True)

    def set_listens(self, listens: bool) -> None:
        """Whether the keys are for the versions; while a message is rewritten they are for its text."""
        for shortcut in self._shortcuts:
            shortcut.setEnabled(listens and self._count > 1)

    def take_focus(self, step: int) -> None:
        """Take the keyboard's focus, on the arrow that was used if it still leads anywhere."""
        wanted, other = (self.back_button, self.on_button) if step < 0 else (self.on_button, self.back_button)
        button = wanted if wanted.isEnabled() else other if other.isEnabled() else self.tree_button
        button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _shortcut(self, keys: str, step: int, card: QWidget) -> QShortcut:
        shortcut = QShortcut(QKeySequence(keys), card)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(lambda: self._on_key(step))
        return shortcut

    def _on_key(self, step: int) -> None:
        if 1 <= self._number + step <= self._count:
            self.stepped.emit(step)
