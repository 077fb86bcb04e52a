"""A picture in the guide: the window's own, in the theme's colours, never larger than it was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.viewmodels.help_book import picture_file

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from app.viewmodels.help_book import Picture
    from widgets.look.theme import Theme

_RADIUS = 8.0


class GuidePicture(QWidget):
    """Shows a picture in a thin frame.

    Args:
        theme: Says which of the two it is.
        picture: Which one, and what is to be seen on it, for whoever does not see it.
    """

    def __init__(self, theme: Theme, picture: Picture, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._picture = picture
        self._pixmap = QPixmap()
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(picture.caption)
        self.setToolTip(picture.caption)
        theme.changed.connect(self._load)
        self._load()

    @property
    def is_there(self) -> bool:
        """Whether the picture could be read."""
        return not self._pixmap.isNull()

    def hasHeightForWidth(self) -> bool:
        """It keeps its shape."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height at a width."""
        return self._shown(width).height() if self.is_there else 0

    def sizeHint(self) -> QSize:
        """As it was taken."""
        return self._pixmap.size()

    def minimumSizeHint(self) -> QSize:
        """It becomes smaller where there is less room."""
        return QSize(80, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint picture and frame."""
        if not self.is_there:
            return
        frame = QRectF(0, 0, self._shown(self.width()).width(), self._shown(self.width()).height())
        frame = frame.adjusted(0.5, 0.5, -0.5, -0.5)
        outline = QPainterPath()
        outline.addRoundedRect(frame, _RADIUS, _RADIUS)
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(outline)
        painter.drawPixmap(frame, self._pixmap, QRectF(self._pixmap.rect()))
        painter.setClipping(False)
        painter.setPen(QPen(QColor(self._theme.palette.line), 1))
        painter.drawPath(outline)
        painter.end()

    def _shown(self, width: int) -> QSize:
        """The picture's size where there is so much room."""
        whole = self._pixmap.size()
        if whole.width() <= width:
            return whole
        return whole.scaled(QSize(width, whole.height()), Qt.AspectRatioMode.KeepAspectRatio)

    def _load(self) -> None:
        file = picture_file(self._picture, self._theme.palette.name)
        self._pixmap = QPixmap()
        if file.is_file():
            self._pixmap.loadFromData(file.read_bytes())
        self.updateGeometry()
        self.update()
