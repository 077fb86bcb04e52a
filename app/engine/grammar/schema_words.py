"""What single words of a JSON schema may say: types, counts, bounds; everything else is refused where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.engine.grammar.number_range import LARGEST
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Mapping

TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")
_MOST_COUNTED = 10**9


def wrong(word: str, wanted: str, where: str) -> UserError:
    """The error for a word that says something of the wrong kind.

    Args:
        word: Of the schema.
        wanted: What it may say: the end of a code `schema_wants_…`.
        where: JSON pointer to the schema that says it.
    """
    notice = Notice(f"schema_wants_{wanted}")
    return UserError("schema_value", keyword=word, where=shown_place(where), wanted=notice)


def impossible(why: str, where: str) -> UserError:
    """The error for a schema that no value fits; `why` is a code."""
    return UserError("schema_impossible", where=shown_place(where), why=Notice(why))


def named_types(said: Mapping[str, Any], where: str) -> list[str]:
    """The types a schema names, all where it names none."""
    named = said.get("type", list(TYPES))
    names = [named] if isinstance(named, str) else named
    if not isinstance(names, list) or not names or any(each not in TYPES for each in names):
        raise wrong("type", "types", where)
    return [each for each in names if each != "integer" or "number" not in names or "type" not in said]


def is_of(value: object, kind: str) -> bool:
    """Whether a JSON value is of a type."""
    kinds = {
        "object": dict,
        "array": list,
        "string": str,
        "number": int | float,
        "integer": int,
        "boolean": bool,
        "null": type(None),
    }
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, kinds[kind])


_WANTED: dict[type, str] = {dict: "object", list: "names", str: "text"}


def checked(said: Mapping[str, Any], word: str, kind: type, default: object, where: str) -> Any:  # noqa: ANN401
    """What a word says, of the kind that it has to be: an object, a list of names, or a text."""
    value = said.get(word, default)
    if not isinstance(value, kind):
        raise wrong(word, _WANTED[kind], where)
    return value


def counted(said: Mapping[str, Any], word: str, default: int | None, where: str) -> int | None:
    """What a word that counts something says."""
    if word not in said:
        return default
    value = said[word]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= _MOST_COUNTED or value != int(value):
        raise wrong(word, "count", where)
    return int(value)


def bound_of(said: Mapping[str, Any], word: str, kind: str, where: str) -> int | None:
    """A whole bound; one between two whole numbers is moved to the next one inside where whole numbers are meant."""
    if word not in said:
        return None
    value = said[word]
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > LARGEST:
        raise wrong(word, "number", where)
    if value == int(value):
        return int(value)
    if kind == "number" or word.startswith("exclusive"):
        raise UserError("schema_bound", keyword=word, where=shown_place(where))
    return int(value // 1) + (word == "minimum")


def tighter(including: int | None, excluding: int | None, sign: int) -> tuple[int | None, bool]:
    """Of two lower bounds (sign 1) or upper ones (sign −1) the one that leaves less, and whether it is excluded."""
    if excluding is None or (including is not None and including * sign > excluding * sign):
        return including, False
    return excluding, True


def escaped(name: str) -> str:
    """A name as a part of a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")


def shown_place(where: str) -> str:
    """A JSON pointer as references write it."""
    return f"#{where}"
