"""What a setting is, read off the schema: so that a page, a search and a reset need no second list of them.

Settings without a title are no choices of anybody's, such as where the window was, and are not described.
"""

from __future__ import annotations

import types
import typing
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

from app.settings.schema import Settings

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

_AT_LOAD = frozenset({"load", "placement"})
"""Sections that hold for the next pair that is loaded."""


class Kind(StrEnum):
    """By what a value is changed."""

    SWITCH = "switch"
    OPEN_SWITCH = "open_switch"
    """On, off, or left to the program."""
    WHOLE = "whole"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"
    TEXTS = "texts"
    NUMBERS = "numbers"
    BIASES = "biases"
    """Token ids and what is added to their logits."""
    FOLDERS = "folders"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class Described:
    """One setting.

    `title`, `sentence`, `unit` and `open_word` are English, for the translation context `settings`. Bounds are None
    where there are none; `is_above` says that `least` itself is too little.
    """

    section: str
    name: str
    kind: Kind
    title: str
    sentence: str
    default: Any
    unit: str = ""
    least: float | None = None
    most: float | None = None
    is_above: bool = False
    is_open: bool = False
    """Whether it may be left open."""
    open_word: str = ""
    """What stands there then."""
    choices: tuple[str, ...] = ()
    max_items: int | None = None
    is_at_load: bool = False
    """Whether it takes effect when a pair is loaded the next time."""

    @property
    def key(self) -> tuple[str, str]:
        """What it is found by."""
        return self.section, self.name


@cache
def described_settings() -> tuple[Described, ...]:
    """Every setting with a title, in the order of the schema."""
    found = []
    for section, field in Settings.model_fields.items():
        kind = field.annotation
        if kind is None:
            continue
        for name, each in kind.model_fields.items():
            if each.title:
                found.append(_described(section, name, each))
    return tuple(found)


def value_of(settings: Settings, described: Described) -> Any:  # noqa: ANN401 - each setting has its own type
    """What a setting is now; choices are plain strings."""
    value = getattr(getattr(settings, described.section), described.name)
    return value.value if isinstance(value, StrEnum) else value


def _described(section: str, name: str, field: FieldInfo) -> Described:
    extra = field.json_schema_extra if isinstance(field.json_schema_extra, dict) else {}
    inner, is_open = _without_none(field.annotation)
    kind = Kind(str(extra["kind"])) if "kind" in extra else _kind_of(inner, is_open=is_open)
    default = field.default
    above = _bound(field, "gt")
    return Described(
        section=section,
        name=name,
        kind=kind,
        title=field.title or "",
        sentence=field.description or "",
        default=default.value if isinstance(default, StrEnum) else default,
        unit=str(extra.get("unit", "")),
        least=_bound(field, "ge") if above is None else above,
        most=_bound(field, "le"),
        is_above=above is not None,
        is_open=is_open,
        open_word=str(extra.get("open", "")),
        choices=tuple(each.value for each in inner) if kind is Kind.CHOICE else (),
        max_items=None if (most := _bound(field, "max_length")) is None else int(most),
        is_at_load=section in _AT_LOAD and not extra.get("at_once", False),
    )


def _without_none(annotation: Any) -> tuple[Any, bool]:  # noqa: ANN401 - an annotation is whatever stands there
    """A type without None, and whether None was part of it."""
    if typing.get_origin(annotation) in (types.UnionType, typing.Union):
        parts = [each for each in typing.get_args(annotation) if each is not types.NoneType]
        return parts[0], len(parts) < len(typing.get_args(annotation))
    return annotation, False


def _kind_of(inner: Any, *, is_open: bool) -> Kind:  # noqa: ANN401 - an annotation is whatever stands there
    if inner is bool:
        return Kind.OPEN_SWITCH if is_open else Kind.SWITCH
    if inner is int:
        return Kind.WHOLE
    if inner is float:
        return Kind.NUMBER
    if inner is str:
        return Kind.TEXT
    if isinstance(inner, type) and issubclass(inner, StrEnum):
        return Kind.CHOICE
    if typing.get_origin(inner) is tuple:
        item = typing.get_args(inner)[0]
        if typing.get_origin(item) is tuple:
            return Kind.BIASES
        base = typing.get_args(item)[0] if typing.get_origin(item) is typing.Annotated else item
        return Kind.NUMBERS if base is float else Kind.TEXTS
    message = f"no control for {inner}"
    raise TypeError(message)


def _bound(field: FieldInfo, name: str) -> float | None:
    """One of pydantic's constraints, where the field has it."""
    found = (getattr(each, name, None) for each in field.metadata)
    return next((each for each in found if isinstance(each, int | float)), None)
