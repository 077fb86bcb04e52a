"""Prompts of the user's own, in a real store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.runtime.store_worker import StoreWorker
from app.store.store import Store
from app.store.values import Preset
from app.viewmodels.conversation_list import ConversationList
from app.viewmodels.keeping import Keeping
from app.viewmodels.prompts import Prompts, is_prompt
from tests.support.fixed_keys import KEY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


class Desk:
    def __init__(self, folder: Path, qtbot: QtBot) -> None:
        self.folder = folder
        self.qtbot = qtbot
        self.worker = StoreWorker()
        self.keeping = Keeping(self.worker, ConversationList())
        self.prompts = Prompts(self.worker, self.keeping)
        self.worker.start()

    def open(self) -> None:
        with self.qtbot.waitSignals([self.keeping.filled, self.prompts.changed]):
            self.worker.open(lambda: Store.open(self.folder, KEY))

    def own(self) -> dict[str, str]:
        return {each.name: each.text for each in self.prompts.entries if not each.is_built_in}

    def stored(self) -> dict[str, object]:
        self.worker.stop()
        with Store.open(self.folder, KEY) as store:
            return {each.name: dict(each.settings) for each in store.presets()}


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path / "data", qtbot)
    yield desk
    desk.worker.stop()


def test_those_that_come_with_the_program_are_always_there(desk: Desk) -> None:
    built_in = [each for each in desk.prompts.entries if each.is_built_in]
    assert len(built_in) >= 6
    assert all(each.name and each.text.endswith("\n\n") for each in built_in)
    assert len({each.name.casefold() for each in built_in}) == len(built_in)


def test_a_prompt_is_there_again_after_a_start(desk: Desk, qtbot: QtBot) -> None:
    desk.open()
    desk.prompts.save("  Minutes of\tmeetings ", "Write minutes:\n\n")
    assert desk.own() == {"Minutes of meetings": "Write minutes:\n\n"}
    desk.worker.stop()
    again = Desk(desk.folder, qtbot)
    again.open()
    assert again.own() == desk.own()
    again.worker.stop()


def test_a_preset_of_the_same_name_is_left_alone(desk: Desk) -> None:
    desk.open()
    desk.worker.write(
        lambda store: store.save_preset(Preset("Minutes", {"temperature": 0.2})), lambda _none: None, lambda _no: None
    )
    desk.prompts.save("Minutes", "Write minutes")
    desk.prompts.delete("Minutes")
    assert desk.stored() == {"Minutes": {"temperature": 0.2}}


def test_a_prompt_is_told_apart_from_a_preset() -> None:
    assert is_prompt(Preset("prompt\tMinutes", {"prompt": "Write"}))
    assert not is_prompt(Preset("Minutes", {"prompt": "Write"}))
    assert not is_prompt(Preset("prompt\tMinutes", {"prompt": 5}))


def test_deleting_can_be_undone(desk: Desk) -> None:
    desk.open()
    desk.prompts.save("Minutes", "Write minutes")
    desk.prompts.delete("Minutes")
    assert desk.own() == {}
    desk.prompts.restore()
    assert desk.own() == {"Minutes": "Write minutes"}
    assert desk.stored() == {"prompt\tMinutes": {"prompt": "Write minutes"}}


@pytest.mark.parametrize(
    ("name", "code"),
    [(" \n", "prompt_without_name"), ("x" * 61, "prompt_name_too_long"), ("SUMMARISE", "prompt_built_in")],
)
def test_a_name_that_cannot_be_is_said(desk: Desk, name: str, code: str) -> None:
    notice = desk.prompts.problem_with(name)
    assert notice is not None
    assert notice.code == code
    assert desk.prompts.problem_with("Minutes") is None


def test_locking_takes_them_out_of_memory(desk: Desk) -> None:
    desk.open()
    desk.prompts.save("Minutes", "Write minutes")
    desk.prompts.forget_all()
    desk.prompts.restore()
    assert desk.own() == {}


def test_where_nothing_is_kept_a_prompt_lives_as_long_as_the_program(desk: Desk) -> None:
    desk.keeping.set_keeps(False)
    desk.prompts.save("Minutes", "Write minutes")
    assert desk.own() == {"Minutes": "Write minutes"}
    desk.keeping.set_keeps(True)
    desk.open()
    assert desk.stored() == {}
