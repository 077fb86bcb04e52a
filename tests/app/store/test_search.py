"""Search: words are found while they are typed, anywhere, and no input is special."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.store import fold
from app.store.store import Store
from app.store.values import MessageState, Role
from tests.support.store_contents import KEY, talk

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXTS = (
    "The mayor of Wesel reads newspapers",
    "Wie heißt der Bürgermeister? ÉCOLE élève, naïve Ångström",
    "我喜欢三只小猫。你好",
    'emoji 😀👩‍👩‍👧 and code: def f(x): return x*2 -- NEAR("a" b)',
    "ﬁne ligatures, ① circled, Ⅷ roman",
    "x",
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store.open(tmp_path_factory.mktemp("search"), KEY) as store:
        talk(store, "Search", *TEXTS)
        yield store


def found(store: Store, query: str) -> list[int]:
    return [_number(hit.excerpt) for hit in store.search(query)]


def _number(excerpt: str) -> int:
    part = excerpt.strip("…")
    return next(
        at for at, text in enumerate(map(_spaced, TEXTS)) if (text.endswith(part) if excerpt != part else text == part)
    )


def _spaced(text: str) -> str:
    return "".join(" " if each.isspace() else each for each in text)


@pytest.mark.parametrize(
    ("query", "texts"),
    [
        ("wesel", [0]),
        ("news", [0]),
        ("spaper", [0]),
        ("WESEL mayor", [0]),
        ("mayor burger", []),
        ("bürgermeister", [1]),
        ("burgermeister", [1]),
        ("ecole ELEVE", [1]),
        ("heisst", [1]),
        ("angstrom", [1]),
        ("你好", [2]),
        ("好", [2]),
        ("三只小猫", [2]),
        ("😀", [3]),
        ("👩‍👩‍👧", [3]),
        ("NEAR(", [3]),
        ('"a"', [3]),
        ("x*2", [3]),
        ("*", [3]),
        ("--", [3]),
        ("fine", [4]),
        ("viii", [4]),
        ("x", [5, 3]),
        ("we", [0]),
        ("'", []),
        ("", []),
        (" \n ", []),
    ],
)
def test_words_are_found(store: Store, query: str, texts: list[int]) -> None:
    assert found(store, query) == texts


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=30) | st.text("\"*()-:^{}+ NEARORANDNOT\0\\%_'", max_size=20) | st.characters(codec=None))
def test_no_input_is_special(store: Store, query: str) -> None:
    for hit in store.search(query):
        assert all(0 <= begin < end <= len(hit.excerpt) for begin, end in hit.spans)


@given(st.data())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_part_of_a_text_finds_it_and_is_marked(store: Store, data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(TEXTS) - 1))
    text = TEXTS[number]
    start = data.draw(st.integers(0, len(text) - 1))
    part = text[start : start + data.draw(st.integers(1, 12))]
    if not fold.fold(part).split():
        return
    assert number in found(store, part)
    for hit in store.search(part):
        marked = " ".join(hit.excerpt[begin:end] for begin, end in hit.spans)
        assert all(word in fold.fold(hit.excerpt) for word in fold.fold(part).split())
        assert marked


def test_the_marks_cover_what_was_searched_for(store: Store) -> None:
    (hit,) = store.search("burger heisst")
    assert [hit.excerpt[begin:end] for begin, end in hit.spans] == ["heißt", "Bürger"]
    assert (hit.title, hit.role) == ("Search", Role.ASSISTANT)


def test_the_excerpt_shows_the_surroundings_of_the_match(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        talk(store, "Long", "word " * 500 + "needle\nand " + "more " * 500)
        (hit,) = store.search("needle")
        ((begin, end),) = hit.spans
        assert hit.excerpt[begin:end] == "needle"
        assert hit.excerpt.startswith("…")
        assert hit.excerpt.endswith("…")
        assert len(hit.excerpt) < 200
        assert "needle and more" in hit.excerpt


def test_newest_come_first_and_no_more_than_asked_for(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        row = store.add_conversation()
        for number in range(30):
            store.add_message(row.id, None, Role.USER, f"needle {number}", MessageState.COMPLETE, created_at=number)
        for query in ("needle", "ne", "e"):
            assert [hit.created_at for hit in store.search(query, limit=3)] == [29.0, 28.0, 27.0]


def test_a_reply_is_found_when_it_has_ended_and_not_when_it_is_erased(tmp_path: Path) -> None:
    with Store.open(tmp_path, KEY) as store:
        row = talk(store, "Reply", "question")
        reply = store.add_message(row.id, row.active_leaf, Role.ASSISTANT, "", MessageState.WRITING)
        store.append_reply(reply.id, "the nee", [])
        store.append_reply(reply.id, "dle in it", [])
        assert store.search("needle") == ()
        store.finish_message(reply.id, MessageState.COMPLETE, {}, "!")
        assert [hit.message_id for hit in store.search("needle in it!")] == [reply.id]
        store.erase_message(reply.id)
        assert store.search("needle") == ()
        assert len(store.search("question")) == 1


def test_other_rules_of_folding_make_the_index_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(tmp_path, KEY) as store:
        talk(store, "Fold", "Bürger", "answer")
    monkeypatch.setattr(fold, "VERSION", "another")
    with Store.open(tmp_path, KEY) as store:
        assert len(store.search("burger")) == 1
        store.erase_conversation(store.conversations()[0].id)
        assert store.search("burger") == ()


@given(st.text())
def test_places_lead_back_to_the_original(text: str) -> None:
    folded, places = fold.fold_with_places(text)
    assert folded == fold.fold(text)
    for at in range(len(folded)):
        begin = fold.place_before(places, at)
        assert folded[at] in fold.fold(text[begin])
        assert fold.place_after(places, at + 1) > begin
