from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest

from app.engine.events import EngineDied, LoadCancelled, LoadFailed, LoadProgressed, PairLoaded
from app.engine.types import PairInfo
from app.errors import Notice
from app.runtime.tasks import Tasks
from app.settings.store import SettingsStore
from app.viewmodels.pair_choice import PairChoice
from app.viewmodels.preferences import Preferences
from tests.support import scripted_engine as scripted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from app.engine.events import LoadEvent
    from app.engine.types import LoadSettings


@dataclass
class Engine:
    """Takes down what it is asked; the test answers in its place."""

    asked: list[LoadSettings] = field(default_factory=list)

    def load(self, settings: LoadSettings) -> None:
        self.asked.append(settings)


class Desk:
    """A choice with its surroundings."""

    def __init__(self, folder: Path) -> None:
        self.engine = Engine()
        self.preferences = Preferences(SettingsStore(folder))
        self.tasks = Tasks()
        self.choice = PairChoice(self.engine, self.preferences, self.tasks)
        self.failures: list[str] = []
        self.choice.failed.connect(lambda notice: self.failures.append(notice.code))

    def loads(self) -> None:
        """Let the engine load what it was asked for last."""
        self.choice.on_events([LoadProgressed("target", 0.0), PairLoaded(pair_of(self.engine.asked[-1]))])


def pair_of(settings: LoadSettings) -> PairInfo:
    target = replace(scripted.model(), path=settings.target.path)
    draft = None if settings.draft is None else replace(scripted.model(), path=settings.draft.path)
    return PairInfo(target, draft, settings.draft_refusal, 0.1, 2)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "settings")
    yield made
    made.tasks.stop()
    made.preferences.save()


def names(settings: LoadSettings) -> tuple[str, str | None]:
    return settings.target.name, None if settings.draft is None else settings.draft.name


def asked(desk: Desk, qtbot: QtBot, number: int) -> LoadSettings:
    qtbot.waitUntil(lambda: len(desk.engine.asked) == number)
    return desk.engine.asked[-1]


def test_a_pair_is_loaded_and_remembered(desk: Desk, qtbot: QtBot, tiny_target: Path, tiny_draft: Path) -> None:
    desk.choice.choose_pair(str(tiny_target), str(tiny_draft))
    assert names(asked(desk, qtbot, 1)) == ("Tiny target", "Tiny draft")
    assert desk.choice.loading
    with qtbot.waitSignal(desk.choice.pair_changed):
        desk.loads()
    assert not desk.choice.loading
    models = desk.preferences.settings.models
    assert (models.target, models.draft) == (str(tiny_target), str(tiny_draft))


def test_a_draft_is_chosen_for_the_target_that_is_on_its_way(
    desk: Desk, qtbot: QtBot, tiny_target: Path, tiny_ending: Path, tiny_draft: Path
) -> None:
    desk.choice.choose_target(str(tiny_target))
    asked(desk, qtbot, 1)
    desk.loads()
    desk.choice.choose_target(str(tiny_ending))
    desk.choice.choose_draft(str(tiny_draft))  # while the files of the target are looked at
    assert names(asked(desk, qtbot, 2)) == ("Tiny ending", "Tiny draft")
    desk.choice.choose_target(str(tiny_target))  # while that pair is loaded
    assert names(asked(desk, qtbot, 3)) == ("Tiny target", "Tiny draft")


def test_the_engines_news_of_an_earlier_choice_does_not_undo_the_later_one(
    desk: Desk, qtbot: QtBot, tiny_target: Path, tiny_ending: Path
) -> None:
    desk.choice.choose_target(str(tiny_target))
    asked(desk, qtbot, 1)
    desk.choice.choose_target(str(tiny_ending))
    desk.loads()  # the first one is ready while the second one's file is looked at
    assert names(asked(desk, qtbot, 2)) == ("Tiny ending", None)


def test_a_misfit_is_left_out_with_the_reason_until_it_fits(
    desk: Desk, qtbot: QtBot, tiny_target: Path, tiny_other_vocabulary: Path
) -> None:
    desk.choice.choose_pair(str(tiny_target), str(tiny_other_vocabulary))
    settings = asked(desk, qtbot, 1)
    assert names(settings) == ("Tiny target", None)
    assert settings.draft_refusal is not None
    assert settings.draft_refusal.code == "draft_token_differs"
    desk.loads()
    assert desk.choice.draft_reasons == {str(tiny_other_vocabulary): settings.draft_refusal}
    assert desk.preferences.settings.models.draft == str(tiny_other_vocabulary)
    desk.choice.choose_target(str(tiny_other_vocabulary))  # the draft comes along, and now it fits
    assert names(asked(desk, qtbot, 2)) == ("Tiny other vocabulary", "Tiny other vocabulary")
    desk.loads()
    assert desk.choice.draft_reasons == {}


