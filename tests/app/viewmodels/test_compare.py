"""A comparison as the window sees it: what is asked of the engine, what grows on both sides, and how it ends."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.events import EngineDied, RoundDecoded
from app.engine.race_events import RaceFailed, RaceFinished
from app.engine.race_values import RaceOrder
from app.engine.types import KvType, Message, SamplingSettings, SpeculationMode, SpeculationSettings
from app.errors import Notice, UserError
from app.lab.replay import Replay
from app.viewmodels.compare import SIDES, Compare
from app.viewmodels.compare_choice import CompareChoice, SideChoice, race_spec, refusal_of, usual_sides
from app.viewmodels.compare_player import ComparePlayer
from app.viewmodels.compare_track import Track
from app.viewmodels.reply_settings import ReplySettings
from tests.support.scripted_engine import pair
from tests.support.toy_models import ToyModel
from tests.support.toy_race import SlowSides, steps_of, toy_race, toy_sides, toy_spec

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from app.engine.race_events import RaceEvent, RaceStepped
    from app.engine.race_values import RaceSpec

OFF = SideChoice(SpeculationSettings(mode=SpeculationMode.OFF))
ON = SideChoice(SpeculationSettings(mode=SpeculationMode.DRAFT, draft_max=4))
CHOICE = CompareChoice("Hello", (OFF, ON))


class Engine:
    """Remembers what it is asked."""

    def __init__(self) -> None:
        self.races: list[RaceSpec] = []
        self.cancelled: list[int | None] = []

    def race(self, spec: RaceSpec) -> None:
        self.races.append(spec)

    def cancel(self, request_id: int | None = None) -> None:
        self.cancelled.append(request_id)


class Scene:
    def __init__(self, num_repeats: int = 1) -> None:
        self.engine = Engine()
        self.compare = Compare(self.engine)
        self.spec = toy_spec(num_repeats=num_repeats)
        self.events: list[RaceEvent] = toy_race(toy_sides(ToyModel(end_bias=-9.0)), self.spec)
        self.ends = 0
        self.compare.ended.connect(self._on_ended)
        self.compare.start(CHOICE, self.spec)

    def _on_ended(self) -> None:
        self.ends += 1

    @property
    def begun(self) -> list[RaceEvent]:
        """Until both sides have said something."""
        places = [
            self.events.index(next(each for each in steps_of(self.events, side) if _says(each))) for side in SIDES
        ]
        return self.events[: max(places) + 1]

    @property
    def rest(self) -> list[RaceEvent]:
        """What comes behind it."""
        return self.events[len(self.begun) :]


def _says(step: RaceStepped) -> bool:
    return isinstance(step.event, RoundDecoded)


# What is asked.


def test_without_speculation_stands_left_and_the_conversations_own_way_right() -> None:
    left, right = usual_sides(ReplySettings(SamplingSettings(temperature=0.2), ON.speculation))
    assert (left.speculation.mode, right.speculation.mode) == (SpeculationMode.OFF, SpeculationMode.DRAFT)
    assert (left.temperature, right.temperature, right.speculation.draft_max) == (0.2, 0.2, 4)


def test_where_the_conversation_does_not_speculate_galley_chooses_on_the_right() -> None:
    _, right = usual_sides(ReplySettings(SamplingSettings(), OFF.speculation))
    assert right.speculation.mode is SpeculationMode.AUTO


def test_a_prompt_by_itself_reads_nothing_of_the_conversation() -> None:
    settings = ReplySettings(SamplingSettings(top_k=7), system_prompt="Be brief.")
    turns = (Message("user", "Before"), Message("assistant", "Yes."))
    choice = replace(CHOICE, seed=5, max_tokens=9, num_repeats=3, order=RaceOrder.IN_TURN)
    spec = race_spec(-1, choice, settings, pair(), turns)
    assert spec.request.messages == (Message("user", "Hello"),)
    assert (spec.request.sampling.seed, spec.request.max_tokens) == (5, 9)
    assert (spec.num_repeats, spec.order) == (3, RaceOrder.IN_TURN)
    assert [side.sampling.top_k for side in spec.sides] == [7, 7]
    draft = spec.sides[1].draft
    assert draft is not None
    assert draft.path == getattr(pair().draft, "path", None)


def test_the_next_turn_reads_the_conversation_and_its_system_prompt() -> None:
    settings = ReplySettings(system_prompt="Be brief.")
    turns = (Message("user", "Before"), Message("assistant", "Yes."))
    spec = race_spec(-1, replace(CHOICE, goes_on=True), settings, pair(), turns)
    assert [message.role for message in spec.request.messages] == ["system", "user", "assistant", "user"]
    assert spec.request.messages[-1].content == "Hello"


def test_an_unanswered_question_is_a_prompt_and_what_is_typed_joins_it() -> None:
    turns = (Message("user", "Before"),)
    alone = race_spec(-1, replace(CHOICE, text=" ", goes_on=True), ReplySettings(), pair(), turns)
    assert alone.request.messages == turns
    joined = race_spec(-1, replace(CHOICE, goes_on=True), ReplySettings(), pair(), turns)
    assert joined.request.messages == (Message("user", "Before\n\nHello"),)


@pytest.mark.parametrize("goes_on", [False, True])
def test_nothing_to_reply_to_is_said(goes_on: bool) -> None:
    turns = (Message("user", "Before"), Message("assistant", "Yes."))
    with pytest.raises(UserError) as caught:
        race_spec(-1, replace(CHOICE, text=" \n", goes_on=goes_on), ReplySettings(), pair(), turns)
    assert caught.value.notice.code == "compare_no_prompt"


def test_sides_may_differ_in_temperature_and_cache() -> None:
    warm = replace(ON, temperature=1.2, kv_type=KvType.Q8_0)
    spec = race_spec(-1, replace(CHOICE, sides=(OFF, warm)), ReplySettings(), pair())
    assert [side.sampling.temperature for side in spec.sides] == [0.7, 1.2]
    assert [side.kv_type_k for side in spec.sides] == [None, KvType.Q8_0]
    assert [side.kv_type_v for side in spec.sides] == [None, KvType.Q8_0]


@pytest.mark.parametrize(
    ("has_pair", "is_loading", "is_busy", "code"),
    [
        (True, False, False, None),
        (True, False, True, "compare_busy"),
        (False, False, False, "no_model_loaded"),
        (False, True, False, "compare_loading"),
    ],
)
def test_what_stands_in_the_way_is_said(has_pair: bool, is_loading: bool, is_busy: bool, code: str | None) -> None:
    refusal = refusal_of(has_pair=has_pair, is_loading=is_loading, is_busy=is_busy)
    assert code == (None if refusal is None else refusal.code)


# How it goes.


def test_both_sides_grow_and_the_verdict_stands_at_the_end(qtbot: QtBot) -> None:
    scene = Scene()
    compare = scene.compare
    with qtbot.waitSignal(compare.changed):
        compare.on_events(scene.begun)
    assert compare.is_running
    assert all(reply.tally.num_emitted > 0 for reply in compare.replies)
    assert not all(reply.phase.is_over for reply in compare.replies)
    compare.on_events(scene.rest)
    assert (scene.ends, compare.is_running) == (1, False)
    assert compare.verdict is not None
    assert compare.verdict.identical
    assert compare.replies[0].text == compare.replies[1].text
    assert [track.num_tokens for track in compare.tracks] == [30, 30]
    assert all(track.has_ended for track in compare.tracks)
    assert compare.clocks.share is not None
    assert 0.0 < compare.clocks.share <= 1.0


def test_every_repeat_begins_with_empty_panes_and_keeps_its_line(qtbot: QtBot) -> None:
    scene = Scene(num_repeats=2)
    begun: list[int] = []
    scene.compare.repeat_begun.connect(begun.append)
    scene.compare.on_events(scene.events)
    assert begun == [0, 1]
    assert scene.compare.whole_repeats == (0, 1)
    assert scene.compare.tracks_of(0)[0].num_tokens == 30
    assert scene.compare.replies[0].tally.num_emitted == 30


def test_a_race_has_a_number_that_no_reply_has(qtbot: QtBot) -> None:
    compare = Compare(Engine())
    assert [compare.new_request() for _ in range(2)] == [-1, -2]


def test_stopping_asks_once_and_is_over_when_the_engine_says_so(qtbot: QtBot) -> None:
    scene = Scene()
    compare = scene.compare
    compare.on_events(scene.begun)
    compare.stop()
    compare.stop()
    assert scene.engine.cancelled == [scene.spec.request_id]
    assert compare.is_running
    compare.on_events([RaceFinished(scene.spec.request_id, cancelled=True)])
    assert not compare.is_running
    assert compare.was_stopped
    assert compare.verdict is None
    assert all(reply.phase.is_over for reply in compare.replies)
    assert compare.replies[0].text, "what was written stays"


def test_an_engine_that_dies_leaves_what_was_written_and_says_why(qtbot: QtBot) -> None:
    scene = Scene()
    compare = scene.compare
    compare.on_events(scene.begun)
    written = [reply.text for reply in compare.replies]
    compare.on_events([EngineDied(Notice("engine_killed", {"signal": "KILL"}), (), scene.spec.request_id)])
    assert not compare.is_running
    assert compare.failure is not None
    assert compare.failure.code == "engine_killed"
    assert [reply.text for reply in compare.replies] == written
    assert all(written)


def test_too_little_memory_is_said_and_another_race_can_begin(qtbot: QtBot) -> None:
    scene = Scene()
    scene.compare.on_events([RaceFailed(scene.spec.request_id, Notice("race_no_memory", {}))])
    assert scene.compare.failure is not None
    assert not scene.compare.is_running
    scene.compare.start(CHOICE, scene.spec)
    assert len(scene.engine.races) == 2
    assert scene.compare.failure is None


def test_clearing_stops_and_forgets_everything_that_was_said(qtbot: QtBot) -> None:
    scene = Scene()
    compare = scene.compare
    compare.on_events(scene.begun)
    compare.clear()
    assert scene.engine.cancelled == [scene.spec.request_id]
    assert compare.comparison is None
    assert compare.choice is None
    compare.on_events(scene.rest)
    assert [reply.text for reply in compare.replies] == ["", ""]
    assert scene.ends == 0


# The line and the replay.


def test_a_track_knows_how_many_tokens_stood_there() -> None:
    track = Track()
    assert (track.at(1.0), track.last_seconds, track.num_tokens) == (0, 0.0, 0)
    track.add(0.5, 1)
    track.add(1.0, 3, ended=True)
    assert [track.at(moment) for moment in (0.4, 0.5, 0.9, 1.0, 9.0)] == [0, 1, 1, 4, 4]
    assert track.has_ended


def opened(qtbot: QtBot) -> ComparePlayer:
    """A race on clocks of its own: the second side is twice as fast."""
    player = ComparePlayer()
    player.open(Replay(steps_of(SlowSides(0.02, 0.01).race(toy_spec()))))
    return player


def test_a_replay_stands_at_its_end_and_can_be_dragged_both_ways(qtbot: QtBot) -> None:
    player = opened(qtbot)
    whole = [reply.text for reply in player.replies]
    assert player.seconds == player.length > 0.0
    player.seek(0.0)
    assert [reply.text for reply in player.replies] == ["", ""]
    player.seek(player.length / 2)
    halves = [reply.text for reply in player.replies]
    assert all(text.startswith(half) for half, text in zip(halves, whole, strict=True))
    slow, fast = (len(reply.tokens) for reply in player.replies)
    assert 10 < slow < 20, "half of what it writes"
    assert fast > 25, "twice as fast"
    player.seek(player.length)
    assert [reply.text for reply in player.replies] == whole


def test_a_replay_runs_by_itself_to_its_end_and_rests_there(qtbot: QtBot) -> None:
    player = opened(qtbot)
    told: list[bool] = []
    player.playing_changed.connect(told.append)
    player.toggle()
    assert player.is_playing
    qtbot.waitUntil(lambda: not player.is_playing)
    assert player.seconds == player.length
    assert all(reply.phase.is_over for reply in player.replies)
    assert told == [True, False]


def test_a_closed_replay_holds_nothing_and_does_not_play(qtbot: QtBot) -> None:
    player = opened(qtbot)
    player.close()
    player.toggle()
    assert not player.is_playing
    assert [reply.text for reply in player.replies] == ["", ""]
