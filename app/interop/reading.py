"""Readers of the values that other programs' options have; each says in a sentence why a value cannot be.

The bounds are those of the command line, so that whatever is read can be given to `galley generate`.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from app.errors import UserError
from app.settings.engine_schema import MAX_DEVICES

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum

MAX_DRAFT_TOKENS = 128
MAX_THREADS = 512
MAX_SEED = 2**64 - 1
MAX_TOKENS = 2**31 - 1
MAX_TOP_K = 1_000_000
MAX_LAYERS = 10_000
MAX_BIAS = 1000.0
MAX_TEXT = 100_000
"""Characters of a system prompt."""
_YES = frozenset({"1", "on", "true", "yes", "enabled", "enable"})
_NO = frozenset({"0", "off", "false", "no", "disabled", "disable"})
_BIAS = re.compile(r"\s*(\d+)\s*([+-]|=\s*[+-]?)\s*(\d*\.?\d+(?:e[+-]?\d+)?|inf(?:inity)?)\s*", re.IGNORECASE)


def read_whole(text: str, least: int, most: int) -> int:
    """A whole number within bounds; `8.0` is one, as is `+8`.

    Raises:
        UserError: `interop_not_whole` or `interop_out_of_range`.
    """
    number = _finite(text)
    if number is None or number != int(number):
        raise UserError("interop_not_whole", value=text)
    value = int(text) if re.fullmatch(r"\s*[+-]?\d{1,30}\s*", text) else int(number)
    if not least <= value <= most:
        raise UserError("interop_out_of_range", value=text, least=least, most=most)
    return value


def read_real(text: str, least: float, most: float) -> float:
    """A number within bounds.

    Raises:
        UserError: `interop_not_number` or `interop_out_of_range`.
    """
    number = _finite(text)
    if number is None:
        raise UserError("interop_not_number", value=text)
    if not least <= number <= most:
        raise UserError("interop_out_of_range", value=text, least=f"{least:g}", most=f"{most:g}")
    return number


def read_switch(text: str) -> bool:
    """On or off, in any of the usual words.

    Raises:
        UserError: `interop_not_switch`.
    """
    word = text.strip().lower()
    if word in _YES or word in _NO:
        return word in _YES
    raise UserError("interop_not_switch", value=text)


def read_layers(text: str) -> int | None:
    """Layers on the GPU: a number, `all` (-1 here), or `auto` (None); other programs' -1 is automatic, -2 all."""
    word = text.strip().lower()
    if word in ("auto", "-1"):
        return None
    if word in ("all", "-2"):
        return -1
    return read_whole(text, 0, MAX_LAYERS)


def read_bias(text: str) -> tuple[int, float]:
    """A token and what is added to its logit, as `15043-1.5` or `15043=-1.5`; infinities become the largest bias.

    Raises:
        UserError: `interop_not_bias` or `interop_out_of_range`.
    """
    found = _BIAS.fullmatch(text)
    if found is None:
        raise UserError("interop_not_bias", value=text)
    size = float(found[3])
    bias = (-1 if "-" in found[2] else 1) * (MAX_BIAS if math.isinf(size) else size)
    return read_whole(found[1], 0, MAX_TOKENS), read_real(f"{bias}", -MAX_BIAS, MAX_BIAS)


def _finite(text: str) -> float | None:
    if "_" in text:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers within bounds."""
    return lambda text: read_whole(text, least, most)


def real(least: float, most: float) -> Callable[[str], float]:
    """A reader of numbers within bounds."""
    return lambda text: read_real(text, least, most)


def read_threads(text: str) -> int | None:
    """A number; -1 leaves the choice to the program."""
    return None if text.strip() == "-1" else read_whole(text, 1, MAX_THREADS)


def read_temperature(text: str) -> float:
    """Below 0 is greedy in llama.cpp."""
    return max(0.0, read_real(text, -100.0, 100.0))


def read_top_k(text: str) -> int:
    """0 and below take all tokens."""
    return max(0, read_whole(text, -MAX_TOKENS, MAX_TOP_K))


def read_top_p(text: str) -> float:
    """A share."""
    return read_real(text, 0.0, 1.0)


def read_seed(text: str) -> int | None:
    """-1, and what is -1 in 32 bits, draw one."""
    number = read_whole(text, -1, MAX_SEED)
    return None if number in (-1, 2**32 - 1) else number


def read_flash(text: str) -> bool | None:
    """Flash attention: on, off, or left to the program."""
    return None if text.strip().lower() in ("auto", "-1") else read_switch(text)


def member(kind: type[StrEnum]) -> Callable[[str], str]:
    """A reader of the words of an enumeration."""

    def read(text: str) -> str:
        word = text.strip().lower()
        if word not in list(kind):
            raise UserError("interop_not_one_of", value=text, allowed=", ".join(kind))
        return word

    return read


def read_devices(text: str) -> list[str]:
    """Devices by name, between commas."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if len(names) > MAX_DEVICES:
        raise UserError("interop_out_of_range", value=len(names), least=0, most=MAX_DEVICES)
    return names


def read_shares(text: str) -> list[float]:
    """Shares of the devices, between commas or slashes."""
    parts = [part for part in re.split(r"[,/]", text) if part.strip()]
    if not 0 < len(parts) <= MAX_DEVICES:
        raise UserError("interop_not_number", value=text)
    return [read_real(part, 0.0, 1e6) for part in parts]


def read_text(text: str) -> str:
    """A text of bearable length."""
    if len(text) > MAX_TEXT:
        raise UserError("interop_text_too_long", most=MAX_TEXT)
    return text


def read_path(text: str) -> str:
    """The name of a file.

    Raises:
        UserError: `interop_no_path`.
    """
    if not text.strip() or "\0" in text or len(text) > 4096:
        raise UserError("interop_no_path")
    return text


def read_max_tokens(text: str) -> int | None:
    """Below 1 is no limit, as -1 and -2 are in llama.cpp and Ollama."""
    number = read_whole(text, -2, MAX_TOKENS)
    return number if number >= 1 else None
