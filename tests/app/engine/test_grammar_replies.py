"""Replies that keep to a grammar: with speculation the same text as without, and an end where the grammar ends."""

from __future__ import annotations

import json
import time
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from app.engine.drafters.draft_model import DraftModel
from app.engine.session import Session
from app.engine.speculative import Limits, SpeculativeDecoder
from app.engine.types import FinishReason, Mark, ReplyRequest, SamplingSettings, SpeculationSettings, Verification
from app.engine.verification import rule_for
from tests.support.engine_talk import EngineTalk, settings
from tests.support.replies import (
    AUTO,
    EXACT,
    GREEDY,
    LOOKUP,
    OFF,
    ON,
    Collected,
    assert_clean,
    chat,
    loaded,
    raw,
    run,
    run_all,
)
from tests.support.tiny_models import MOSTLY_AGREES, TinyModel
from tests.support.tiny_vocabulary import END_IDS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.engine.llama.pair import Pair

FORM: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 9},
        "size": {"type": "integer", "minimum": -20, "maximum": 300},
        "weight": {"type": "number", "minimum": 0, "maximum": 2},
        "kind": {"enum": ["the proof", "a page", None]},
        "parts": {"type": "array", "items": {"$ref": "#/$defs/part"}, "minItems": 1, "maxItems": 2},
    },
    "required": ["name", "size", "weight", "kind", "parts"],
    "$defs": {"part": {"type": "object", "properties": {"done": {"type": "boolean"}}, "required": ["done"]}},
}
SCHEMA = json.dumps(FORM)
WARM = SamplingSettings(temperature=0.8, seed=11)
DRAWN = replace(WARM, temperature=1.0, top_k=0, top_p=1.0, min_p=0.0)
PENALISED = replace(WARM, repeat_penalty=1.3, dry_multiplier=0.8, logit_bias=((ord("q"), 8.0), (ord("{"), -90.0)))
DIGITS = 'root ::= "set " [0-9]{3} " of " [0-9]{3}'

DOUBLING = (
    "root ::= r0\n" + "".join(f'r{n} ::= "a" r{n + 1} "b" | "a" r{n + 1} "c"\n' for n in range(20)) + 'r20 ::= "a"'
)
"""Twice as many readings with each letter."""


@pytest.fixture(scope="module")
def pair(tiny_target: Path, tiny_draft: Path) -> Iterator[Pair]:
    with loaded(tiny_target, tiny_draft, **EXACT) as loaded_pair:
        yield loaded_pair


def assert_fits(reply: Collected) -> None:
    """The text is what the form asks for."""
    value = json.loads(reply.text)
    assert list(value) == FORM["required"]
    assert len(value["name"]) <= 9
    assert isinstance(value["size"], int)
    assert -20 <= value["size"] <= 300
    assert 0 <= value["weight"] <= 2
    assert value["kind"] in ("the proof", "a page", None)
    assert 1 <= len(value["parts"]) <= 2
    assert all(list(part) == ["done"] and isinstance(part["done"], bool) for part in value["parts"])


@pytest.mark.parametrize(
    "sampling", [GREEDY, WARM, DRAWN, PENALISED], ids=["greedy", "warm", "all tokens", "penalised"]
)
@pytest.mark.parametrize("speculation", [ON, AUTO, LOOKUP, replace(ON, draft_p_min=0.4)])
def test_a_reply_fits_the_schema_and_is_the_same_with_and_without_drafts(
    pair: Pair, sampling: SamplingSettings, speculation: SpeculationSettings
) -> None:
    request = chat("Set the page.", sampling=sampling, json_schema=SCHEMA, max_tokens=400)
    alone = run(pair, replace(request, speculation=OFF))
    with_drafts = run(pair, replace(request, speculation=speculation))
    assert alone.finish_reason is FinishReason.STOP
    assert_fits(alone)
    assert with_drafts.token_ids == alone.token_ids
    assert with_drafts.text == alone.text
    assert with_drafts.finish_reason is FinishReason.STOP
    if speculation is not LOOKUP:  # which leaves the draft's cache as it was
        assert_clean(pair, request, with_drafts)


@pytest.mark.parametrize("verification", [Verification.REJECTION, Verification.MATCH])
def test_every_check_keeps_to_the_schema(pair: Pair, verification: Verification) -> None:
    for seed in range(6):
        request = chat(
            "Set the page.",
            sampling=replace(WARM, seed=seed),
            speculation=replace(ON, verification=verification),
            json_schema=SCHEMA,
            max_tokens=400,
        )
        reply = run(pair, request)
        assert_fits(reply)
        assert reply.tally.num_accepted


