"""Which parts of a message are files: kept, read again, and still right when the words around them are others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.viewmodels.attached_spans import figures_of, heading_of, own_text, restored_spans, with_own_text
from app.viewmodels.transcript import AttachedSpan

TEXT = "What is this?\n\nFILE a: one\n\nFILE b: two"
A, B = AttachedSpan("a", 15, 26), AttachedSpan("b", 28, 39)


def test_what_is_kept_is_what_is_read_again() -> None:
    assert restored_spans(figures_of((A, B)), TEXT) == (A, B)
    assert figures_of(()) == {}
    assert restored_spans({}, TEXT) == ()


@pytest.mark.parametrize(
    "attached",
    [
        [{"name": "a", "begin": 5, "end": 5}],
        [{"name": "a", "begin": 5, "end": 500}],
        [{"name": "a", "begin": -1, "end": 5}],
        [{"name": "a", "begin": 5, "end": 9}, {"name": "b", "begin": 8, "end": 12}],
        [{"name": 7, "begin": 0, "end": 5}],
        [{"name": "a", "begin": "0", "end": 5}],
        [{"begin": 0, "end": 5}],
        "everything",
        [{"name": "a", "begin": 0, "end": 1}] * 2000,
    ],
)
def test_what_makes_no_sense_is_no_file(attached: object) -> None:
    assert restored_spans({"attached": attached}, TEXT) == ()


def test_the_words_are_what_is_no_file() -> None:
    assert TEXT[A.begin : A.end] == "FILE a: one"
    assert own_text(TEXT, (A, B)) == "What is this?"
    assert own_text("FILE a: one", (AttachedSpan("a", 0, 11),)) == ""
    assert own_text("  as it is\n", ()) == "  as it is"


def test_a_message_is_called_after_its_words_or_else_after_its_files() -> None:
    assert heading_of(TEXT, (A, B)) == "What is this?"
    assert heading_of(TEXT[A.begin :], (AttachedSpan("a", 0, 11), AttachedSpan("b", 13, 24))) == "a, b"
    assert heading_of("as it is", ()) == "as it is"


def test_other_words_leave_the_files_where_they_were() -> None:
    text, spans = with_own_text("And what is that, then?", TEXT, (A, B), (A, B))
    assert text == "And what is that, then?\n\nFILE a: one\n\nFILE b: two"
    assert [text[each.begin : each.end] for each in spans] == ["FILE a: one", "FILE b: two"]
    text, spans = with_own_text(
        "Behind", "FILE a: one\n\nold", (AttachedSpan("a", 0, 11),), (AttachedSpan("a", 0, 11),)
    )
    assert text == "FILE a: one\n\nBehind"
    assert spans == (AttachedSpan("a", 0, 11),)


def test_a_file_can_be_left_out() -> None:
    text, spans = with_own_text("Only b", TEXT, (A, B), (B,))
    assert text == "Only b\n\nFILE b: two"
    assert [(each.name, text[each.begin : each.end]) for each in spans] == [("b", "FILE b: two")]
    assert with_own_text("None", TEXT, (A, B), ()) == ("None", ())


@given(st.text(), st.lists(st.tuples(st.text(min_size=1), st.text()), max_size=4), st.text())
def test_every_file_is_found_again_after_an_edit(before: str, files: list[tuple[str, str]], own: str) -> None:
    text, spans = before, []
    for content, between in files:
        spans.append(AttachedSpan("f", len(text), len(text) + len(content)))
        text += content + between
    attached = tuple(spans)
    edited, kept = with_own_text(own, text, attached, attached)
    assert [edited[each.begin : each.end] for each in kept] == [text[each.begin : each.end] for each in attached]
    assert restored_spans(figures_of(kept), edited) == kept
