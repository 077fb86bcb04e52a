"""Puts together what several schemas ask of one value, and finds what references point to, within the schema only."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from app.engine.grammar.schema_words import impossible, shown_place, wrong
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

ANNOTATIONS = frozenset(
    {
        *("$schema", "$id", "$anchor", "$comment", "$defs", "definitions", "$vocabulary", "title", "description"),
        *("default", "examples", "example", "deprecated", "readOnly", "writeOnly", "contentMediaType"),
        *("contentEncoding", "discriminator", "id"),
    }
)
"""Words that ask nothing of a value."""
MOST_STEPS = 5_000
MOST_NESTED = 60
_HIGHER = frozenset({"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"})
_LOWER = frozenset({"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"})
_KINDS: dict[str, Any] = {
    **dict.fromkeys((*_HIGHER, *_LOWER), int | float),
    "properties": dict,
    "required": list,
    "enum": list,
}


class Merger:
    """Looks after one schema.

    Args:
        root: The whole schema.
    """

    def __init__(self, root: object) -> None:
        self._root = root
        self._num_steps = 0
        self._depth = 0

    def target(self, reference: object, where: str) -> tuple[Any, str]:
        """What a reference at a place points to, and the JSON pointer to it (RFC 6901).

        Raises:
            UserError: `schema_reference`.
        """
        self._step()
        shown = str(reference)
        if not isinstance(reference, str) or not (reference == "#" or reference.startswith("#/")):
            raise UserError("schema_reference", reference=shown, where=shown_place(where))
        pointer = _unquoted(reference[1:])
        found: Any = self._root
        for part in pointer.split("/")[1:]:
            name = part.replace("~1", "/").replace("~0", "~")
            if isinstance(found, dict) and name in found:
                found = found[name]
            elif isinstance(found, list) and name.isdecimal() and int(name) < len(found):
                found = found[int(name)]
            else:
                raise UserError("schema_reference", reference=shown, where=shown_place(where))
        return found, pointer

    def merged(self, schema: Mapping[str, Any], where: str) -> dict[str, Any] | bool:
        """One schema without `$ref` and `allOf` for one with them.

        Raises:
            UserError: `schema_apart` names what cannot be put together; `schema_value`, `schema_reference`,
                `schema_impossible`.
        """
        self._step()
        self._depth += 1
        if self._depth > MOST_NESTED:
            raise UserError("grammar_too_deep", most=MOST_NESTED)
        whole = self._whole(schema, where)
        self._depth -= 1
        return whole

    def _whole(self, schema: Mapping[str, Any], where: str) -> dict[str, Any] | bool:
        whole: dict[str, Any] = {
            word: value for word, value in schema.items() if word not in ("$ref", "allOf") and word not in ANNOTATIONS
        }
        parts = _all_of(schema, where)
        if "$ref" in schema:
            parts = [{"$ref": schema["$ref"]}, *parts]
        for part in parts:
            if part is False:
                return False
            if isinstance(part, dict):
                plain = self._resolved(part, where)
                if plain is False:
                    return False
                if isinstance(plain, dict):
                    whole = self._both(whole, plain, where)
        return whole

    def _resolved(self, schema: Mapping[str, Any], where: str) -> dict[str, Any] | bool:
        if "$ref" not in schema:
            return self.merged(schema, where)
        target, _pointer = self.target(schema["$ref"], where)
        rest = {word: value for word, value in schema.items() if word != "$ref"}
        if isinstance(target, bool):
            return target and self.merged(rest, where)
        return self.merged({**rest, "allOf": [*_all_of(rest, where), target]}, where)

    def _both(self, one: dict[str, Any], other: Mapping[str, Any], where: str) -> dict[str, Any]:
        """What both ask, word by word."""
        whole = dict(one)
        for word, value in other.items():
            kinds = _KINDS.get(word, object)
            if not isinstance(value, kinds) or not isinstance(whole.get(word, value), kinds):
                raise wrong(word, _wanted(word), where)
            if word not in whole or whole[word] == value:
                whole[word] = value
            elif word == "properties":
                whole[word] = self._properties(whole[word], value)
            elif word == "required":
                whole[word] = [*whole[word], *(name for name in value if name not in whole[word])]
            elif word in _HIGHER:
                whole[word] = max(whole[word], value)
            elif word in _LOWER:
                whole[word] = min(whole[word], value)
            elif word == "type":
                whole[word] = _common_types(whole[word], value, where)
            elif word == "enum":
                whole[word] = [each for each in whole[word] if each in value]
            elif word == "additionalProperties" and False in (whole[word], value):
                whole[word] = False
            elif word == "additionalProperties" and True in (whole[word], value):
                whole[word] = value if whole[word] is True else whole[word]
            else:
                raise UserError("schema_apart", keyword=word, where=shown_place(where))
        return whole

    def _properties(self, one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
        whole = dict(one)
        for name, schema in other.items():
            whole[name] = schema if name not in whole or whole[name] == schema else {"allOf": [whole[name], schema]}
        return whole

    def _step(self) -> None:
        """References may lead in a circle, and what they lead to may double with each of them."""
        self._num_steps += 1
        if self._num_steps > MOST_STEPS:
            raise UserError("grammar_too_large")


def _wanted(word: str) -> str:
    """What a word of `_KINDS` may say, as `wrong` calls it."""
    if word in ("properties", "required", "enum"):
        return {"properties": "object", "required": "names", "enum": "values"}[word]
    return "number" if word in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum") else "count"


def _all_of(schema: Mapping[str, Any], where: str) -> list[Any]:
    parts = schema.get("allOf", [])
    if not isinstance(parts, list):
        raise wrong("allOf", "schemas", where)
    return parts


def _unquoted(pointer: str) -> str:
    data = re.sub(rb"%([0-9A-Fa-f]{2})", lambda found: bytes([int(found[1], 16)]), pointer.encode("utf-8", "replace"))
    return data.decode("utf-8", "replace")


def _common_types(one: object, other: object, where: str) -> list[object]:
    first = one if isinstance(one, list) else [one]
    second = other if isinstance(other, list) else [other]
    common = [each for each in first if each in second or (each == "integer" and "number" in second)]
    common += ["integer" for each in second if each == "integer" and "number" in first and "integer" not in first]
    if not common:
        raise impossible("schema_types_differ", where)
    return common
