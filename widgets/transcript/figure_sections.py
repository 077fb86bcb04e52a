"""Everything that was measured of a finished reply, as titled lines: for the card of figures and for the clipboard.

What an older conversation did not keep is a dash, never a guess.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.engine.types import FinishReason, Proposer, SpeculationMode, Verification
from app.viewmodels.notices import written
from app.viewmodels.reply import Phase
from widgets.look import figures
from widgets.parts.reply_words import whole

if TYPE_CHECKING:
    from app.engine.types import SamplingSettings
    from app.viewmodels.reply import Reply

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its lines of name and value."""

    title: str
    lines: tuple[tuple[str, str], ...]


def sections_of(reply: Reply) -> tuple[Section, ...]:
    """Return the figures of a reply."""
    return (
        Section(translate("Figures", "Tokens"), tuple(_tokens(reply))),
        Section(translate("Figures", "Time"), tuple(_times(reply))),
        Section(translate("Figures", "Speculation"), tuple(_speculation(reply))),
        Section(translate("Figures", "Sampling"), tuple(_sampling(reply))),
    )


def models_of(reply: Reply) -> str:
    """Return which models wrote it; empty where that was not kept."""
    target, draft = reply.models
    if not draft:
        return target
    return translate("Figures", "{target}, drafted by {draft}").format(target=target, draft=draft)


def remarks_of(reply: Reply) -> tuple[str, ...]:
    """Return what is to be said about the figures in a sentence."""
    remarks = []
    status = reply.status
    if status is not None and status.reason is not None:
        remarks.append(written(status.reason))
    if reply.speedup is not None and reply.speedup.estimated:
        remarks.append(
            translate("Figures", "The speed-up is estimated: rounds without a proposal stand for the target alone.")
        )
    if reply.num_goes > 1:
        remarks.append(_goes(reply))
    if reply.energy is not None:
        remarks.append(
            translate(
                "Figures",
                "The energy is what the counters rose by while the reply was made: of the whole device, with"
                " whatever else ran on it.",
            )
        )
    if not reply.rounds:
        remarks.append(translate("Figures", "The rounds of this reply were not kept."))
    return tuple(remarks)


def as_text(reply: Reply) -> str:
    """Return all figures as plain text, a line each."""
    parts = [models_of(reply)] if models_of(reply) else []
    for section in sections_of(reply):
        parts.append(section.title)
        parts += [f"  {name}: {value}" for name, value in section.lines]
    parts += remarks_of(reply)
    return "\n".join(parts) + "\n"


def _tokens(reply: Reply) -> list[tuple[str, str]]:
    summary = reply.summary
    return [
        (translate("Figures", "written"), whole(reply.tally.num_emitted) if reply.rounds else figures.NONE),
        (translate("Figures", "prompt"), figures.NONE if summary is None else whole(summary.prompt_tokens)),
        (
            translate("Figures", "of it reused"),
            figures.NONE if summary is None else whole(summary.reused_tokens),
        ),
        (translate("Figures", "ended"), _ending(reply)),
    ]


def _times(reply: Reply) -> list[tuple[str, str]]:
    rate, prompt_rate = reply.tokens_per_second if reply.rounds else None, None
    first = prompt = draft_prompt = decode = total = None
    if reply.summary is not None:
        timing = reply.summary.timing
        first, prompt, draft_prompt = timing.first_token_seconds, timing.prefill_seconds, timing.draft_prefill_seconds
        decode, total = timing.decode_seconds, timing.total_seconds
        num_read = reply.summary.prompt_tokens - reply.summary.reused_tokens
        prompt_rate = num_read / prompt if num_read > 0 and prompt > 0 else None
    lines = [
        (translate("Figures", "tokens/s"), figures.rate(rate)),
        (translate("Figures", "first token"), figures.short_time(first)),
        (translate("Figures", "reading the prompt"), figures.short_time(prompt)),
        (translate("Figures", "prompt tokens/s"), figures.rate(prompt_rate)),
    ]
    if draft_prompt is None or draft_prompt > 0:
        lines.append((translate("Figures", "draft's reading"), figures.short_time(draft_prompt)))
    return [
        *lines,
        (translate("Figures", "writing"), figures.short_time(decode)),
        (translate("Figures", "in all"), figures.short_time(total)),
        *_energy(reply),
    ]


