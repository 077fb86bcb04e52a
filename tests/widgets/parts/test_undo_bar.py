from __future__ import annotations

from typing import TYPE_CHECKING

from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.parts.undo_bar import UndoBar

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


def test_it_names_what_was_deleted_and_offers_both_ways(qtbot: QtBot) -> None:
    bar = UndoBar(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(bar)
    assert bar.isHidden()
    bar.offer("Lighthouse poem")
    assert not bar.isHidden()
    assert "“Lighthouse poem”" in bar.label.text()
    with qtbot.waitSignal(bar.undo_requested):
        bar.undo_button.click()
    with qtbot.waitSignal(bar.finish_requested):
        bar.finish_button.click()
    bar.withdraw()
    assert bar.isHidden()
    assert bar.label.text() == ""


def test_what_is_archived_or_removed_needs_no_erasing(qtbot: QtBot) -> None:
    bar = UndoBar(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(bar)
    bar.offer_archived("")
    assert bar.label.text() == "“Untitled” is archived."
    assert bar.finish_button.isHidden()
    bar.offer_folder("Work")
    assert "“Work” is removed" in bar.label.text()
    assert "still in the list" in bar.accessibleDescription()
    bar.offer("Lighthouse poem")
    assert not bar.finish_button.isHidden()
