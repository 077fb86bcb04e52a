from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from app.engine.events import ReplyFinished
from app.engine.types import Proposer, SpeculationMode, SpeculationStatus, Verification
from app.errors import Notice
from app.hardware.energy import ReplyEnergy
from app.viewmodels.reply import Phase, Reply, Speedup
from tests.support.offscreen import quiet_platform
from tests.support.scripted import STATUS, ScriptedReply
from widgets.look.theme import Theme, ThemeChoice
from widgets.transcript.figure_sections import as_text, sections_of
from widgets.transcript.message_card import ReplyCard

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


def reply_of(*rounds: str, status: SpeculationStatus = STATUS) -> Reply:
    reply, script = Reply(1), ScriptedReply(1)
    events = script.start()
    for each in rounds:
        events += script.round(each)
    script.proposer = Proposer.LOOKUP
    events += script.round("+_from +_before *.")
    *_, last = script.finish()
    assert isinstance(last, ReplyFinished)
    for event in [*events, replace(last, summary=replace(last.summary, status=status))]:
        reply.apply(event)  # type: ignore[arg-type]
    return reply


def values(reply: Reply) -> dict[str, str]:
    return {name: value for section in sections_of(reply) for name, value in section.lines}


def card_of(qtbot: QtBot, reply: Reply) -> ReplyCard:
    card = ReplyCard(Theme(ThemeChoice.LIGHT), reply)
    qtbot.addWidget(card)
    card.resize(720, 700)
    with qtbot.waitActive(card):
        card.show()
        card.activateWindow()
    return card


def shown(card: ReplyCard) -> set[str]:
    assert card.proof.figures is not None
    return {label.text() for label in card.proof.figures.findChildren(QLabel) if label.isVisible()}


def test_every_figure_is_there() -> None:
    reply = reply_of("+a -b ~c =d", "+e *f")
    reply.speedup = Speedup(1.66, estimated=True)
    found = values(reply)
    assert found["written"] == "7"
    assert found["prompt"] == "20"
    assert found["of it reused"] == "0"
    assert found["ended"] == "by itself"
    assert found["tokens/s"] == "9.3"
    assert found["first token"] == "300 ms"
    assert found["reading the prompt"] == "100 ms"
    assert found["prompt tokens/s"] == "200"
    assert found["writing"] == "750 ms"
    assert found["in all"] == "850 ms"
    assert found["mode"] == "draft model (automatic)"
    assert found["speed-up"] == "1.66× (estimated)"
    assert found["rounds"] == "3"
    assert found["tokens per check τ"] == "2.33"
    assert found["accepted"] == "67 % of 6"
    assert found["alpha, of those tested"] == "80 %"
    assert found["mean accepted"] == "1.33"
    assert found["from the draft model"] == "2 of 4"
    assert found["from lookup"] == "2 of 2"
    assert found["seed"] == "7"
    assert found["temperature"] == "0.70"


def test_a_measured_factor_is_not_called_estimated() -> None:
    reply = reply_of("+a *b")
    reply.speedup = Speedup(2.1, estimated=False)
    assert values(reply)["speed-up"] == "2.10×"
    assert "estimated" not in as_text(reply)


def test_why_speculation_was_off_is_said() -> None:
    reason = Notice("paused_no_gain", {"saves": 0.9, "costs": 1.4})
    off = SpeculationStatus(SpeculationMode.AUTO, SpeculationMode.OFF, reason)
    text = as_text(reply_of("a", status=off))
    assert "mode: off (automatic wanted)" in text
    assert "0.9" in text
    assert "1.4" in text


def test_the_line_at_the_foot_opens_the_card_and_closes_it(qtbot: QtBot) -> None:
    card = card_of(qtbot, reply_of("+a *b"))
    QTest.mouseClick(card.figures, Qt.MouseButton.LeftButton)
    assert {"Figures", "seed", "7", "draft model (automatic)"} <= shown(card)
    QTest.mouseClick(card.figures, Qt.MouseButton.LeftButton)
    assert card.proof.figures is None


