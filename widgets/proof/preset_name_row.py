"""Where a preset gets its name: a field, what is wrong with the name, and whether the pair goes with it."""

from __future__ import annotations

from enum import Enum, auto

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from widgets.look.theme import sans
from widgets.parts.tab_chain import bring_in_sight

_MOST_TYPED = 200


class NameTask(Enum):
    """What the name is for."""

    SAVE = auto()
    RENAME = auto()


class PresetNameRow(QWidget):
    """Hidden until `ask`."""

    named = Signal(str)
    """The name that was entered."""
    edited = Signal(str)
    """A name in the making."""
    closed = Signal(bool)
    """It is put away; whether it had the focus, which has to go elsewhere then."""

    def __init__(self) -> None:
        super().__init__()
        self._task = NameTask.SAVE
        self._pair = ""
        self.field = QLineEdit()
        self.field.setMaxLength(_MOST_TYPED)
        self.field.setPlaceholderText(self.tr("Name of the preset"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.with_pair = QCheckBox()
        self.with_pair.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.note = QLabel()
        self.note.setProperty("role", "muted")
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setProperty("role", "quiet")
        self.accept_button = QPushButton()
        self.accept_button.setStyleSheet("padding: 3px 12px; font-size: 12px; border-radius: 6px;")
        self.cancel_button.setAccessibleName(self.tr("Cancel naming the preset"))
        self._lay_out()
        self.set_pair("")
        self.show_taken(False)
        self.field.returnPressed.connect(self._on_accept)
        self.field.textEdited.connect(self._on_edited)
        self.accept_button.clicked.connect(self._on_accept)
        self.cancel_button.clicked.connect(self.close_row)
        self.hide()

    @property
    def task(self) -> NameTask:
        """What the name is for."""
        return self._task

    @property
    def takes_pair(self) -> bool:
        """Whether the pair shall be saved with the preset."""
        return not self.with_pair.isHidden() and self.with_pair.isChecked()

    def set_pair(self, names: str) -> None:
        """Say which pair is loaded; nothing where none is."""
        self._pair = names
        self.with_pair.setVisible(bool(names) and self._task is NameTask.SAVE)
        self._show_pair()

    def ask(self, task: NameTask, name: str = "") -> None:
        """Show the field, filled with the old name where there is one."""
        self._task = task
        self.with_pair.setChecked(False)
        self.set_pair(self._pair)
        self.field.setText(name)
        self.field.selectAll()
        self.show_problem("")
        self.show_taken(False)
        self.show()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        QTimer.singleShot(0, self, lambda: bring_in_sight(self.field))  # once the layout has made room for it

    def show_problem(self, sentence: str) -> None:
        """Say why the name cannot be."""
        self.note.setText(sentence)
        self.note.setVisible(bool(sentence))
        self.field.setAccessibleDescription(sentence)

    def show_taken(self, taken: bool) -> None:
        """Say that a preset of this name is there, and would be replaced."""
        if taken:
            self.show_problem(self.tr("There is one of this name; it would be replaced."))
            self.accept_button.setText(self.tr("Replace"))
        else:
            self.accept_button.setText(self.tr("Rename") if self._task is NameTask.RENAME else self.tr("Save"))
        self.accept_button.setAccessibleName(self.accept_button.text())

    def close_row(self) -> None:
        """Put it away, with what was typed."""
        if self.isHidden():
            return
        focused = self.window().focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        self.hide()
        self.field.setText("")  # what was typed cannot be undone back
        self.closed.emit(had_focus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes."""
        if event.key() == Qt.Key.Key_Escape:
            self.close_row()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.accept_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 4)
        layout.setSpacing(6)
        layout.addWidget(self.field)
        layout.addWidget(self.note)
        layout.addWidget(self.with_pair)
        layout.addLayout(buttons)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Name the pair in the room there is."""
        super().resizeEvent(event)
        self._show_pair()

    def _show_pair(self) -> None:
        text = self.tr("With the pair {names}").format(names=self._pair)
        metrics, room = QFontMetrics(sans(12)), max(80, self.width() - 30)
        self.with_pair.setText(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))
        self.with_pair.setToolTip(text)
        self.with_pair.setAccessibleName(text)

    def _on_edited(self, text: str) -> None:
        self.show_problem("")
        self.show_taken(False)
        self.edited.emit(text)

    def _on_accept(self) -> None:
        self.named.emit(self.field.text())
