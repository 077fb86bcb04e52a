"""Looks at a window as a designer with a ruler would: which text is cut off, by the geometry Qt arrived at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QStyle,
    QStyleOptionComboBox,
    QStyleOptionFrame,
    QTableView,
    QTextEdit,
    QWidget,
)

from tests.support.sight import items, listed, said_by, texts, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

_SLACK = 1
_SHORTENS = ("lookInCombo",)
"""Qt's own list of the folders above, which shortens a path in its middle."""
_CURSOR = 4
"""What a line keeps free beside its text."""
_KEYS_GAP = 12
"""Between the words of a menu's line and its keys, at least."""
_PADDING = 9
"""Of a segment, both sides and its border."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one text."""

    text: str
    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.where}: “{self.text[:60]}” {self.what}"


def clipped(window: QWidget, seen: Sequence[QWidget] | None = None) -> list[Fault]:
    """Texts that have less room than they need."""
    widgets = list(visible(window)) if seen is None else seen
    faults = [
        Fault(
            said,
            f"needs {needed.width()}×{needed.height()} and has {widget.width()}×{widget.height()}",
            path_of(widget),
        )
        for widget, said in texts(widgets)
        if (needed := _needed(widget, said)) is not None
        and (needed.width() > widget.width() + _SLACK or needed.height() > widget.height() + _SLACK)
    ]
    for widget in widgets:
        if isinstance(widget, QTableView | QListView):
            faults += _clipped_items(widget)
        elif isinstance(widget, QMenu):
            faults += _clipped_actions(widget)
    return faults


def outside(window: QWidget, seen: Sequence[QWidget] | None = None) -> list[Fault]:
    """Texts that reach over the edge of what holds them, where nothing scrolls."""
    faults = []
    for widget, said in texts(visible(window) if seen is None else seen):
        room = widget.visibleRegion().boundingRect().width()
        if room + _SLACK < widget.width() and not _scrolls_sideways(widget):
            faults.append(Fault(said, f"only {room} of {widget.width()} pixels can be seen", path_of(widget)))
    return faults


def _clipped_items(view: QTableView | QListView) -> list[Fault]:
    """Items that are cut off and tell no more under the pointer. Delegates that paint by themselves are of no width."""
    faults = []
    for index in items(view):
        room = view.visualRect(index).width()
        if view.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
            room = min(room, view.viewport().width())
        needed = view.sizeHintForIndex(index).width()
        if needed > room + _SLACK and not index.data(Qt.ItemDataRole.ToolTipRole):
            faults.append(Fault(str(index.data()), f"needs a width of {needed} and has {room}", path_of(view)))
    if isinstance(view, QTableView):
        for header in (view.horizontalHeader(), view.verticalHeader()):
            for section in range(header.count()):
                is_wide = header.orientation() is Qt.Orientation.Horizontal
                hint = header.sectionSizeFromContents(section)
                needed, room = (hint.width() if is_wide else hint.height()), header.sectionSize(section)
                if header.isVisible() and needed > room + _SLACK:
                    said = str(view.model().headerData(section, header.orientation()))
                    faults.append(Fault(said, f"needs {needed} and has {room}", path_of(header)))
    return faults


def _clipped_actions(menu: QMenu) -> list[Fault]:
    """Lines of a menu that it has no room for; a menu that reaches over its screen is one, too."""
    faults = []
    metrics = menu.fontMetrics()
    for action in listed(menu):
        keys = action.text().partition("\t")[2] or action.shortcut().toString()
        needed = metrics.horizontalAdvance(said_by(action)) + (
            metrics.horizontalAdvance(keys) + _KEYS_GAP if keys else 0
        )
        room = menu.actionGeometry(action).width()
        if needed > room:
            faults.append(Fault(said_by(action), f"needs a width of {needed} and has {room}", path_of(menu)))
    if not menu.screen().geometry().contains(menu.geometry()):
        faults.append(Fault(said_by(listed(menu)[0]), "stands in a menu that is larger than the screen", path_of(menu)))
    return faults


def _needed(widget: QWidget, said: str) -> QSize | None:
    """What the text takes; None where the widget shortens it by itself and shows all of it elsewhere."""
    if said.endswith("…") and widget.toolTip():
        return None
    if isinstance(widget, QLineEdit):
        is_typed = widget.text() and not isinstance(widget.parentWidget(), QAbstractSpinBox)
        return None if is_typed else _of_line(widget, said)
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        room = widget.viewport().width() - 2 * round(widget.document().documentMargin())
        flags = int(Qt.TextFlag.TextWordWrap)
        return QSize(0, widget.fontMetrics().boundingRect(QRect(0, 0, room, 10_000), flags, said).height())
    if isinstance(widget, QComboBox):
        return None if widget.objectName() in _SHORTENS else _of_box(widget, said)
    if isinstance(widget, QLabel):
        if widget.wordWrap():
            return QSize(0, widget.heightForWidth(widget.width()))
        return widget.minimumSizeHint() if widget.textFormat() is not Qt.TextFormat.PlainText else widget.sizeHint()
    if widget.property("role") == "segment":
        return _bold(widget, said)  # its policy says that it may be of any width
    return widget.minimumSizeHint()


def _of_line(line: QLineEdit, said: str) -> QSize:
    option = QStyleOptionFrame()
    line.initStyleOption(option)
    room = line.style().subElementRect(QStyle.SubElement.SE_LineEditContents, option, line).width()
    margins = line.textMargins()
    room -= margins.left() + margins.right() + _CURSOR
    return QSize(line.fontMetrics().horizontalAdvance(said) + line.width() - room, 0)


def _of_box(box: QComboBox, said: str) -> QSize:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    field = QStyle.SubControl.SC_ComboBoxEditField
    room = box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, box).width()
    return QSize(box.fontMetrics().horizontalAdvance(said) + box.width() - room, 0)


def _bold(widget: QWidget, said: str) -> QSize:
    font = QFont(widget.font())
    font.setWeight(QFont.Weight.DemiBold)
    return QSize(QFontMetrics(font).horizontalAdvance(said) + _PADDING, 0)


def _scrolls_sideways(widget: QWidget) -> bool:
    parent = widget.parentWidget()
    while parent is not None:
        bar = getattr(parent, "horizontalScrollBar", None)
        if bar is not None and bar().maximum() > 0:
            return True
        parent = parent.parentWidget()
    return False


def path_of(widget: QWidget) -> str:
    """What a widget is, and in what."""
    names: list[str] = []
    current: QWidget | None = widget
    while current is not None and len(names) < 3:
        names.append(type(current).__name__)
        current = current.parentWidget()
    return " in ".join(names)