def test_the_keyboard_opens_and_closes_it(qtbot: QtBot) -> None:
    card = card_of(qtbot, reply_of("+a *b"))
    card.figures.setFocus()
    QTest.keyClick(card.figures, Qt.Key.Key_Space)
    figures = card.proof.figures
    assert figures is not None
    assert figures.hasFocus()
    QTest.keyClick(figures, Qt.Key.Key_Escape)
    assert card.proof.figures is None
    assert card.figures.hasFocus()


def test_all_of_it_can_be_copied_as_text(qtbot: QtBot) -> None:
    reply = reply_of("+a *b")
    reply.models = ("Big 7B", "Small 1B")
    card = card_of(qtbot, reply)
    card.proof.open_figures()
    figures = card.proof.figures
    assert figures is not None
    QTest.mouseClick(figures.copy_button, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert lines[0] == "Big 7B, drafted by Small 1B"
    assert "  seed: 7" in lines
    assert figures.copy_button.text() == "Copied"


@pytest.mark.parametrize("width", [720, 480, 372])
def test_the_card_fits_into_any_column(qtbot: QtBot, width: int) -> None:
    card = card_of(qtbot, reply_of("+a *b"))
    card.proof.open_figures()
    card.resize(width, 1200)
    figures = card.proof.figures
    assert figures is not None
    qtbot.waitUntil(lambda: figures.width() == width)
    assert figures.minimumSizeHint().width() <= width


def test_what_was_not_kept_is_a_dash(qtbot: QtBot) -> None:
    reply = Reply(3)
    reply.restore("Only text", Phase.INTERRUPTED, lambda: ())
    found = values(reply)
    assert found["written"] == found["prompt"] == found["seed"] == found["in all"] == found["rounds"] == "–"
    assert found["ended"] == "when Galley closed"
    assert "were not kept" in as_text(reply)
    assert not card_of(qtbot, reply).figures.isVisible()


def test_reading_by_a_draft_that_read_nothing_is_no_figure() -> None:
    reply = reply_of("a")
    assert reply.summary is not None
    timing = replace(reply.summary.timing, draft_prefill_seconds=0.2)
    reply.summary = replace(reply.summary, timing=timing)
    assert values(reply)["draft's reading"] == "200 ms"
    reply.summary = replace(reply.summary, timing=replace(timing, draft_prefill_seconds=0.0))
    assert "draft's reading" not in values(reply)


def test_a_restored_reply_keeps_the_figures_that_its_rounds_tell() -> None:
    live = reply_of("+a -b =c")
    reply = Reply(2)
    reply.restore(live.text, Phase.STOPPED, lambda: live.rounds)
    found = values(reply)
    assert found["rounds"] == "2"
    assert found["accepted"] == "75 % of 4"
    assert found["ended"] == "stopped"
    assert found["first token"] == "–"


def test_energy_stands_there_in_all_and_a_token_where_it_was_measured() -> None:
    reply = reply_of("+Good +_day *.")
    assert not any("energy" in name for name in values(reply))
    reply.energy = ReplyEnergy(gpu_joules=12.34)
    assert values(reply)["energy, GPU"] == f"12.3 J · {12.34 / reply.tally.num_emitted:.2f} J/token"
    assert "energy, processors" not in values(reply)
    assert "of the whole device" in as_text(reply)
    reply.energy = ReplyEnergy(cpu_joules=1234.0)
    assert values(reply)["energy, processors"].startswith("1234 J · 206 J")
    assert "energy, GPU" not in values(reply)


def test_how_proposals_were_checked_is_told() -> None:
    reply = reply_of("+a *b")
    assert values(reply)["check"] == "–"
    reply.verification = Verification.REJECTION
    assert values(reply)["check"] == "rejection"


def test_a_reply_of_several_goes_says_so() -> None:
    begun = reply_of("+a *b")
    reply, script = Reply(2), ScriptedReply(2)
    reply.go_on_from(begun)
    for event in script.start() + script.round("+c *d") + script.finish():
        reply.apply(event)  # type: ignore[arg-type]
    assert "Written in 2 goes. Prompts and times are those of all of them together." in as_text(reply)
    assert values(reply)["prompt"] == "40"
    cut = Reply(3)
    cut.restore("Half", Phase.INTERRUPTED, lambda: ())
    reply = Reply(4)
    reply.go_on_from(cut)
    assert "Written in 2 goes, of which one was cut off" in as_text(reply)
