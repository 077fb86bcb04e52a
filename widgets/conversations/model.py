"""The lines of the list as Qt wants them. What changes is told line by line, so that the view keeps its place."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QPersistentModelIndex, Qt, Signal

from app.viewmodels.conversation_list import ConversationEntry
from widgets.conversations.rows import Heading, Row, detail_of, spoken_of, title_of
from widgets.parts.two_line_delegate import DETAIL, MARKED, VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

MIME = "application/x-galley-conversation"
"""A conversation that is being dragged, by its key."""
_MOST_STEPS = 60
"""A change of more pieces than this is told as a whole."""
_AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class ConversationModel(QAbstractListModel):
    """Holds lines, each known by a key that no other has."""

    renamed = Signal(object, str)
    """A line, and what somebody typed as its name."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Row] = []
        self._keys: list[str] = []
        self._places: dict[str, int] | None = None
        self._active = ""
        self._today = date.today()
        self._can_drag = True

    @property
    def rows(self) -> Sequence[Row]:
        """The lines there are."""
        return self._rows

    def place_of(self, key: str) -> int:
        """Where a line is; -1 where there is none of this key."""
        if self._places is None:
            self._places = {each: place for place, each in enumerate(self._keys)}
        return self._places.get(key, -1)

    def row_at(self, index: _AnyIndex) -> Row | None:
        """The line of an index."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def show(self, rows: Sequence[Row], active: str, today: date, *, can_drag: bool = True) -> None:
        """Hold these lines.

        Args:
            rows: All of them.
            active: Key of the conversation that is open.
            today: The day it is.
            can_drag: Whether conversations can be taken elsewhere.
        """
        marks = {self._active, active} if active != self._active else set()
        is_another_day = today != self._today
        self._active, self._today, self._can_drag = active, today, can_drag
        keys = [row.key for row in rows]
        if keys != self._keys and not self._rearrange(rows, keys):
            self.beginResetModel()
            self._take(rows, keys)
            self.endResetModel()
            return
        changed = [
            place
            for place, (old, new) in enumerate(zip(self._rows, rows, strict=True))
            if old is not new and old != new
        ]
        if marks or is_another_day:
            touched = range(len(keys)) if is_another_day else map(self.place_of, marks)
            changed = sorted({*changed, *(place for place in touched if place >= 0)})
        self._rows = list(rows)
        for first, last in _stretches(changed):
            self.dataChanged.emit(self.index(first), self.index(last))

    def rowCount(self, parent: _AnyIndex = _NOWHERE) -> int:
        """Return how many lines there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: _AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a line shows, says or is."""
        row = self.row_at(index)
        if row is None:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return title_of(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return spoken_of(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return title_of(row) if isinstance(row, ConversationEntry) or row.folder else None
        if role == DETAIL:
            return detail_of(row, self._today)
        if role == VALUE:
            return row.key
        return row.key == self._active if role == MARKED else None

    def setData(self, index: _AnyIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tell what somebody typed; the line itself changes when the list does."""
        row = self.row_at(index)
        if row is None or role != Qt.ItemDataRole.EditRole:
            return False
        self.renamed.emit(row, str(value))
        return True

    def flags(self, index: _AnyIndex) -> Qt.ItemFlag:
        """Conversations and folders can be gone to, named, dragged; other lines are only there to be seen."""
        row = self.row_at(index)
        usable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if isinstance(row, ConversationEntry):
            more = Qt.ItemFlag.ItemIsEditable if row.num_messages else Qt.ItemFlag.NoItemFlags
            return usable | more | (Qt.ItemFlag.ItemIsDragEnabled if self._can_drag else Qt.ItemFlag.NoItemFlags)
        if isinstance(row, Heading) and row.is_folder:
            return usable | Qt.ItemFlag.ItemIsEditable
        return Qt.ItemFlag.NoItemFlags

    def supportedDragActions(self) -> Qt.DropAction:
        """Return that a conversation moves."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Return what is dragged."""
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return a conversation to be dragged. Other programs get nothing of it."""
        data = QMimeData()
        row = self.row_at(indexes[0]) if indexes else None
        if isinstance(row, ConversationEntry):
            data.setData(MIME, row.key.encode())
        return data

    def _take(self, rows: Sequence[Row], keys: list[str]) -> None:
        self._rows, self._keys, self._places = list(rows), keys, None

    def _rearrange(self, rows: Sequence[Row], keys: list[str]) -> bool:
        """Take out, put in order and put in; False where too much has changed for that."""
        wanted, known = set(keys), set(self._keys)
        gone = list(_stretches([place for place, key in enumerate(self._keys) if key not in wanted]))
        new = list(_stretches([place for place, key in enumerate(keys) if key not in known]))
        if not self._rows or len(gone) + len(new) > _MOST_STEPS:
            return False
        for first, last in reversed(gone):
            self.beginRemoveRows(_NOWHERE, first, last)
            self._take([*self._rows[:first], *self._rows[last + 1 :]], [*self._keys[:first], *self._keys[last + 1 :]])
            self.endRemoveRows()
        order = [key for key in keys if key in known]
        if order != self._keys:
            self._reorder(order)
        for first, last in new:
            self.beginInsertRows(_NOWHERE, first, last)
            self._take(
                [*self._rows[:first], *rows[first : last + 1], *self._rows[first:]],
                [*self._keys[:first], *keys[first : last + 1], *self._keys[first:]],
            )
            self.endInsertRows()
        return True

    def _reorder(self, order: list[str]) -> None:
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        keys = [self._keys[index.row()] for index in held]
        by_key = dict(zip(self._keys, self._rows, strict=True))
        self._take([by_key[key] for key in order], order)
        self.changePersistentIndexList(held, [self.index(self.place_of(key)) for key in keys])
        self.layoutChanged.emit()


def _stretches(places: Sequence[int]) -> list[tuple[int, int]]:
    """Runs of places that follow each other, as first and last."""
    runs: list[tuple[int, int]] = []
    for place in places:
        if runs and runs[-1][1] == place - 1:
            runs[-1] = (runs[-1][0], place)
        else:
            runs.append((place, place))
    return runs
