"""How what keeps conversations is connected: the store, its key, deleting, locking, and what the window shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtWidgets import QDialog

from app.composition.cover import Cover
from app.errors import Notice
from app.runtime.idle_watch import IdleWatch
from app.viewmodels.notices import written
from app.viewmodels.protection import Guard
from app.viewmodels.search import Search
from widgets.window.unsaved_question import ask_about_unsaved

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.store.values import Opening


class Kept(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._trouble = ""
        self._asks = True
        self._cut_off = ""
        """The sentence about replies that the program's death cut off, while it stands there."""
        self._cut_off_in: set[str] = set()
        """Conversations that it speaks of."""
        self._sought = ""
        self._words: list[str] = []
        """Id of the message to go to when its conversation is on screen."""
        self.search = Search(galley.store, galley.conversations, self)
        self.idle = IdleWatch(parent=self)
        self.cover = Cover(galley)
        self._connect_store()
        self._connect_deleting()
        self._connect_searching()
        self._connect_locking()
        self._connect_window()

    def start(self) -> None:
        """Open the store, or ask for what that takes."""
        galley = self._galley
        galley.keeping.want(galley.preferences.settings.window.conversation)
        galley.store.start()
        self.idle.watch(galley.window.windowHandle())
        self._show_privacy()
        galley.protection.start()

    def ask_no_more(self) -> None:
        """Let the window close whatever it costs."""
        self._asks = False

    def stop(self) -> Notice | None:
        """Write what there is and close the store.

        Returns:
            What could not be written.
        """
        galley = self._galley
        self.idle.stop()
        self.cover.stop()
        trouble = galley.store.trouble
        galley.erasure.finish()
        galley.keeping.end_all()
        galley.protection.stop()
        num_lost = galley.store.stop()
        if not num_lost:
            return None
        cause = "" if trouble is None else written(trouble)
        return Notice("keeping_lost", {"number": num_lost, "cause": cause})

    def _connect_store(self) -> None:
        galley = self._galley
        galley.keeping.messages_read.connect(galley.chat.take)
        galley.keeping.changed.connect(lambda: galley.sidebar.show_kept(galley.keeping.keeps))
        galley.store.trouble_changed.connect(self._on_trouble_changed)
        galley.store.opened.connect(self._on_opened)
        galley.composer.send_requested.connect(self._withdraw_cut_off)
        galley.conversations.changed.connect(self._on_conversations_changed)

    def _connect_deleting(self) -> None:
        galley = self._galley
        galley.sidebar.delete_requested.connect(galley.erasure.delete)
        galley.sidebar.requests.undo_asked.connect(galley.undo_bar.undo)
        galley.erasure.offered.connect(galley.undo_bar.offer)
        galley.erasure.settled.connect(galley.undo_bar.withdraw)
        galley.erasure.erased.connect(self._on_erased)
        galley.undo_bar.undo_requested.connect(galley.erasure.undo)
        galley.undo_bar.finish_requested.connect(galley.erasure.finish)

    def _connect_searching(self) -> None:
        galley = self._galley
        galley.sidebar.rename_requested.connect(self._on_rename_requested)
        galley.sidebar.search_changed.connect(self.search.look_for)
        galley.sidebar.found_chosen.connect(self._on_found_chosen)
        galley.sidebar.search_left.connect(galley.composer.setFocus)
        galley.sidebar.search_changed.connect(self._on_search_changed)
        galley.window.search_requested.connect(galley.sidebar.focus_search)
        self.search.found.connect(galley.sidebar.show_found)
        self.search.failed.connect(lambda notice: galley.notices.show_sentence(written(notice)))
        galley.chat.conversation_opened.connect(self._show_sought)

    def _connect_locking(self) -> None:
        galley = self._galley
        galley.window.lock_requested.connect(galley.protection.lock)
        self.idle.idle.connect(self._on_idle)
        galley.chat.busy_changed.connect(self.idle.note_activity)
        galley.protection.closing.connect(galley.erasure.finish)
        galley.protection.closed.connect(self._on_closed)
        galley.protection.changed.connect(self._show_guard)
        galley.preferences.privacy_changed.connect(self._show_privacy)

    def _connect_window(self) -> None:
        self._galley.window.close_requested.connect(self._on_close_requested)

    def _show_guard(self) -> None:
        galley = self._galley
        galley.window.set_can_lock(galley.protection.guard is Guard.OPEN)

    def _show_privacy(self) -> None:
        self.idle.set_minutes(self._galley.preferences.settings.privacy.idle_lock_minutes)
        self._show_title()

    def _show_title(self) -> None:
        galley = self._galley
        shown = galley.preferences.settings.privacy.title_in_window_bar
        galley.window.show_title(galley.conversations.active_entry.title if shown else "")

    def _on_conversations_changed(self) -> None:
        """Name the open conversation in the title bar, and open it again at the next start."""
        galley, key = self._galley, self._galley.conversations.active
        self._show_title()
        if galley.keeping.is_kept(key):
            galley.keeping.want(key)
            galley.preferences.set_conversation(key)

    def _on_rename_requested(self, key: str, title: str) -> None:
        galley = self._galley
        if key in galley.conversations:
            galley.keeping.rename(key, galley.conversations.rename(key, title))

    def _on_found_chosen(self, key: str, message_id: str) -> None:
        if key in self._galley.conversations:
            self._sought = message_id
            self._words = self._galley.sidebar.search_field.text().split()
            self._galley.conversations.activate(key)
            self._show_sought()

    def _on_search_changed(self, text: str) -> None:
        if not text.strip():
            self._galley.stack.clear_words()

    def _show_sought(self) -> None:
        """Go to what was found, once its conversation has been read and laid out."""
        if not self._sought or self._galley.chat.is_reading:
            return
        message_id, self._sought = self._sought, ""
        QTimer.singleShot(0, self, lambda: self._show_message(message_id))

    def _show_message(self, message_id: str) -> None:
        self._galley.chat.show_message(message_id)  # it may be on another branch
        if not self._galley.stack.show_message(message_id, self._words):
            elsewhere = QCoreApplication.translate(
                "Galley", "What was found is in a version of the conversation that is not on screen."
            )
            self._galley.notices.show_sentence(elsewhere)

    def _on_opened(self, opening: Opening) -> None:
        """Remember what is said of replies cut off, to take it back when its time is over."""
        codes = ("reply_interrupted", "replies_interrupted")
        self._cut_off = next((written(each) for each in opening.notices if each.code in codes), "")
        self._cut_off_in = set(opening.interrupted_in)

    def _withdraw_cut_off(self) -> None:
        if self._cut_off:
            self._galley.notices.withdraw(self._cut_off)
        self._cut_off = ""

    def _on_erased(self, key: str) -> None:
        self._cut_off_in.discard(key)
        if not self._cut_off_in:
            self._withdraw_cut_off()
        self._galley.stack.forget(key)
        self._galley.engine.forget_text()

    def _on_closed(self) -> None:
        """Nothing of what was said may stay in sight or in memory."""
        galley = self._galley
        for dialog in galley.window.findChildren(QDialog):
            dialog.close()
        galley.notices.clear()  # a notice may name a conversation
        galley.sidebar.clear_search()
        galley.stack.forget_all()
        galley.conversations.clear()
        galley.engine.forget_text()

    def _on_idle(self) -> None:
        """A reply that is being written is somebody's wish: lock when it is done."""
        if self._galley.chat.busy:
            self.idle.note_activity()
        else:
            self._galley.protection.lock()

    def _on_trouble_changed(self, trouble: Notice | None) -> None:
        """One sentence as long as the disk refuses, and none when it is done."""
        galley = self._galley
        if self._trouble:
            galley.notices.withdraw(self._trouble)
        self._trouble = ""
        if trouble is not None:
            self._trouble = written(Notice("keeping_waits", {"cause": written(trouble)}))
            galley.notices.show_sentence(self._trouble)

    def _on_close_requested(self) -> None:
        galley, trouble = self._galley, self._galley.store.trouble
        if trouble is None or not self._asks:
            return
        galley.window.hold_close()
        ask_about_unsaved(galley.window, written(trouble), galley.store.retry, galley.leave)
