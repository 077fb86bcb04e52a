"""What stands in place of everything while the conversations cannot be read: which page, and where its words go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from app.store.keys.keeper import Situation
from app.viewmodels.notices import written
from app.viewmodels.protection import Guard
from widgets.privacy.locked_view import LockedView
from widgets.privacy.unlock_view import UnlockView

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from app.composition.galley import Galley
    from app.store.keys.keeper import KeyState

_PATIENCE_MILLISECONDS = 400
"""A keyring that answers sooner is not worth a page."""


class Cover(QObject):
    """Belongs to the program; shows what `Protection` says."""

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._window = galley.window
        self._protection = galley.protection
        self.unlock_view = UnlockView(galley.theme)
        self.locked_view = LockedView(galley.theme)
        self._timer = QTimer(self, singleShot=True, interval=_PATIENCE_MILLISECONDS)
        self._timer.timeout.connect(self._on_patience_over)
        for page in (self.unlock_view, self.locked_view):
            galley.window.add_page(page)
        self._connect()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._timer.stop()

    def _connect(self) -> None:
        protection, view, window = self._protection, self.unlock_view, self._window
        view.passphrase_entered.connect(protection.unlock_with)
        view.new_passphrase_chosen.connect(protection.create_with)
        view.retry_requested.connect(protection.unlock)
        view.stop_waiting_requested.connect(protection.stop_waiting)
        view.new_store_requested.connect(protection.begin_anew)
        view.without_store_requested.connect(protection.go_on_without)
        view.quit_requested.connect(window.close)
        self.locked_view.unlock_requested.connect(protection.unlock)
        self.locked_view.quit_requested.connect(window.close)
        protection.changed.connect(self._on_changed)

    @Slot()
    def _on_changed(self) -> None:
        protection = self._protection
        guard, busy = protection.guard, protection.busy
        self.locked_view.set_busy(busy or guard is Guard.CLOSING)
        if guard in (Guard.OPEN, Guard.UNKEPT):
            self._timer.stop()
            if self._window.page in (self.unlock_view, self.locked_view):
                self._window.show_page(None)
        elif guard is Guard.CLOSING:
            self._cover(self.locked_view)
        elif guard is Guard.OPENING:
            self._wait()
        elif busy:
            self._show_busy()
        elif guard is Guard.FAILED:
            self._timer.stop()
            notice = protection.notice
            if notice is not None and notice.code == "store_in_use":
                self.unlock_view.show_in_use(written(notice))
            else:
                self.unlock_view.show_lost("" if notice is None else written(notice))
            self._cover(self.unlock_view)
        elif protection.key_state is not None:
            self._timer.stop()
            self._show_state(protection.key_state)

    def _show_state(self, state: KeyState) -> None:
        view = self.unlock_view
        reason = "" if state.reason is None else written(state.reason)
        about_passphrase = state.reason is not None and state.reason.code.startswith("passphrase_")
        match state.situation:
            case Situation.IN_KEYRING:
                self._cover(self.locked_view)
                return
            case Situation.NEW if about_passphrase and view.page is view.choice_page:
                view.show_error(reason)
            case Situation.NEW:
                view.show_choice(reason)
            case Situation.NEEDS_PASSPHRASE:
                view.show_passphrase()
                if about_passphrase:
                    view.show_error(reason)
            case Situation.KEYRING_LOCKED | Situation.KEYRING_MISSING:
                view.show_keyring(reason)
            case Situation.KEY_LOST | Situation.DAMAGED:
                view.show_lost(reason)
        self._cover(view)

    def _show_busy(self) -> None:
        """A passphrase is checked in its form; a keyring may have a window of its own that waits for an answer."""
        view = self.unlock_view
        if self._window.page is view and view.page in (view.choice_page, view.passphrase_page):
            view.set_busy(True)
        else:
            self._wait()

    def _wait(self) -> None:
        if not self._timer.isActive() and self._window.page is not self.locked_view:
            self._timer.start()

    def _on_patience_over(self) -> None:
        self.unlock_view.show_waiting()
        self._cover(self.unlock_view)

    def _cover(self, page: QWidget) -> None:
        if self._window.page is not page:
            self._window.show_page(page, locked=True)
