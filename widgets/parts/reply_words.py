"""What a reply's figures and states are called, in words and in the user's own way to write numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from app.engine.types import FinishReason, Mark, Proposer
from app.viewmodels.reply import Phase
from widgets.look.figures import decimal, percent
from widgets.look.figures import rate as written_rate

if TYPE_CHECKING:
    from app.viewmodels.reply import Reply


_SOON_SECONDS = 1.0
_MINUTES_FROM = 100.0


def whole(number: int) -> str:
    """Write a count."""
    return QLocale().toString(number)


def num_tokens(number: int) -> str:
    """Write a count of tokens."""
    if number == 1:
        return QCoreApplication.translate("ReplyWords", "1 token")
    return QCoreApplication.translate("ReplyWords", "{count} tokens").format(count=whole(number))


def figures_line(reply: Reply) -> str:
    """Return what a reply's foot says: tokens, speed, acceptance, and the factor where one was given."""
    translate = QCoreApplication.translate
    parts = [num_tokens(len(reply.tokens))]
    rate = reply.tokens_per_second
    if rate is not None:
        parts.append(translate("ReplyWords", "{rate} tokens/s").format(rate=written_rate(rate)))
    if reply.speedup is not None:
        factor = decimal(reply.speedup.factor)
        if reply.speedup.estimated:
            parts.append(translate("ReplyWords", "{factor}× (estimated)").format(factor=factor))
        else:
            parts.append(translate("ReplyWords", "{factor}×").format(factor=factor))
    share = reply.tally.acceptance_rate
    if share is not None:
        parts.append(translate("ReplyWords", "{share} accepted").format(share=percent(share)))
    return " · ".join(parts)


def summary_sentence(reply: Reply) -> str:
    """Return the one sentence that a screen reader says after the text."""
    translate = QCoreApplication.translate
    parts = [num_tokens(len(reply.tokens))]
    share = reply.tally.acceptance_rate
    if share is not None:
        parts.append(
            translate("ReplyWords", "{share} of {count} proposals accepted").format(
                share=percent(share), count=whole(reply.tally.num_drafted)
            )
        )
    if reply.speedup is not None:
        text = translate("ReplyWords", "{factor} times faster than alone")
        if reply.speedup.estimated:
            text = translate("ReplyWords", "an estimated {factor} times faster than alone")
        if reply.speedup.factor < 1:
            text = translate("ReplyWords", "slower than alone: {factor} times its speed")
        parts.append(text.format(factor=decimal(reply.speedup.factor)))
    return ", ".join(parts) + "."


def state_line(reply: Reply) -> str:
    """Return what a reply's state needs to be said about; empty where the text says enough."""
    translate = QCoreApplication.translate
    if reply.phase is Phase.QUEUED and reply.is_waiting:
        return translate("ReplyWords", "Queued: it is written when the reply before it is done")
    if reply.phase is Phase.QUEUED and reply.waits_for:
        return translate("ReplyWords", "Waiting for a request from {program}").format(program=reply.waits_for)
    if reply.phase is Phase.QUEUED:
        return translate("ReplyWords", "Waiting for its turn")
    if reply.phase is Phase.STOPPED:
        return translate("ReplyWords", "Stopped")
    if reply.phase is Phase.INTERRUPTED:
        return translate("ReplyWords", "Galley was closed while this reply was being written.")
    if reply.summary is not None and reply.summary.finish_reason is FinishReason.LENGTH:
        return translate("ReplyWords", "Ended at the limit of tokens for a reply")
    if reply.summary is not None and reply.summary.finish_reason is FinishReason.CONTEXT:
        return translate("ReplyWords", "Ended because the context is full")
    if reply.phase is Phase.FINISHED and not reply.text.strip():
        return translate("ReplyWords", "The model ended its reply without a word")
    if reply.phase is not Phase.PREFILL or reply.prefill is None:
        return ""
    prefill = reply.prefill
    rate = prefill.tokens_per_second
    if rate is None:
        return translate("ReplyWords", "Reading the prompt: {done} of {total} tokens").format(
            done=whole(prefill.done), total=whole(prefill.total)
        )
    line = translate("ReplyWords", "Reading the prompt: {done} of {total} tokens, {rate} tokens/s").format(
        done=whole(prefill.done), total=whole(prefill.total), rate=whole(round(rate))
    )
    left = time_left(prefill.seconds_left)
    return f"{line}, {left}" if left else line


def time_left(seconds: float | None) -> str:
    """Return how long something still takes, roughly; empty for what is over before it is read."""
    if seconds is None or seconds < _SOON_SECONDS:
        return ""
    if seconds < _MINUTES_FROM:
        return QCoreApplication.translate("ReplyWords", "about {number} s left").format(number=whole(round(seconds)))
    minutes = whole(round(seconds / 60))
    return QCoreApplication.translate("ReplyWords", "about {number} min left").format(number=minutes)


def mark_word(mark: Mark, proposer: Proposer | None) -> str:
    """Return what became of a token, in a word or three."""
    translate = QCoreApplication.translate
    if mark is Mark.ACCEPTED and proposer is Proposer.LOOKUP:
        return translate("ReplyWords", "accepted from lookup")
    return {
        Mark.GHOST: translate("ReplyWords", "proposed"),
        Mark.ACCEPTED: translate("ReplyWords", "accepted"),
        Mark.REJECTED: translate("ReplyWords", "rejected"),
        Mark.DISCARDED: translate("ReplyWords", "discarded"),
        Mark.CORRECTED: translate("ReplyWords", "corrected"),
        Mark.BONUS: translate("ReplyWords", "bonus"),
        Mark.PLAIN: translate("ReplyWords", "without a proposal"),
    }[mark]
