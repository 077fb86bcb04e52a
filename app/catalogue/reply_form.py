"""Texts about grammars and JSON schemas that a reply is to keep to: what is wrong, where, and what to write instead."""

from __future__ import annotations

from app.catalogue.mark import QT_TRANSLATE_NOOP

TEXTS: dict[str, str] = {
    "grammar_and_schema": QT_TRANSLATE_NOOP(
        "catalogue", "A reply can keep to a grammar or to a JSON schema, not to both. Leave one of them out."
    ),
    "grammar_syntax": QT_TRANSLATE_NOOP(
        "catalogue", "The grammar cannot be read in line {line}, at “{near}”. It has to be GBNF, as llama.cpp reads it."
    ),
    "grammar_syntax_end": QT_TRANSLATE_NOOP("catalogue", "The grammar breaks off in line {line}."),
    "grammar_range": QT_TRANSLATE_NOOP(
        "catalogue",
        "The grammar's range “{range}” (line {line}, column {column}) runs backwards. Write its first character first.",
    ),
    "grammar_nothing_fits": QT_TRANSLATE_NOOP(
        "catalogue",
        "No character fits “{near}” of the grammar (line {line}, column {column}). Name one that does.",
    ),
    "grammar_rule_twice": QT_TRANSLATE_NOOP(
        "catalogue",
        "The grammar says twice what “{name}” is: in line {first} and in line {second}. "
        "Take one out, or put “|” between the two in one rule.",
    ),
    "grammar_no_root": QT_TRANSLATE_NOOP("catalogue", "The grammar has no rule named “root”, with which it begins."),
    "grammar_rule_missing": QT_TRANSLATE_NOOP(
        "catalogue", "The grammar names a rule “{name}” and does not say what it is."
    ),
    "grammar_left_recursion": QT_TRANSLATE_NOOP(
        "catalogue",
        "The rule “{name}” of the grammar begins with itself, so it never comes to a character. "
        "Let a character come first.",
    ),
    "grammar_too_large": QT_TRANSLATE_NOOP(
        "catalogue", "The grammar or schema is too large once its repetitions are written out. Ask for fewer of them."
    ),
    "grammar_too_deep": QT_TRANSLATE_NOOP(
        "catalogue", "The grammar or schema is nested more than {most} deep. Give inner parts names of their own."
    ),
    "grammar_too_ambiguous": QT_TRANSLATE_NOOP(
        "catalogue",
        "The grammar or schema can be read in too many ways at once, so it cannot be followed. Make it more definite.",
    ),
    "grammar_says_nothing": QT_TRANSLATE_NOOP("catalogue", "The grammar or schema allows no reply at all."),
    "grammar_not_begun_so": QT_TRANSLATE_NOOP(
        "catalogue", "What the reply says already does not keep to the grammar or schema, so it cannot go on in it."
    ),
    "grammar_stuck": QT_TRANSLATE_NOOP(
        "catalogue", "The reply cannot go on: the model has no token for what the grammar or schema asks for next."
    ),
    "form_cut_by_length": QT_TRANSLATE_NOOP(
        "catalogue",
        "The reply ends before its form does: {tokens} tokens are as many as --max-tokens allows. Allow more.",
    ),
    "form_cut_by_context": QT_TRANSLATE_NOOP(
        "catalogue",
        "The reply ends before its form does: the context of {capacity} tokens is full. Give it more with --context.",
    ),
    "form_cut_by_stop": QT_TRANSLATE_NOOP(
        "catalogue",
        "The reply ends before its form does: it came to a text that --stop names. Leave that text out.",
    ),
    "schema_not_json": QT_TRANSLATE_NOOP(
        "catalogue", "The JSON schema is not valid JSON (line {line}, column {column})."
    ),
    "schema_not_schema": QT_TRANSLATE_NOOP(
        "catalogue", "At {where} a JSON schema has to stand: an object, true, or false."
    ),
    "schema_keyword": QT_TRANSLATE_NOOP(
        "catalogue", "The JSON schema asks for “{keyword}” at {where}, which a reply cannot be kept to. Leave it out."
    ),
    "schema_beside": QT_TRANSLATE_NOOP(
        "catalogue",
        "The JSON schema asks for “{keyword}” beside “{other}” at {where}. A reply can be kept to one of them: "
        "leave one out.",
    ),
    "schema_apart": QT_TRANSLATE_NOOP(
        "catalogue",
        "At {where} the JSON schema puts two parts together that both say “{keyword}”, and differently. "
        "Leave it in one of them.",
    ),
    "schema_bound": QT_TRANSLATE_NOOP(
        "catalogue", "The JSON schema's “{keyword}” at {where} has to be a whole number for replies to be kept to it."
    ),
    "schema_value": QT_TRANSLATE_NOOP("catalogue", "The JSON schema's “{keyword}” at {where} has to be {wanted}."),
    "schema_wants_count": QT_TRANSLATE_NOOP("catalogue", "a whole number that is not negative"),
    "schema_wants_names": QT_TRANSLATE_NOOP("catalogue", "a list of names"),
    "schema_wants_number": QT_TRANSLATE_NOOP("catalogue", "a number of at most 15 digits"),
    "schema_wants_object": QT_TRANSLATE_NOOP("catalogue", "an object"),
    "schema_wants_schema": QT_TRANSLATE_NOOP("catalogue", "a schema"),
    "schema_wants_schemas": QT_TRANSLATE_NOOP("catalogue", "a list of schemas that is not empty"),
    "schema_wants_text": QT_TRANSLATE_NOOP("catalogue", "a text"),
    "schema_wants_types": QT_TRANSLATE_NOOP(
        "catalogue", "one of object, array, string, number, integer, boolean and null, or a list of these"
    ),
    "schema_wants_values": QT_TRANSLATE_NOOP("catalogue", "a list of values"),
    "schema_key_excluded": QT_TRANSLATE_NOOP(
        "catalogue",
        "The JSON schema requires the key “{name}” at {where} and allows no such key there. "
        "Name it in “properties”, or leave it out of “required”.",
    ),
    "schema_reference": QT_TRANSLATE_NOOP(
        "catalogue",
        "The JSON schema refers to “{reference}” at {where}, which is not in it. Only its own parts can be used.",
    ),
    "schema_impossible": QT_TRANSLATE_NOOP("catalogue", "No value can fit the JSON schema at {where}: {why}."),
    "schema_is_false": QT_TRANSLATE_NOOP("catalogue", "it is “false”, which allows nothing"),
    "schema_bounds_cross": QT_TRANSLATE_NOOP("catalogue", "nothing lies between its bounds"),
    "schema_types_differ": QT_TRANSLATE_NOOP("catalogue", "its parts ask for different types"),
    "schema_values_differ": QT_TRANSLATE_NOOP("catalogue", "none of the values that it lists is allowed"),
    "schema_pattern": QT_TRANSLATE_NOOP(
        "catalogue", "Replies cannot be kept to the pattern “{pattern}” of the JSON schema at {where}: {why}."
    ),
    "pattern_border": QT_TRANSLATE_NOOP("catalogue", "“^” and “$” can only stand at its beginning and its end"),
    "pattern_border_of_ways": QT_TRANSLATE_NOOP(
        "catalogue", "“^” and “$” belong to one side of “|” only; put “(?:” and “)” around all of it"
    ),
    "pattern_breaks_off": QT_TRANSLATE_NOOP("catalogue", "it breaks off"),
    "pattern_escape": QT_TRANSLATE_NOOP("catalogue", "“{near}” is not known here"),
    "pattern_extension": QT_TRANSLATE_NOOP(
        "catalogue", "of the groups that begin with “(?” only “(?:” is known, so there is no looking ahead or back"
    ),
    "pattern_not_closed": QT_TRANSLATE_NOOP("catalogue", "“{near}” belongs to no other bracket"),
    "pattern_nothing_fits": QT_TRANSLATE_NOOP("catalogue", "no character fits one of its places"),
    "pattern_range": QT_TRANSLATE_NOOP("catalogue", "the range “{near}” runs backwards, or is none"),
    "pattern_repeat": QT_TRANSLATE_NOOP("catalogue", "“{near}” is no repetition that can be followed"),
    "pattern_too_deep": QT_TRANSLATE_NOOP("catalogue", "its groups are nested more than {most} deep"),
}
