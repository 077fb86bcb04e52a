"""The dialogs in which files and folders are chosen: the system's own where it has one, else Qt's, put in order.

Qt's own would note in the user's home which folders were looked at; Galley leaves no such trace.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSettings, Qt
from PySide6.QtWidgets import QFileDialog, QHeaderView, QSplitter, QTreeView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

translate = QCoreApplication.translate

_SIZE = (780, 520)
_SIDEBAR_WIDTH = 150


def file_dialog(parent: QWidget, title: str) -> QFileDialog:
    """Return a dialog that is yet to be opened, and deletes itself when it is closed.

    Args:
        parent: The window.
        title: What is to be chosen.
    """
    _leave_no_trace()
    dialog = QFileDialog(parent, title)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    splitter = dialog.findChild(QSplitter)
    if isinstance(splitter, QSplitter):  # the system has none of its own
        _put_in_order(dialog, splitter)
    return dialog


def _leave_no_trace() -> None:
    """Qt keeps the folders that were visited in a file of its settings; where none can be, it keeps nothing."""
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, os.devnull)


def _put_in_order(dialog: QFileDialog, splitter: QSplitter) -> None:
    """Give columns and places the room that their words need; two of Qt's labels it has in English only."""
    dialog.setLabelText(QFileDialog.DialogLabel.LookIn, translate("FileDialog", "&Look in:"))
    dialog.setLabelText(QFileDialog.DialogLabel.FileType, translate("FileDialog", "Files of &type:"))
    dialog.resize(*_SIZE)
    splitter.setSizes([_SIDEBAR_WIDTH, _SIZE[0] - _SIDEBAR_WIDTH])
    tree = dialog.findChild(QTreeView)
    if isinstance(tree, QTreeView):
        header = tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
