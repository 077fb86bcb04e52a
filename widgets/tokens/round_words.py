"""A round in words: who proposed, what it cost, and why the drafts went no further."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.engine.types import Proposer
from app.viewmodels.stepper import StepPhase, Stop
from widgets.look.figures import decimal, short_time
from widgets.parts.reply_words import whole

if TYPE_CHECKING:
    from app.viewmodels.stepper import Likelihood, Step

translate = QCoreApplication.translate

_LEAST_SECONDS = 0.001
"""A shorter try is not worth a word."""


def quoted(text: str) -> str:
    """Return a token's text so that its spaces and line breaks can be seen."""
    shown = text.replace("\ufffd", "").replace("\n", "↵").replace("\t", "⇥")
    return f'"{shown}"'


def drafter_word(proposer: Proposer | None) -> str:
    """Return who proposed."""
    if proposer is Proposer.LOOKUP:
        return translate("RoundWords", "Lookup")
    if proposer is Proposer.DRAFT:
        return translate("RoundWords", "Draft model")
    return translate("RoundWords", "No proposal")


def likelihood(known: Likelihood) -> str:
    """Write a probability with two decimals, or the most that it can be."""
    written = decimal(known.value, 2)
    return f"≤ {written}" if known.at_most else written


def figures_of(step: Step, phase: StepPhase = StepPhase.OUTCOME) -> str:
    """Return a round's figures in one line, as far as they are known at a phase."""
    decoded = step.decoded
    checking = translate("RoundWords", "checking {time}").format(time=short_time(decoded.verify_seconds))
    if not decoded.num_drafted:
        parts = [drafter_word(None), checking]
        if decoded.draft_seconds >= _LEAST_SECONDS:
            trying = translate("RoundWords", "tried for {time}").format(time=short_time(decoded.draft_seconds))
            parts.insert(1, trying)
        return " · ".join(parts)
    parts = [
        drafter_word(decoded.proposer),
        translate("RoundWords", "{count} proposed").format(count=whole(decoded.num_drafted)),
        translate("RoundWords", "proposing {time}").format(time=short_time(decoded.draft_seconds)),
    ]
    if phase >= StepPhase.CHECK:
        parts.insert(2, translate("RoundWords", "{count} accepted").format(count=whole(decoded.num_accepted)))
        parts.append(checking)
    return " · ".join(parts)


def reason_of(step: Step) -> str:
    """Return why the drafts went no further, with both models' probabilities where they decided."""
    own = step.own_word
    match step.stop:
        case Stop.NOTHING_PROPOSED:
            if own is None:
                return translate("RoundWords", "Nothing was proposed, and the target ended the reply.")
            return translate(
                "RoundWords", "Nothing was proposed: the target wrote {own} by itself, and gave it {probability}."
            ).format(own=quoted(own.text), probability=decimal(own.target_probability, 2))
        case Stop.ALL_ACCEPTED if own is not None:
            return translate(
                "RoundWords", "Every draft was accepted, and the pass gave {own} as well ({probability})."
            ).format(own=quoted(own.text), probability=decimal(own.target_probability, 2))
        case Stop.ALL_ACCEPTED | Stop.REPLY_ENDED:
            if step.decoded.discarded:
                return translate("RoundWords", "The reply ended here: what was proposed behind its end never counted.")
            if step.is_last:
                return translate("RoundWords", "Every draft was accepted, and the reply ended here.")
            return translate("RoundWords", "Every draft was accepted.")
        case Stop.TARGET_ENDED:
            return _ended(step)
        case Stop.MISMATCH:
            return _mismatch(step)


def spoken(step: Step, num_rounds: int) -> str:
    """Return all of a round for somebody who hears it."""
    heading = translate("RoundWords", "Round {number} of {count}").format(
        number=whole(step.number + 1), count=whole(num_rounds)
    )
    written = "".join(token.emitted.text for token in step.tokens)
    return translate("RoundWords", "{heading}. {figures}. {reason} Written: {text}").format(
        heading=heading, figures=figures_of(step), reason=reason_of(step), text=quoted(written)
    )


def _ended(step: Step) -> str:
    draft = step.decoded.proposed[step.decoded.num_accepted]
    return translate("RoundWords", "The target ended the reply where the draft had {draft}.").format(
        draft=quoted(draft.text)
    )


def _mismatch(step: Step) -> str:
    own, position = step.own_word, step.decoded.num_accepted
    draft = step.decoded.proposed[position]
    if own is None:
        return _ended(step)
    return translate(
        "RoundWords",
        "Stopped at {draft}: draft {draft_by_draft}, target {draft_by_target}. "
        "The target's own {own}: target {own_by_target}, draft {own_by_draft}.",
    ).format(
        draft=quoted(draft.text),
        draft_by_draft=decimal(draft.probability, 2),
        draft_by_target=likelihood(step.by_target(position)),
        own=quoted(own.text),
        own_by_target=decimal(own.target_probability, 2),
        own_by_draft=likelihood(step.by_draft(own.token_id, position)),
    )
