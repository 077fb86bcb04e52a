"""How the lines of the list of conversations look: two lines each, quiet headings, folders with a chevron."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.viewmodels.conversation_list import MOST_TITLE_CHARACTERS, ConversationEntry
from app.viewmodels.folders import MOST_NAME_CHARACTERS
from widgets.conversations.rows import EmptyLine, Heading, Row
from widgets.look.icons import SIZE, Icon, paint_icon
from widgets.look.theme import sans
from widgets.parts.two_line_delegate import DETAIL, TwoLineDelegate

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from widgets.conversations.model import ConversationModel
    from widgets.look.theme import Theme

_AnyIndex = QModelIndex | QPersistentModelIndex
_INDENT = 12
"""Of what lies in a folder."""
_HEADING_HEIGHT, _EMPTY_HEIGHT = 34, 30
_SIDE = 8
_RADIUS = 7.0
_TABS = (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
_BEGUN = "begun"
"""Property of an editor that has its text already."""


class ConversationDelegate(TwoLineDelegate):
    """Paints every kind of line.

    Args:
        theme: Whose palette it takes.
        lines: The lines, to be asked for their kind without a detour: a layout asks thousands.
    """

    def __init__(self, theme: Theme, lines: ConversationModel) -> None:
        super().__init__(theme)
        self._lines = lines
        self._heading_size = QSize(80, _HEADING_HEIGHT)
        self._empty_size = QSize(80, _EMPTY_HEIGHT)
        self._section = sans(11)
        self._section.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.6)
        self._folder = sans(13)
        self._folder_bold = sans(13, QFont.Weight.DemiBold)
        self._small = sans(12)
        self._goal: str | None = None

    @property
    def goal(self) -> str | None:
        """Key of the line below which a conversation would be dropped now."""
        return self._goal

    @goal.setter
    def goal(self, key: str | None) -> None:
        self._goal = key

    def sizeHint(self, option: QStyleOptionViewItem, index: _AnyIndex) -> QSize:
        """Return the room of a line."""
        row = self._lines.row_at(index)
        if isinstance(row, ConversationEntry):
            return self.two_lines
        return self._heading_size if isinstance(row, Heading) else self._empty_size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        """Paint a line."""
        row = self._lines.row_at(index)
        rect = QRect(option.rect)
        if row is None:
            return
        if isinstance(row, ConversationEntry):
            if _is_indented(row):
                self._paint_guide(painter, rect)
                inner = QStyleOptionViewItem(option)
                inner.rect = rect.adjusted(_INDENT, 0, 0, 0)
                super().paint(painter, inner, index)
            else:
                super().paint(painter, option, index)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, EmptyLine):
            self._paint_empty(painter, rect, row, str(index.data()))
        elif row.is_folder:
            self._paint_folder(painter, rect, option.state, row, str(index.data(DETAIL)))
        else:
            self._paint_section(painter, rect, row, str(index.data()))
        painter.restore()

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _AnyIndex) -> QWidget:
        """Make the field in which a name is typed."""
        editor = QLineEdit(parent)
        is_folder = isinstance(self._lines.row_at(index), Heading)
        editor.setMaxLength(MOST_NAME_CHARACTERS if is_folder else MOST_TITLE_CHARACTERS)
        editor.setAccessibleName(self.tr("Name of the folder") if is_folder else self.tr("Title of the conversation"))
        return editor

    def setEditorData(self, editor: QWidget, index: _AnyIndex) -> None:
        """Begin with the name there is; what happens to the line meanwhile leaves the typing alone."""
        if isinstance(editor, QLineEdit) and not editor.property(_BEGUN):
            editor.setProperty(_BEGUN, True)
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Tab takes the name and leads back to the list; Qt would begin to rename the next line."""
        is_press = event.type() == QEvent.Type.KeyPress
        if is_press and isinstance(event, QKeyEvent) and isinstance(editor, QLineEdit) and event.key() in _TABS:
            self.commitData.emit(editor)
            self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)
            return True
        return super().eventFilter(editor, event)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: _AnyIndex) -> None:
        """Put the editor over the line; half of a second line would peep out from below it."""
        row = self._lines.row_at(index)
        left = SIZE if isinstance(row, Heading) else _INDENT if _is_indented(row) else 0
        editor.setGeometry(QRect(option.rect).adjusted(left, 2, 0, -2))

    def _paint_section(self, painter: QPainter, rect: QRect, row: Heading, text: str) -> None:
        self._paint_goal(painter, rect, row)
        painter.setFont(self._section)
        painter.setPen(QColor(self._theme.palette.muted))
        place = rect.adjusted(_SIDE - 2, 8, -_SIDE, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_folder(self, painter: QPainter, rect: QRect, state: QStyle.StateFlag, row: Heading, number: str) -> None:
        palette = self._theme.palette
        ground = QRectF(rect).adjusted(0, 2, 0, -2)
        self._paint_ground(painter, ground, state, marked=False, enabled=True)
        self._paint_goal(painter, rect, row)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        chevron = Icon.CHEVRON_RIGHT if row.is_folded else Icon.CHEVRON_DOWN
        top = rect.top() + (rect.height() - SIZE) / 2
        paint_icon(painter, chevron, QPointF(rect.left() + 2, top), palette.ink if hovered else palette.muted)
        line = rect.adjusted(SIZE + 8, 0, -_SIDE, 0)
        small = QFontMetrics(self._small)
        painter.setFont(self._small)
        painter.setPen(QColor(palette.muted))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
        line.setRight(line.right() - small.horizontalAdvance(number) - _SIDE)
        font = self._folder_bold if row.holds_open else self._folder
        painter.setFont(font)
        painter.setPen(QColor(palette.ink))
        name = QFontMetrics(font).elidedText(row.folder, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_empty(self, painter: QPainter, rect: QRect, row: EmptyLine, text: str) -> None:
        line = rect.adjusted(_SIDE - 2, 0, -_SIDE, 0)
        if row.folder:
            self._paint_guide(painter, rect)
            line.setLeft(rect.left() + _INDENT + _SIDE)
        painter.setFont(self._small)
        painter.setPen(QColor(self._theme.palette.muted))
        text = QFontMetrics(self._small).elidedText(text, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_guide(self, painter: QPainter, rect: QRect) -> None:
        """Paint the line that leads down from a folder's chevron."""
        x = rect.left() + 2 + SIZE // 2
        painter.fillRect(QRectF(x - 0.5, rect.top(), 1, rect.height()), QColor(self._theme.palette.line))

    def _paint_goal(self, painter: QPainter, rect: QRect, row: Heading) -> None:
        if row.key != self._goal:
            return
        painter.setBrush(QColor(self._theme.palette.corrected_box))
        painter.setPen(QPen(QColor(self._theme.palette.corrected), 1.2))
        painter.drawRoundedRect(QRectF(rect).adjusted(1, 2.5, -1, -2.5), _RADIUS, _RADIUS)


def _is_indented(row: Row | None) -> bool:
    return isinstance(row, ConversationEntry) and bool(row.folder) and not row.pinned and not row.archived
