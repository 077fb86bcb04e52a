"""Grids: those that come with Galley, and files with settings, sweeps and mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.engine.types import KvType, SamplingSettings, SpeculationMode, Verification
from app.errors import UserError
from app.lab.grid import BUILT_IN, MAX_SETTINGS, built_in_grid
from app.lab.settings_file import read_grid, setting_from_json, setting_to_json

if TYPE_CHECKING:
    from app.lab.grid import Setting

GREEDY = SamplingSettings(temperature=0.0)


def read(tmp_path: Path, text: str, name: str = "mine.toml") -> list[Setting]:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return list(read_grid(path, GREEDY).settings)


def refusal(tmp_path: Path, text: str, name: str = "mine.toml") -> str:
    with pytest.raises(UserError) as caught:
        read(tmp_path, text, name)
    said = sentence(caught.value.notice)
    assert "\n" not in said
    return said


# Those that come with Galley.


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_settings_of_a_grid_have_names_of_their_own_and_never_look_into_other_conversations(name: str) -> None:
    settings = built_in_grid(name, GREEDY, has_draft=True).settings
    assert len({setting.name for setting in settings}) == len(settings) > 0
    assert not any(setting.speculation.shared_lookup for setting in settings)


def test_lengths_need_a_draft_model() -> None:
    with pytest.raises(UserError) as caught:
        built_in_grid("lengths", GREEDY, has_draft=False)
    assert caught.value.notice.code == "bench_needs_draft"


def test_a_grid_that_is_not_there_is_answered_with_those_there_are() -> None:
    with pytest.raises(UserError) as caught:
        built_in_grid("length", GREEDY, has_draft=True)
    assert "quick, lengths, p-min" in sentence(caught.value.notice)


def test_several_draft_models_are_a_sweep() -> None:
    grid = built_in_grid("drafters", GREEDY, has_draft=True).with_drafts(["/a.gguf", "/b.gguf"], ["A", "B"])
    assert [(setting.name, setting.draft) for setting in grid.settings] == [
        ("lookup", ""),
        ("draft, A", ""),
        ("draft, B", "/b.gguf"),
        ("auto, A", ""),
        ("auto, B", "/b.gguf"),
    ]


# Files.


def test_a_setting_says_what_differs_from_the_usual(tmp_path: Path) -> None:
    (setting,) = read(
        tmp_path,
        """
        [[settings]]
        name = "four, surely"
        speculation = "draft"
        draft_max = 4
        draft_p_min = 0.5
        fixed_draft_length = true
        verification = "rejection"
        temperature = 0.8
        top_k = 20
        kv_type = "q8_0"
        draft = "models/other.gguf"
        """,
    )
    assert setting == setting_from_json(
        {
            "name": "four, surely",
            "speculation": "draft",
            "draft_max": 4,
            "draft_p_min": 0.5,
            "fixed_draft_length": True,
            "verification": "rejection",
            "temperature": 0.8,
            "top_k": 20,
            "kv_type": "q8_0",
            "draft": str(tmp_path / "models" / "other.gguf"),
        },
        GREEDY,
        Path("/"),
    )
    assert setting.speculation.mode is SpeculationMode.DRAFT
    assert setting.speculation.verification is Verification.REJECTION
    assert (setting.sampling.temperature, setting.sampling.top_k) == (0.8, 20)
    assert setting.kv_type is KvType.Q8_0


def test_json_is_read_too(tmp_path: Path) -> None:
    text = json.dumps([{"speculation": "lookup"}, {"speculation": "off"}])
    names = [setting.name for setting in read(tmp_path, text, "mine.json")]
    assert names == ["lookup", "off"]


def test_lists_are_swept_over(tmp_path: Path) -> None:
    settings = read(
        tmp_path,
        '[[settings]]\nspeculation = "draft"\ndraft_max = [2, 4]\ndraft_p_min = [0.0, 0.5]\nfixed_draft_length = true',
    )
    names = [setting.name for setting in settings]
    assert names == [f"draft, n={n}, p-min {p}, fixed draft length" for n in (2, 4) for p in (0.0, 0.5)]


def test_a_swept_setting_keeps_its_name(tmp_path: Path) -> None:
    settings = read(tmp_path, '[[settings]]\nname = "mine"\ntemperature = [0.0, 1.0]')
    assert [setting.name for setting in settings] == ["mine, temperature 0.0", "mine, temperature 1.0"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_a_report_shows_is_a_settings_file(tmp_path: Path, name: str) -> None:
    grid = built_in_grid(name, GREEDY, has_draft=True)
    text = json.dumps([setting_to_json(setting) for setting in grid.settings])
    assert read(tmp_path, text, "mine.json") == list(grid.settings)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("settings = 5", "has no settings"),
        ("", "has no settings"),
        ("settings = [1]", "Setting 1 in"),
        ("[[settings]", "is neither TOML nor JSON"),
        ("[[settings]]\ndraftmax = 3", "“draftmax” is none of name, speculation, draft_max"),
        ("[[settings]]\nspeculation = 'on'", "“speculation” is on, which is none of auto, draft, lookup, off"),
        ("[[settings]]\n[[settings]]\ndraft_max = 0", "Setting 2 in"),
        ("[[settings]]\ndraft_max = 0", "“draft_max” is 0, which is not between 1 and 128"),
        ("[[settings]]\ndraft_max = 2.5", "“draft_max” cannot be 2.5"),
        ("[[settings]]\ndraft_max = true", "“draft_max” cannot be True"),
        ("[[settings]]\ndraft_p_min = nan", "“draft_p_min” is nan"),
        ("[[settings]]\ntemperature = 'hot'", "“temperature” cannot be hot"),
        ("[[settings]]\nfixed_draft_length = 1", "“fixed_draft_length” cannot be 1"),
        ("[[settings]]\ndraft_min = 5\ndraft_max = 3", "“draft_min” 5 is more than “draft_max” 3"),
        ("[[settings]]\ndraft = 7", "“draft” cannot be 7"),
        ("[[settings]]\n[[settings]]", "Two settings in"),
        (f"[[settings]]\ndraft_max = [{','.join(['3'] * (MAX_SETTINGS + 1))}]", f"more than {MAX_SETTINGS}"),
    ],
)
def test_a_mistake_is_said_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    assert said in refusal(tmp_path, text)


def test_a_file_that_is_no_text_is_said(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(UserError):
        read_grid(path, GREEDY)
