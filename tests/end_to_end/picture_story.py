"""What happens while the pictures are taken: a name is a picture of now, anything else is waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.viewmodels.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.composition import Galley

FIRST = "Write a Python function that merges two sorted lists, with a short docstring."
SECOND = "Now explain in three short paragraphs why it is fast."
DUTCH = "Wat is een drukproef? Antwoord in drie zinnen."
LIVE_ROUNDS = 20


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
