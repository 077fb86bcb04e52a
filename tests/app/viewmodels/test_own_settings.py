from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.types import SpeculationMode
from app.viewmodels.own_settings import MAX_SYSTEM_PROMPT
from app.viewmodels.own_values import OwnValues
from tests.support.kept_desk import KeptDesk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[KeptDesk]:
    desk = KeptDesk(tmp_path, qtbot)
    desk.open()
    yield desk
    desk.close()


def test_an_edit_is_the_programs_until_it_is_for_one_conversation_only(desk: KeptDesk) -> None:
    own, program = desk.own, desk.preferences
    own.set_sampling("a", replace(program.sampling, temperature=0.4))
    assert program.sampling.temperature == 0.4
    assert own.reply_settings("b").sampling.temperature == 0.4
    own.set_scoped("a", True)
    own.set_sampling("a", replace(program.sampling, temperature=0.1))
    own.set_speculation("a", replace(program.speculation, mode=SpeculationMode.OFF))
    assert program.sampling.temperature == 0.4
    assert own.reply_settings("a").sampling.temperature == 0.1
    assert own.reply_settings("a").speculation.mode is SpeculationMode.OFF
    assert own.reply_settings("b").speculation.mode is SpeculationMode.AUTO


def test_only_what_differs_is_own(desk: KeptDesk) -> None:
    own, program = desk.own, desk.preferences
    own.set_scoped("a", True)
    own.set_sampling("a", replace(program.sampling, temperature=0.1, top_k=3))
    own.set_sampling("a", replace(program.sampling, top_k=3))
    assert own.own("a").settings == {"top_k": 3}
    assert own.instead_of_own("a") == {"top_k": 40}
    assert own.is_scoped("a")
    program.set_sampling(replace(program.sampling, temperature=0.9))
    assert own.reply_settings("a").sampling.temperature == 0.9, "it follows the program in the rest"


def test_resetting_forgets_settings_but_neither_prompt_nor_pair(desk: KeptDesk) -> None:
    own = desk.own
    own.set_scoped("a", True)
    own.set_sampling("a", replace(desk.preferences.sampling, top_k=3))
    own.set_system_prompt("a", "Be brief.")
    own.note_pair("a", ("/t", "/d"))
    own.reset("a")
    assert own.own("a") == OwnValues({}, "Be brief.", ("/t", "/d"))
    own.set_scoped("a", True)
    assert own.own("a").settings == {}, "what was reset does not come back"


def test_a_preset_leaves_alone_what_it_does_not_name(desk: KeptDesk) -> None:
    own = desk.own
    own.set_scoped("a", True)
    own.set_sampling("a", replace(desk.preferences.sampling, seed=5, temperature=1.5))
    own.set_system_prompt("a", "Be brief.")
    own.apply("a", OwnValues({"temperature": 0.2}))
    settings = own.reply_settings("a")
    assert (settings.sampling.temperature, settings.sampling.seed) == (0.2, 5)
    assert settings.system_prompt == "Be brief."


def test_what_is_known_since_the_start_is_newer_than_what_is_listed(desk: KeptDesk) -> None:
    own = desk.own
    desk.say("Hello")
    own.set_system_prompt(desk.key, "Old.")
    desk.writes.flush()
    own.set_system_prompt(desk.key, "New.")
    with desk.qtbot.waitSignal(desk.keeping.filled):
        desk.keeping.refill()
    assert own.own(desk.key).system_prompt == "New."


def test_settings_of_a_conversation_that_is_not_kept_wait_for_its_first_message(desk: KeptDesk) -> None:
    own = desk.own
    own.set_scoped(desk.key, True)
    own.set_sampling(desk.key, replace(desk.preferences.sampling, top_k=3))
    desk.writes.flush()
    assert desk.rows() == {}
    desk.say("Hello")
    assert desk.rows()[desk.key].settings == {"top_k": 3}


def test_a_prompt_that_is_too_long_is_used_as_far_as_it_may_be(desk: KeptDesk) -> None:
    desk.own.set_system_prompt("a", "x" * (MAX_SYSTEM_PROMPT + 5))
    assert len(desk.own.reply_settings("a").system_prompt) == MAX_SYSTEM_PROMPT
