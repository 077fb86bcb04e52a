from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor

from app.engine.types import Mark
from tests.support.scripted_engine import decoded_round
from widgets.look.palette import LIGHT
from widgets.look.theme import Theme, ThemeChoice
from widgets.proof.rounds_list import ROW, SHORT, RoundsList, marks_of

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

A, R, D, C, B, P = (
    Mark.ACCEPTED,
    Mark.REJECTED,
    Mark.DISCARDED,
    Mark.CORRECTED,
    Mark.BONUS,
    Mark.PLAIN,
)


def test_every_outcome_has_its_block() -> None:
    assert marks_of(decoded_round(0, 4, 2)) == (A, A, R, D, C)
    assert marks_of(decoded_round(0, 2, 2)) == (A, A, B)
    assert marks_of(decoded_round(0, 0, 0)) == (P,)


def test_what_stood_behind_the_end_of_a_reply_is_not_called_rejected() -> None:
    ended = replace(decoded_round(0, 4, 2), ended=True, emitted=decoded_round(0, 4, 2).emitted[:2])
    assert marks_of(ended) == (A, A, D, D)


def test_the_newest_rounds_are_painted_first_and_forty_on_demand(qtbot: QtBot) -> None:
    rounds = RoundsList(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(rounds)
    rounds.resize(300, 100)
    rounds.set_rounds([decoded_round(index, 4, 4) for index in range(39)] + [decoded_round(39, 0, 0)])
    assert rounds.height() == SHORT * ROW
    picture = rounds.grab().toImage()
    assert picture.pixelColor(8, ROW // 2) == QColor(LIGHT.muted)
    assert picture.pixelColor(8, ROW + ROW // 2) == QColor(LIGHT.accepted)
    rounds.show_all(True)
    assert rounds.height() == 40 * ROW


def test_a_round_in_words(qtbot: QtBot) -> None:
    rounds = RoundsList(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(rounds)
    rounds.set_rounds([decoded_round(10, 4, 3, 0.274)])
    words = rounds.accessibleDescription()
    assert words.startswith("Round 11: 4 proposed, 3 accepted, 4 written, 274 ms")
    assert rounds.describe(decoded_round(0, 0, 0, 0.2)) == "Round 1: no proposal, 200 ms"


def test_a_round_that_only_ended_the_reply_is_called_so(qtbot: QtBot) -> None:
    rounds = RoundsList(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(rounds)
    ended = replace(decoded_round(0, 0, 0, 0.155), emitted=(), ended=True)
    assert rounds.caption(ended) == "end · 155 ms"
    assert rounds.caption(decoded_round(0, 0, 0, 0.155)) == "plain · 155 ms"
    assert rounds.describe(ended) == "Round 1: the target ended the reply, 155 ms"


def test_sixteen_drafts_fit_beside_the_caption(qtbot: QtBot) -> None:
    rounds = RoundsList(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(rounds)
    rounds.resize(298, 100)
    rounds.set_rounds([decoded_round(0, 16, 16)])
    row = rounds.grab().toImage()
    bonus = [x for x in range(row.width()) if row.pixelColor(x, 6) == QColor(LIGHT.bonus)]
    assert 0 < max(bonus) < 298 - 100
