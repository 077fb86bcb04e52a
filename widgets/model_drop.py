"""Model files dropped anywhere onto the window. Other files are ignored, text goes where it always goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from widgets.theme import sans

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

    from widgets.theme import Theme

_ENTERING = (QEvent.Type.DragEnter, QEvent.Type.DragMove)


def model_path(data: QMimeData) -> str | None:
    """Return the first local GGUF file that is being dragged."""
    paths = (url.toLocalFile() for url in data.urls() if url.isLocalFile())
    return next((path for path in paths if path.lower().endswith(".gguf")), None)


class ModelDrop(QObject):
    """Watches the window and every widget in it that takes drops, the message box for one."""

    dropped = Signal(str)
    hovered = Signal(bool)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.setAcceptDrops(True)
        for widget in [window, *window.findChildren(QWidget)]:
            if widget.acceptDrops():
                widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take model files, refuse other files, leave everything else alone."""
        if event.type() == QEvent.Type.DragLeave:
            self.hovered.emit(False)
        elif isinstance(event, (QDragEnterEvent, QDragMoveEvent, QDropEvent)) and event.mimeData().hasUrls():
            path = model_path(event.mimeData())
            if path is None:
                event.ignore()
            else:
                event.acceptProposedAction()
                self.hovered.emit(event.type() in _ENTERING)
                if event.type() == QEvent.Type.Drop:
                    self.dropped.emit(path)
            return True
        return super().eventFilter(watched, event)


class DropHint(QWidget):
    """Says what will happen while a model file hovers over the window."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._host = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def set_shown(self, shown: bool) -> None:
        """Cover the parent, or go."""
        if shown:
            self.setGeometry(self._host.rect())
            self.raise_()
        self.setVisible(shown)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a veil, a dashed frame and a sentence."""
        palette = self._theme.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(palette.background)
        veil.setAlpha(225)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(QColor(palette.corrected), 2, Qt.PenStyle.DashLine))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(24, 24, -24, -24), 14, 14)
        painter.setPen(QColor(palette.ink))
        painter.setFont(sans(18, QFont.Weight.DemiBold))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.tr("Drop to open this model"))
        painter.end()
