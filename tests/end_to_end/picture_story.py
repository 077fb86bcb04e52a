"""What happens while the pictures are taken: a name is a picture of now, anything else is waited for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine.types import SpeculationMode
from app.viewmodels.badge import BadgeKind
from app.viewmodels.reply import Reply
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.composition import Galley

FIRST = "Write a Python function that merges two sorted lists, with a short docstring."
SECOND = "Now explain in three short paragraphs why it is fast."
DUTCH = "Wat is een drukproef? Antwoord in drie zinnen."
LIVE_ROUNDS = 20
MOST_LIVE_ROUNDS = 60
"""So long a badge is waited for that says that speculation pays: it does on a quiet machine."""
GUIDE_QUESTIONS = {
    "en": (
        FIRST,
        "Now write three tests for it with pytest.",
        "Write a long poem about the rain in November.",
        FIRST,
    ),
    "nl": (
        "Schrijf een JSON-lijst van vijf verzonnen mensen, met naam, leeftijd en woonplaats.",
        "Schrijf een Python-functie die zo'n lijst sorteert op woonplaats.",
        "Schrijf een lang gedicht over de regen in november.",
        "Schrijf een Python-functie die twee gesorteerde lijsten samenvoegt. Geef alleen de code.",
    ),
}
"""What is asked for the guide's pictures, by its language; the third is a text in which proposals do not pay,
the fourth is raced."""
GUIDE_SIZE = (1280, 800)
"""Small enough that its words can be read in a column of text, and wide enough for all three parts."""
GUIDE_PAGE_SIZE = (900, 900)
"""For pages that stand there alone."""
LEAST_CONFIDENCE = 0.4
"""With this the draft model goes on proposing on a machine where that does not pay just now."""
TELLING_DRAFTS = 4
"""As many proposed tokens make a round worth a picture."""


def told(galley: Galley, target: Path, draft: Path) -> Iterator[str | Callable[[], bool]]:
    """From the first start to a lock, the way somebody would show the program to a colleague."""
    yield lambda: galley.keeping.is_filled and not galley.empty_state.intro.picture.is_playing
    yield "first-start"
    galley.pair_choice.choose_pair(str(target), str(draft))
    yield lambda: galley.pair_choice.loading
    yield "loading"
    yield lambda: galley.pair_choice.pair is not None and not galley.pair_choice.loading
    yield "ready"
    _ask(galley, FIRST)
    yield lambda: _num_rounds(galley) > LIVE_ROUNDS
    yield "writing"
    yield lambda: _is_over(galley)
    yield "reply"
    galley.stack.toggle_marks()
    yield "marks"
    galley.stack.toggle_marks()
    galley.stack.step_through()
    yield "stepper"
    galley.stack.step_through()
    galley.stack.show_figures()
    yield "figures"
    galley.stack.show_figures()
    _ask(galley, SECOND)
    yield lambda: _num_rounds(galley) > LIVE_ROUNDS
    yield "window"
    galley.composer.stop_button.click()
    yield lambda: _is_over(galley)
    yield "stopped"
    galley.conversations.begin()
    _ask(galley, DUTCH)
    yield lambda: _is_over(galley)
    galley.sidebar.focus_search()
    galley.sidebar.search_field.setText("sorted")
    yield lambda: galley.sidebar.results.isVisible()
    yield "search"
    galley.sidebar.clear_search()
    galley.window.shortcut_sheet.toggle()
    yield "shortcuts"
    galley.window.shortcut_sheet.toggle()
    window, planner = galley.window, galley.planning
    for name, request in (
        ("privacy", window.privacy_requested),
        ("models", window.models_requested),
        ("planner", window.memory_requested),
        ("machine", window.machine_requested),
        ("help", window.help_requested),
    ):
        request.emit()
        yield lambda: window.page is not None and (window.page is not planner.page or planner.planning.plan is not None)
        yield name
        window.show_page(None)
    window.compare_requested.emit()
    galley.comparing.page.setup.prompt.setPlainText(FIRST)
    galley.comparing.page.start_button.click()
    yield lambda: galley.comparing.compare.is_running
    yield lambda: not galley.comparing.compare.is_running
    yield "compare"
    window.show_page(None)
    galley.composing.attach([__file__])
    yield lambda: bool(galley.composing.attachments.items) and galley.composing.attachments.is_settled
    yield "attachment"
    galley.window.resize(760, 820)
    yield "narrow"
    galley.window.resize(1440, 900)
    galley.protection.lock()
    yield lambda: galley.window.page is galley.kept.cover.locked_view
    yield "locked"


def told_for_the_guide(galley: Galley, target: Path, draft: Path, language: str) -> Iterator[str | Callable[[], bool]]:
    """What the guide shows parts of, in a window of its reader's language."""
    first, second, poem, raced = GUIDE_QUESTIONS[language]
    galley.window.resize(*GUIDE_SIZE)
    yield lambda: galley.keeping.is_filled
    galley.pair_choice.choose_pair(str(target), str(draft))
    yield lambda: galley.pair_choice.pair is not None and not galley.pair_choice.loading
    usual = galley.preferences.speculation
    galley.preferences.set_speculation(replace(usual, mode=SpeculationMode.DRAFT, draft_p_min=LEAST_CONFIDENCE))
    _ask(galley, first)
    yield lambda: _is_over(galley)
    galley.preferences.set_speculation(usual)
    galley.stack.toggle_marks()
    yield "marks"
    galley.stack.toggle_marks()
    galley.stack.step_through()
    _step_to_a_telling_round(last_reply(galley))
    yield "stepper"
    galley.stack.step_through()
    _ask(galley, second)
    yield lambda: not _is_over(galley)
    yield lambda: _is_over(galley) or _num_rounds(galley) > _rounds_to_wait(galley)
    yield "window"
    galley.composer.stop_button.click()
    yield lambda: _is_over(galley)
    galley.conversations.begin()
    _ask(galley, poem)
    yield lambda: not _is_over(galley)
    yield lambda: (_num_rounds(galley) > LIVE_ROUNDS and _badge(galley) is BadgeKind.PAUSED) or _is_over(galley)
    yield "panel"
    galley.composer.stop_button.click()
    yield lambda: _is_over(galley)
    window, page = galley.window, galley.planning.page
    window.resize(*GUIDE_PAGE_SIZE)
    window.memory_requested.emit()
    yield lambda: window.page is page and galley.planning.planning.plan is not None
    yield "planner"
    window.show_page(None)
    window.compare_requested.emit()
    galley.comparing.page.setup.prompt.setPlainText(raced)
    galley.comparing.page.start_button.click()
    yield lambda: galley.comparing.compare.is_running
    yield lambda: not galley.comparing.compare.is_running
    yield "compare"