def test_a_draft_model_that_keeps_to_the_grammar_is_mostly_right_about_its_marks(pair: Pair) -> None:
    """Keys and brackets leave one way only: both models go it."""
    reply = run(pair, chat("Set the page.", json_schema=SCHEMA, speculation=ON, max_tokens=400))
    assert reply.tally.acceptance_rate is not None
    assert reply.tally.acceptance_rate > 0.6


def test_proposals_never_leave_the_grammar(pair: Pair) -> None:
    said = "set 123 of 456 and more. "
    for speculation in (ON, LOOKUP, AUTO):
        reply = run(pair, raw(said * 4, grammar=DIGITS, speculation=speculation, max_tokens=60))
        for decoded in reply.rounds:
            texts = [proposed.text for proposed in decoded.proposed]
            assert all(set(text) <= set("set of0123456789") for text in texts), texts
        assert reply.text.startswith("set ")
        assert len(reply.text) == len("set 123 of 456")


def test_a_reply_ends_with_the_last_token_that_its_grammar_has(pair: Pair) -> None:
    for speculation in (OFF, ON):
        reply = run(pair, raw("The proof", grammar=DIGITS, speculation=speculation))
        assert reply.finish_reason is FinishReason.STOP
        assert not set(reply.token_ids) & set(END_IDS)
        last = reply.rounds[-1]
        assert last.emitted[-1].mark in (Mark.PLAIN, Mark.ACCEPTED, Mark.CORRECTED, Mark.BONUS)
        assert reply.text[-3:].isdigit()


def test_a_model_that_wants_to_end_has_to_wait_until_the_grammar_is_complete(tiny_ending: Path) -> None:
    with loaded(tiny_ending, tiny_ending, **EXACT) as eager:
        free = run(eager, raw("The proof", max_tokens=200))
        assert free.finish_reason is FinishReason.STOP
        bound = run(eager, raw("The proof", grammar='root ::= [a-z ]{60,90} "."?', max_tokens=200))
        assert 60 <= len(bound.text) <= 91
        assert bound.finish_reason is FinishReason.STOP


def test_characters_of_several_tokens_and_control_tokens(pair: Pair) -> None:
    grammar = "root ::= [\U0001f600-\U0001f64fé€]{6} [^<]{4}"
    alone = run(pair, raw("The proof", grammar=grammar, speculation=OFF, sampling=WARM))
    drafted = run(pair, raw("The proof", grammar=grammar, speculation=ON, sampling=WARM))
    assert alone.text == drafted.text
    assert len(alone.text) == 10
    assert all(character in "é€" or "\U0001f600" <= character <= "\U0001f64f" for character in alone.text[:6])
    assert_clean(pair, raw("The proof"), drafted)


def test_a_begun_reply_goes_on_in_its_grammar(pair: Pair) -> None:
    whole = run(pair, chat("Set the page.", grammar=DIGITS))
    begun = whole.text[:6]
    rest = run(pair, chat("Set the page.", grammar=DIGITS, begun=begun))
    assert len(begun + rest.text) == len(whole.text)
    assert (begun + rest.text)[4:7].isdigit()
    nothing = run(pair, chat("Set the page.", grammar=DIGITS, begun=whole.text))
    assert nothing.text == ""
    assert nothing.finish_reason is FinishReason.STOP
    assert run(pair, chat("Set the page.", grammar=DIGITS, begun="Well,")).failure == "grammar_not_begun_so"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"grammar": "root ::= ("}, "grammar_syntax_end"),
        ({"grammar": 'root ::= root "a" | "b"'}, "grammar_left_recursion"),
        ({"grammar": "root ::= " + "(" * 100_000}, "grammar_too_deep"),
        ({"grammar": 'root ::= "a"', "json_schema": "{}"}, "grammar_and_schema"),
        ({"json_schema": "{"}, "schema_not_json"),
        ({"json_schema": '{"$ref": "#"}'}, "grammar_says_nothing"),
        ({"json_schema": '{"not": {}}'}, "schema_keyword"),
        ({"grammar": DOUBLING}, "grammar_too_ambiguous"),
    ],
)
def test_what_cannot_be_kept_to_is_one_sentence_and_the_next_reply_is_right(
    pair: Pair, changes: dict[str, str], code: str
) -> None:
    free = run(pair, chat("Set the page."))
    refused, again = run_all(pair, [chat("Set the page.", max_tokens=400, **changes), chat("Set the page.")])
    assert refused.failure == code
    assert again.text == free.text


def test_a_forgotten_conversation_leaves_no_schema_behind(pair: Pair) -> None:
    request = chat("Set the page.", json_schema=SCHEMA, max_tokens=400)
    first, second = run_all(pair, [request, request])
    assert first.text == second.text
    assert second.reused_tokens > first.reused_tokens or second.reused_tokens > 0


