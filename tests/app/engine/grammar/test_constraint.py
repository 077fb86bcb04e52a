"""Which tokens may come next: the same as llama.cpp says, exactly the likeliest of them, at any place of a text."""

from __future__ import annotations

import ctypes
import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import llama_cpp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.engine.grammar import constraint as constraint_module
from app.engine.grammar import matcher as matcher_module
from app.engine.grammar.gbnf import read_gbnf
from app.engine.grammar.matcher import Matcher
from app.engine.grammar.token_texts import TokenTexts, completions, split_characters
from app.engine.sampling import RowReader
from app.engine.types import ReplyRequest
from app.errors import UserError
from tests.support.replies import loaded
from tests.support.toy_models import PIECES, is_end

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.grammar.constraint import Constraint
    from app.engine.llama.pair import Pair

_TOKEN_DATA = np.dtype([("id", "<i4"), ("logit", "<f4"), ("p", "<f4")])
NEVER = {bytes([byte]) for byte in (0, 0xC0, 0xC1, *range(0xF5, 0x100))}
"""First bytes that no text in UTF-8 has, which llama.cpp lets through, and the one that ends its texts."""
GRAMMARS = [
    'root ::= "set the " [a-z]{2,5} (" €" | " é" | "\\n")*',
    'root ::= "{" ws "\\"k\\":" ws ("\\"" [^"\\\\]* "\\"" | [0-9]+) ws "}"\nws ::= " "?',
    "root ::= [^a-z]{1,9} | [€-\\U0001FFFF]+",
    'root ::= (word " ")* word "."\nword ::= [A-Za-zé😀]+',
]


@pytest.fixture(scope="module")
def pair(tiny_target: Path) -> Iterator[Pair]:
    with loaded(tiny_target, context_tokens=512) as loaded_pair:
        yield loaded_pair


@contextmanager
def _llama_grammar(pair: Pair, grammar: str) -> Iterator[Any]:
    pointer = pair._target.model.vocabulary.pointer
    sampler = llama_cpp.llama_sampler_init_grammar(pointer, grammar.encode(), b"root")
    yield sampler
    llama_cpp.llama_sampler_free(sampler)


def _allowed_by_llama(sampler: Any, size: int) -> set[int]:  # noqa: ANN401 - an opaque C pointer
    buffer = np.zeros(size, _TOKEN_DATA)
    buffer["id"] = np.arange(size)
    array = llama_cpp.llama_token_data_array(
        data=ctypes.cast(buffer.ctypes.data, ctypes.POINTER(llama_cpp.llama_token_data)),
        size=size,
        selected=-1,
        sorted=False,
    )
    llama_cpp.llama_sampler_apply(sampler, ctypes.byref(array))
    return set(buffer["id"][np.isfinite(buffer["logit"])].tolist())


def _all_of(here: Constraint, size: int) -> list[int]:
    return sorted(here.read(np.zeros(size, np.float32), size, RowReader()).ids.tolist())


@pytest.mark.parametrize("grammar", GRAMMARS)
@pytest.mark.parametrize("seed", range(6))
def test_the_same_tokens_may_follow_as_in_llama_cpp(pair: Pair, grammar: str, seed: int) -> None:
    size = pair.vocabulary_size
    control = {token for token in range(size) if not pair.piece(token) and not pair.is_end(token)}
    never = control | {token for token in range(size) if pair.piece(token)[:1] in NEVER}
    random = np.random.default_rng(seed)
    here = pair.grammars.begin(ReplyRequest(1, grammar=grammar))
    assert here is not None
    with _llama_grammar(pair, grammar) as sampler:
        for _ in range(40):
            theirs = _allowed_by_llama(sampler, size) - never
            if here.pending:  # llama.cpp lets a text end within a character, and takes bytes that lead nowhere
                theirs = {token for token in theirs if not pair.is_end(token)}
            ours = [token for token in _all_of(here, size) if token not in never]
            assert set(ours) == theirs, (here.pending, set(ours) ^ theirs)
            going_on = [token for token in ours if not pair.is_end(token)]
            if not going_on:
                break
            token = int(random.choice(going_on))
            llama_cpp.llama_sampler_accept(sampler, token)
            here = here.accept(token)


def _toy(grammar: str) -> Constraint:
    texts = TokenTexts(len(PIECES), lambda token: PIECES[token], is_end)
    return constraint_module.Constraint(texts, Matcher(read_gbnf(grammar)).start)


@given(
    st.lists(st.integers(-6, 6), min_size=len(PIECES), max_size=len(PIECES)),
    st.integers(1, len(PIECES)),
    st.sampled_from(["", "a", "ab", "abc"]),
    st.sampled_from(['root ::= "ab"* [c-p€]*', "root ::= [a-c]+", 'root ::= "abc" .', 'root ::= " a" | "abcd"*']),
)
def test_exactly_the_likeliest_of_those_that_may_follow_are_read(
    logits: list[int], count: int, said: str, grammar: str
) -> None:
    row = np.array(logits, np.float32)
    try:
        here = _toy(grammar).begin(said, b"")
    except UserError:
        return
    allowed = [token for token in range(row.size) if here.takes(token)]
    if not allowed:
        return
    expected = sorted(allowed, key=lambda token: (-row[token], token))[:count]
    for _ in range(2):  # the second time from what is remembered
        reading = here.read(row, count, RowReader())
        assert reading.ids.tolist() == expected
        assert reading.logits.tolist() == row[expected].tolist()