def last_reply(galley: Galley) -> ReplyCard:
    """The card of the last reply on screen."""
    view = galley.stack.currentWidget()
    assert isinstance(view, TranscriptView)
    return [card for card in view.cards() if isinstance(card, ReplyCard)][-1]


def _step_to_a_telling_round(card: ReplyCard) -> None:
    """To the first one in which some of the proposed tokens were accepted, and one was not."""
    stepper = card.proof.stepper
    if stepper is None:
        return
    for number, decoded in enumerate(card.reply.rounds):
        if decoded.rejected is not None and decoded.num_accepted > 1 and decoded.num_drafted >= TELLING_DRAFTS:
            stepper.stepper.go_to(number)
            return


def _rounds_to_wait(galley: Galley) -> int:
    return LIVE_ROUNDS if _badge(galley) is BadgeKind.FASTER else MOST_LIVE_ROUNDS


def _badge(galley: Galley) -> BadgeKind:
    return galley.speculation.badge.kind


def _ask(galley: Galley, text: str) -> None:
    galley.composer.set_text(text)
    galley.composer.send_button.click()


def _reply(galley: Galley) -> Reply | None:
    rows = galley.chat.transcript.rows
    return rows[-1] if rows and isinstance(rows[-1], Reply) else None


def _num_rounds(galley: Galley) -> int:
    reply = _reply(galley)
    return 0 if reply is None else len(reply.rounds)


def _is_over(galley: Galley) -> bool:
    reply = _reply(galley)
    return reply is not None and reply.phase.is_over
