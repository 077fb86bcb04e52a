"""What llama.cpp's list of samplers means for a chain whose order is fixed: what is not in the list is off."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from app.interop.settings import SETTINGS

if TYPE_CHECKING:
    from app.interop.collector import Collector

_LETTERS = {"e": "penalties", "d": "dry", "k": "top_k", "p": "top_p", "m": "min_p", "t": "temperature"}
_LETTERS |= {"y": "typ_p", "s": "top_n_sigma", "x": "xtc", "i": "infill", "a": "adaptive_p"}
_OWN = ("penalties", "dry", "top_k", "top_p", "min_p", "temperature")
"""Galley's chain, in its order."""
_OFF = {"top_k": {"top_k": "0"}, "top_p": {"top_p": "1"}, "min_p": {"min_p": "0"}, "dry": {"dry_multiplier": "0"}}
_OFF["penalties"] = {"repeat_penalty": "1", "frequency_penalty": "0", "presence_penalty": "0"}
_ALIASES = {"nucleus": "topp", "temp": "temperature", "typ": "typp", "typicalp": "typp", "typical": "typp"}
_ALIASES |= {"repetitionpenalty": "penalties"}
_NAMES = {name.replace("_", ""): name for name in _LETTERS.values()}


def take_samplers(collector: Collector, option: str, text: str, *, letters: bool) -> None:
    """Take a list of samplers: those that are missing in it are switched off, and what cannot be followed is told.

    Args:
        collector: Where it goes.
        option: As it was written.
        text: Names between semicolons, or one letter for each.
        letters: Which of the two.
    """
    listed = [_LETTERS.get(letter, "") for letter in text] if letters else [_named(part) for part in text.split(";")]
    if not any(listed):
        collector.ignore(option, text, "interop_no_samplers_known")
        return
    ours = [name for name in dict.fromkeys(listed) if name in _OWN]
    for name in _OWN:
        if name not in ours:
            for setting, value in _OFF.get(name, {}).items():
                if collector.is_named(setting):
                    continue  # somebody wanted it
                collector.take(option, text, setting, partial(_read, setting, value))
    foreign = [
        part for part, name in zip(text if letters else text.split(";"), listed, strict=True) if name not in _OWN
    ]
    collector.ignore(option, text, "interop_sampler_order")
    if foreign:
        collector.ignore(option, text, "interop_samplers_unknown", names=", ".join(each.strip() for each in foreign))


def _read(setting: str, value: str, _written: str) -> Any:  # noqa: ANN401 - each setting has its own type
    return SETTINGS[setting].read(value)


def _named(part: str) -> str:
    key = part.strip().lower().replace("-", "").replace("_", "")
    return _NAMES.get(_ALIASES.get(key, key), "")