def test_what_the_engine_says_against_a_draft_is_a_reason_too(
    desk: Desk, qtbot: QtBot, tiny_target: Path, tiny_draft: Path
) -> None:
    desk.choice.choose_pair(str(tiny_target), str(tiny_draft))
    pair = pair_of(asked(desk, qtbot, 1))
    notice = Notice("draft_cannot_rewind", {"path": str(tiny_draft)})
    desk.choice.on_events([PairLoaded(replace(pair, draft=None, draft_notice=notice))])
    assert desk.choice.draft_reasons == {str(tiny_draft): notice}
    desk.choice.choose_draft(None)
    asked(desk, qtbot, 2)
    desk.loads()
    assert desk.preferences.settings.models.draft is None
    assert desk.choice.draft_reasons == {str(tiny_draft): notice}


def test_a_file_that_cannot_be_used_asks_nothing_of_the_engine(
    desk: Desk, qtbot: QtBot, tmp_path: Path, tiny_target: Path
) -> None:
    (tmp_path / "empty.gguf").touch()
    desk.choice.choose_target(str(tmp_path / "empty.gguf"))
    qtbot.waitUntil(lambda: desk.failures == ["model_empty"])
    assert desk.engine.asked == []
    desk.choice.choose_target(str(tmp_path / "empty.gguf"))
    desk.choice.choose_target(str(tiny_target))
    asked(desk, qtbot, 1)
    assert desk.failures == ["model_empty"]  # nobody wants to hear of it any more


def test_a_draft_needs_a_target(desk: Desk, tiny_draft: Path) -> None:
    desk.choice.choose_draft(str(tiny_draft))
    desk.choice.choose_draft(None)
    assert desk.failures == ["target_first"]


def test_a_dropped_file_is_a_draft_where_it_fits_and_is_smaller(
    desk: Desk, qtbot: QtBot, tmp_path: Path, tiny_target: Path, tiny_other_vocabulary: Path
) -> None:
    from tests.support.tiny_models import TinyModel

    small = TinyModel(name="Tiny small", num_layers=1).write(tmp_path / "small.gguf")
    desk.choice.take_file(str(tiny_target))
    assert names(asked(desk, qtbot, 1)) == ("Tiny target", None)
    desk.loads()
    desk.choice.take_file(str(small))
    assert names(asked(desk, qtbot, 2)) == ("Tiny target", "Tiny small")
    desk.loads()
    desk.choice.take_file(str(tiny_other_vocabulary))
    assert asked(desk, qtbot, 3).target.name == "Tiny other vocabulary"


def test_what_ends_a_load_says_what_is_loaded_now(
    desk: Desk, qtbot: QtBot, tiny_target: Path, tiny_ending: Path
) -> None:
    desk.choice.choose_target(str(tiny_target))
    asked(desk, qtbot, 1)
    desk.loads()
    before = desk.choice.pair
    ends: tuple[LoadEvent, ...] = (LoadCancelled(before), LoadFailed(Notice("no_model_loaded"), before))
    for number, end in enumerate(ends, 2):
        desk.choice.choose_target(str(tiny_ending))
        asked(desk, qtbot, number)
        desk.choice.on_events([end])
        assert not desk.choice.loading
        assert desk.choice.pair is before
        assert desk.choice.target_path == str(tiny_target)
    assert desk.preferences.settings.models.target == str(tiny_target)


def test_an_engine_that_dies_in_a_reply_keeps_its_pair_and_one_that_dies_of_a_load_does_not(
    desk: Desk, qtbot: QtBot, tiny_target: Path
) -> None:
    died = EngineDied(Notice("engine_killed", {"signal": "SIGKILL"}), (), None)
    desk.choice.choose_target(str(tiny_target))
    asked(desk, qtbot, 1)
    desk.loads()
    desk.choice.on_events([died])
    assert desk.choice.pair is not None
    desk.choice.on_events([LoadProgressed("target", 0.5), died])
    assert desk.choice.pair is None
    assert not desk.choice.loading
