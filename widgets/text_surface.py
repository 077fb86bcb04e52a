"""A read-only text that is exactly as high as its words: the base of prose, code and tables.

It never fetches, never opens, and lets the wheel through to whatever scrolls the conversation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QPalette, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent, QWheelEvent

    from widgets.theme import Theme


class TextSurface(QTextBrowser):
    """Selectable text that grows to its height.

    Args:
        theme: Whose palette it takes.
        wraps: Whether lines break at the width; text that does not wrap scrolls sideways.
    """

    link_activated = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, wraps: bool = True) -> None:
        super().__init__(parent)
        self._theme = theme
        self._wraps = wraps
        self._laid_width = -1
        self.foot = 0
        """Room below the text, such as the last paragraph's gap, which a text document leaves out."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setOpenExternalLinks(False)
        self.setUndoRedoEnabled(False)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextBrowserInteraction | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(0)
        self.viewport().setAutoFillBackground(False)
        if wraps:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        else:
            self.setLineWrapMode(QTextBrowser.LineWrapMode.NoWrap)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.anchorClicked.connect(self._on_anchor_clicked)
        self.apply_palette()
        theme.changed.connect(self._on_theme_changed)

    def apply_palette(self) -> None:
        """Take the theme's colours."""
        colours = self._theme.palette
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Text, QColor(colours.ink))
        palette.setColor(QPalette.ColorRole.Base, QColor(Qt.GlobalColor.transparent))
        palette.setColor(QPalette.ColorRole.Highlight, QColor(colours.corrected))
        palette.setColor(QPalette.ColorRole.HighlightedText, QColor(colours.background))
        palette.setColor(QPalette.ColorRole.Link, QColor(colours.corrected))
        self.setPalette(palette)

    def rebuild(self) -> None:
        """Write the text anew in the theme's colours; subclasses that colour their text override this."""

    def hasHeightForWidth(self) -> bool:
        """Text is as high as its width makes it."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of the text at a width."""
        document = self.document()
        if not self._wraps:
            bar = self.horizontalScrollBar().sizeHint().height() + 4 if document.idealWidth() > width else 0
            return int(document.size().height() + 0.99) + bar + self.foot
        if document.textWidth() != width:
            document.setTextWidth(width)
        return int(document.size().height() + 0.99) + self.foot

    def sizeHint(self) -> QSize:
        """As wide as the text would like to be."""
        width = self.width()
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        """Any size will do."""
        return QSize(40, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the layout where another width means another height."""
        super().resizeEvent(event)
        if event.size().width() != self._laid_width:
            self._laid_width = event.size().width()
            self.updateGeometry()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll sideways where there is something to scroll to; leave the rest to the conversation."""
        delta = event.angleDelta()
        bar = self.horizontalScrollBar()
        sideways = delta.x() if delta.x() else delta.y() if event.modifiers() & _SHIFT else 0
        if not self._wraps and sideways and bar.maximum() > 0:
            bar.setValue(bar.value() - sideways // 2)
            event.accept()
            return
        event.ignore()

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever loaded: not from the network, not from a file."""
        return None

    def _on_anchor_clicked(self, url: QUrl) -> None:
        self.link_activated.emit(url.toString())

    def _on_theme_changed(self) -> None:
        self.apply_palette()
        self.rebuild()


_SHIFT = Qt.KeyboardModifier.ShiftModifier
