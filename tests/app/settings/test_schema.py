"""Settings keep what they are given, within bounds, and fit the engine's own."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import ValidationError

from app.catalogue import sentence
from app.engine import types
from app.settings.engine_schema import KvTypeName, LoadDefaults, ModeName, VerificationName
from app.settings.schema import MAX_RECENT, Settings, ThemeName, parse_settings
from widgets.look.theme import ThemeChoice

if TYPE_CHECKING:
    from collections.abc import Iterator
    from enum import StrEnum

    from app.settings.engine_schema import Section

NOT_KEPT = {"target", "draft", "draft_refusal", "costs_path", "devices", "split"}
"""What a load is told about the pair at hand."""


def _all_sections() -> Iterator[tuple[str, Section]]:
    settings = Settings()
    for name in Settings.model_fields:
        yield name, getattr(settings, name)


@pytest.mark.parametrize(
    ("section", "kind"), [("sampling", types.SamplingSettings), ("speculation", types.SpeculationSettings)]
)
def test_the_engines_settings_are_all_there_with_the_same_defaults(section: str, kind: type[Any]) -> None:
    values = getattr(Settings(), section).values()
    assert kind(**values) == kind()
    assert set(values) == {field.name for field in dataclasses.fields(kind)}


def test_what_a_load_is_told_is_all_there_with_the_same_defaults() -> None:
    values = LoadDefaults().values()
    spec = types.ModelSpec("t.gguf")
    assert types.LoadSettings(target=spec, **values) == types.LoadSettings(target=spec)
    assert set(values) == {field.name for field in dataclasses.fields(types.LoadSettings)} - NOT_KEPT


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (KvTypeName, types.KvType),
        (ModeName, types.SpeculationMode),
        (VerificationName, types.Verification),
        (ThemeName, ThemeChoice),
    ],
)
def test_names_are_the_same_everywhere(ours: type[StrEnum], theirs: type[StrEnum]) -> None:
    assert [each.value for each in ours] == [each.value for each in theirs]


def test_every_setting_says_what_it_is() -> None:
    silent = [
        f"{name}.{field}"
        for name, section in _all_sections()
        for field, info in type(section).model_fields.items()
        if not info.description
    ]
    assert silent == []


def test_no_setting_takes_any_number() -> None:
    unbounded = [
        f"{name}.{field}"
        for name, section in _all_sections()
        for field in type(section).model_fields
        if not parse_settings({name: {field: 10**12}})[1]
    ]
    assert unbounded == []


def test_settings_survive_being_written_and_read() -> None:
    settings = (
        Settings()
        .changed("sampling", temperature=0.0, logit_bias=((7, -1.5),), seed=42)
        .changed("speculation", mode="lookup")
        .changed("load", kv_type_v="q8_0", flash_attention=True)
        .changed("appearance", theme="dark", language="nl")
    )
    read, notices = parse_settings(settings.model_dump(mode="json"))
    assert (read, notices) == (settings, ())


def test_what_this_version_does_not_know_is_kept() -> None:
    data = {"sampling": {"top_k": 12, "of_the_future": [1, {"a": None}]}, "future": {"x": 1}}
    settings, notices = parse_settings(data)
    written = settings.changed("sampling", top_k=13).with_pair("t", None).model_dump(mode="json")
    assert notices == ()
    assert written["sampling"]["of_the_future"] == [1, {"a": None}]
    assert written["sampling"]["top_k"] == 13
    assert written["future"] == {"x": 1}


@pytest.mark.parametrize(
    ("section", "field", "value"),
    [
        ("sampling", "temperature", -1),
        ("sampling", "temperature", float("nan")),
        ("sampling", "top_p", float("inf")),
        ("sampling", "top_k", "many"),
        ("sampling", "logit_bias", [[1]]),
        ("speculation", "mode", "warp"),
        ("speculation", "draft_max", 0),
        ("load", "context_tokens", 10**9),
        ("load", "threads", 0),
        ("load", "kv_type_k", "q9"),
        ("models", "recent_targets", ["a"] * (MAX_RECENT + 1)),
        ("models", "target", 5),
        ("appearance", "language", "../../etc"),
        ("window", "geometry", None),
    ],
)
def test_a_value_that_cannot_be_falls_back_alone_and_is_said(section: str, field: str, value: object) -> None:
    other: dict[str, dict[str, object]] = {"sampling": {"min_p": 0.2}, "speculation": {"draft_min": 3}}
    data = {**other, section: {**other.get(section, {}), field: value}}
    settings, notices = parse_settings(data)
    assert getattr(getattr(settings, section), field) == getattr(getattr(Settings(), section), field)
    assert (settings.sampling.min_p, settings.speculation.draft_min) == (0.2, 3)
    assert [notice.values["key"] for notice in notices] == [f"{section}.{field}"]
    assert f"“{section}.{field}”" in sentence(notices[0])


def test_a_group_that_is_none_falls_back_as_a_whole() -> None:
    settings, notices = parse_settings({"sampling": [], "load": {"threads": 2}})
    assert settings == Settings().changed("load", threads=2)
    assert [notice.values["key"] for notice in notices] == ["sampling"]


def test_every_bad_value_is_said_at_once() -> None:
    data = {"sampling": {"top_k": -1, "top_p": 2}, "load": 7}
    settings, notices = parse_settings(data)
    assert settings == Settings()
    assert [notice.values["key"] for notice in notices] == ["load", "sampling.top_k", "sampling.top_p"]


def test_a_change_out_of_bounds_is_a_fault_of_the_program() -> None:
    with pytest.raises(ValidationError):
        Settings().changed("speculation", draft_max=99)


def test_settings_do_not_change_under_their_users() -> None:
    settings = Settings()
    with pytest.raises(ValidationError):
        settings.sampling.top_k = 1


def test_the_last_pairs_are_remembered_latest_first() -> None:
    settings = Settings()
    for number in range(10):
        settings = settings.with_pair(f"target-{number}", f"draft-{number % 2}")
    settings = settings.with_pair("target-5", None)
    assert (settings.models.target, settings.models.draft) == ("target-5", None)
    assert settings.models.recent_targets[:3] == ("target-5", "target-9", "target-8")
    assert len(settings.models.recent_targets) == MAX_RECENT
    assert settings.models.recent_drafts == ("draft-1", "draft-0")
