"""The open conversation's view, and the ones that were open before it, each where the reader left it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.viewmodels.transcript import Transcript
    from widgets.look.theme import Theme


class ConversationStack(QStackedWidget):
    """One `TranscriptView` for each conversation that was opened."""

    regenerate_requested = Signal(int)
    quote_requested = Signal(str)
    link_activated = Signal(str)
    wished = Signal(object)
    """A `MessageRequest` about a message of the conversation in front."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._views: dict[str, TranscriptView] = {}
        self._blank = QWidget()
        self.addWidget(self._blank)
        self._marks_shown = False
        self._keep_marks = False

    @property
    def marks_shown(self) -> bool:
        """Whether finished replies show their marks."""
        return self._marks_shown

    def show_blank(self) -> None:
        """Show nothing: what is to be shown is still being read."""
        self.setCurrentWidget(self._blank)

    def forget(self, key: str) -> None:
        """Drop the view of a conversation that is gone."""
        view = self._views.pop(key, None)
        if view is not None:
            self.removeWidget(view)
            view.deleteLater()

    def forget_all(self) -> None:
        """Drop every view."""
        for key in list(self._views):
            self.forget(key)

    def show_conversation(self, key: str, transcript: Transcript) -> None:
        """Bring a conversation to the front."""
        if key not in self._views:
            view = TranscriptView(transcript, self._theme)
            view.set_marks_shown(self._marks_shown)
            view.set_keep_marks(self._keep_marks)
            view.regenerate_requested.connect(self.regenerate_requested)
            view.link_activated.connect(self.link_activated)
            view.quote_requested.connect(self.quote_requested)
            view.wished.connect(self.wished)
            self._views[key] = view
            self.addWidget(view)
        self.setCurrentWidget(self._views[key])

    def show_message(self, message_id: str, words: Sequence[str] = ()) -> bool:
        """Scroll to a message of the conversation in front, and mark words in it; False where it is not there."""
        view = self.currentWidget()
        return isinstance(view, TranscriptView) and view.show_message(message_id, words)

    def clear_words(self) -> None:
        """Mark no words any longer, in any conversation."""
        for view in self._views.values():
            view.clear_words()

    def toggle_marks(self) -> None:
        """Show finished replies with their marks, or without."""
        self._marks_shown = not self._marks_shown
        for view in self._views.values():
            view.set_marks_shown(self._marks_shown)

    def step_through(self) -> None:
        """Open or close the round stepper of the reply in sight."""
        view = self.currentWidget()
        if isinstance(view, TranscriptView):
            view.step_through()

    def show_figures(self) -> None:
        """Open or close the figures of the reply in sight."""
        view = self.currentWidget()
        if isinstance(view, TranscriptView):
            view.show_figures()

    def edit(self) -> None:
        """Rewrite the message of the user's that has the focus, or the last one in sight."""
        view = self.currentWidget()
        if isinstance(view, TranscriptView):
            view.edit()

    def set_keep_marks(self, keep: bool) -> None:
        """Keep struck words in sight while replies are being written."""
        self._keep_marks = keep
        for view in self._views.values():
            view.set_keep_marks(keep)