def _energy(reply: Reply) -> list[tuple[str, str]]:
    """Joules, in all and a token, of whatever has a counter; no line where nothing was measured."""
    if reply.energy is None:
        return []
    sources = (
        (translate("Figures", "energy, GPU"), reply.energy.gpu_joules),
        (translate("Figures", "energy, processors"), reply.energy.cpu_joules),
    )
    num_tokens = reply.tally.num_emitted
    return [(name, _joules(joules, num_tokens)) for name, joules in sources if joules is not None]


def _joules(joules: float, num_tokens: int) -> str:
    whole_reply = translate("Figures", "{number} J").format(number=_digits(joules))
    if not num_tokens:
        return whole_reply
    each = translate("Figures", "{number} J/token").format(number=_digits(joules / num_tokens))
    return f"{whole_reply} · {each}"


def _digits(joules: float) -> str:
    """About three digits: energies of replies differ by five powers of ten."""
    return figures.decimal(joules, 0 if joules >= 100 else 1 if joules >= 10 else 2)


def _speculation(reply: Reply) -> list[tuple[str, str]]:
    tally = reply.tally
    known = bool(reply.rounds)
    lines = [
        (translate("Figures", "mode"), _mode(reply)),
        (translate("Figures", "check"), _verification(reply)),
        (translate("Figures", "speed-up"), _speedup(reply)),
        (translate("Figures", "rounds"), whole(tally.num_rounds) if known else figures.NONE),
        (translate("Figures", "tokens per check τ"), figures.decimal(tally.block_efficiency, 2)),
        (translate("Figures", "accepted"), _accepted(reply)),
        (translate("Figures", "alpha, of those tested"), figures.percent(tally.alpha)),
        (translate("Figures", "mean accepted"), figures.decimal(tally.mean_accepted, 2)),
    ]
    return lines + _shares(reply)


def _sampling(reply: Reply) -> list[tuple[str, str]]:
    sampling = None if reply.summary is None else reply.summary.sampling
    seed = figures.NONE if sampling is None or sampling.seed is None else str(sampling.seed)
    if sampling is None:
        return [(translate("Figures", "seed"), seed), (translate("Figures", "temperature"), figures.NONE)]
    lines = [
        (translate("Figures", "seed"), seed),
        (translate("Figures", "temperature"), figures.decimal(sampling.temperature, 2)),
    ]
    if sampling.temperature > 0:
        lines += [
            (translate("Figures", "top-k"), whole(sampling.top_k) if sampling.top_k > 0 else _off()),
            (translate("Figures", "top-p"), figures.decimal(sampling.top_p, 2) if sampling.top_p < 1 else _off()),
            (translate("Figures", "min-p"), figures.decimal(sampling.min_p, 2) if sampling.min_p > 0 else _off()),
        ]
    return lines + _shaping(sampling)


def _shaping(sampling: SamplingSettings) -> list[tuple[str, str]]:
    """Penalties and biases, where there are any."""
    lines = []
    if sampling.repeat_penalty != 1.0:
        lines.append((translate("Figures", "repeat penalty"), figures.decimal(sampling.repeat_penalty, 2)))
    if sampling.frequency_penalty:
        lines.append((translate("Figures", "frequency penalty"), figures.decimal(sampling.frequency_penalty, 2)))
    if sampling.presence_penalty:
        lines.append((translate("Figures", "presence penalty"), figures.decimal(sampling.presence_penalty, 2)))
    if sampling.dry_multiplier:
        lines.append((translate("Figures", "DRY"), figures.decimal(sampling.dry_multiplier, 2)))
    if sampling.logit_bias:
        lines.append((translate("Figures", "biased tokens"), whole(len(sampling.logit_bias))))
    return lines


