"""Takes values out of JSON whose types nobody has checked, and says where something else stands than should.

Another program's file is only held to what its conversations need: who spoke, what, and in answer to what.
"""

from __future__ import annotations

import hashlib
import math
import re
from datetime import UTC, datetime
from typing import Any, TypeVar

from app.errors import UserError
from app.store.exchange.limits import MAX_TITLE

Json = Any
JsonObject = dict[str, Any]
T = TypeVar("T")

_SURROGATE = re.compile("[\ud800-\udfff]")
_MILLISECONDS_FROM = 1e11
_MICROSECONDS_FROM = 1e14
_NANOSECONDS_FROM = 1e17
_END_OF_TIME = 253_402_300_800.0
"""The year 10000, which no calendar of the system reaches."""


def damaged(place: str) -> UserError:
    """The error for a value that cannot be."""
    return UserError("import_damaged_value", place=place)


def expect(value: Json, kind: type[T], place: str) -> T:
    """Return the value, which has to be of a type.

    Raises:
        UserError: If it is not.
    """
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise damaged(place)
    return value


def storable(text: str) -> str:
    r"""The text with halves of characters written out, such as `\ud83d`, because no file can hold those."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-8", "backslashreplace").decode()


def storable_json(value: Json) -> Json:
    """A JSON value whose texts are all storable."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [storable_json(each) for each in value]
    if isinstance(value, dict):
        return {storable(key): storable_json(each) for key, each in value.items()}
    return value


def text_or_empty(value: Json) -> str:
    """The text, or nothing where it is none."""
    return storable(value) if isinstance(value, str) else ""


def title_of(value: Json) -> str:
    """A title on one line."""
    return " ".join(text_or_empty(value).split())[:MAX_TITLE]


def number_or_none(value: Json) -> float | None:
    """A finite number, or None."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def seconds_or_none(value: Json) -> float | None:
    """A time as seconds since 1970, UTC; None where it is none.

    Programs write seconds, milliseconds, microseconds or nanoseconds, and some write ISO 8601: they are told apart
    by their size.
    """
    if isinstance(value, str):
        return _seconds_of_iso(value)
    number = number_or_none(value)
    if number is None:
        return None
    for start, unit in ((_NANOSECONDS_FROM, 1e9), (_MICROSECONDS_FROM, 1e6), (_MILLISECONDS_FROM, 1e3)):
        if number >= start:
            number /= unit
            break
    return number if is_time(number) else None


def is_time(seconds: float) -> bool:
    """Whether it can be shown as a date."""
    return 0.0 <= seconds < _END_OF_TIME


def derived_id(*parts: str) -> str:
    """An id that the same parts always give, and others never: 32 hexadecimal digits.

    Ids of other programs are not kept as they are: a copied chat repeats those of its messages.
    """
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()[:32]


def _seconds_of_iso(text: str) -> float | None:
    try:
        moment = datetime.fromisoformat(text)
        seconds = (moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
    return seconds if is_time(seconds) else None
