"""What other programs ask and are answered goes to the server and not to the window, which gets marks without words."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from app.engine.events import (
    EngineDied,
    LoadFailed,
    PairLoaded,
    PrefillProgressed,
    ReplyFinished,
    ReplyStarted,
    RoundDecoded,
)
from app.engine.types import Mark
from app.errors import Notice
from app.runtime.engine_worker import EngineWorker
from app.runtime.serving_bridge import ServingBridge
from app.server.served import FIRST_REQUEST_ID
from tests.support.engine_talk import SECONDS, request, settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.engine.events import EngineEvent

WAIT = int(SECONDS * 1000)
OTHERS = FIRST_REQUEST_ID + 7


class Desk:
    """The bridge between a real engine and somebody who serves."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.worker = EngineWorker()
        self.bridge = ServingBridge(self.worker)
        self.window: list[EngineEvent] = []
        self.server: list[EngineEvent] = []
        self.marks: list[EngineEvent] = []
        self.threads: set[int] = set()
        self.worker.events_arrived.connect(self.window.extend)
        self.bridge.marked.connect(self.marks.extend)
        self.worker.start()

    def serve(self, events: list[EngineEvent]) -> None:
        self.threads.add(threading.get_ident())
        self.server.extend(events)

    def load(self, target: Path, draft: Path) -> None:
        self.worker.load(settings(target, draft))
        self.qtbot.waitUntil(lambda: any(isinstance(each, PairLoaded) for each in self.window), timeout=WAIT)

    def until_finished(self, request_id: int) -> None:
        def is_over() -> bool:
            events = [*self.window, *self.server]
            return any(isinstance(each, ReplyFinished) and each.request_id == request_id for each in events)

        self.qtbot.waitUntil(is_over, timeout=WAIT)

    def end(self) -> None:
        self.bridge.stop()
        self.worker.stop()


@pytest.fixture
def desk(qtbot: QtBot) -> Iterator[Desk]:
    desk = Desk(qtbot)
    yield desk
    desk.end()


def rounds(events: list[EngineEvent], request_id: int) -> list[RoundDecoded]:
    return [each for each in events if isinstance(each, RoundDecoded) and each.request_id == request_id]


def test_replies_of_others_never_reach_the_window_and_those_of_the_window_reach_both(
    desk: Desk, tiny_target: Path, tiny_draft: Path
) -> None:
    desk.bridge.set_sink(desk.serve)
    desk.load(tiny_target, tiny_draft)
    desk.bridge.reply(request(OTHERS, max_tokens=60))
    desk.worker.reply(request(3, max_tokens=20))
    desk.until_finished(OTHERS)
    desk.qtbot.waitUntil(lambda: any(isinstance(each, ReplyFinished) for each in desk.window), timeout=WAIT)
    assert {getattr(each, "request_id", 3) for each in desk.window} == {3}
    assert rounds(desk.server, OTHERS)
    assert rounds(desk.server, 3)
    assert threading.get_ident() not in desk.threads, "the server would wait for the window"


def test_marks_say_what_became_of_each_token_and_nothing_of_what_it_says(
    desk: Desk, tiny_target: Path, tiny_draft: Path
) -> None:
    desk.bridge.set_sink(desk.serve)
    desk.load(tiny_target, tiny_draft)
    desk.bridge.reply(request(OTHERS, max_tokens=120))
    desk.until_finished(OTHERS)
    told = rounds(desk.server, OTHERS)
    desk.qtbot.waitUntil(lambda: len(rounds(desk.marks, OTHERS)) == len(told), timeout=WAIT)
    shown = rounds(desk.marks, OTHERS)
    assert [[token.mark for token in each.round.emitted] for each in shown] == [
        [token.mark for token in each.round.emitted] for each in told
    ]
    assert any(token.mark is Mark.ACCEPTED for each in shown for token in each.round.emitted)
    assert "".join(token.text for each in told for token in each.round.emitted), "the server has the words"
    for each in shown:
        assert not any(token.text or token.token_id or token.target_candidates for token in each.round.emitted)
        assert not any(token.text or token.token_id or token.runners_up for token in each.round.proposed)
    assert {type(each) for each in desk.marks} <= {ReplyStarted, PrefillProgressed, RoundDecoded}


def test_the_pair_is_known_whoever_listens_and_stays_known_when_the_engine_dies(
    desk: Desk, tiny_target: Path, tiny_draft: Path
) -> None:
    assert desk.bridge.pair is None
    desk.load(tiny_target, tiny_draft)
    pair = desk.bridge.pair
    assert pair is not None
    assert pair.target.name == "Tiny target"
    left = desk.bridge.take([EngineDied(Notice("engine_killed"), (), OTHERS)])
    assert [type(each) for each in left] == [EngineDied], "the window has lost its engine, too"
    assert desk.bridge.pair == pair


def test_whoever_asks_while_a_pair_is_on_its_way_can_be_told_so(
    desk: Desk, tmp_path: Path, tiny_target: Path, tiny_draft: Path
) -> None:
    assert not desk.bridge.is_loading
    desk.bridge.expect_load()
    assert desk.bridge.is_loading
    desk.load(tiny_target, tiny_draft)
    assert not desk.bridge.is_loading
    desk.bridge.expect_load()
    desk.worker.load(settings(tmp_path / "gone.gguf", None))
    desk.qtbot.waitUntil(lambda: any(isinstance(each, LoadFailed) for each in desk.window), timeout=WAIT)
    assert not desk.bridge.is_loading, "also where nothing came of it"


def test_without_a_server_no_marks_are_kept(desk: Desk, tiny_target: Path, tiny_draft: Path) -> None:
    desk.bridge.set_sink(desk.serve)
    desk.load(tiny_target, tiny_draft)
    desk.bridge.reply(request(OTHERS, max_tokens=60))
    desk.qtbot.waitUntil(lambda: bool(rounds(desk.server, OTHERS)), timeout=WAIT)
    desk.bridge.set_sink(None)
    desk.marks.clear()
    num_served = len(desk.server)
    desk.worker.reply(request(3, max_tokens=5))
    desk.until_finished(3)
    assert len(desk.server) == num_served
    assert not desk.marks
    assert not rounds(desk.window, OTHERS)
