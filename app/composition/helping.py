"""How Help is connected: the guide in the user's language, whatever asks why, and what a newcomer sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.cli.planning import held_by
from app.engine.events import ReplyFinished
from app.engine.types import ModelSpec
from app.viewmodels.help_book import Book
from app.viewmodels.languages import spoken
from widgets.help.page import HelpPage
from widgets.parts.shortcut_sheet import Command
from widgets.transcript.message_wishes import Wish
from widgets.window.link_question import ask_to_open
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.composition.galley import Galley
    from app.engine.events import EngineEvent
    from app.models.memory.plan import MemoryPlan
    from widgets.transcript.message_wishes import MessageRequest

FIRST_TOPIC = "first-steps#how-it-works"


class Helping(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        book = Book(spoken(galley.preferences.settings.appearance.language))
        self.page = HelpPage(galley.theme, book)
        galley.window.add_page(self.page)
        galley.sidebar.add_page(galley.window.action(Command.SHOW_HELP), PageGroup.PROGRAM, place=20)
        self._connect_page()
        self._connect_reasons()
        self._connect_first_run()

    def show(self, topic: str = "") -> None:
        """Bring the guide to the front, at a topic or where the reader was."""
        self.page.begin(topic)
        self._galley.window.show_page(self.page)

    def _connect_page(self) -> None:
        galley, page = self._galley, self.page
        galley.window.help_requested.connect(lambda: self.show())
        page.close_requested.connect(lambda: galley.window.show_page(None))
        page.shortcuts_requested.connect(galley.window.action(Command.SHOW_SHORTCUTS).trigger)
        page.link_activated.connect(lambda link: ask_to_open(galley.window, link))

    def _connect_reasons(self) -> None:
        galley = self._galley
        galley.proof_panel.badge.why_requested.connect(self.show)
        galley.load_card.why_requested.connect(self.show)
        galley.notices.why_requested.connect(self.show)
        galley.models.page.details.drafts.why_requested.connect(self.show)
        galley.stack.wished.connect(self._on_wished)

    def _on_wished(self, request: MessageRequest) -> None:
        if request.wish is Wish.EXPLAIN:
            self.show(request.text)

    # A newcomer.

    def _connect_first_run(self) -> None:
        galley, empty = self._galley, self._galley.empty_state
        empty.help_requested.connect(lambda: self.show(FIRST_TOPIC))
        empty.intro_skipped.connect(self._welcome)
        empty.prompt_chosen.connect(self._on_prompt)
        galley.engine.events_arrived.connect(self._on_events)
        galley.pair_choice.load_requested.connect(lambda: empty.set_comes(True))
        galley.models.library.best_changed.connect(self._plan_best)
        galley.pair_choice.pair_changed.connect(self._plan_best)

    def _welcome(self) -> None:
        """The picture has been seen."""
        if not self._galley.preferences.settings.window.welcomed:
            self._galley.preferences.put("window", welcomed=True)

    def _on_events(self, events: Sequence[EngineEvent]) -> None:
        if any(isinstance(event, ReplyFinished) for event in events) and self._galley.chat.transcript.rows:
            self._welcome()
            self._galley.empty_state.set_first(False)

    def _on_prompt(self, text: str) -> None:
        """Send a suggestion, where nothing else is being written and somebody can answer."""
        galley, composer = self._galley, self._galley.composer
        if composer.text.strip() or not galley.composing.attachments.is_empty:
            composer.append_text(text)
            return
        composer.set_text(text)
        if composer.send_button.isEnabled():
            composer.send_button.click()

    def _plan_best(self) -> None:
        """Find out what the best pair of this machine would take, off this thread."""
        galley, best = self._galley, self._galley.models.library.best
        if best is None:
            return
        paths = str(best.target.path), str(best.draft.path)
        target, draft = (ModelSpec(path) for path in paths)
        settings = galley.preferences.load_settings(target, draft, None)
        choice, planner = galley.pair_choice, galley.planning.planner
        held = {}
        if choice.pair is not None and choice.asked is not None:
            held = held_by(choice.pair, maps_file=choice.asked.use_mmap)

        def plan() -> MemoryPlan:
            return planner.plan(settings, planner.listed_machine().with_freed(held))

        def show(found: MemoryPlan) -> None:
            if galley.empty_state.suggestion.paths == paths:
                free = sum(memory.usable_bytes for memory in found.machine.memories)
                galley.empty_state.suggestion.show_memory(found.total_bytes, free, found.context_tokens)

        galley.planning.tasks.run(plan, show, lambda _notice: None)
