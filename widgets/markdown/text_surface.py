"""A read-only text that is exactly as high as its words: the base of prose, code and tables.

It never fetches, never opens, lets the wheel through to whatever scrolls the conversation, and remembers what was
written where it shows something else, so that a copy is what was written.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QKeySequence, QPalette, QTextOption
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QWidget

from widgets.markdown.written_text import WrittenText
from widgets.parts.clipboard import copy_text, sendable

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData, QPoint
    from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent, QTextCharFormat, QTextCursor, QWheelEvent

    from widgets.look.theme import Theme


class TextSurface(QTextBrowser):
    """Selectable text that grows to its height.

    Args:
        theme: Whose palette it takes.
        wraps: Whether lines break at the width; text that does not wrap scrolls sideways.
    """

    link_activated = Signal(str)
    selection_made = Signal(object)
    """This surface, in which text was selected; whoever shows several lets go of the selection in the others."""

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, wraps: bool = True) -> None:
        super().__init__(parent)
        self._theme = theme
        self._wraps = wraps
        self._written = WrittenText()
        self._links: list[str] = []
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
        self.set_wraps(wraps)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.anchorClicked.connect(self._on_anchor_clicked)
        self.highlighted.connect(self._on_link_hovered)
        self.copyAvailable.connect(self._on_copy_available)
        self.apply_palette()
        theme.changed.connect(self._on_theme_changed)

    def set_wraps(self, wraps: bool) -> None:
        """Break lines at the width, or scroll sideways."""
        self._wraps = wraps
        if wraps:
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            self.setLineWrapMode(QTextBrowser.LineWrapMode.WidgetWidth)
            self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        else:
            self.setLineWrapMode(QTextBrowser.LineWrapMode.NoWrap)
            self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.updateGeometry()

    def write(self, cursor: QTextCursor, text: str, face: QTextCharFormat, says: str | None = None) -> None:
        """Insert text; `says` is what a copy holds instead of it."""
        self._written.write(cursor, text, face, says)

    def write_lines(self, cursor: QTextCursor, text: str, face: QTextCharFormat) -> None:
        """Insert text whose every line is a paragraph of the document."""
        self._written.write_lines(cursor, text, face)

    def reference(self, link: str) -> str:
        """Return what stands for an address in the document, so that Qt changes nothing about the address itself."""
        self._links.append(link)
        return f"{_REFERENCE}{len(self._links) - 1}"

    def link_at(self, place: QPoint) -> str:
        """Return the address under a point of the viewport; empty where there is none."""
        return self._address(self.anchorAt(place))

    def selected_text(self) -> str:
        """Return what is selected, as it was written."""
        cursor = self.textCursor()
        return self._written.between(cursor.selectionStart(), cursor.selectionEnd())

    def clear_selection(self) -> None:
        """Select nothing."""
        cursor = self.textCursor()
        if cursor.hasSelection():
            cursor.clearSelection()
            self.setTextCursor(cursor)

    def empty(self) -> None:
        """Drop all text."""
        self.document().clear()
        self._written.clear()
        self._links.clear()

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

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy what is selected; with nothing selected the key is the message's."""
        if not event.matches(QKeySequence.StandardKey.Copy):
            super().keyPressEvent(event)
        elif self.textCursor().hasSelection():
            copy_text(self.selected_text())
        else:
            event.ignore()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu is the message's."""
        event.ignore()

    def createMimeDataFromSelection(self) -> QMimeData:
        """What is dragged away or selected on X11 is the text as it was written, without fonts."""
        data = super().createMimeDataFromSelection()
        data.html()  # Qt writes its own forms now, not later over ours
        data.clear()
        data.setText(sendable(self.selected_text()))
        return data

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Nothing is ever loaded: not from the network, not from a file."""
        return None

    def _on_anchor_clicked(self, url: QUrl) -> None:
        self.link_activated.emit(self._address(url.toString()))

    def _on_link_hovered(self, url: QUrl) -> None:
        """Show where a link leads; as a text without markup of its own."""
        address = self._address(url.toString())
        self.viewport().setToolTip(f"<p>{escape(address[:_TIP_CHARACTERS])}</p>" if address else "")

    def _address(self, reference: str) -> str:
        number = reference.removeprefix(_REFERENCE)
        return self._links[int(number)] if number.isdecimal() else ""

    def _on_copy_available(self, available: bool) -> None:
        if available:
            self.selection_made.emit(self)

    def _on_theme_changed(self) -> None:
        self.apply_palette()
        self.rebuild()


_REFERENCE = "link:"
_TIP_CHARACTERS = 300
_SHIFT = Qt.KeyboardModifier.ShiftModifier
