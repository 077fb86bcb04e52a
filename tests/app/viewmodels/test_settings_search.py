from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.settings.described import described_settings
from app.viewmodels.settings_search import Searched, folded, marked, words_of


def found(query: str) -> set[str]:
    words = words_of(query)
    return {each.name for each in described_settings() if Searched.of(each, "Group").has(words)}


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("temperature", "temperature"),
        ("TEMPERATUR", "temperature"),
        ("likeliest varied", "temperature"),
        ("dark", "theme"),
        ("uck words", "keep"),
        ("q8_0", "kv_type_k"),
        ("use_mmap", "use_mmap"),
    ],
)
def test_titles_sentences_values_and_names_of_files_are_searched(query: str, name: str) -> None:
    assert name in found(query)


def test_every_word_must_be_there() -> None:
    assert "temperature" not in found("temperature elephant")


def test_no_word_finds_everything() -> None:
    assert found("  ") == {each.name for each in described_settings()}


def test_a_value_that_was_found_is_named() -> None:
    theme = next(each for each in described_settings() if each.name == "theme")
    searched = Searched.of(theme, "Appearance")
    assert searched.choices_with(words_of("system")) == ()  # its sentence says it already
    policy = next(each for each in described_settings() if each.name == "mode")
    assert Searched.of(policy, "Speculation").choices_with(words_of("lookup")) == ("Lookup in the text",)


def test_marks_show_where_the_words_stand_and_nothing_becomes_markup() -> None:
    html = marked("Élan & <b>", words_of("elan b"), "#000000", "#ffffff")
    assert ">Élan</span>" in html
    assert "&amp; &lt;" in html
    assert "<b>" not in html


@given(st.text(max_size=40), st.text(max_size=10))
def test_no_text_whatever_loses_a_character(text: str, query: str) -> None:
    assert len(folded(text)) == len(text)
    html = marked(text, words_of(query), "#000000", "#ffffff")
    assert html.count("<span") == html.count("</span>")
