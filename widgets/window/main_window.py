"""The window: three columns that fold when it is narrow, the shortcuts, and model files dropped onto it.

It arranges ready-made parts and asks for things; what happens then is wired elsewhere.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QDataStream, QIODevice, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QMainWindow,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.parts.page import Page
from widgets.parts.shortcut_sheet import Command, ShortcutSheet
from widgets.parts.tab_chain import bring_in_sight, chain_as_read
from widgets.window.commands import STAYING, WindowCommands
from widgets.window.model_drop import DropHint, ModelDrop
from widgets.window.side_pane import SidePane

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QAction, QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent

    from widgets.first_run.empty_state import EmptyState
    from widgets.look.theme import Theme
    from widgets.proof.panel import ProofPanel
    from widgets.window.header import Header
    from widgets.window.load_card import LoadCard
    from widgets.window.sidebar import Sidebar

_SIZE = (1280, 820)
"""What it has at the first start, where the screen is as large."""
PROOF_FROM = 1100
"""Width of the window from which the proof panel has a column."""
SIDEBAR_FROM = 800
_SIDEBAR_WIDTHS = (200, 252, 380)
_PROOF_WIDTHS = (300, 330, 460)
_CENTRE_LEAST = 420
_CARD_WIDTH = 720
_STATE_VERSION = 1


class MainWindow(QMainWindow):
    """`load_card` lies on top of the conversation column, `empty_state` in place of the conversation."""

    open_target_requested = Signal()
    choose_draft_requested = Signal()
    new_conversation_requested = Signal()
    search_requested = Signal()
    marks_requested = Signal()
    keep_marks_requested = Signal()
    step_through_requested = Signal()
    figures_requested = Signal()
    controls_requested = Signal()
    """Bring system prompt and settings in sight that hold for the open conversation."""
    settings_requested = Signal()
    about_requested = Signal()
    help_requested = Signal()
    stop_requested = Signal()
    lock_requested = Signal()
    privacy_requested = Signal()
    models_requested = Signal()
    machine_requested = Signal()
    memory_requested = Signal()
    compare_requested = Signal()
    lab_requested = Signal()
    programs_requested = Signal()
    foreign_requested = Signal()
    page_closed = Signal()
    """The user has left the page that stood in place of everything."""
    model_dropped = Signal(str)
    files_dropped = Signal(list)
    """Paths of files to be attached."""
    close_requested = Signal()

    def __init__(
        self,
        theme: Theme,
        *,
        sidebar: Sidebar,
        header: Header,
        load_card: LoadCard,
        empty_state: EmptyState,
        conversation: QWidget,
        composer: QWidget,
        proof_panel: ProofPanel,
    ) -> None:
        super().__init__()
        self.setWindowTitle("Galley")
        self.setMinimumSize(640, 480)
        host = QWidget()
        self.sidebar_pane = SidePane(host, sidebar, sidebar.make_strip(), side=Qt.Edge.LeftEdge, widths=_SIDEBAR_WIDTHS)
        self.proof_pane = SidePane(
            host, proof_panel, proof_panel.make_strip(), side=Qt.Edge.RightEdge, widths=_PROOF_WIDTHS
        )
        self.pages = QStackedWidget()
        self.pages.addWidget(empty_state)
        self.pages.addWidget(conversation)
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setHandleWidth(1)
        self._splitter.setChildrenCollapsible(False)
        for part in (self.sidebar_pane, self._column(header, load_card, composer), self.proof_pane):
            self._splitter.addWidget(part)
        _order_for_readers(self._splitter)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.splitterMoved.connect(self._on_splitter_moved)
        layout = QHBoxLayout(host)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._splitter)
        self.surface = QStackedWidget()
        self.surface.addWidget(host)
        self.setCentralWidget(self.surface)
        self.commands = WindowCommands(self)
        self.commands.given.connect(self._on_given)
        self._close_held = False
        self.shortcut_sheet = ShortcutSheet(theme, host)
        self._composer = composer
        self._conversation = conversation
        self._hint = DropHint(theme, host)
        header.add_menu_actions(self.commands.listed)
        drop = ModelDrop(self)
        drop.dropped.connect(self.model_dropped)
        drop.files_dropped.connect(self.files_dropped)
        drop.hovered.connect(self._hint.set_shown)
        self.resize(QSize(*_SIZE).boundedTo(self.screen().availableSize()))
        self._apply_widths()

    def show_conversation(self, shown: bool) -> None:
        """Show the conversation, or the empty state in its place."""
        self.pages.setCurrentIndex(1 if shown else 0)

    def add_page(self, page: QWidget) -> None:
        """Take a page that `show_page` may show."""
        self.surface.addWidget(page)

    def show_page(self, page: QWidget | None, *, locked: bool = False) -> None:
        """Show a page in place of everything, or everything again.

        Args:
            page: The page; None takes it away.
            locked: Whether the page cannot be left: no command works but to quit.
        """
        self.commands.set_locked(locked and page is not None)
        for pane in (self.sidebar_pane, self.proof_pane):
            pane.close_overlay()
        self.shortcut_sheet.hide()
        if page is None:
            self.surface.setCurrentIndex(0)
            self._composer.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.surface.setCurrentWidget(page)
        first = page.first if isinstance(page, Page) else page.focusProxy()
        if first is not None:  # others see to it themselves, or have nothing to type into
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def page(self) -> QWidget | None:
        """The page that stands in place of everything, if one does."""
        return self.surface.currentWidget() if self.surface.currentIndex() else None

    def action(self, command: Command) -> QAction:
        """What a command is in menus: its text, its keys, and whether it can be given now."""
        return self.commands.action(command)

    def set_can_lock(self, can: bool) -> None:
        """Whether there is anything to lock."""
        self.commands.set_can_lock(can)

    def show_title(self, title: str) -> None:
        """Name the open conversation in the window's title; empty names none."""
        self.setWindowTitle(f"{title} — Galley" if title else "Galley")

    def bring_to_front(self) -> None:
        """Be seen, wherever the window was."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def hold_close(self) -> None:
        """While `close_requested` is being told: stay open after all."""
        self._close_held = True

    def saved_state(self) -> bytes:
        """Return place, size and column widths of the window."""
        data = QByteArray()
        stream = QDataStream(data, QIODevice.OpenModeFlag.WriteOnly)
        stream.writeInt32(_STATE_VERSION)
        stream << self.saveGeometry()
        for pane in (self.sidebar_pane, self.proof_pane):
            stream.writeInt32(pane.preferred_width)
        return bytes(data.data())

    def restore_state(self, state: bytes) -> bool:
        """Take up what `saved_state` returned; anything else changes nothing and returns False."""
        stream = QDataStream(QByteArray(state))
        version = stream.readInt32()
        geometry = QByteArray()
        stream >> geometry
        widths = stream.readInt32(), stream.readInt32()
        if stream.status() is not QDataStream.Status.Ok or version != _STATE_VERSION:
            return False
        if not self.restoreGeometry(geometry):
            return False
        self.sidebar_pane.preferred_width, self.proof_pane.preferred_width = widths
        self._fold()
        self._apply_widths()
        return True

    def showEvent(self, event: QShowEvent) -> None:
        """Begin where one writes."""
        super().showEvent(event)
        if not event.spontaneous():
            self._composer.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 - Qt's name for it
        """Let the Tab key go as one reads, and bring what it comes to in sight, wherever that scrolls."""
        page = self.page
        if isinstance(page, Page):
            page.put_in_order()
        elif page is None:
            chain_as_read(self._conversation)
        moved = super().focusNextPrevChild(next)
        focus = self.focusWidget()
        if moved and focus is not None:
            for pane in (self.sidebar_pane, self.proof_pane):
                pane.follow_focus(focus)
            bring_in_sight(focus)
        return moved

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus, as the space bar does: many people know no other key for it."""
        button = self.focusWidget()
        is_enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.isAutoRepeat()
        if is_enter and isinstance(button, QToolButton) and button.menu() is not None:
            button.showMenu()
        elif is_enter and isinstance(button, QAbstractButton):
            button.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold the side columns."""
        super().resizeEvent(event)
        if self._fold():
            self._apply_widths()
        if self.shortcut_sheet.isVisible():
            self.shortcut_sheet.centre()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Tell that the window closes, unless whoever is told holds it."""
        self._close_held = False
        self.close_requested.emit()
        if self._close_held:
            event.ignore()
            return
        super().closeEvent(event)

    def _column(self, header: Header, load_card: LoadCard, composer: QWidget) -> QWidget:
        column = QFrame()
        column.setProperty("role", "reading")
        column.setMinimumWidth(_CENTRE_LEAST)
        rule = QFrame()
        rule.setProperty("role", "rule")
        rule.setFixedHeight(1)
        load_card.setMaximumWidth(_CARD_WIDTH)
        notices = QHBoxLayout()
        notices.setContentsMargins(20, 0, 20, 0)
        notices.addStretch(1)
        notices.addWidget(load_card, 1000)
        notices.addStretch(1)
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(header)
        layout.addWidget(rule)
        layout.addLayout(notices)
        layout.addWidget(self.pages, 1)
        layout.addWidget(composer)
        return column

    @Slot(object)
    def _on_given(self, command: Command) -> None:
        """Do what a command says; what is about the conversations leaves a page that stands in their place."""
        if command not in STAYING and self.page is not None:
            self._leave_page()
        self._reactions[command]()

    @cached_property
    def _reactions(self) -> dict[Command, Callable[[], object]]:
        return {
            Command.OPEN_TARGET: self.open_target_requested.emit,
            Command.CHOOSE_DRAFT: self.choose_draft_requested.emit,
            Command.NEW_CONVERSATION: self.new_conversation_requested.emit,
            Command.SEARCH: self._on_search,
            Command.TOGGLE_MARKS: self.marks_requested.emit,
            Command.KEEP_MARKS: self.keep_marks_requested.emit,
            Command.STEP_THROUGH: self.step_through_requested.emit,
            Command.SHOW_FIGURES: self.figures_requested.emit,
            Command.SHOW_CONTROLS: self.controls_requested.emit,
            Command.SHOW_SETTINGS: self.settings_requested.emit,
            Command.SHOW_ABOUT: self.about_requested.emit,
            Command.SHOW_HELP: self.help_requested.emit,
            Command.STOP: self._on_escape,
            Command.LOCK: self.lock_requested.emit,
            Command.SHOW_PRIVACY: self.privacy_requested.emit,
            Command.SHOW_MODELS: self.models_requested.emit,
            Command.SHOW_MACHINE: self.machine_requested.emit,
            Command.SHOW_MEMORY: self.memory_requested.emit,
            Command.SHOW_COMPARE: self.compare_requested.emit,
            Command.SHOW_LAB: self.lab_requested.emit,
            Command.SHOW_PROGRAMS: self.programs_requested.emit,
            Command.SHOW_FOREIGN: self.foreign_requested.emit,
            Command.SHOW_SHORTCUTS: self.shortcut_sheet.toggle,
            Command.QUIT: self.close,
        }

    def _leave_page(self) -> None:
        self.show_page(None)
        self.page_closed.emit()

    def _on_escape(self) -> None:
        """Put away what lies over the conversation; with nothing there, stop."""
        if self.shortcut_sheet.isVisible():
            self.shortcut_sheet.hide()
            return
        if self.page is not None:
            self._leave_page()
            return
        for pane in (self.sidebar_pane, self.proof_pane):
            if pane.is_overlay_open:
                pane.close_overlay()
                return
        self.stop_requested.emit()

    def _on_search(self) -> None:
        """Bring the column in sight in which one searches."""
        if self.sidebar_pane.is_collapsed and not self.sidebar_pane.is_overlay_open:
            self.sidebar_pane.toggle_overlay()
        self.search_requested.emit()

    def _on_splitter_moved(self) -> None:
        """Remember the widths that the user gave."""
        for pane in (self.sidebar_pane, self.proof_pane):
            if not pane.is_collapsed:
                pane.preferred_width = pane.width()

    def _fold(self) -> bool:
        before = self.sidebar_pane.is_collapsed, self.proof_pane.is_collapsed
        self.proof_pane.set_collapsed(self.width() < PROOF_FROM)
        self.sidebar_pane.set_collapsed(self.width() < SIDEBAR_FROM)
        return before != (self.sidebar_pane.is_collapsed, self.proof_pane.is_collapsed)

    def _apply_widths(self) -> None:
        left, right = (
            pane.maximumWidth() if pane.is_collapsed else pane.preferred_width
            for pane in (self.sidebar_pane, self.proof_pane)
        )
        self._splitter.setSizes([left, max(1, self.width() - left - right - 2), right])


def _order_for_readers(splitter: QSplitter) -> None:
    """Put the parts into the order of the eye: a splitter lowers what it is given, and a screen reader begins below."""
    indices = range(splitter.count())
    for part in [*map(splitter.widget, indices), *map(splitter.handle, indices[1:])]:
        if part is not None:
            part.raise_()
