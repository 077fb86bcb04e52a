from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QLocale

from app.settings.described import Described, Kind, described_settings
from app.settings.schema import Settings
from app.viewmodels.settings_reading import number_of, read_value
from app.viewmodels.settings_words import value_as_text, value_in_words

if TYPE_CHECKING:
    from collections.abc import Iterator

TYPED = (Kind.WHOLE, Kind.NUMBER, Kind.TEXT, Kind.TEXTS, Kind.NUMBERS, Kind.BIASES)


@pytest.fixture(params=["en_US", "nl_NL", "de_CH"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    before = QLocale()
    QLocale.setDefault(QLocale(str(request.param)))
    yield str(request.param)
    QLocale.setDefault(before)


@pytest.fixture
def english() -> Iterator[None]:
    before = QLocale()
    QLocale.setDefault(QLocale("en_US"))
    yield
    QLocale.setDefault(before)


def setting(name: str) -> Described:
    return next(each for each in described_settings() if each.name == name)


def test_what_stands_in_a_field_is_read_as_the_value_it_shows(language: str) -> None:
    values = {
        "split": (3.5, 1.0),
        "logit_bias": ((198, -2.5), (271, 1.0)),
        "devices": ("CUDA0", "Vulkan1"),
        "temperature": 0.85,
        "seed": 4_294_967_295,
        "context_tokens": 131_072,
    }
    for each in described_settings():
        if each.kind in TYPED:
            value = values.get(each.name, each.default)
            assert read_value(each, value_as_text(each, value)).value == value, (language, each.key)


@pytest.mark.parametrize(
    ("text", "number"),
    [("0.7", 0.7), ("0,7", 0.7), (" 12 ", 12), ("-3", -3), ("1e3", 1000), ("nan", None), ("inf", None), ("", None)],
)
def test_a_number_may_have_a_point_or_a_comma(language: str, text: str, number: float | None) -> None:
    assert number_of(text) == number


@pytest.mark.usefixtures("english")
@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("temperature", "7", "Enter a number from 0 to 5."),
        ("temperature", "warm", "Enter a number from 0 to 5."),
        ("top_p", "0", "Enter a number above 0 and at most 1."),
        ("draft_max", "2.5", "Enter a whole number from 1 to 16."),
        ("context_tokens", "-1", "Enter a whole number from 0 to 4,194,304."),
        ("threads", "0", "Enter a whole number from 1 to 1,024, or leave the field empty."),
        ("split", "3; x", "Enter numbers from 0 on, with semicolons between them."),
        ("logit_bias", "198", "Enter token ids with a number each, such as 198: -2.5; 271: 1."),
        ("devices", ", ".join(f"D{each}" for each in range(17)), "Enter at most 16 of them."),
    ],
)
def test_what_will_not_do_is_answered_with_what_would(name: str, text: str, sentence: str) -> None:
    assert read_value(setting(name), text).problem == sentence


def test_no_number_whatever_is_taken_that_the_schema_would_refuse() -> None:
    for each in described_settings():
        if each.kind in (Kind.WHOLE, Kind.NUMBER):
            for text in ("-2", "-1", "0", "0.5", "1", "17", "1024", "1e9", "99999999999999999999"):
                reading = read_value(each, text)
                if not reading.problem:
                    Settings().changed(each.section, **{each.name: reading.value})


@pytest.mark.usefixtures("english")
def test_defaults_are_said_as_a_person_would() -> None:
    words = {each.name: value_in_words(each, each.default) for each in described_settings()}
    assert words["context_tokens"] == "4096 tokens"
    assert words["threads"] == "one a core"
    assert words["check_spelling"] == "On"
    assert words["theme"] == "Like the system"
    assert words["flash_attention"] == "llama.cpp chooses"
    assert words["folders"] == "none"
    assert all(words.values())
