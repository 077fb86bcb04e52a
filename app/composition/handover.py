"""What goes from one window to the next when the language changes: all that a start from the disk would not bring back.

The engine keeps its models. Conversations, settings and what was not sent come from the disk, as at any start.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from app.engine.events import PairLoaded
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.composition.galley import Galley
    from app.engine.client import EngineClient
    from app.settings.schema import Settings
    from app.viewmodels.door_key import DoorKey
    from app.viewmodels.key_source import Keys


class Handover:
    """Taken from a program that is at rest, before it is stopped.

    Args:
        galley: That program. It is stopped next, and thrown away when the next one has everything.
    """

    def __init__(self, galley: Galley) -> None:
        galley.preferences.set_window("", base64.b64encode(galley.window.saved_state()).decode("ascii"))
        self._old: Galley = galley
        self._page = page_name(galley)
        self._active = galley.conversations.active
        self._is_begun = not galley.keeping.is_kept(self._active)
        self._folder = galley.conversations.active_entry.folder
        self._text = galley.composer.text
        self._files = galley.composing.attachments.give_away()
        view = galley.stack.currentWidget()
        self._place = view.place() if isinstance(view, TranscriptView) else None
        self.keys: Keys = galley.keys
        self.door: DoorKey = galley.serving.door
        self.key: bytes | None = galley.protection.hand_over()
        self.client: EngineClient = galley.engine.release()

    @property
    def settings(self) -> Settings:
        """As they are now: what is still written at the end may change them."""
        settings: Settings = self._old.preferences.settings
        return settings

    def give_place(self, galley: Galley) -> None:
        """Have another program's window appear in the place of this one's, before it is shown."""
        old, new = self._old.window, galley.window
        if not old.isMaximized() and not old.isFullScreen():
            new.setGeometry(old.geometry())

    def give_pair(self, galley: Galley) -> None:
        """Tell another program what the engine has loaded."""
        choice = self._old.pair_choice
        if choice.pair is not None:
            galley.pair_choice.take_over(choice)
            galley.engine.events_arrived.emit([PairLoaded(choice.pair)])

    def give_rest(self, galley: Galley) -> None:
        """Bring another program to where this one was, when it is complete and has read what is on disk."""
        old, stack = self._old, galley.stack
        if self._active in galley.conversations:
            galley.conversations.activate(self._active)
        elif self._is_begun:
            galley.conversations.begin(self._folder)
            if self._text and not galley.composer.text:
                galley.composer.set_text(self._text)
            if self._active in self._files:
                self._files[galley.conversations.active] = self._files.pop(self._active)
        galley.composing.attachments.take_over(self._files)
        galley.composing.history.take_over(old.composing.history)
        galley.history.take_over(old.history)
        galley.speculation.take_over(old.speculation)
        galley.comparing.page.setup.prompt.setPlainText(old.comparing.page.setup.prompt.toPlainText())
        galley.comparing.compare.take_over(old.comparing.compare)
        if old.helping.page.topic:
            galley.helping.page.begin(old.helping.page.topic)
        if old.stack.marks_shown != stack.marks_shown:
            stack.toggle_marks()
        view = stack.currentWidget()
        if self._place is not None and isinstance(view, TranscriptView):
            view.go_to(self._place)
        if self._page:
            show_page(galley, self._page)


def page_name(galley: Galley) -> str:
    """Which part of the program has the page that stands in place of everything; empty where none does."""
    page = galley.window.page
    parts = {name: part for name, part in vars(galley).items() if part is not galley.window}
    return next((name for name, part in parts.items() if page and getattr(part, "page", None) is page), "")


def show_page(galley: Galley, name: str) -> None:
    """Bring the page of a part to the front."""
    part: Any = getattr(galley, name)
    show: Callable[[], None] = part.show
    show()
