"""The line of presets above the settings: which one holds, a menu of all, and what is done with one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from app.viewmodels.notices import written
from app.viewmodels.presets import Undoable
from widgets.parts.menu_button import MenuButton
from widgets.proof.preset_name_row import NameTask, PresetNameRow

if TYPE_CHECKING:
    from app.viewmodels.presets import PresetEntry, Presets
    from widgets.look.theme import Theme

_HEIGHT = 26
_WIDTH = 168


class PresetBar(QWidget):
    """Reads presets from the view model; whatever is done with them is asked for."""

    apply_requested = Signal(str)
    save_requested = Signal(str, bool)
    """A name, and whether the pair goes with it."""
    update_requested = Signal(str)
    rename_requested = Signal(str, str)
    delete_requested = Signal(str)
    restore_requested = Signal()
    dismiss_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._presets: Presets | None = None
        self._renamed = ""
        self.button = MenuButton(theme, self.tr("Preset"))
        self.button.setFixedSize(_WIDTH, _HEIGHT)
        self.menu = self.button.drop_menu
        self.name_row = PresetNameRow()
        self.memory_note = QLabel(self.tr("Nothing is kept in this session: presets are gone when Galley closes."))
        self.memory_note.setProperty("role", "small")
        self.memory_note.setWordWrap(True)
        self.undo_note = QLabel()
        self.undo_button = QPushButton(self.tr("Undo"))
        self._undo_row = self._make_undo_row()
        self._lay_out()
        self.menu.aboutToShow.connect(self._fill_menu)
        self.name_row.named.connect(self._on_named)
        self.name_row.edited.connect(self._on_name_edited)
        self.name_row.closed.connect(self._on_name_row_closed)
        self.undo_button.clicked.connect(self._on_undo)
        self._show()

    def set_presets(self, presets: Presets) -> None:
        """Show these, and follow them."""
        self._presets = presets
        presets.changed.connect(self.show_presets)
        self.show_presets()

    def set_pair(self, names: str) -> None:
        """Say which pair is loaded; nothing where none is."""
        self.name_row.set_pair(names)

    def show_presets(self) -> None:
        """Look at them anew."""
        self._show()

    def begin_saving(self) -> None:
        """Ask for a name to save what is set under."""
        self.dismiss_requested.emit()
        self.name_row.ask(NameTask.SAVE)
        self._show()

    def close_name_row(self) -> None:
        """Ask for no name any more: another conversation is open."""
        self.name_row.close_row()

    def forget(self) -> None:
        """Hold no name any more: they are locked away."""
        self.name_row.close_row()
        self._empty_menu()

    def _make_undo_row(self) -> QWidget:
        row = QWidget()
        self.undo_note.setProperty("role", "muted")
        self.undo_note.setTextFormat(Qt.TextFormat.PlainText)
        self.undo_note.setWordWrap(True)
        self.undo_button.setProperty("role", "quiet")
        self.undo_button.setAccessibleName(self.tr("Undo what was done with the preset"))
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.undo_note, 1)
        layout.addWidget(self.undo_button)
        return row

    def _lay_out(self) -> None:
        label = QLabel(self.tr("Preset"))
        label.setProperty("role", "muted")
        label.setBuddy(self.button)
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(label, 1)
        line.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(line)
        for part in (self.name_row, self._undo_row, self.memory_note):
            layout.addWidget(part)

    def _show(self) -> None:
        presets = self._presets
        current = "" if presets is None else presets.current
        self.button.show_choice(current or self.tr("none"), is_none=not current)
        tip = self.tr("A preset sets the open conversation, and no other.")
        self.button.setToolTip(f"{current}\n{tip}" if current else tip)
        undoable = None if presets is None else presets.undoable
        self.undo_note.setText("" if undoable is None else self._undo_sentence(*undoable))
        self._undo_row.setVisible(undoable is not None)
        own = [] if presets is None else [each for each in presets.entries if not each.is_built_in]
        at_risk = presets is not None and not presets.is_kept and (bool(own) or not self.name_row.isHidden())
        self.memory_note.setVisible(at_risk)

    def _undo_sentence(self, kind: Undoable, name: str) -> str:
        if kind is Undoable.DELETED:
            return self.tr("“{name}” is deleted.").format(name=name)
        return self.tr("“{name}” has taken the place of what you had set.").format(name=name)

    def _fill_menu(self) -> None:
        """Make the menu anew: what holds and what there is may have changed."""
        menu, presets = self.menu, self._presets
        self._empty_menu()
        if presets is None:
            return
        group = QActionGroup(menu)
        own = [entry for entry in presets.entries if not entry.is_built_in]
        for entry in presets.entries:
            if entry in own[:1]:
                menu.addSeparator()
            group.addAction(self._apply_action(entry, is_current=entry.name == presets.current))
        menu.addSeparator()
        menu.addAction(self.tr("Save what is set now…")).triggered.connect(lambda: self.begin_saving())
        if own:
            change = menu.addMenu(self.tr("Your presets"))
            for entry in own:
                self._add_own(change.addMenu(_plain(entry.name)), entry.name)

    def _empty_menu(self) -> None:
        """Leave neither actions nor the menus below, which Qt would keep with the names in them."""
        self.menu.clear()
        for below in self.menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
            below.setParent(None)
            below.deleteLater()

    def _apply_action(self, entry: PresetEntry, *, is_current: bool) -> QAction:
        text = _plain(entry.name)
        action = self.menu.addAction(f"{text}\t{entry.summary}" if entry.summary else text)
        action.setCheckable(True)
        action.setChecked(is_current)
        action.triggered.connect(lambda _checked=False, name=entry.name: self.apply_requested.emit(name))
        return action

    def _add_own(self, menu: QMenu, name: str) -> None:
        update = menu.addAction(self.tr("Set it to what is set now"))
        update.triggered.connect(lambda: self.update_requested.emit(name))
        menu.addAction(self.tr("Rename…")).triggered.connect(lambda: self._begin_renaming(name))
        menu.addAction(self.tr("Delete")).triggered.connect(lambda: self.delete_requested.emit(name))

    def _begin_renaming(self, name: str) -> None:
        self._renamed = name
        self.dismiss_requested.emit()
        self.name_row.ask(NameTask.RENAME, name)

    def _on_name_row_closed(self, had_focus: bool) -> None:
        if had_focus:
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)
        self._show()

    def _on_name_edited(self, name: str) -> None:
        presets = self._presets
        is_own_name = self.name_row.task is NameTask.RENAME and " ".join(name.split()) == self._renamed
        if presets is not None and presets.problem_with(name) is None and not is_own_name:
            self.name_row.show_taken(presets.is_saved(name))

    def _on_named(self, name: str) -> None:
        presets = self._presets
        problem = None if presets is None else presets.problem_with(name)
        if problem is not None:
            self.name_row.show_problem(written(problem))
            return
        task, takes_pair = self.name_row.task, self.name_row.takes_pair
        self.name_row.close_row()
        if task is NameTask.RENAME:
            self.rename_requested.emit(self._renamed, name)
        else:
            self.save_requested.emit(name, takes_pair)

    def _on_undo(self) -> None:
        self.restore_requested.emit()
        self.button.setFocus(Qt.FocusReason.OtherFocusReason)


def _plain(name: str) -> str:
    """A name for a menu, in which an ampersand would be a mnemonic and a tab a column."""
    return name.replace("&", "&&").replace("\t", " ")
