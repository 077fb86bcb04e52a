"""The list of conversations: gone through by keys, sorted by hand, and in its place whatever changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QAction, QColor, QContextMenuEvent, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import QAbstractItemView, QListView

from app.viewmodels.conversation_list import ConversationEntry
from app.viewmodels.folders import folder_name
from app.viewmodels.sections import SectionKind
from widgets.conversations.delegate import ConversationDelegate
from widgets.conversations.held_place import HeldPlace
from widgets.conversations.model import MIME, ConversationModel
from widgets.conversations.requests import DELETE_KEY, PIN_KEY, RENAME_KEY, UNDO_KEY, ConversationRequests
from widgets.conversations.rows import Heading, rows_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date

    from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QPaintEvent
    from PySide6.QtWidgets import QMenu

    from app.viewmodels.sections import ListSection
    from widgets.look.theme import Theme

_AnyIndex = QModelIndex | QPersistentModelIndex
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_RADIUS = 7.0


class ConversationView(QListView):
    """Shows sections and asks for what is done in them.

    Args:
        theme: Whose palette it takes.
        requests: What it asks for.
    """

    left = Signal()
    """Esc in the archive."""

    def __init__(self, theme: Theme, requests: ConversationRequests) -> None:
        super().__init__()
        self._theme = theme
        self.requests = requests
        self.lines = ConversationModel()
        self._delegate = ConversationDelegate(theme, self.lines)
        self._folders: tuple[str, ...] = ()
        self._is_kept = True
        self._is_archive = False
        self._menu: QMenu | None = None
        self.setModel(self.lines)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(self.tr("Conversations"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDropIndicatorShown(False)
        self._listen_to_keys()
        self.clicked.connect(self._on_chosen)
        self.lines.renamed.connect(self._on_renamed)
        requests.naming_asked.connect(self.name)
        requests.folder_naming_asked.connect(lambda name: self.name(f"{SectionKind.FOLDER}/{name}"))
        theme.changed.connect(self.viewport().update)

    def set_kept(self, kept: bool) -> None:
        """Say whether conversations outlive the program: only such can be copied."""
        self._is_kept = kept

    def show_sections(self, sections: Sequence[ListSection], active: str, today: date) -> None:
        """Show these sections; what was in sight and what was gone to stay so.

        Args:
            sections: From the top.
            active: Key of the conversation that is open.
            today: The day it is.
        """
        self._is_archive = any(section.kind is SectionKind.ARCHIVE for section in sections)
        self._folders = tuple(section.folder for section in sections if section.kind is SectionKind.FOLDER)
        place = HeldPlace(self, self.lines, active)
        self.lines.show(rows_of(sections, active), active, today, can_drag=not self._is_archive)
        place.restore()

    def go_to(self, key: str) -> None:
        """Go to a line and bring it in sight; one that is not there leaves everything as it is."""
        place = self.lines.place_of(key)
        if place >= 0:
            self.setCurrentIndex(self.lines.index(place))

    def name(self, key: str) -> None:
        """Let the user type another name into a line itself."""
        index = self.lines.index(self.lines.place_of(key))
        if index.isValid() and self.lines.flags(index) & Qt.ItemFlag.ItemIsEditable:
            self.setCurrentIndex(index)
            self.scrollTo(index)
            self.edit(index)

    def make_menu(self, index: _AnyIndex) -> QMenu:
        """Make the menu of a line; of the list where it is none that has one."""
        row = self.lines.row_at(index)
        if isinstance(row, ConversationEntry):
            return self.requests.menu_of(row, self._folders, self, is_kept=self._is_kept)
        if isinstance(row, Heading) and row.is_folder:
            return self.requests.folder_menu(row.folder, self)
        return self.requests.list_menu(self)

    def dataChanged(self, first: _AnyIndex, last: _AnyIndex, roles: Sequence[int] = ()) -> None:
        """Paint lines anew. What a line says does not change its height, so nothing has to be laid out."""
        QAbstractItemView.dataChanged(self, first, last, roles)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the focus on the whole list where no line has it."""
        super().paintEvent(event)
        if self.hasFocus() and not self.currentIndex().isValid():
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.palette.corrected), 1))
            painter.drawRoundedRect(QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
            painter.end()

    # The keyboard.

    def event(self, event: QEvent) -> bool:
        """In the archive, have Esc before the window has it."""
        is_early = event.type() == QEvent.Type.ShortcutOverride and self._is_archive
        if is_early and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens or folds, the arrows to the sides fold, Shift+F10 opens the menu, Esc leaves the archive."""
        row, key, modifiers = self.lines.row_at(self.currentIndex()), event.key(), event.modifiers()
        is_folder = isinstance(row, Heading) and row.is_folder
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)  # Enter ends the typing, and comes here as well
        elif key in _ENTER or (key == Qt.Key.Key_Space and is_folder):
            self._on_chosen(self.currentIndex())
        elif key == Qt.Key.Key_F10 and modifiers & Qt.KeyboardModifier.ShiftModifier:
            self._open_menu(self.currentIndex(), self._menu_place())
        elif key == Qt.Key.Key_Escape and self._is_archive:
            self.left.emit()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and row is not None:
            self._fold_by_key(row.folder, fold=key == Qt.Key.Key_Left, is_heading=is_folder)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the line under the pointer, or of the one that was gone to."""
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            self._open_menu(self.currentIndex(), self._menu_place())
        else:
            self._open_menu(self.indexAt(event.pos()), event.globalPos())

    def _listen_to_keys(self) -> None:
        def listen(text: str, keys: str, react: Callable[[], None]) -> None:
            action = QAction(text, self)
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(lambda _checked=False: react())
            self.addAction(action)

        listen(self.tr("Delete"), DELETE_KEY, self._on_delete_key)
        listen(self.tr("Undo"), UNDO_KEY, self.requests.undo_asked.emit)
        listen(self.tr("Rename"), RENAME_KEY, self._on_rename_key)
        listen(self.tr("Pin"), PIN_KEY, self._on_pin_key)

    def _on_delete_key(self) -> None:
        row = self.lines.row_at(self.currentIndex())
        if isinstance(row, ConversationEntry):
            self.requests.deletion_asked.emit(row.key)
        elif isinstance(row, Heading) and row.is_folder:
            self.requests.folder_removal_asked.emit(row.folder)

    def _on_rename_key(self) -> None:
        row = self.lines.row_at(self.currentIndex())
        if row is not None:
            self.name(row.key)

    def _on_pin_key(self) -> None:
        row = self.lines.row_at(self.currentIndex())
        if isinstance(row, ConversationEntry) and row.num_messages and not row.archived:
            self.requests.pin_asked.emit(row.key, not row.pinned)

    def _fold_by_key(self, folder: str, *, fold: bool, is_heading: bool) -> None:
        """Fold or unfold a folder; from within it, go to its heading first."""
        if is_heading:
            self.requests.fold_asked.emit(folder, fold)
        elif fold and folder:
            self.go_to(f"{SectionKind.FOLDER}/{folder}")

    def _on_chosen(self, index: _AnyIndex) -> None:
        row = self.lines.row_at(index)
        if isinstance(row, ConversationEntry):
            self.requests.opening_asked.emit(row.key)
        elif isinstance(row, Heading) and row.is_folder:
            self.requests.fold_asked.emit(row.folder, not row.is_folded)

    def _on_renamed(self, row: object, text: str) -> None:
        if isinstance(row, ConversationEntry):
            self.requests.title_given.emit(row.key, text)
        elif isinstance(row, Heading):
            self.requests.folder_name_given.emit(row.folder, text)
            self.go_to(f"{SectionKind.FOLDER}/{folder_name(text)}")

    def _open_menu(self, index: _AnyIndex, place: QPoint) -> None:
        if self._menu is not None:
            return  # the menu key comes as a key and as an event of its own
        if self._is_archive and not isinstance(self.lines.row_at(index), ConversationEntry):
            return  # a folder that is made here would not be seen
        self._menu = menu = self.make_menu(index)
        menu.aboutToHide.connect(self._on_menu_closed)
        menu.popup(place)

    def _on_menu_closed(self) -> None:
        self._menu = None

    def _menu_place(self) -> QPoint:
        area = self.visualRect(self.currentIndex())
        return self.viewport().mapToGlobal(area.center() if area.isValid() else QPoint(0, 0))

    # By hand.

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take conversations of this list."""
        self._follow(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show where the conversation would go."""
        super().dragMoveEvent(event)  # scrolls at the edges
        self._follow(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Show nothing any more."""
        super().dragLeaveEvent(event)
        self._aim(None)

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask for the conversation to be put where it was dropped."""
        goal, key = self._goal(event), bytes(event.mimeData().data(MIME).data()).decode()
        self._aim(None)
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        if goal is None or not key:
            event.ignore()
            return
        event.acceptProposedAction()
        self.requests.drop_made.emit(key, goal.kind is SectionKind.PINNED, goal.folder)

    def _follow(self, event: QDragEnterEvent | QDragMoveEvent) -> None:
        goal = self._goal(event)
        self._aim(None if goal is None else goal.key)
        if goal is None:
            event.ignore()
        else:
            event.acceptProposedAction()

    def _goal(self, event: QDropEvent) -> Heading | None:
        """The heading of the section under the pointer, for a conversation of this list."""
        if event.source() is not self or not event.mimeData().hasFormat(MIME):
            return None
        place = self.indexAt(event.position().toPoint()).row()
        rows = self.lines.rows
        return next((row for row in reversed(rows[: place + 1]) if isinstance(row, Heading)), None)

    def _aim(self, key: str | None) -> None:
        if self._delegate.goal != key:
            self._delegate.goal = key
            self.viewport().update()