def _shares(reply: Reply) -> list[tuple[str, str]]:
    """How much each drafter proposed, and how much of that was accepted."""
    names = {
        Proposer.DRAFT: translate("Figures", "from the draft model"),
        Proposer.LOOKUP: translate("Figures", "from lookup"),
    }
    lines = []
    for proposer, name in names.items():
        rounds = [decoded for decoded in reply.rounds if decoded.proposer is proposer]
        drafted = sum(decoded.num_drafted for decoded in rounds)
        accepted = sum(decoded.num_accepted for decoded in rounds)
        if drafted:
            value = translate("Figures", "{accepted} of {drafted}").format(
                accepted=whole(accepted), drafted=whole(drafted)
            )
            lines.append((name, value))
    return lines


def _accepted(reply: Reply) -> str:
    tally = reply.tally
    if tally.acceptance_rate is None:
        return figures.NONE
    return translate("Figures", "{share} of {drafted}").format(
        share=figures.percent(tally.acceptance_rate), drafted=whole(tally.num_drafted)
    )


def _speedup(reply: Reply) -> str:
    if reply.speedup is None:
        return figures.NONE
    factor = figures.decimal(reply.speedup.factor, 2)
    if reply.speedup.estimated:
        return translate("Figures", "{factor}× (estimated)").format(factor=factor)
    return translate("Figures", "{factor}×").format(factor=factor)


def _mode(reply: Reply) -> str:
    status = reply.status
    if status is None:
        return figures.NONE
    names = {
        SpeculationMode.AUTO: translate("Figures", "automatic"),
        SpeculationMode.DRAFT: translate("Figures", "draft model"),
        SpeculationMode.LOOKUP: translate("Figures", "lookup"),
        SpeculationMode.OFF: translate("Figures", "off"),
    }
    if status.requested is status.mode:
        return names[status.mode]
    if status.requested is SpeculationMode.AUTO and status.mode is not SpeculationMode.OFF:
        return translate("Figures", "{mode} (automatic)").format(mode=names[status.mode])
    return translate("Figures", "{mode} ({requested} wanted)").format(
        mode=names[status.mode], requested=names[status.requested]
    )


def _verification(reply: Reply) -> str:
    if reply.verification is None:
        return figures.NONE
    return {
        Verification.COUPLED: translate("Figures", "coupled"),
        Verification.REJECTION: translate("Figures", "rejection"),
        Verification.MATCH: translate("Figures", "match"),
    }[reply.verification]


def _goes(reply: Reply) -> str:
    goes = whole(reply.num_goes)
    if reply.has_all_times:
        text = translate("Figures", "Written in {count} goes. Prompts and times are those of all of them together.")
        return text.format(count=goes)
    text = translate(
        "Figures",
        "Written in {count} goes, of which one was cut off: of that one only the time of its rounds is known.",
    )
    return text.format(count=goes)


def _ending(reply: Reply) -> str:
    if reply.phase is Phase.FAILED:
        return translate("Figures", "by a failure")
    if reply.phase is Phase.INTERRUPTED:
        return translate("Figures", "when Galley closed")
    if reply.summary is None:
        return translate("Figures", "stopped") if reply.phase is Phase.STOPPED else figures.NONE
    return {
        FinishReason.STOP: translate("Figures", "by itself"),
        FinishReason.LENGTH: translate("Figures", "at the token limit"),
        FinishReason.CONTEXT: translate("Figures", "context full"),
        FinishReason.CANCELLED: translate("Figures", "stopped"),
    }[reply.summary.finish_reason]


def _off() -> str:
    return translate("Figures", "off")
