"""The shortcuts, once: the window makes its actions from this table and F1 shows the same table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from widgets.look.icons import Icon, IconButton

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent

    from widgets.look.theme import Theme

translate = QCoreApplication.translate

_SIDE = 22
_EDGE = 12
"""What is left of the window around the sheet."""
_BAR_ROOM = 14
_RING_ROOM = 8
"""Between the words and the ring that says that the keys scroll them."""
_COLUMN_GAP = 36
_ROW_GAP = 9


ATTACH_KEYS = "Ctrl+Shift+O"
SETTINGS_KEYS = "Ctrl+,"
CONTROLS_KEYS = "Ctrl+Shift+I"
SAVE_PROMPT_KEYS = "Ctrl+Shift+S"


class Command(StrEnum):
    """What the window can be told by a key."""

    OPEN_TARGET = "open_target"
    CHOOSE_DRAFT = "choose_draft"
    NEW_CONVERSATION = "new_conversation"
    SEARCH = "search"
    TOGGLE_MARKS = "toggle_marks"
    KEEP_MARKS = "keep_marks"
    STEP_THROUGH = "step_through"
    SHOW_FIGURES = "show_figures"
    SHOW_CONTROLS = "show_controls"
    SHOW_SETTINGS = "show_settings"
    SHOW_ABOUT = "show_about"
    STOP = "stop"
    LOCK = "lock"
    SHOW_PRIVACY = "show_privacy"
    SHOW_MODELS = "show_models"
    SHOW_MACHINE = "show_machine"
    SHOW_MEMORY = "show_memory"
    SHOW_COMPARE = "show_compare"
    SHOW_LAB = "show_lab"
    SHOW_PROGRAMS = "show_programs"
    SHOW_FOREIGN = "show_foreign"
    SHOW_HELP = "show_help"
    SHOW_SHORTCUTS = "show_shortcuts"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Shortcut:
    """`keys` in Qt's portable notation; `command` None where the message box itself listens.

    `shown` is what stands in the sheet instead of `keys`, such as a pair of arrows.
    """

    keys: str
    text: str
    command: Command | None = None
    shown: str = ""

    @property
    def label(self) -> str:
        """The keys as this system writes them."""
        return self.shown or QKeySequence(self.keys).toString(QKeySequence.SequenceFormat.NativeText)


def shortcuts() -> tuple[Shortcut, ...]:
    """Return every shortcut there is, in the user's language."""
    return (
        Shortcut("Enter", translate("Shortcuts", "Send the message")),
        Shortcut("Shift+Enter", translate("Shortcuts", "Start a new line")),
        Shortcut("Up", translate("Shortcuts", "In the empty message: bring back what was sent"), shown="↑ ↓"),
        Shortcut("/", translate("Shortcuts", "In the empty message: presets and prompts")),
        Shortcut(ATTACH_KEYS, translate("Shortcuts", "Attach files")),
        Shortcut(SAVE_PROMPT_KEYS, translate("Shortcuts", "Save what is typed as a prompt")),
        Shortcut("Esc", translate("Shortcuts", "Stop the reply or the load"), Command.STOP),
        Shortcut("Ctrl+N", translate("Shortcuts", "New conversation"), Command.NEW_CONVERSATION),
        Shortcut("Ctrl+K", translate("Shortcuts", "Search everything that was said"), Command.SEARCH),
        Shortcut("F2", translate("Shortcuts", "In the list of conversations: rename")),
        Shortcut("Ctrl+P", translate("Shortcuts", "In the list: pin or unpin")),
        Shortcut("Del", translate("Shortcuts", "In the list: delete")),
        Shortcut("Ctrl+Z", translate("Shortcuts", "In the list: have back what was deleted")),
        Shortcut("Shift+F10", translate("Shortcuts", "In the list: a menu of all that can be done")),
        Shortcut("Ctrl+O", translate("Shortcuts", "Open a target model"), Command.OPEN_TARGET),
        Shortcut("Ctrl+D", translate("Shortcuts", "Choose a draft model"), Command.CHOOSE_DRAFT),
        Shortcut("Ctrl+M", translate("Shortcuts", "Show or hide the marks"), Command.TOGGLE_MARKS),
        Shortcut("Ctrl+Shift+M", translate("Shortcuts", "Keep or fade struck words"), Command.KEEP_MARKS),
        Shortcut("Ctrl+Shift+R", translate("Shortcuts", "Step through the reply"), Command.STEP_THROUGH),
        Shortcut("Ctrl+I", translate("Shortcuts", "Show the reply's figures"), Command.SHOW_FIGURES),
        Shortcut(
            CONTROLS_KEYS,
            translate("Shortcuts", "The conversation's system prompt and settings"),
            Command.SHOW_CONTROLS,
        ),
        Shortcut("Ctrl+E", translate("Shortcuts", "Edit your last message, or the one with the focus")),
        Shortcut("Alt+Left", translate("Shortcuts", "In a message: its version before or after"), shown="Alt ← →"),
        Shortcut("Ctrl+T", translate("Shortcuts", "Show all versions of the conversation")),
        Shortcut("Ctrl+C", translate("Shortcuts", "Copy what is selected, or the message")),
        Shortcut("Ctrl+Shift+C", translate("Shortcuts", "In a message: copy it as Markdown")),
        Shortcut("Ctrl+Shift+.", translate("Shortcuts", "In a message: quote it, or what is selected of it")),
        Shortcut(
            "Left", translate("Shortcuts", "In the marks: a token back or on; in the stepper: a round"), shown="← →"
        ),
        Shortcut("Up", translate("Shortcuts", "In the marks: a line up or down; in the stepper: a phase"), shown="↑ ↓"),
        Shortcut("Space", translate("Shortcuts", "In the stepper: play or pause")),
        Shortcut("Ctrl+L", translate("Shortcuts", "Lock now"), Command.LOCK),
        Shortcut("Ctrl+Shift+L", translate("Shortcuts", "Models on this machine…"), Command.SHOW_MODELS),
        Shortcut("Ctrl+Shift+P", translate("Shortcuts", "Privacy and keys…"), Command.SHOW_PRIVACY),
        Shortcut("Ctrl+Shift+H", translate("Shortcuts", "The machine…"), Command.SHOW_MACHINE),
        Shortcut("Ctrl+Shift+Y", translate("Shortcuts", "Memory planner…"), Command.SHOW_MEMORY),
        Shortcut("Ctrl+Shift+D", translate("Shortcuts", "Compare two settings…"), Command.SHOW_COMPARE),
        Shortcut("Ctrl+Shift+B", translate("Shortcuts", "Lab: measure many prompts…"), Command.SHOW_LAB),
        Shortcut("Ctrl+Return", translate("Shortcuts", "On the page that compares: start")),
        Shortcut("Ctrl+Shift+A", translate("Shortcuts", "For other programs…"), Command.SHOW_PROGRAMS),
        Shortcut("Ctrl+Shift+E", translate("Shortcuts", "Settings in and out…"), Command.SHOW_FOREIGN),
        Shortcut(SETTINGS_KEYS, translate("Shortcuts", "Settings…"), Command.SHOW_SETTINGS),
        Shortcut("Ctrl+F", translate("Shortcuts", "On the page of settings: look for one")),
        Shortcut("Ctrl+Shift+G", translate("Shortcuts", "About Galley…"), Command.SHOW_ABOUT),
        Shortcut("Ctrl+H", translate("Shortcuts", "Help…"), Command.SHOW_HELP),
        Shortcut("F1", translate("Shortcuts", "Keyboard shortcuts"), Command.SHOW_SHORTCUTS),
        Shortcut("Ctrl+Q", translate("Shortcuts", "Quit Galley"), Command.QUIT),
    )


