"""Readers for the values of options; each says in words what is wrong with a value."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING, TypeVar

from app.cli.language import said
from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum

    from app.errors import Value

MAX_BIAS = 1000.0
"""Beyond any logit: it forces or forbids a token."""
_MAX_LAYERS = 10_000
_MAX_TOKEN_ID = 2**31 - 1

Member = TypeVar("Member", bound="StrEnum")


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A reader for integers from `least` to `most`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise _refusal("not_a_whole_number", text=text) from None
        if most is None and value < least:
            raise _refusal("number_too_small", value=text, least=least)
        if most is not None and not least <= value <= most:
            raise _refusal("number_out_of_range", value=text, least=least, most=most)
        return value

    return read


def number(least: float, most: float) -> Callable[[str], float]:
    """A reader for real numbers from `least` to `most`."""

    def read(text: str) -> float:
        value = _real(text)
        if not least <= value <= most:
            raise _refusal("number_out_of_range", value=text, least=f"{least:g}", most=f"{most:g}")
        return value

    return read


def member(kind: type[Member]) -> Callable[[str], Member]:
    """A reader for the members of an enumeration."""

    def read(text: str) -> Member:
        try:
            return kind(text)
        except ValueError:
            raise _refusal("not_one_of", value=text, allowed=", ".join(kind)) from None

    return read


def layers(text: str) -> int | None:
    """Layers on the GPU: a number, -1 for all of them, or `auto`."""
    return None if text == "auto" else whole_number(-1, _MAX_LAYERS)(text)


def bias(text: str) -> tuple[int, float]:
    """A token id and what is added to its logit, as `ID=BIAS`."""
    token, separator, value = text.partition("=")
    if not separator:
        raise _refusal("not_a_bias", text=text)
    return whole_number(0, _MAX_TOKEN_ID)(token), number(-MAX_BIAS, MAX_BIAS)(value)


def stop_text(text: str) -> str:
    """A text that ends the reply; an empty one would end it before it begins, or never."""
    if not text:
        raise _refusal("stop_empty")
    return text


def folder(text: str) -> str:
    """A folder's name; an empty one, as from a variable that is not set, would mean the current folder."""
    if not text.strip():
        raise _refusal("folder_empty")
    return text


def _real(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise _refusal("not_a_number", text=text) from None
    if math.isnan(value):
        raise _refusal("not_a_number", text=text)
    return value


def _refusal(code: str, **values: Value) -> argparse.ArgumentTypeError:
    return argparse.ArgumentTypeError(said(Notice(code, values)))
