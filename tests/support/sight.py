"""What can be seen of a window: its widgets, the texts that they show, and what they say in other ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QToolButton,
    QWidget,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from PySide6.QtCore import QModelIndex
    from PySide6.QtGui import QAction


def visible(window: QWidget) -> Iterator[QWidget]:
    """Every widget that is on screen in this window, itself first; its dialogs and menus are windows of their own."""
    if not window.visibleRegion().isEmpty():  # it is where an opaque child covers all of it, which may be seen itself
        yield window
    for child in window.children():
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow():
            yield from visible(child)


def texts(widgets: Iterable[QWidget]) -> Iterator[tuple[QWidget, str]]:
    """Those of some widgets that show a text of their own, and the text."""
    for widget in widgets:
        if isinstance(widget, QToolButton):
            said = "" if widget.toolButtonStyle() is Qt.ToolButtonStyle.ToolButtonIconOnly else widget.text()
        elif isinstance(widget, QLabel | QAbstractButton):
            said = widget.text()
        elif isinstance(widget, QLineEdit):
            said = widget.text() or widget.placeholderText()
        elif isinstance(widget, QTextEdit | QPlainTextEdit):
            said = "" if widget.toPlainText() else widget.placeholderText()
        elif isinstance(widget, QComboBox):
            said = widget.currentText()
        else:
            continue
        if said.strip():
            yield widget, said


def painted_words(widgets: Iterable[QWidget]) -> Iterator[tuple[QWidget, str]]:
    """What widgets paint by themselves and tell as their `text`."""
    for widget in widgets:
        said = getattr(widget, "text", None)
        if isinstance(said, str) and said.strip():
            yield widget, said


def words(widgets: Sequence[QWidget]) -> Iterator[tuple[QWidget, str]]:
    """Everything that widgets say in any way: on screen, by tool tips, to a screen reader."""
    yield from texts(widgets)
    yield from painted_words(widgets)
    for widget in widgets:
        for said in (widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()):
            if said.strip():
                yield widget, said
        if widget.isWindow() and widget.windowTitle():
            yield widget, widget.windowTitle()
        if isinstance(widget, QComboBox):
            for row in range(widget.count()):
                yield widget, widget.itemText(row)
        if isinstance(widget, QAbstractItemView):
            yield from _words_of_items(widget)
        if isinstance(widget, QMenu):
            for action in listed(widget):
                yield widget, said_by(action)


def listed(menu: QMenu) -> list[QAction]:
    """What can be seen in a menu."""
    return [action for action in menu.actions() if action.isVisible() and not action.isSeparator()]


def said_by(action: QAction) -> str:
    """The words of an action, without the mark of its letter and without its keys."""
    return action.text().split("\t")[0].replace("&&", "\0").replace("&", "").replace("\0", "&")


def items(view: QAbstractItemView) -> Iterator[QModelIndex]:
    """What can be seen of a list or a table."""
    model, area = view.model(), view.viewport().rect()
    if model is None or not view.isVisible():
        return
    columns = 1 if isinstance(view, QListView) else model.columnCount(view.rootIndex())  # a list's model hides it
    for row in range(model.rowCount(view.rootIndex())):
        for column in range(columns):
            index = model.index(row, column, view.rootIndex())
            if view.visualRect(index).intersects(area):
                yield index


def _words_of_items(view: QAbstractItemView) -> Iterator[tuple[QWidget, str]]:
    roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole)
    for index in items(view):
        for role in roles:
            said = index.data(role)
            if isinstance(said, str) and said.strip():
                yield view, said
