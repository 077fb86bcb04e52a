"""JSON schemas: texts that fit them are allowed, others are not, and what no rule can keep to is named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.catalogue import sentence
from app.engine.grammar.matcher import Matcher
from app.engine.grammar.schema import read_schema
from app.errors import UserError

PERSON = {
    "title": "Person",
    "type": "object",
    "properties": {
        "name": {"type": "string", "description": "in full"},
        "age": {"type": "integer", "minimum": 0, "maximum": 150},
        "tags": {"type": "array", "items": {"enum": ["ink", "red paper"]}, "minItems": 1, "maxItems": 3},
    },
    "required": ["name", "age"],
}
TREE = {
    "$ref": "#/$defs/node",
    "$defs": {
        "node": {
            "type": "object",
            "properties": {
                "value": {"type": "number"},
                "next": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]},
            },
            "required": ["value", "next"],
            "additionalProperties": False,
        }
    },
}
OPEN = {"properties": {"to": {"type": "string"}}, "additionalProperties": {"type": "integer"}}
BOTH = {
    "allOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"properties": {"b": {"type": "null"}}, "required": ["b"]},
    ]
}
DOUBLING = json.dumps(
    {
        "$ref": "#/$defs/a0",
        "$defs": {f"a{n}": {"allOf": [{"$ref": f"#/$defs/a{n + 1}"}] * 2} for n in range(20)} | {"a20": {}},
    }
)
"""Each of its parts asks for the next one twice."""


def allows(schema: object, text: str) -> bool:
    """Whether a whole text fits."""
    state = Matcher(read_schema(json.dumps(schema))).start.walk(text)
    return state is not None and state.can_end


@pytest.mark.parametrize(
    ("schema", "fitting", "others"),
    [
        (
            PERSON,
            [
                '{"name": "Ada", "age": 36}',
                '{"name":"","age":150,"tags":["ink"]}',
                '{\n  "name": "a\\n\\u00e9",\n  "age": 7,\n  "tags": ["ink", "red paper"]\n}',
            ],
            [
                '{"name": "Ada", "age": 151}',
                '{"name": "Ada", "age": -1}',
                '{"name": "Ada", "age": 07}',
                '{"age": 36, "name": "Ada"}',
                '{"name": "Ada"}',
                '{"name": "Ada", "age": 36, "tags": []}',
                '{"name": "Ada", "age": 36, "tags": ["blue"]}',
                '{"name": "Ada", "age": 36, "more": 1}',
                '{"name": "a\nb", "age": 36}',
                '{"name": "Ada", "age": 36,}',
            ],
        ),
        (TREE, ['{"value": 1.5, "next": {"value": -2e3, "next": null}}'], ['{"value": 1.5, "next": {"value": 2}}']),
        (OPEN, ["{}", '{"to": "x"}', '{"toe": 1, "t": 2}', '{"to": "x", "": 3}'], ['{"to": 1}', '{"from": "x"}']),
        (BOTH, ['{"a": 1, "b": null}'], ['{"a": 1}', '{"b": null}']),
        ({"type": "object"}, ["{}", '{"a": [1, {"b": null}], "": true}'], ["[]", '{"a"}']),
        ({}, ["3", '"x"', "[]", "null", "-0.5e+10"], ["nul", "'x'", "01", "+1"]),
        (True, ["{}"], [""]),
        ({"type": ["string", "null"]}, ['"a"', "null"], ["1"]),
        ({"type": "boolean"}, ["true", "false"], ["True"]),
        ({"enum": ["a", 1, None]}, ['"a"', "1", "null"], ['"b"']),
        ({"type": "string", "enum": ["a", 1]}, ['"a"'], ["1"]),
        ({"const": {"é": [1]}}, ['{"é": [1]}'], ["{}"]),
        (
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "null"}]},
            ["[1, null]"],
            ["[1]", "[1, null, 2]"],
        ),
        (
            {"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": "null"}, "minItems": 2},
            ["[1, null]", "[1, null, null]"],
            ["[1]", "[null, null]"],
        ),
        ({"type": "array", "maxItems": 0}, ["[]"], ["[1]"]),
        ({"type": "string", "minLength": 2, "maxLength": 3}, ['"ab"', '"é\\n😀"'], ['"a"', '"abcd"']),
        ({"type": "string", "pattern": "^[A-Z]{2}-\\d+$"}, ['"AB-12"'], ['"A-1"', '"AB-"', '"xAB-1"']),
        ({"type": "string", "pattern": 'o"[^x]'}, ['"so\\"\\\\!"'], ['"so"', '"o\\"x"']),
        ({"type": "string", "pattern": "^(?:ja|nee)?$"}, ['""', '"ja"'], ['"jan"']),
        ({"type": "string", "format": "date"}, ['"2026-11-30"'], ['"2026-13-30"', '"30-11-2026"']),
        ({"type": "string", "format": "email"}, ['"anything"'], ["1"]),
        (
            {"type": "integer", "minimum": -12, "exclusiveMaximum": 105},
            ["-12", "-1", "0", "104", "99"],
            ["-13", "105", "200"],
        ),
        ({"type": "integer", "minimum": 2.5}, ["3", "40"], ["2", "-3"]),
        ({"type": "number", "minimum": 0, "maximum": 1}, ["0", "1", "0.25", "1.0"], ["1.5", "-0.1", "2", "1e3"]),
        (
            {"type": "number", "exclusiveMinimum": -3, "maximum": 12},
            ["-2.99", "0", "12.0", "11.9"],
            ["-3", "-3.0", "12.1"],
        ),
        ({"type": "number", "exclusiveMinimum": 0}, ["0.001", "7"], ["0", "0.0", "-1"]),
        ({"type": "number", "exclusiveMaximum": 0}, ["-0.5", "-7"], ["0", "-0.0", "1"]),
        ({"oneOf": [{"type": "null"}, {"$ref": "#/oneOf/2"}, {"type": "integer"}]}, ["null", "4"], ['"x"']),
        (
            {"type": "object", "properties": {"k": {"const": 1}}, "anyOf": [{"required": ["k"]}, {"type": "object"}]},
            ['{"k": 1}', "{}"],
            ['{"k": 2}'],
        ),
    ],
)
def test_texts_fit_or_not(schema: object, fitting: list[str], others: list[str]) -> None:
    for text in fitting:
        json.loads(text)
        assert allows(schema, text), text
    for text in others:
        assert not allows(schema, text), text


@given(st.integers(-3_000, 3_000), st.integers(0, 4_000), st.integers(-9_999, 9_999))
def test_bounds_of_whole_numbers_are_exact(low: int, width: int, value: int) -> None:
    schema = {"type": "integer", "minimum": low, "maximum": low + width}
    assert allows(schema, str(value)) is (low <= value <= low + width)


_JSON: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(_JSON, st.sampled_from([None, 2]))
def test_every_json_text_is_a_value_and_a_constant_of_its_own(value: object, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    assert allows({}, text)
    assert allows({"const": value}, json.dumps(value, ensure_ascii=False)) or "\\ud" in json.dumps(value)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("{", "schema_not_json", "line 1, column 2"),
        ('{"a": NaN}', "schema_not_json", "line 1, column 7"),
        ('{"enum":\n [1,\n  1e999]}', "schema_not_json", "line 3, column 3"),
        ('{"maximum": ' + "9" * 5000 + "}", "grammar_too_large", "too large"),
        ("[]", "schema_not_schema", "At #"),
        ('{"properties": {"a": {"items": 3}}}', "schema_value", "“items” at #/properties/a has to be a schema"),
        ('{"properties": {"a": 3}}', "schema_not_schema", "At #/properties/a"),
        ('{"type": "text"}', "schema_value", "“type” at # has to be one of object, array, string"),
        ('{"properties": []}', "schema_value", "“properties” at # has to be an object"),
        ('{"anyOf": []}', "schema_value", "“anyOf” at # has to be a list of schemas"),
        ('{"minLength": "a"}', "schema_value", "“minLength” at # has to be a whole number"),
        ('{"minimum": "a", "allOf": [{"minimum": 1}]}', "schema_value", "“minimum” at # has to be a number"),
        ('{"minLength": "a", "allOf": [{"minLength": 1}]}', "schema_value", "“minLength” at # has to be a whole"),
        ('{"required": ["a"], "additionalProperties": false}', "schema_key_excluded", "requires the key “a” at #"),
        ('{"enum": ["a"], "minLength": 2}', "schema_beside", "“minLength” beside “enum” at #"),
        ('{"pattern": "a", "minLength": 2}', "schema_beside", "“minLength” beside “pattern” at #"),
        ('{"allOf": [{"pattern": "a"}, {"pattern": "b"}]}', "schema_apart", "both say “pattern”"),
        ('{"properties": {"x": {"not": {}}}}', "schema_keyword", "“not” at #/properties/x"),
        ('{"type": "array", "uniqueItems": true}', "schema_keyword", "uniqueItems"),
        ('{"type": "number", "multipleOf": 5}', "schema_keyword", "multipleOf"),
        ('{"type": "number", "minimum": 0.5}', "schema_bound", "whole number"),
        ('{"$ref": "https://example.org/schema"}', "schema_reference", "https://example.org/schema"),
        ('{"items": {"$ref": "#/$defs/missing"}}', "schema_reference", "“#/$defs/missing” at #/items"),
        ('{"type": "integer", "minimum": 5, "maximum": 4}', "schema_impossible", "at #: nothing lies between"),
        ('{"properties": {"a": false}, "required": ["a"]}', "schema_impossible", "#/properties/a: it is “false”"),
        ('{"type": "string", "enum": [1]}', "schema_impossible", "at #: none of the values"),
        ('{"allOf": [{"type": "null"}, {"type": "string"}]}', "schema_impossible", "different types"),
        ('{"items": {"pattern": "(?=a)"}}', "schema_pattern", "“(?=a)” of the JSON schema at #/items: of the groups"),
        ('{"type": "string", "pattern": "[b-a]"}', "schema_pattern", "the range “b-a” runs backwards"),
        ('{"type": "string", "pattern": "^a|b$"}', "schema_pattern", "one side of “|” only"),
        ('{"type": "string", "pattern": "a^b"}', "schema_pattern", "only stand at its beginning and its end"),
        ('{"type": "string", "pattern": "(a"}', "schema_pattern", "it breaks off"),
        ('{"type": "string", "pattern": "a)"}', "schema_pattern", "“)” belongs to no other bracket"),
        ('{"type": "string", "pattern": "a{3,2}"}', "schema_pattern", "“{3,2}” is no repetition"),
        ('{"type": "string", "pattern": "(a)\\\\1"}', "schema_pattern", r"“\1” is not known"),
        ('{"type": "string", "pattern": "[^\\\\d\\\\D]"}', "schema_pattern", "no character fits"),
        ('{"type": "string", "maxLength": 100000000}', "grammar_too_large", "too large"),
        ('{"allOf": [{"$ref": "#"}]}', "grammar_too_deep", "60"),
        ('{"items":' * 90 + "{}" + "}" * 90, "grammar_too_deep", "60"),
        ("[" * 100_000, "grammar_too_deep", "60"),
        (DOUBLING, "grammar_too_large", "too large"),
    ],
)  # fmt: skip
def test_what_cannot_be_kept_to_is_refused_in_one_sentence(text: str, code: str, words: str) -> None:
    with pytest.raises(UserError) as refusal:
        read_schema(text)
    assert refusal.value.notice.code == code
    assert words in sentence(refusal.value.notice)


_WORDS = (
    *("type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref", "$defs", "properties", "required", "format", "title"),
    *("additionalProperties", "minProperties", "maxProperties", "items", "prefixItems", "additionalItems", "minItems"),
    *("maxItems", "uniqueItems", "minLength", "maxLength", "pattern", "minimum", "maximum", "exclusiveMinimum"),
    *("exclusiveMaximum", "multipleOf", "not", "a"),
)
_VALUES = st.sampled_from(
    ["object", "array", "string", "integer", "number", "null", "#", "#/$defs/a", "#/properties/a", "^a+$", "(", "date"]
)
_SCHEMAS: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 40) | st.floats(-3, 3) | _VALUES | st.just({}),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_WORDS), inner, max_size=4),
    max_leaves=20,
)


@settings(max_examples=300)
@given(_SCHEMAS)
def test_whatever_comes_as_a_schema_is_read_or_refused(schema: object) -> None:
    try:
        Matcher(read_schema(json.dumps(schema))).start.walk('{"a": [1, "b"]}')
    except UserError as error:
        sentence(error.notice)  # there is one for each
