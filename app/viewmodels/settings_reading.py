"""What somebody typed into the field of a setting, as its value, or one sentence that says what would do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QLocale

from app.settings.described import Kind
from app.viewmodels.settings_words import field_locale

if TYPE_CHECKING:
    from collections.abc import Sized

    from app.settings.described import Described

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Reading:
    """A value, or a `problem` in place of one."""

    value: Any = None
    problem: str = ""


def read_value(described: Described, text: str) -> Reading:
    """Read what was typed; numbers as the language writes them, or with a point."""
    text = text.strip()
    if described.kind is Kind.TEXT:
        return Reading(text)
    if described.kind in (Kind.WHOLE, Kind.NUMBER):
        if not text and described.is_open:
            return Reading(None)
        number = _number_in(described, text)
        return Reading(problem=_number_wanted(described)) if number is None else Reading(number)
    if described.kind is Kind.TEXTS:
        texts = tuple(filter(None, (each.strip() for each in text.replace(";", ",").split(","))))
        return Reading(texts) if _is_short(described, texts) else Reading(problem=_fewer(described))
    if described.kind is Kind.NUMBERS:
        return _numbers(described, text)
    return _biases(described, text)


def _numbers(described: Described, text: str) -> Reading:
    numbers = [number_of(each) for each in text.replace(";", " ").split()]
    good = [each for each in numbers if each is not None and each >= 0]
    if len(good) < len(numbers):
        return Reading(problem=translate("SettingsFields", "Enter numbers from 0 on, with semicolons between them."))
    return Reading(tuple(good)) if _is_short(described, good) else Reading(problem=_fewer(described))


def _biases(described: Described, text: str) -> Reading:
    pairs = []
    for each in filter(None, (part.strip() for part in text.split(";"))):
        token, parted, bias = each.partition(":")
        read = number_of(token), number_of(bias)
        if not parted or read[0] is None or read[1] is None or read[0] < 0 or read[0] != int(read[0]):
            example = f"198: {field_locale().toString(-2.5)}; 271: 1"
            wanted = translate("SettingsFields", "Enter token ids with a number each, such as {example}.")
            return Reading(problem=wanted.format(example=example))
        pairs.append((int(read[0]), read[1]))
    return Reading(tuple(pairs)) if _is_short(described, pairs) else Reading(problem=_fewer(described))


def number_of(text: str) -> float | None:
    """A number as the language writes it, or with a point or a comma before its decimals; None for anything else."""
    text = text.strip()
    for locale, written in ((QLocale(), text), (QLocale.c(), text), (QLocale.c(), text.replace(",", ".", 1))):
        number, good = locale.toDouble(written)
        if good and number == number and abs(number) != float("inf"):
            return number
    return None


def is_within(described: Described, number: float) -> bool:
    """Whether a number lies within the bounds of a setting."""
    least, most = described.least, described.most
    if least is not None and (number <= least if described.is_above else number < least):
        return False
    return most is None or number <= most


def _number_in(described: Described, text: str) -> float | int | None:
    """The number that a text says, where it is one that can be."""
    number = number_of(text)
    if number is None or (described.kind is Kind.WHOLE and number != int(number)):
        return None
    if not is_within(described, number):
        return None
    return int(number) if described.kind is Kind.WHOLE else number


def _number_wanted(described: Described) -> str:
    """Say which numbers will do."""
    if described.is_above:
        text = translate("SettingsFields", "Enter a number above {least} and at most {most}.")
    elif described.kind is Kind.NUMBER:
        text = translate("SettingsFields", "Enter a number from {least} to {most}.")
    elif described.is_open:
        text = translate("SettingsFields", "Enter a whole number from {least} to {most}, or leave the field empty.")
    else:
        text = translate("SettingsFields", "Enter a whole number from {least} to {most}.")
    return text.format(least=_bound(described.least), most=_bound(described.most))


def _bound(number: float | None) -> str:
    """A bound with its thousands parted, so that one sees how large it is."""
    if number is None:
        return "∞"
    return QLocale().toString(int(number)) if number == int(number) else QLocale().toString(number)


def _is_short(described: Described, items: Sized) -> bool:
    return described.max_items is None or len(items) <= described.max_items


def _fewer(described: Described) -> str:
    text = translate("SettingsFields", "Enter at most {most} of them.")
    return text.format(most=QLocale().toString(described.max_items or 0))
