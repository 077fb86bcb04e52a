from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from app.store.rounds import pack_rounds
from app.store.values import MessageState, Role, StoredMessage
from app.viewmodels.reply_record import restored_reply
from app.viewmodels.transcript import Transcript, UserTurn
from tests.benchmarks import paced_engine
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.transcript.message_card import ReplyCard
from widgets.transcript.view import TranscriptView

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.viewmodels.reply import Reply

pytestmark = quiet_platform
TURNS = 12


def stored_reply(number: int) -> Reply:
    rounds = list(itertools.islice(paced_engine.rounds(number), 12))
    text = "".join(token.text for decoded in rounds for token in decoded.emitted)
    message = StoredMessage(
        f"r{number}", "c", None, Role.ASSISTANT, text, MessageState.COMPLETE, 0.0, rounds=pack_rounds(rounds)
    )
    return restored_reply(number, message)


@pytest.fixture
def view(qtbot: QtBot) -> TranscriptView:
    transcript = Transcript()
    for number in range(TURNS):
        transcript.add(UserTurn(f"Question {number}", f"q{number}"), transcript.leaf_id)
        transcript.add(stored_reply(number), transcript.leaf_id)
    made = TranscriptView(transcript, Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(made)
    made.resize(900, 500)
    made.show()
    return made


def cards(view: TranscriptView) -> list[ReplyCard]:
    return [card for card in view.cards() if isinstance(card, ReplyCard)]


def in_sight(view: TranscriptView) -> list[ReplyCard]:
    return [card for card in cards(view) if not card.visibleRegion().isEmpty()]


def test_rounds_are_unpacked_for_what_is_in_sight_once_the_reader_rests(view: TranscriptView, qtbot: QtBot) -> None:
    assert all(card.reply.is_packed for card in cards(view))
    before = {id(card): card.geometry() for card in in_sight(view)}

    qtbot.waitUntil(lambda: not any(card.lacks_proof for card in in_sight(view)))

    assert all(card.marks_button.isVisibleTo(card) for card in in_sight(view))
    assert all("tokens" in card.figures.text() for card in in_sight(view))
    assert {id(card): card.geometry() for card in in_sight(view)} == before, "the text moved"
    assert any(card.reply.is_packed for card in cards(view)), "those out of sight wait"


def test_what_is_scrolled_to_gets_its_proof_too(view: TranscriptView, qtbot: QtBot) -> None:
    view.verticalScrollBar().setValue(0)
    first = cards(view)[0]

    qtbot.waitUntil(lambda: not first.lacks_proof)

    assert first.accessibleName().endswith(".")
    assert "proposals accepted" in first.accessibleName()


def test_stepping_through_does_not_wait(view: TranscriptView) -> None:
    view.step_through()

    stepped = [card for card in cards(view) if card.proof.stepper is not None]
    assert len(stepped) == 1
    assert not stepped[0].reply.is_packed