def test_the_likeliest_are_the_same_whether_few_or_all_tokens_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    size = 3_000
    random = np.random.default_rng(5)
    pieces = [
        b"",
        *(bytes(random.choice(list(b'ab"{}:, 01'), random.integers(1, 7)).tolist()) for _ in range(size - 1)),
    ]
    texts = TokenTexts(size, lambda token: pieces[token], lambda token: token == 0)
    rules = read_gbnf('root ::= "{" ("\\"" [ab]* "\\"" [:, ]*)* "}" | [01]+')
    here = constraint_module.Constraint(texts, Matcher(rules).start)
    found: list[list[list[int]]] = []
    for most in (16, 100_000):
        monkeypatch.setattr(constraint_module, "MOST_LISTED", most)
        fresh = constraint_module.Constraint(texts, Matcher(rules).start)
        read = []
        for text in ("", "{", '{"ab', '{"ab"', "01"):
            place = fresh.begin(text, b"")
            row = np.random.default_rng(9).normal(size=size).astype(np.float32)
            read.append(place.read(row, 40, RowReader()).ids.tolist())
        found.append(read)
    assert found[0] == found[1]
    assert all(len(ids) == 40 for ids in found[0][1:3])
    assert here.state.can_go_on


def test_nothing_but_an_end_may_follow_what_is_complete() -> None:
    here = _toy('root ::= "abc"').begin("abc", b"")
    assert here.is_complete
    assert here.can_end
    assert set(here.read(np.zeros(len(PIECES), np.float32), 5, RowReader()).ids.tolist()) == {0, 1}
    assert not _toy('root ::= "abc"').begin("ab", b"").can_end
    assert not _toy('root ::= "ab"*').begin("ab", b"").is_complete


def test_a_reply_does_not_end_within_a_character() -> None:
    here = _toy("root ::= [€a]*").accept(PIECES.index(b"\xe2"))
    assert here.pending == b"\xe2"
    assert not here.can_end
    assert here.read(np.zeros(len(PIECES), np.float32), 9, RowReader()).ids.tolist() == [PIECES.index(b"\x82")]
    assert _toy("root ::= [éa]*").accept(PIECES.index(b"\xe2")).pending == b""  # € cannot come of it


def test_a_proposal_is_cut_where_the_grammar_does_not_go_along() -> None:
    here = _toy('root ::= "abc" "d"?')
    a, b, c, d = (PIECES.index(each) for each in (b"a", b"b", b"c", b"d"))
    assert here.sayable([a, b, c, d, a]) == [a, b, c, d]
    assert here.sayable([a, b, c, d, 0]) == [a, b, c, d], "the reply ends there by itself"
    assert here.sayable([b]) == []
    assert here.sayable([a, b, 0]) == [a, b]
    assert here.sayable([a, b, c, 0, a]) == [a, b, c, 0]


def test_a_place_without_any_token_is_told() -> None:
    here = _toy('root ::= "z"')
    with pytest.raises(UserError, match="grammar_stuck"):
        here.read(np.zeros(len(PIECES), np.float32), 5, RowReader())


@given(st.text(min_size=1, max_size=4), st.integers(1, 3))
def test_bytes_of_a_character_stand_for_what_they_may_become(text: str, length: int) -> None:
    data = text.encode("utf-8", "ignore")
    if not data:
        return
    cut = data[: max(1, len(data) - length)]
    whole, rest = split_characters(cut)
    assert whole is not None
    assert whole.encode() + rest == cut
    if rest:
        character = data[len(whole.encode()) :].decode()[0]
        first, last = completions(rest)
        assert first <= ord(character) <= last
        assert not 0xD800 <= first <= 0xDFFF
        chr(last).encode()


def test_schemas_are_remembered_for_the_next_request(pair: Pair) -> None:
    request = ReplyRequest(1, json_schema=json.dumps({"type": "object"}))
    first, second = pair.grammars.begin(request), pair.grammars.begin(request)
    assert first is not None
    assert second is not None
    assert first.state is second.state
    pair.grammars.forget()
    third = pair.grammars.begin(request)
    assert third is not None
    assert third.state is not first.state


def test_forgetting_what_was_remembered_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [np.random.default_rng(seed).normal(size=len(PIECES)).astype(np.float32) for seed in range(40)]

    def said() -> list[int]:
        here, tokens = _toy('root ::= ([a-p] " "? "é"?){60}'), []
        for row in rows:
            token = int(here.read(row, 3, RowReader()).ids[0])
            tokens.append(token)
            here = here.accept(token)
        return tokens

    with_memory = said()
    monkeypatch.setattr(matcher_module, "MOST_REMEMBERED", 5)
    assert said() == with_memory


def test_one_token_may_take_only_so_much_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matcher_module, "MOST_WORK", 400)
    row = np.zeros(len(PIECES), np.float32)
    simple = _toy("root ::= [a-p]*")
    for _ in range(60):  # each token has a share of its own
        simple = simple.accept(int(simple.read(row, 3, RowReader()).ids[-1]))
    with pytest.raises(UserError, match="grammar_too_ambiguous"):
        _toy("root ::= " + " | ".join(f"[a-p]{{{times}}}" for times in range(5, 60))).read(row, 20, RowReader())