def test_a_reply_that_is_stopped_while_its_grammar_is_made_ready_ends_as_stopped(tiny_target: Path) -> None:
    with loaded(tiny_target, **EXACT) as fresh:
        request = chat("Set the page.", json_schema=SCHEMA, max_tokens=400)
        stopped = Collected(tuple(Session(fresh, lambda: True).reply(request)))
        assert stopped.finish_reason is FinishReason.CANCELLED
        assert stopped.text == ""
        assert_fits(run(fresh, replace(request, speculation=OFF)))


def test_the_engine_outlives_a_grammar_made_to_kill_it(tiny_target: Path) -> None:
    """llama.cpp's own reader would call itself for each bracket, its matcher double its stacks with each character."""
    hostile: list[dict[str, Any]] = [
        {"grammar": "root ::= " + "(" * 199_000},
        {"grammar": 'root ::= " " root "b" | " " root "c" | "x"'},
        {
            "grammar": "root ::= r0\n"
            + "".join(f"r{n} ::= r{n + 1} | r{n + 1}\n" for n in range(2_000))
            + 'r2000 ::= "a"'
        },
        {"json_schema": "[" * 199_000},
        {"json_schema": json.dumps({"enum": ["\ud800", "\x00"]})},
    ]
    with EngineTalk() as talk:
        talk.load(settings(tiny_target))
        pid = talk.client.pid
        for number, changes in enumerate(hostile):
            began = time.monotonic()
            talk.reply(ReplyRequest(number + 1, raw_prompt="The", sampling=GREEDY, max_tokens=20, **changes))
            assert time.monotonic() - began < 10.0
        assert talk.client.pid == pid


NUM_DRAWS = 3_000
LETTERS = "root ::= [a-e ] [a-e ] [a-e ]"


def test_rejection_keeps_the_distribution_that_the_grammar_leaves(tmp_path: Path) -> None:
    target = TinyModel(num_layers=1).write(tmp_path / "target.gguf")
    draft = TinyModel(num_layers=1, noise=4 * MOSTLY_AGREES).write(tmp_path / "draft.gguf")
    sampling = SamplingSettings(temperature=1.8, top_k=0, top_p=1.0, min_p=0.0)
    with loaded(target, draft, context_tokens=256, **EXACT) as both:
        start = both.grammars.begin(ReplyRequest(1, grammar=LETTERS))
        prompt = both.tokenize("The draft of the proof", raw=True)
        both.target.decode(prompt, 1)
        first = both.make_chain(sampling, prompt, start).distribution(both.target.row(0))
        exact: dict[tuple[int, int], float] = {}
        assert start is not None
        for token, share in zip(first.ids.tolist(), first.probabilities.tolist(), strict=True):
            both.target.rewind(len(prompt))
            both.target.decode([token], 1)
            second = both.make_chain(sampling, [*prompt, token], start.accept(token)).distribution(both.target.row(0))
            for behind, part in zip(second.ids.tolist(), second.probabilities.tolist(), strict=True):
                exact[token, behind] = share * part
        counts: Counter[tuple[int, int]] = Counter()
        assert both.draft is not None
        for seed in range(NUM_DRAWS):
            history = prompt.copy()
            both.target.rewind(len(prompt) - 1)
            rule = rule_for(sampling.temperature, Verification.REJECTION, seed)
            model = DraftModel(both.draft, rule, 0.0, both.is_end)
            model.begin(prompt)
            chain = both.make_chain(sampling, prompt, start)
            decoder = SpeculativeDecoder(
                both.target, chain, rule, model, both.vocabulary_size, both.is_end, lambda: False
            )
            for _step in decoder.rounds(history, _Sink(), Limits(2, 2, 0)):
                pass
            counts[history[len(prompt)], history[len(prompt) + 1]] += 1
    assert set(counts) <= set(exact)
    statistic = sum((counts[each] - NUM_DRAWS * share) ** 2 / (NUM_DRAWS * share) for each, share in exact.items())
    freedom = len(exact) - 1
    assert statistic < freedom + 5.0 * (2.0 * freedom) ** 0.5


class _Sink:
    def push(self, token_id: int) -> bool:
        return False


@pytest.mark.real_models
@pytest.mark.parametrize("sampling", [GREEDY, WARM], ids=["greedy", "warm"])
def test_a_real_model_writes_what_the_schema_asks_for_with_and_without_drafts(
    smollm2: Path, sampling: SamplingSettings
) -> None:
    with loaded(smollm2, smollm2, threads=2, **EXACT) as twins:
        request = chat(
            "Describe a page as JSON with name, size, weight, kind and parts.",
            sampling=sampling,
            json_schema=SCHEMA,
            max_tokens=200,
        )
        alone = run(twins, replace(request, speculation=OFF))
        assert_fits(alone)
        for speculation in (ON, AUTO, LOOKUP):
            assert run(twins, replace(request, speculation=speculation)).token_ids == alone.token_ids
