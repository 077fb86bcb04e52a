"""Reads a JSON schema into rules: every text they allow is JSON that fits the schema.

What cannot be kept to is refused by name instead of being passed over. Keys come in the schema's order; objects have no
other keys than those named unless `additionalProperties` says so; of `oneOf` any one is taken, as of `anyOf`.
"""

from __future__ import annotations

import json
import math
import re
from typing import TYPE_CHECKING, Any, NoReturn

from app.engine.grammar.json_text import JsonText, dumped, literal
from app.engine.grammar.number_range import NumberRange
from app.engine.grammar.pattern import pattern_rules
from app.engine.grammar.rules import RuleBook
from app.engine.grammar.schema_merge import ANNOTATIONS, Merger
from app.engine.grammar.schema_words import (
    bound_of,
    checked,
    counted,
    escaped,
    impossible,
    is_of,
    named_types,
    shown_place,
    tighter,
    wrong,
)
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from app.engine.grammar.rules import Rules, Symbols

MOST_CHARACTERS = 200_000
MOST_NESTED = 60
"""Schemas within schemas."""
MOST_BRACKETS = 200
"""Open at a time in the text."""
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
_NUMBERS = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN|-?[0-9][0-9.eE+-]*', re.DOTALL)
_FORMATS = {
    "date": r"^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$",
    "time": r"^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$",
    "date-time": r"^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T"
    r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$",
    "uuid": r"^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$",
}
"""Other formats say what a text is for, which no rule can keep to."""
_OF_TYPE = {
    "object": ("properties", "required", "additionalProperties", "minProperties", "maxProperties"),
    "array": ("items", "prefixItems", "additionalItems", "minItems", "maxItems", "uniqueItems"),
    "string": ("minLength", "maxLength", "pattern", "format"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}
_WAYS = ("anyOf", "oneOf", "allOf", "$ref")
_KNOWN = {"type", "enum", "const", *_WAYS, *(word for words in _OF_TYPE.values() for word in words)}
Schema = dict[str, Any] | bool


def read_schema(text: str) -> Rules:
    """Read a schema.

    Args:
        text: JSON; `{"type": "object"}` is any object, `{}` any value.

    Raises:
        UserError: A code `schema_…` with the JSON pointer to what is wrong, `grammar_too_large`, `grammar_too_deep`,
            or what `RuleBook.finish` raises.
    """
    schema = _loaded(text)
    converter = _Converter(schema)
    root = converter.book.rule("root")
    converter.book.say(root, [converter.symbols(schema, "", 0)])
    return converter.book.finish(root)


def _loaded(text: str) -> Schema:
    if len(text) > MOST_CHARACTERS:
        raise UserError("grammar_too_large")
    depth = 0
    for found in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > MOST_BRACKETS:
            raise UserError("grammar_too_deep", most=MOST_NESTED)
    try:
        schema = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise UserError("schema_not_json", line=error.lineno, column=error.colno) from error
    except _NoNumber as error:
        at = next((found.start() for found in _NUMBERS.finditer(text) if found[0] == error.written), 0)
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        raise UserError("schema_not_json", line=line, column=column) from error
    except ValueError as error:  # a whole number of thousands of digits, which Python does not read
        raise UserError("grammar_too_large") from error
    if not isinstance(schema, dict | bool):
        raise UserError("schema_not_schema", where="#")
    return schema


class _NoNumber(ValueError):
    """A number that JSON does not have, or that no double holds."""

    def __init__(self, written: str) -> None:
        super().__init__(written)
        self.written = written


def _refuse(name: str) -> NoReturn:
    raise _NoNumber(name)


def _finite(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _refuse(digits)


class _Converter:
    """Turns one schema into rules."""

    def __init__(self, schema: Schema) -> None:
        self.book = RuleBook()
        self._text = JsonText(self.book)
        self._merger = Merger(schema)

    def symbols(self, schema: Schema, where: str, depth: int) -> Symbols:
        """Symbols for a value that fits a schema. `where` is its JSON pointer."""
        if depth > MOST_NESTED:
            raise UserError("grammar_too_deep", most=MOST_NESTED)
        if schema is False:
            raise impossible("schema_is_false", where)
        if schema is True:
            return self._text.value
        if not isinstance(schema, dict):
            raise UserError("schema_not_schema", where=shown_place(where))
        said = {word: value for word, value in schema.items() if word not in ANNOTATIONS}
        for word in said:
            if word not in _KNOWN:
                raise UserError("schema_keyword", keyword=word, where=shown_place(where))
        if set(said) == {"$ref"}:
            return self._referred(said["$ref"], where, depth)
        if "$ref" in said or "allOf" in said:
            return self.symbols(self._merger.merged(said, where), where, depth + 1)
        for word in ("anyOf", "oneOf"):
            if word in said:
                return self._any_of(said, word, where, depth)
        if "const" in said or "enum" in said:
            return self._listed(said, where)
        return self._of_types(said, where, depth)

    def _referred(self, reference: object, where: str, depth: int) -> Symbols:
        target, pointer = self._merger.target(reference, where)
        name = f"#{pointer}"
        known = self.book.has(name)
        rule = self.book.rule(name)
        if not known:
            self.book.say(rule, [self.symbols(target, pointer, depth + 1)])
        return (rule,)

    def _any_of(self, said: Mapping[str, Any], word: str, where: str, depth: int) -> Symbols:
        ways = said[word]
        if not isinstance(ways, list) or not ways:
            raise wrong(word, "schemas", where)
        rest = {each: value for each, value in said.items() if each != word}
        symbols: list[Symbols] = []
        for index, way in enumerate(ways):
            place = f"{where}/{word}/{index}"
            whole = self._merger.merged({**rest, "allOf": [way]}, place) if rest else way
            if whole is not False:
                symbols.append(self.symbols(whole, place, depth + 1))
        if not symbols:
            raise impossible("schema_is_false", where)
        return self.book.choice(symbols, where)

    def _listed(self, said: Mapping[str, Any], where: str) -> Symbols:
        """Values named one by one."""
        values = said.get("enum", [said.get("const")])
        if not isinstance(values, list):
            raise wrong("enum", "values", where)
        if "const" in said:
            values = [value for value in values if value == said["const"]]
        for word in said:
            if word not in ("enum", "const", "type"):
                raise _beside(word, "enum" if "enum" in said else "const", where)
        types = named_types(said, where)
        values = [value for value in values if any(is_of(value, each) for each in types)]
        if not values:
            raise impossible("schema_values_differ", where)
        return self.book.choice([dumped(value) for value in values], where)

    def _of_types(self, said: Mapping[str, Any], where: str, depth: int) -> Symbols:
        types = named_types(said, where)
        if "type" not in said:
            implied = [kind for kind, words in _OF_TYPE.items() if any(word in said for word in words)]
            if not implied:
                return self._text.value
            types = implied  # other types would fit, too, and nobody who writes `properties` means them
        symbols = [self._of_type(kind, said, where, depth) for kind in types]
        return self.book.choice(symbols, where)

    def _of_type(self, kind: str, said: Mapping[str, Any], where: str, depth: int) -> Symbols:
        if kind == "object":
            return self._object(said, where, depth)
        if kind == "array":
            return self._array(said, where, depth)
        if kind == "string":
            return self._string(said, where)
        if kind in ("number", "integer"):
            return self._number(kind, said, where)
        if kind == "boolean":
            return self.book.choice([literal("true"), literal("false")], "boolean")
        return literal("null")

    def _object(self, said: Mapping[str, Any], where: str, depth: int) -> Symbols:
        properties = checked(said, "properties", dict, {}, where)
        required = list(checked(said, "required", list, [], where))
        named = any(word in said for word in ("properties", "required"))
        others: Schema = said.get("additionalProperties", not named)
        schemas = dict(properties)
        for name in required:
            if not isinstance(name, str):
                raise wrong("required", "names", where)
            if name not in schemas and others is False and "additionalProperties" in said:
                raise UserError("schema_key_excluded", name=name, where=shown_place(where))
            schemas.setdefault(name, others if others is not False else True)
        wanted = set(required)
        least = counted(said, "minProperties", 0, where)
        most = counted(said, "maxProperties", None, where)
        if (least or 0) > len(wanted) or (most is not None and (others is not False or most < len(schemas))):
            word = "minProperties" if (least or 0) > len(wanted) else "maxProperties"
            raise UserError("schema_keyword", keyword=word, where=shown_place(where))
        text = self._text
        if not schemas and others is True:
            return text.object
        pairs = []
        for name, schema in schemas.items():
            if schema is False and name not in wanted:
                continue
            value = self.symbols(schema, f"{where}/properties/{escaped(name)}", depth + 1)
            pairs.append((text.pair(dumped(name), value), name in wanted))
        extra: Symbols | None = None
        if others is not False:
            value = self.symbols(others, f"{where}/additionalProperties", depth + 1)
            extra = text.pair(text.other_key(list(schemas)), value)
        return text.enclosed("{", self._pairs(pairs, extra, where), "}")

    def _pairs(self, pairs: Sequence[tuple[Symbols, bool]], extra: Symbols | None, where: str) -> Symbols:
        """Pairs in order, those that are not required left out or not, others behind them."""
        comma = self._text.comma()
        first: Symbols = ()
        later: Symbols = ()
        if extra is not None:
            first = self._text.listed(extra, 0, None)
            later = self.book.repeat((*comma, *extra), 0, None, where)
        for pair, is_required in reversed(pairs):
            with_comma = (*comma, *pair, *later)
            here = (*pair, *later)
            if is_required:
                first, later = here, with_comma
            else:
                first, later = self.book.choice([here, first], where), self.book.choice([with_comma, later], where)
            first, later = self._shared(first, where), self._shared(later, where)
        return first

    def _shared(self, symbols: Symbols, where: str) -> Symbols:
        """A rule for symbols that stand in several places: copying them would double with every pair."""
        if len(symbols) < 2:
            return symbols
        return self.book.as_rule(symbols, where)

    def _array(self, said: Mapping[str, Any], where: str, depth: int) -> Symbols:
        if said.get("uniqueItems", False) is not False:
            raise UserError("schema_keyword", keyword="uniqueItems", where=shown_place(where))
        items = said.get("items", True)
        first = said.get("prefixItems", items if isinstance(items, list) else [])
        rest: Schema = said.get("additionalItems", True) if isinstance(items, list) else items
        if not isinstance(first, list):
            raise wrong("prefixItems", "schemas", where)
        if not isinstance(rest, dict | bool):
            raise wrong("additionalItems" if isinstance(items, list) else "items", "schema", where)
        least = counted(said, "minItems", 0, where) or 0
        most = counted(said, "maxItems", None, where)
        if first and most is None and "minItems" not in said and rest is True:
            rest = False  # a tuple: the named items and no others
        if rest is False:
            most = len(first) if most is None else min(most, len(first))
        if first and "minItems" not in said:
            least = len(first) if most is None else min(most, len(first))
        if most is not None and most < least:
            raise impossible("schema_bounds_cross", where)
        text = self._text
        if not first:
            item = () if most == 0 else self.symbols(rest, f"{where}/items", depth + 1)
            return text.enclosed("[", text.listed(self._shared(item, where), least, most), "]")
        named = [
            self.symbols(schema, f"{where}/prefixItems/{index}", depth + 1)
            for index, schema in enumerate(first[: len(first) if most is None else most])
        ]
        tail: Symbols = ()
        if rest is not False and (most is None or most > len(named)):
            item = (*text.comma(), *self.symbols(rest, f"{where}/items", depth + 1))
            left = None if most is None else most - len(named)
            tail = self.book.repeat(self._shared(item, where), max(0, least - len(named)), left, where)
        for index in range(len(named) - 1, -1, -1):
            item = (*(text.comma() if index else ()), *named[index], *tail)
            tail = item if index < least else self.book.choice([item, ()], where)
        return text.enclosed("[", tail, "]")

    def _string(self, said: Mapping[str, Any], where: str) -> Symbols:
        least = counted(said, "minLength", 0, where) or 0
        most = counted(said, "maxLength", None, where)
        pattern = said.get("pattern", _FORMATS.get(str(said.get("format"))))
        if pattern is not None:
            if not isinstance(pattern, str):
                raise wrong("pattern", "text", where)
            for word in ("minLength", "maxLength"):
                if word in said:
                    raise _beside(word, "pattern" if "pattern" in said else "format", where)
            return pattern_rules(pattern, self.book, shown_place(where))
        if not least and most is None:
            return self._text.string
        if most is not None and most < least:
            raise impossible("schema_bounds_cross", where)
        characters = self.book.repeat(self._text.short_character, least, most, where)
        return (*literal('"'), *characters, *literal('"'))

    def _number(self, kind: str, said: Mapping[str, Any], where: str) -> Symbols:
        if said.get("multipleOf", 1) != 1 or ("multipleOf" in said and kind == "number"):
            raise UserError("schema_keyword", keyword="multipleOf", where=shown_place(where))
        bounds = {word: bound_of(said, word, kind, where) for word in _OF_TYPE["number"][:4]}
        if all(bound is None for bound in bounds.values()):
            return self._text.integer if kind == "integer" else self._text.number
        low, excludes_low = tighter(bounds["minimum"], bounds["exclusiveMinimum"], 1)
        high, excludes_high = tighter(bounds["maximum"], bounds["exclusiveMaximum"], -1)
        numbers = NumberRange(low, high, excludes_low, excludes_high)
        ways = numbers.integers(self.book) if kind == "integer" else numbers.numbers(self.book, self._text)
        if not ways:
            raise impossible("schema_bounds_cross", where)
        return self.book.choice(ways, kind)


def _beside(word: str, other: str, where: str) -> UserError:
    """The error for two words of one schema of which only one can be kept to."""
    return UserError("schema_beside", keyword=word, other=other, where=shown_place(where))
