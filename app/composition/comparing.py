"""How comparisons are connected: the page, the engine's race, and what is forgotten of it.

To take the whole away, remove the line of the program that makes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from app.composition.compared import Compared
from app.composition.replayed import Replayed
from app.engine.race_values import RaceOrder
from app.errors import UserError
from app.hardware.sampler import MachineSampler
from app.models.naming import shown_path
from app.viewmodels.compare import Compare
from app.viewmodels.compare_choice import race_spec, refusal_of, usual_sides
from app.viewmodels.notices import written
from widgets.compare.page import ComparePage
from widgets.compare.words import side_names
from widgets.look import figures
from widgets.models.words import title_text
from widgets.parts.shortcut_sheet import Command
from widgets.window.page_menu import PageGroup

if TYPE_CHECKING:
    from app.composition.galley import Galley
    from app.errors import Notice
    from app.hardware.samples import MachineSample
    from app.viewmodels.reply_settings import ReplySettings

_MOST_DRAFTS = 40


class Comparing(QObject):
    """Belongs to the program, whose parts it connects.

    Args:
        galley: The program, with every part made.
    """

    def __init__(self, galley: Galley) -> None:
        super().__init__(galley)
        self._galley = galley
        self._sampler: MachineSampler | None = None
        self._prefilled: tuple[str, ReplySettings] | None = None
        """The conversation and settings that the page was filled from last."""
        self._refused: Notice | None = None
        """What the page says that stands in the way."""
        self._raced_in = ""
        """The conversation that was read, where the prompt went on from one."""
        self._waits_for = ""
        """The program whose request is answered first."""
        self.compare = Compare(galley.engine, self._look, self)
        self.page = ComparePage(galley.theme)
        galley.window.add_page(self.page)
        compare = galley.window.action(Command.SHOW_COMPARE)
        galley.sidebar.add_page(compare, PageGroup.MEASURE, 10, quick=self.tr("Compare"))
        self.replayed = Replayed(self.compare, self.page, self)
        self.compared = Compared(galley, self.compare, self.page, self)
        self.compared.settings_used.connect(self._on_settings_used)
        self._connect_page()
        self._connect_race()

    def stop(self) -> None:
        """Look at the machine no more."""
        self.replayed.close()
        if self._sampler is not None:
            self._sampler.close()
            self._sampler = None

    @Slot()
    def show(self) -> None:
        """Bring the page to the front, with the open conversation's settings."""
        self._prefill()
        if not self.compare.is_running:
            self._show_refusal()
        self._galley.window.show_page(self.page)
        if not self.page.setup.prompt.isVisible():  # folded away below a verdict
            (self.page.stop_button if self.compare.is_running else self.page.start_button).setFocus()

    @Slot(str)
    def set_waits_for(self, program: str) -> None:
        """Say for whose request the engine works; a race that has not begun waits for it."""
        self._waits_for = program
        if self.compare.is_running and not self.compare.has_begun:
            self.page.show_status(self._getting_ready())

    # The page.

    def _connect_page(self) -> None:
        galley, page = self._galley, self.page
        galley.window.compare_requested.connect(self.show)
        galley.window.surface.currentChanged.connect(self._on_page_changed)
        page.close_requested.connect(lambda: galley.window.show_page(None))
        page.start_requested.connect(self._on_start_requested)
        page.stop_requested.connect(self.compare.stop)
        galley.models.loaded.changed.connect(self._show_drafts)
        galley.pair_choice.pair_changed.connect(self._on_pair_changed)
        galley.chat.busy_changed.connect(self._on_standing_changed)
        galley.protection.closing.connect(self._on_closing)
        galley.erasure.erased.connect(self._on_erased)

    @property
    def _settings(self) -> ReplySettings:
        """What the open conversation's replies are asked for with."""
        return self._galley.own_settings.reply_settings(self._galley.conversations.active)

    def _prefill(self) -> None:
        """Take the open conversation's settings, unless the page has been filled from them before."""
        key, settings = self._galley.conversations.active, self._settings
        if self._prefilled == (key, settings) or self.compare.is_running:
            return
        self._prefilled = (key, settings)
        self.page.setup.show_sides(*usual_sides(settings), settings.sampling.seed)

    @Slot()
    def _on_pair_changed(self) -> None:
        asked = self._galley.pair_choice.asked
        if asked is not None:
            self.page.setup.set_draft_ceiling(asked.max_draft_tokens)
        self._on_standing_changed()

    def _show_drafts(self) -> None:
        """Offer what else could draft for the loaded target."""
        pair = self._galley.pair_choice.pair
        loaded = None if pair is None or pair.draft is None else pair.draft.path
        fitting = [option.model for option in self._galley.models.loaded.options if option.fits]
        rows = [(str(model.path), title_text(model)) for model in fitting if shown_path(model.path) == str(model.path)]
        self.page.setup.set_drafts([row for row in rows if row[0] != loaded][:_MOST_DRAFTS])

    def _on_settings_used(self) -> None:
        """What stands on the page stays what was compared, though the conversation goes on with other settings."""
        self._prefilled = (self._galley.conversations.active, self._settings)

    def _refusal(self) -> Notice | None:
        choice = self._galley.pair_choice
        return refusal_of(has_pair=choice.pair is not None, is_loading=choice.loading, is_busy=self._galley.chat.busy)

    def _show_refusal(self) -> None:
        """Say at once what stands in the way, and what will race where nothing does."""
        self._refused = self._refusal()
        if self._refused is not None:
            self.page.show_status(written(self._refused), warns=True)
        else:
            self.page.show_status(self._loaded())

    @Slot()
    def _on_standing_changed(self) -> None:
        """What stood in the way may be gone."""
        if self._refused is not None and not self.compare.is_running:
            self._show_refusal()

    def _loaded(self) -> str:
        """What will race."""
        pair = self._galley.pair_choice.pair
        if pair is None:
            return ""
        if pair.draft is None:
            return self.tr("{target}, without a draft model").format(target=pair.target.name)
        return self.tr("{target} with {draft}").format(target=pair.target.name, draft=pair.draft.name)

    @Slot(int)
    def _on_page_changed(self, _index: int) -> None:
        """Whoever leaves the page does not wait for the race."""
        if self._galley.window.page is not self.page:
            self.compare.stop()
            self.replayed.pause()

    def _on_start_requested(self) -> None:
        galley, choice = self._galley, self.page.setup.choice
        pair, refusal = galley.pair_choice.pair, self._refusal()
        if self.compare.is_running:
            return
        if pair is None or refusal is not None:
            self._show_refusal()
            return
        try:
            turns = galley.chat.transcript.messages() if galley.chat.transcript.rows else ()
            spec = race_spec(self.compare.new_request(), choice, self._settings, pair, turns)
        except UserError as error:
            self.page.show_status(written(error.notice), warns=True)
            self.page.fold.heading.setChecked(True)
            self.page.setup.prompt.setFocus()
            return
        self.replayed.close()
        self._raced_in = galley.conversations.active if choice.goes_on else ""
        self.compare.start(choice, spec)

    # The race.

    def _connect_race(self) -> None:
        compare = self.compare
        self._galley.engine.events_arrived.connect(compare.on_events)
        compare.began.connect(self._on_began)
        compare.changed.connect(self._on_changed)
        compare.ended.connect(self._on_ended)

    def _look(self) -> MachineSample:
        """Look at the counters of energy now: a look of another thread's would come late."""
        if self._sampler is None:
            self._sampler = MachineSampler()
        return self._sampler.sample(self._galley.engine.engine_pid)

    @property
    def _names(self) -> tuple[str, str]:
        choice = self.compare.choice
        return ("", "") if choice is None else side_names(choice)

    def _on_began(self) -> None:
        self.page.begin(self._names)
        self.page.show_status(self._getting_ready())

    def _getting_ready(self) -> str:
        """What a race does before its first round."""
        if not self._waits_for:
            return self.tr("Making both sides ready…")
        text = self.tr(
            "Both sides begin when the request from {program} has been answered. It can be stopped on the page"
            " “For other programs”."
        )
        return text.format(program=self._waits_for)

    def _on_changed(self) -> None:
        compare = self.compare
        self._galley.kept.idle.note_activity()  # a race is somebody's wish, like a reply
        first, second = compare.clocks.sides
        self.page.show_race(compare.replies, (first, second), compare.tracks)
        self.page.show_running(compare.is_running, stopping=compare.is_stopping)
        self.page.show_status(self._progress())

    def _progress(self) -> str:
        """Which run it is, and how slowly it is shown."""
        compare, choice = self.compare, self.compare.choice
        if choice is None:
            return ""
        if not compare.has_begun:
            return self._getting_ready()
        parts = []
        if choice.num_repeats > 1:
            text = self.tr("Run {number} of {all}")
            parts.append(text.format(number=compare.repeat + 1, all=choice.num_repeats))
        share = compare.clocks.share
        if choice.order is RaceOrder.IN_TURN:
            parts.append(self.tr("One after the other, at real speed"))
        elif share is not None:
            text = self.tr("Shown at {share} of real time: both share this machine")
            parts.append(text.format(share=figures.percent(min(1.0, share))))
        return ". ".join(parts) or self._getting_ready()

    def _on_ended(self) -> None:
        compare, choice, comparison = self.compare, self.compare.choice, self.compare.comparison
        if choice is None or comparison is None:
            return
        verdict, repeats = compare.verdict, compare.whole_repeats
        if repeats:
            parting = None if verdict is None else verdict.parting
            self.replayed.open(repeats[-1] if parting is None else parting.where.repeat)
        else:
            self._on_changed()
        self.page.end(comparison, verdict, choice)
        failure = compare.failure
        if failure is not None:
            self.page.show_status(written(failure), warns=True)
        elif compare.was_stopped:
            self.page.show_status(self._stopped(len(repeats), choice.num_repeats))
        else:
            self.page.show_status(self._loaded())

    def _stopped(self, num_whole: int, num_all: int) -> str:
        if not num_whole:
            return self.tr("Stopped before both sides had come to an end. Nothing can be said of it.")
        text = self.tr("Stopped: {whole} of {all} runs are whole, and count.")
        return text.format(whole=num_whole, all=num_all)

    # What is forgotten.

    @Slot(str)
    def _on_erased(self, key: str) -> None:
        """What was read of a conversation goes with it."""
        if key == self._raced_in:
            self._on_closing()

    @Slot()
    def _on_closing(self) -> None:
        """What is locked away may not stay in memory: not what was asked, not what was said."""
        self.replayed.close()
        self.compare.clear()
        self.page.clear()
        self._prefilled = None
        self._raced_in = ""
