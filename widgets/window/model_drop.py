"""Files dropped anywhere onto the window: a model is loaded, others are attached, text goes where it always goes."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from widgets.look.theme import sans
from widgets.parts.message_field import local_paths

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

    from widgets.look.theme import Theme

_ENTERING = (QEvent.Type.DragEnter, QEvent.Type.DragMove)


class Dragged(StrEnum):
    """What hovers over the window."""

    MODEL = "model"
    FILES = "files"
    BOTH = "both"


def split_paths(data: QMimeData) -> tuple[str | None, list[str]]:
    """Return the first model file that is being dragged, and the files that are none; the other models are left."""
    paths = local_paths(data)
    models = [path for path in paths if path.lower().endswith(".gguf")]
    return next(iter(models), None), [path for path in paths if path not in models]


def dragged(data: QMimeData) -> Dragged | None:
    """Say what is being dragged; None for what is no file on this machine."""
    model, files = split_paths(data)
    if model is not None:
        return Dragged.BOTH if files else Dragged.MODEL
    return Dragged.FILES if files else None


class ModelDrop(QObject):
    """Watches the window and every widget in it that takes drops, the message box for one."""

    dropped = Signal(str)
    """The path of a model."""
    files_dropped = Signal(list)
    """Paths of other files, to be attached."""
    hovered = Signal(object)
    """A `Dragged`, or None."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        window.setAcceptDrops(True)
        for widget in [window, *window.findChildren(QWidget)]:
            if widget.acceptDrops():
                widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take files, leave everything else alone: a link from a browser is text."""
        if event.type() == QEvent.Type.DragLeave:
            self.hovered.emit(None)
        elif isinstance(event, (QDragEnterEvent, QDragMoveEvent, QDropEvent)):
            what = dragged(event.mimeData())
            if what is not None:
                self._take(event, what)
                return True
            self.hovered.emit(None)
        return super().eventFilter(watched, event)

    def _take(self, event: QDropEvent, what: Dragged) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)  # a file is read, never moved away
        event.accept()
        self.hovered.emit(what if event.type() in _ENTERING else None)
        if event.type() == QEvent.Type.Drop:
            model, files = split_paths(event.mimeData())
            if model is not None:
                self.dropped.emit(model)
            if files:
                self.files_dropped.emit(files)


class DropHint(QWidget):
    """Says what will happen while files hover over the window."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._host = parent
        self._dragged: Dragged | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    @property
    def text(self) -> str:
        """What will happen."""
        match self._dragged:
            case Dragged.MODEL:
                return self.tr("Drop to open this model")
            case Dragged.FILES:
                return self.tr("Drop to attach to the message")
            case Dragged.BOTH:
                return self.tr("Drop to open the model and attach the rest")
            case None:
                return ""

    def set_shown(self, what: Dragged | None) -> None:
        """Cover the parent, or go."""
        self._dragged = what
        if what is not None:
            self.setGeometry(self._host.rect())
            self.raise_()
            self.update()
        self.setVisible(what is not None)

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
        font, centre = sans(18, QFont.Weight.DemiBold), Qt.AlignmentFlag.AlignCenter
        words = QFontMetrics(font).boundingRect(self.rect(), int(centre), self.text)
        painter.setPen(QPen(QColor(palette.line), 1))
        painter.setBrush(QColor(palette.card))  # behind the veil there are words, too
        painter.drawRoundedRect(QRectF(words).adjusted(-28.5, -16.5, 28.5, 16.5), 12, 12)
        painter.setPen(QColor(palette.ink))
        painter.setFont(font)
        painter.drawText(self.rect(), centre, self.text)
        painter.end()
