"""Wherever a reason is given that the guide says more about, one press of a button leads there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.engine.events import EngineDied, LoadFailed, LoadProgressed, ReplyFailed
from app.errors import Notice
from app.viewmodels.badge import Badge, BadgeKind
from app.viewmodels.notices import written
from app.viewmodels.reply import Reply
from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.parts.notice_bar import NoticeBar
from widgets.proof.speculation_badge import SpeculationBadge
from widgets.transcript.failure_note import FailureNote
from widgets.window.load_card import LoadCard

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def theme() -> Theme:
    return Theme(ThemeChoice.LIGHT)


def shown(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.addWidget(widget)
    widget.resize(360, 140)
    widget.show()
    qtbot.waitExposed(widget)


def test_the_badge_asks_why_only_while_there_is_something_to_explain(qtbot: QtBot, theme: Theme) -> None:
    badge = SpeculationBadge(theme)
    shown(qtbot, badge)
    badge.show_badge(Badge(BadgeKind.FASTER, "On, about 2.0× faster", "3.1 tokens per check."))
    assert not badge.why_button.isVisible()
    badge.show_badge(Badge(BadgeKind.PAUSED, "Paused", "For a while.", code="paused_credit"))
    with qtbot.waitSignal(badge.why_requested) as asked:
        QTest.mouseClick(badge.why_button, Qt.MouseButton.LeftButton)
    assert asked.args == ["off#paused-credit"]
    assert badge.why_button.accessibleName() == "Why is that so?"


def test_the_button_of_the_badge_is_pressed_by_keyboard(qtbot: QtBot, theme: Theme) -> None:
    badge = SpeculationBadge(theme)
    shown(qtbot, badge)
    badge.show_badge(Badge(BadgeKind.OFF, "Off", "Switched off."))
    assert badge.why_button.focusPolicy() & Qt.FocusPolicy.TabFocus
    with qtbot.waitSignal(badge.why_requested) as asked:
        QTest.keyClick(badge.why_button, Qt.Key.Key_Space)
    assert asked.args == ["off#switched-off"]


def test_a_load_that_failed_leads_to_its_reason_and_one_that_runs_to_none(qtbot: QtBot, theme: Theme) -> None:
    card = LoadCard(theme)
    shown(qtbot, card)
    card.on_events([LoadFailed(Notice("context_no_memory", {"tokens": 4096, "wanted": "9.0", "free": "3.0"}), None)])
    with qtbot.waitSignal(card.why_requested) as asked:
        card.why_button.click()
    assert asked.args == ["memory#context"]
    card.on_events([LoadProgressed("target", 0.5)])
    assert not card.why_button.isVisible()
    card.on_events([EngineDied(Notice("engine_crashed", {"signal": "SIGSEGV"}), ("last line",), None)])
    with qtbot.waitSignal(card.why_requested) as asked:
        card.why_button.click()
    assert asked.args == ["off#engine-stopped"]
    card.offer_draft("There was no memory for it.", "Load both")
    with qtbot.waitSignal(card.why_requested) as asked:
        card.why_button.click()
    assert asked.args == ["memory#loaded-smaller"]


def test_the_newest_notice_that_the_guide_knows_is_explained_until_it_is_withdrawn(qtbot: QtBot, theme: Theme) -> None:
    bar = NoticeBar(theme)
    shown(qtbot, bar)
    known = written(Notice("recovered_draft"))
    bar.show_sentence("Saved.")
    assert not bar.why_button.isVisible()
    bar.show_sentence(known, "memory#loaded-smaller")
    bar.show_sentence("Something else.")
    with qtbot.waitSignal(bar.why_requested) as asked:
        bar.why_button.click()
    assert asked.args == ["memory#loaded-smaller"]
    bar.withdraw(known)
    assert not bar.why_button.isVisible()


def test_a_reply_that_failed_leads_to_its_reason(qtbot: QtBot, theme: Theme) -> None:
    reply = Reply(1)
    reply.apply(ReplyFailed(1, Notice("decode_failed", {"status": -3})))
    note = FailureNote(theme, reply)
    shown(qtbot, note)
    assert note.why_button is not None
    with qtbot.waitSignal(note.why_requested) as asked:
        note.why_button.click()
    assert asked.args == ["off#engine-stopped"]
