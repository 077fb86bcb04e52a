"""Every sentence that layers without Qt can cause, in one place that the translation tools read.

A code maps to a template in English. Command line and window fill it in; the window translates it first.
"""

from __future__ import annotations

from string import Formatter
from typing import TYPE_CHECKING, Any

from app.catalogue import (
    attachments,
    bench,
    bench_report,
    command_line,
    engine,
    exchange,
    filing,
    hardware,
    interop,
    keeping,
    keys,
    lab,
    models,
    plan,
    presets,
    privacy,
    programs,
    reply_form,
    selftest,
    server,
    settings,
    store,
    system,
)
from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.errors import Value

CONTEXT = "catalogue"
"""The translation context of all these texts."""

_COUNTS = frozenset({"tokens", "capacity", "file_bytes", "expected_bytes", "done", "total"})
"""Values that are numbers of something, and may be large."""

TEXTS: dict[str, str] = {
    **engine.TEXTS,
    **reply_form.TEXTS,
    **models.TEXTS,
    **plan.TEXTS,
    **selftest.TEXTS,
    **lab.TEXTS,
    **bench.TEXTS,
    **bench_report.TEXTS,
    **hardware.TEXTS,
    **interop.TEXTS,
    **settings.TEXTS,
    **command_line.TEXTS,
    **keeping.TEXTS,
    **filing.TEXTS,
    **presets.TEXTS,
    **exchange.TEXTS,
    **attachments.TEXTS,
    **privacy.TEXTS,
    **programs.TEXTS,
    **keys.TEXTS,
    **store.TEXTS,
    **system.TEXTS,
    **server.TEXTS,
}


def sentence(
    notice: Notice, translate: Callable[[str], str] | None = None, spell: Callable[[str], str] | None = None
) -> str:
    """Write out a notice.

    Args:
        notice: What to say.
        translate: Maps an English template to the user's language; None keeps English.
        spell: Maps a number, as Python writes it, to how the user writes it; None keeps it.

    Raises:
        KeyError: If the code is in no table, which is a bug.
    """
    template = TEXTS[notice.code]
    if translate is not None:
        template = translate(template)
    values = _in_own_words(_spelled_counts(notice.values, spell))
    return _Filling(translate, spell).format(template, **values)


def _in_own_words(values: Mapping[str, Value]) -> Mapping[str, Value]:
    """Values in which no cause is left in the system's words that there are own words for."""
    cause = values.get("cause")
    said = system.own_words(cause) if isinstance(cause, str) else None
    return values if said is None else {**values, "cause": said}


def _spelled_counts(values: Mapping[str, Value], spell: Callable[[str], str] | None) -> Mapping[str, Value]:
    """Values with large numbers in groups of three, where they are numbers of something and no codes or names."""
    if spell is None:
        return values
    return {
        name: spell(f"{value:,}") if name in _COUNTS and type(value) is int else value for name, value in values.items()
    }


class _Filling(Formatter):
    """Fills a template in: numbers in the user's spelling, a notice within a notice in the user's language."""

    def __init__(self, translate: Callable[[str], str] | None, spell: Callable[[str], str] | None) -> None:
        self._translate = translate
        self._spell = spell

    def format_field(self, value: Any, format_spec: str) -> str:  # noqa: ANN401 - whatever a template names
        if isinstance(value, Notice):
            return sentence(value, self._translate, self._spell)
        text: str = super().format_field(value, format_spec)
        return self._spell(text) if self._spell is not None and isinstance(value, float) else text
