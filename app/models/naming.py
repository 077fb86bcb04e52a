"""Names for people: what a model is called on a button, whatever its file and its maker called it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pathlib import Path

    from app.models.header import GgufHeader

MAX_NAME = 60

_PART = re.compile(r"-\d{5}-of-\d{5}$")
_QUANTISATION = re.compile(
    r"[-_.](?:UD-|i1-)?(I?Q\d(?:_[A-Z0-9]+){0,2}|TQ\d_0|BF16|FP?16|FP?32|MXFP4|NVFP4)(?:_MOE)?$", re.IGNORECASE
)
_SYNONYMS = {"FP16": "F16", "FP32": "F32"}
_PACKAGING = re.compile(r"[-_ ](?:gguf|awq|gptq|imat(?:rix)?)$", re.IGNORECASE)
_SIZE = re.compile(r"(?:^|[-_ ])(\d+(?:\.\d+)?[bm])(?:$|[-_ .])", re.IGNORECASE)


class Named(Protocol):
    """What a file says about its name."""

    @property
    def name(self) -> str | None:
        """`general.name`."""
        ...

    @property
    def basename(self) -> str | None:
        """`general.basename`."""
        ...

    @property
    def size_label(self) -> str | None:
        """`general.size_label`."""
        ...


def display_name(header: GgufHeader) -> str:
    """Family and size, such as `Qwen2.5-Coder 1.5B`."""
    return name_of(header, header.path)


def name_of(named: Named, path: Path) -> str:
    """Family and size, by what the file says, else by what it is called."""
    size = one_line(named.size_label or "")
    base = one_line(named.basename or "")
    if base:
        return _short(f"{_spelling(base, named, path)} {size}")
    name = _without(_PACKAGING, one_line(named.name or ""))
    if not name:
        return name_from_path(path)
    return _short(name if size.lower() in name.lower() else f"{name} {size}")


def name_from_path(path: Path) -> str:
    """A name for a file that has not been read, such as `SmolLM2 135M Instruct`."""
    stem = _stem(path)
    named = _without(_PACKAGING, _without(_QUANTISATION, stem)) or stem
    size = _SIZE.search(named)
    if size is None:
        return _short(named.replace("_", " "))
    family = named[: size.start()]
    rest = named[size.end() :].replace("-", " ").replace("_", " ")
    return _short(f"{family} {size[1].upper()} {rest}")


def quantisation_from_path(path: Path) -> str:
    """The quantisation that the file's name ends with, such as `Q4_K_M`; empty when it names none."""
    found = _QUANTISATION.search(_stem(path))
    if found is None:
        return ""
    name = found[1].upper()
    return _SYNONYMS.get(name, name)


def shown_name(path: Path) -> str:
    """A file's name for a sentence: names that are no text must not break the message about them."""
    return os.fsencode(path.name).decode("utf-8", "replace")


def shown_path(path: Path) -> str:
    """A whole path for a sentence."""
    return os.fsencode(path).decode("utf-8", "replace")


def _spelling(base: str, named: Named, path: Path) -> str:
    """The base name with the capitals that the file's name or the model's name gives it."""
    if base != base.lower():
        return base
    words = [re.escape(word) for word in re.split(r"[-_ ]+", base)]
    pattern = re.compile("[-_ ]".join(words), re.IGNORECASE)
    for text in (_stem(path), one_line(named.name or "")):
        found = pattern.match(text)
        if found and found[0] != found[0].lower():
            return found[0]
    return base


def _stem(path: Path) -> str:
    return _PART.sub("", one_line(shown_name(path).removesuffix(".gguf")))


def _without(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub("", text)


def one_line(text: str) -> str:
    """A text in one line. Files come from anywhere: no control characters, no line breaks."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text[:400]).split())


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MAX_NAME else text[: MAX_NAME - 1].rstrip() + "…"
