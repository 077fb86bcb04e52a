from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.offscreen import quiet_platform
from widgets.look.theme import Theme, ThemeChoice
from widgets.window.pair_offer import PairOffer

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

pytestmark = quiet_platform


@pytest.fixture
def offer(qtbot: QtBot) -> PairOffer:
    offer = PairOffer(Theme(ThemeChoice.LIGHT))
    qtbot.addWidget(offer)
    return offer


def test_it_is_there_only_while_there_is_something_to_offer(offer: PairOffer) -> None:
    assert offer.isHidden()
    offer.offer("A <b>bold</b> 7B", "0.5B")
    assert offer.label.text() == "Last written with A <b>bold</b> 7B + 0.5B."
    assert offer.accessibleDescription() == offer.label.text()
    offer.withdraw()
    assert offer.isHidden()
    assert offer.label.text() == ""


def test_it_asks_and_decides_nothing_itself(offer: PairOffer, qtbot: QtBot) -> None:
    offer.offer("A", "")
    with qtbot.waitSignal(offer.accepted):
        offer.use_button.click()
    with qtbot.waitSignal(offer.dismissed):
        offer.close_button.click()
    assert not offer.isHidden()
