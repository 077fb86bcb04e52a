from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.store.values import Preset
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


def own_names(desk: KeptDesk) -> list[str]:
    return [entry.name for entry in desk.presets.entries if not entry.is_built_in]


def stored(desk: KeptDesk) -> dict[str, object]:
    found: list[dict[str, object]] = []
    desk.worker.read(
        lambda store: found.append({each.name: each.settings for each in store.presets()}), lambda _none: None, print
    )
    desk.qtbot.waitUntil(lambda: bool(found))
    return found[0]


def test_entries_say_in_a_few_words_what_they_set(desk: KeptDesk) -> None:
    desk.own.set_system_prompt(desk.key, "Be brief.")
    desk.presets.save("beta", ("/t", None))
    desk.own.set_system_prompt(desk.key, "")
    desk.presets.save("Alpha")
    assert [(entry.name, entry.summary) for entry in desk.presets.entries[-2:]] == [
        ("Alpha", "temperature 0.7"),
        ("beta", "temperature 0.7 · system prompt · pair"),
    ]
    assert [entry.is_built_in for entry in desk.presets.entries] == [True] * 4 + [False] * 2


def test_a_preset_without_a_prompt_leaves_the_conversations_alone(desk: KeptDesk) -> None:
    desk.presets.save("Plain")
    desk.own.set_system_prompt(desk.key, "Be brief.")
    desk.presets.apply("Plain")
    assert desk.own.own(desk.key).system_prompt == "Be brief."
    assert desk.presets.current == "Plain"


def test_without_settings_of_its_own_a_conversation_has_no_preset(desk: KeptDesk) -> None:
    assert desk.presets.current == ""
    desk.presets.apply("Balanced")
    assert desk.presets.current == "Balanced"
    desk.own.reset(desk.key)
    assert desk.presets.current == ""


def test_a_name_that_is_none_is_applied_to_nobody(desk: KeptDesk) -> None:
    desk.presets.apply("Nonsense")
    assert not desk.own.is_scoped(desk.key)


def test_updating_keeps_the_pair(desk: KeptDesk) -> None:
    desk.presets.save("Mine", ("/t", "/d"))
    desk.presets.apply("Precise")
    desk.presets.update("Mine")
    settings = stored(desk)["Mine"]
    assert isinstance(settings, dict)
    assert (settings["temperature"], settings["target"], settings["draft"]) == (0.2, "/t", "/d")


def test_renaming_onto_another_replaces_it(desk: KeptDesk) -> None:
    desk.presets.save("One")
    desk.presets.apply("Precise")
    desk.presets.save("Two")
    desk.presets.rename("Two", "One")
    assert own_names(desk) == ["One"]
    settings = stored(desk)
    assert settings.keys() == {"One"}
    assert settings["One"]["temperature"] == 0.2  # type: ignore[index]


def test_what_is_saved_while_the_store_is_read_is_not_lost(desk: KeptDesk) -> None:
    desk.presets.read()
    desk.presets.save("Mine")
    desk.qtbot.waitUntil(lambda: stored(desk).keys() == {"Mine"})
    assert own_names(desk) == ["Mine"]


def test_presets_that_came_in_from_elsewhere_are_there_when_the_list_is_filled_anew(
    desk: KeptDesk, qtbot: QtBot
) -> None:
    saved: list[object] = []
    desk.worker.write(lambda store: store.save_preset(Preset("Theirs", {"top_k": 4})), saved.append, saved.append)
    desk.keeping.refill()
    qtbot.waitUntil(lambda: own_names(desk) == ["Theirs"])
    desk.presets.apply("Theirs")
    assert desk.own.reply_settings(desk.key).sampling.top_k == 4
