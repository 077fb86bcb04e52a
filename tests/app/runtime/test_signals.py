from __future__ import annotations

import os
import signal
from typing import TYPE_CHECKING

import pytest

from app.runtime.signals import SignalBridge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot


@pytest.fixture
def bridge(qapp: object) -> Iterator[SignalBridge]:
    made = SignalBridge()
    yield made
    made.close()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_polite_signal_asks_the_window_to_close(bridge: SignalBridge, qtbot: QtBot, number: signal.Signals) -> None:
    with qtbot.waitSignal(bridge.quit_requested):
        os.kill(os.getpid(), number)
    with qtbot.waitSignal(bridge.quit_requested):
        os.kill(os.getpid(), number)


def test_the_signals_belong_to_whoever_had_them_again(qtbot: QtBot) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    bridge = SignalBridge()
    assert signal.getsignal(signal.SIGINT) is not before[0]
    bridge.close()
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
