"""Every sentence that layers without Qt can cause, in one place that the translation tools read.

A code maps to a template in English. Command line and window fill it in; the window translates it first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    selftest,
    settings,
    store,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.errors import Notice

CONTEXT = "catalogue"
"""The translation context of all these texts."""

TEXTS: dict[str, str] = {
    **engine.TEXTS,
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
    **keys.TEXTS,
    **store.TEXTS,
}


def sentence(notice: Notice, translate: Callable[[str], str] | None = None) -> str:
    """Write out a notice.

    Args:
        notice: What to say.
        translate: Maps an English template to the user's language; None keeps English.

    Raises:
        KeyError: If the code is in no table, which is a bug.
    """
    template = TEXTS[notice.code]
    if translate is not None:
        template = translate(template)
    return template.format(**notice.values)
