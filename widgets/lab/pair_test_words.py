"""The sentences of a short test of a pair: the advice, what it stands on, and what its button does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from app.engine.types import SpeculationMode
from app.viewmodels.pair_advice import Use
from widgets.look import figures

if TYPE_CHECKING:
    from app.viewmodels.pair_advice import PairAdvice


def headline(advice: PairAdvice, draft: str) -> str:
    """The advice in one sentence."""
    translate = QCoreApplication.translate
    factor = figures.decimal(advice.speedup.value)
    if advice.use is Use.DRAFT:
        text = translate("PairTest", "Use {draft}: {factor} times as fast as without a draft")
    elif advice.use is Use.LOOKUP:
        text = translate("PairTest", "Lookup alone does as well: {factor} times as fast, without {draft} in memory")
    else:
        text = translate("PairTest", "Not worth it here: with {draft} it is {factor} times as fast as without")
    if advice.use is Use.NEITHER:  # 0.97 must not be shown as 1.0
        factor = figures.decimal(advice.speedup.value, 2)
    return text.format(draft=draft, factor=factor)


def by_kind(advice: PairAdvice) -> str:
    """The speed-up by kind of text."""
    names = _kind_names()
    parts = [
        QCoreApplication.translate("PairTest", "{kind} {factor} ×").format(
            kind=names.get(kind, kind), factor=figures.decimal(factor, 2)
        )
        for kind, factor in advice.by_kind
    ]
    return QLocale().createSeparatedList(parts)


def evidence(advice: PairAdvice) -> str:
    """What the advice stands on: kinds of text, acceptance against break-even, how much was measured."""
    translate = QCoreApplication.translate
    sentences = [f"{_setting(advice)}: {by_kind(advice)}."]
    if advice.acceptance_rate is not None:
        share = figures.percent(advice.acceptance_rate)
        if advice.break_even is None:
            sentences.append(translate("PairTest", "Acceptance {share}.").format(share=share))
        elif advice.break_even > 1.0:
            text = translate("PairTest", "Acceptance {share}, and accepting everything would not make up for its cost.")
            sentences.append(text.format(share=share))
        else:
            text = translate("PairTest", "Acceptance {share}, break-even {least}.")
            sentences.append(text.format(share=share, least=figures.percent(advice.break_even)))
    return " ".join(sentences)


def certainty(advice: PairAdvice) -> str:
    """How far the figures can be trusted."""
    translate = QCoreApplication.translate
    low, high = advice.speedup.low, advice.speedup.high
    if low is None or high is None:
        return translate("PairTest", "Measured on one prompt: no more than a hint.")
    text = translate("PairTest", "Measured on {number} prompts: between {low} and {high} times with 95 % confidence.")
    if low <= 1.0 <= high:
        text = translate(
            "PairTest",
            "Measured on {number} prompts, which leave anything between {low} and {high} times possible: a hint only.",
        )
    return text.format(number=advice.num_prompts, low=figures.decimal(low, 2), high=figures.decimal(high, 2))


def use_text(advice: PairAdvice) -> str:
    """What the button does."""
    translate = QCoreApplication.translate
    if advice.use is Use.DRAFT:
        return translate("PairTest", "Use this pair")
    if advice.use is Use.LOOKUP:
        return translate("PairTest", "Use lookup without it")
    return translate("PairTest", "Use the target without it")


def _setting(advice: PairAdvice) -> str:
    """The setting that the figures are of."""
    translate = QCoreApplication.translate
    mode = advice.speculation.mode
    if mode is SpeculationMode.LOOKUP:
        return translate("PairTest", "Lookup")
    if mode is SpeculationMode.DRAFT:
        text = translate("PairTest", "{number} drafts a round")
        return text.format(number=advice.speculation.draft_max)
    return translate("PairTest", "Draft length chosen automatically")


def _kind_names() -> dict[str, str]:
    translate = QCoreApplication.translate
    return {
        "code": translate("PairTest", "code"),
        "chat": translate("PairTest", "chat"),
        "summarising": translate("PairTest", "summaries"),
    }