class ShortcutSheet(QFrame):
    """A card in the middle of the window."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._host = parent
        self._came_from: QWidget | None = None
        """What had the focus when the sheet was shown."""
        self.setProperty("role", "floating")
        title = QLabel(translate("Shortcuts", "Keyboard shortcuts"))
        title.setProperty("role", "title")
        self.setAccessibleName(title.text())
        self.close_button = IconButton(theme, Icon.CLOSE, translate("Shortcuts", "Close"))
        heading = QHBoxLayout()
        heading.setContentsMargins(_RING_ROOM, 0, 0, 0)
        heading.addWidget(title, 1)
        heading.addWidget(self.close_button)
        self._halves: QBoxLayout
        self._rows = self._make_rows()
        self._table = self._make_table()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_SIDE - _RING_ROOM, 16, _SIDE - _BAR_ROOM, 20 - _RING_ROOM)
        layout.setSpacing(14 - _RING_ROOM)
        layout.addLayout(heading)
        layout.addWidget(self._table)
        self.close_button.clicked.connect(self.hide)
        self.hide()

    def toggle(self) -> None:
        """Show the sheet, or put it away."""
        if self.isVisible():
            self.hide()
            return
        self._came_from = QApplication.focusWidget()
        self.centre()
        self.show()
        self.raise_()
        self.close_button.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's name for it
        """Stay here: what lies below cannot be seen."""
        following = self._table if self.close_button.hasFocus() else self.close_button
        following.setFocus(Qt.FocusReason.TabFocusReason if next else Qt.FocusReason.BacktabFocusReason)
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        """Give the focus back to what had it, where the sheet still holds it."""
        super().hideEvent(event)
        came_from, self._came_from = self._came_from, None
        focus = QApplication.focusWidget()
        if came_from is not None and isValid(came_from) and focus is not None and self.isAncestorOf(focus):
            came_from.setFocus(Qt.FocusReason.OtherFocusReason)

    def _whole_size(self) -> QSize:
        """The size at which nothing has to be scrolled."""
        frame = 2 * self._table.frameWidth()
        table = self._rows.sizeHint() + QSize(frame, frame)
        return self.sizeHint() - self._table.sizeHint() + QSize(0, table.height()) + QSize(table.width(), 0)

    def _stand(self, direction: QBoxLayout.Direction) -> None:
        self._halves.setDirection(direction)
        beside = direction is QBoxLayout.Direction.LeftToRight
        self._halves.setSpacing(2 * _COLUMN_GAP if beside else _ROW_GAP)
        self._halves.activate()

    def _make_rows(self) -> QWidget:
        """Return every shortcut, in two halves that stand side by side or one below the other."""
        table = QWidget()
        table.setProperty("role", "bare")
        self._halves = QBoxLayout(QBoxLayout.Direction.LeftToRight, table)
        self._halves.setContentsMargins(_RING_ROOM, _RING_ROOM, _BAR_ROOM, _RING_ROOM)
        every = shortcuts()
        middle = (len(every) + 1) // 2
        for half in (every[:middle], every[middle:]):
            grid = QGridLayout()
            grid.setHorizontalSpacing(_COLUMN_GAP)
            grid.setVerticalSpacing(_ROW_GAP)
            grid.setColumnStretch(0, 1)
            for row, shortcut in enumerate(half):
                text = QLabel(shortcut.text)
                text.setProperty("role", "muted")
                keys = QLabel(shortcut.label)
                keys.setProperty("role", "strong")
                grid.addWidget(text, row, 0)
                grid.addWidget(keys, row, 1, Qt.AlignmentFlag.AlignRight)
            grid.setRowStretch(len(half), 1)
            self._halves.addLayout(grid)
        return table

    def _make_table(self) -> QScrollArea:
        """Return every shortcut, to be scrolled where the window is low."""
        area = QScrollArea()
        area.setWidget(self._rows)
        area.setWidgetResizable(True)
        area.setProperty("role", "ringed")
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setAccessibleName(self.accessibleName())
        return area

    def centre(self) -> None:
        """Lie in the middle of the parent."""
        most = self._host.size() - QSize(2 * _EDGE, 2 * _EDGE)
        self._stand(QBoxLayout.Direction.LeftToRight)
        if self._whole_size().width() > most.width():
            self._stand(QBoxLayout.Direction.TopToBottom)
        self.resize(self._whole_size().boundedTo(most))
        middle = self._host.rect().center()
        self.move(middle.x() - self.width() // 2, middle.y() - self.height() // 2)
