from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from app.engine.types import KvType, ModelSpec, SpeculationMode, Verification
from app.errors import Notice
from app.settings.store import SettingsStore
from app.viewmodels.preferences import Preferences

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

pytestmark = pytest.mark.usefixtures("qapp")


def with_settings(folder: Path, text: str) -> Preferences:
    folder.mkdir(exist_ok=True)
    (folder / "settings.json").write_text(text)
    return Preferences(SettingsStore(folder))


def test_settings_become_the_engines_own_values(tmp_path: Path) -> None:
    preferences = with_settings(
        tmp_path,
        '{"sampling": {"temperature": 0.2, "logit_bias": [[5, -1.5]]}, "speculation": {"mode": "off",'
        ' "verification": "match"}, "load": {"kv_type_k": "q8_0", "context_tokens": 512},'
        ' "placement": {"gpu_layers": 3, "draft_gpu_layers": 0}}',
    )
    assert preferences.sampling.temperature == 0.2
    assert preferences.sampling.logit_bias == ((5, -1.5),)
    assert preferences.speculation.mode is SpeculationMode.OFF
    assert preferences.speculation.verification is Verification.MATCH
    refusal = Notice("no_draft_model")
    load = preferences.load_settings(ModelSpec("t.gguf", name="T"), ModelSpec("d.gguf"), refusal)
    assert load.target == ModelSpec("t.gguf", 3, "T")
    assert load.draft == ModelSpec("d.gguf", 0)
    assert (load.kv_type_k, load.context_tokens, load.draft_refusal) == (KvType.Q8_0, 512, refusal)


def test_a_change_is_told_at_once_and_saved_a_little_later(qtbot: QtBot, tmp_path: Path) -> None:
    preferences = Preferences(SettingsStore(tmp_path / "made"))
    wanted = replace(preferences.sampling, temperature=1.1, logit_bias=((7, 2.0),))
    with qtbot.waitSignal(preferences.sampling_changed) as changed:
        preferences.set_sampling(wanted)
    assert changed.args == [wanted]
    assert preferences.sampling == wanted
    file = tmp_path / "made" / "settings.json"
    assert not file.exists()
    qtbot.waitUntil(file.exists)
    assert json.loads(file.read_text())["sampling"]["temperature"] == 1.1
    with qtbot.waitSignal(preferences.speculation_changed) as changed:
        preferences.set_speculation(replace(preferences.speculation, mode=SpeculationMode.OFF))
    assert changed.args[0].mode is SpeculationMode.OFF
    preferences.save()
    again = Preferences(SettingsStore(tmp_path / "made"))
    assert again.sampling == wanted
    assert again.speculation.mode is SpeculationMode.OFF


def test_the_same_value_again_is_no_reason_to_write(qtbot: QtBot, tmp_path: Path) -> None:
    preferences = Preferences(SettingsStore(tmp_path / "made"))
    preferences.set_sampling(preferences.sampling)
    preferences.set_theme("system")
    assert not preferences._timer.isActive()


def test_pairs_are_remembered_latest_first(tmp_path: Path) -> None:
    preferences = Preferences(SettingsStore(tmp_path))
    preferences.set_pair("a", "d")
    preferences.set_pair("b", None)
    models = preferences.settings.models
    assert (models.target, models.draft) == ("b", None)
    assert (models.recent_targets, models.recent_drafts) == (("b", "a"), ("d",))
    preferences.save()


def test_what_was_wrong_at_the_start_is_said_once_somebody_listens(qtbot: QtBot, tmp_path: Path) -> None:
    preferences = with_settings(tmp_path, '{"sampling": {"temperature": "hot"}}')
    said: list[Notice] = []
    preferences.notice_raised.connect(said.append)
    preferences.announce()
    preferences.announce()
    assert said == [Notice("settings_value_refused", {"key": "sampling.temperature"})]


def test_a_folder_that_cannot_be_written_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "occupied").touch()
    preferences = Preferences(SettingsStore(tmp_path / "occupied"))
    said: list[Notice] = []
    preferences.notice_raised.connect(said.append)
    for theme in ("dark", "light"):
        preferences.set_theme(theme)
        preferences.save()
    assert [notice.code for notice in said] == ["settings_not_saved"]
    assert preferences.settings.appearance.theme.value == "light"
