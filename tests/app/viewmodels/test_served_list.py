"""Who is being served, from what the server tells and the marks that pass by."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from app.engine.events import ReplyStarted, RoundDecoded
from app.engine.types import (
    EmittedToken,
    Mark,
    ProposedToken,
    Proposer,
    Round,
    SpeculationMode,
    SpeculationStatus,
)
from app.server.served import FIRST_REQUEST_ID, Phase, Served, Serving, Totals
from app.viewmodels.served_list import ServedList

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

ONE, TWO = FIRST_REQUEST_ID, FIRST_REQUEST_ID + 1


def served(request_id: int, phase: Phase, position: int) -> Served:
    return Served(request_id, "notebook :5000", "chat", "Tiny", time.monotonic() - 9, phase, position)


def started(request_id: int) -> ReplyStarted:
    return ReplyStarted(request_id, 12, 0, SpeculationStatus(SpeculationMode.AUTO, SpeculationMode.AUTO))


def decoded(request_id: int, index: int) -> RoundDecoded:
    """Two of three drafts accepted, then the target's own."""
    emitted = (*(EmittedToken(0, "", Mark.ACCEPTED, 0.0),) * 2, EmittedToken(0, "", Mark.CORRECTED, 0.0))
    proposed = (ProposedToken(0, ""),) * 3
    return RoundDecoded(request_id, Round(index, Proposer.DRAFT, proposed, 2, emitted, 0.01, 0.04, 0.1))


@pytest.fixture
def shown(qtbot: QtBot) -> ServedList:
    return ServedList()


def test_a_reply_keeps_its_figures_while_its_place_changes(shown: ServedList) -> None:
    shown.take(Serving((served(ONE, Phase.WRITING, 0), served(TWO, Phase.WAITING, 1))))
    shown.on_marked([started(ONE), decoded(ONE, 0), decoded(ONE, 1)])
    first, second = shown.rows
    assert len(first.reply.tokens) == 6
    assert first.reply.tally.acceptance_rate == pytest.approx(2 / 3)
    assert first.reply.tokens_per_second == pytest.approx(30)
    assert not second.reply.tokens
    assert shown.under_way is not None
    assert shown.under_way.request_id == ONE
    assert abs(first.began - (time.time() - 9)) < 2
    shown.take(Serving((served(TWO, Phase.ASKED, 0),), Totals(requests=1, tokens=6)))
    assert [row.request_id for row in shown.rows] == [TWO]
    assert shown.under_way is None, "the engine is not at it yet"
    assert shown.totals.tokens == 6


def test_marks_of_whoever_has_gone_change_nothing(shown: ServedList, qtbot: QtBot) -> None:
    shown.take(Serving((served(ONE, Phase.WRITING, 0),)))
    shown.take(Serving())
    with qtbot.assertNotEmitted(shown.changed):
        shown.on_marked([decoded(ONE, 0)])
    assert shown.rows == ()


def test_turned_on_again_it_counts_anew(shown: ServedList) -> None:
    shown.take(Serving((), Totals(requests=4)))
    shown.begin()
    assert shown.totals == Totals()
