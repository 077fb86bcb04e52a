"""What is said of a comparison: the sides' names, one sentence that anybody understands, figures and reasons."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.engine.race_values import RaceOrder
from app.engine.types import SpeculationMode
from app.errors import Notice
from app.viewmodels.compare_choice import OFF, ON
from app.viewmodels.notices import written
from widgets.look import figures

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.lab.comparison import Comparison
    from app.lab.verdict import Verdict
    from app.viewmodels.compare_choice import CompareChoice, SideChoice

translate = QCoreApplication.translate
_MEBIBYTE = 1 << 20
_ONE_DIGIT_FROM = 1.095


def side_names(choice: CompareChoice) -> tuple[str, str]:
    """Return what to call both sides: what each is, and in what else they differ."""
    one, other = choice.sides
    named = [[], []] if one.speculation.mode is other.speculation.mode else [_modes(choice, 0), _modes(choice, 1)]
    lengths = () if choice.is_off_against_on else (_draft, _length, _threshold)
    for describe in (*lengths, _temperature, _cache):
        words = describe(one), describe(other)
        if words[0] != words[1]:
            for parts, word in zip(named, words, strict=True):
                parts += [word] if word else []
    if named[0] == named[1]:
        return translate("CompareWords", "left"), translate("CompareWords", "right")
    first, second = (", ".join(parts) or translate("CompareWords", "as it is") for parts in named)
    return first, second


def _modes(choice: CompareChoice, side: int) -> list[str]:
    """Who proposes, in a word or two."""
    mode = choice.sides[side].speculation.mode
    if mode is SpeculationMode.OFF:
        return [written(Notice(OFF))]
    if choice.is_off_against_on:
        return [written(Notice(ON))]
    return [
        {
            SpeculationMode.AUTO: translate("CompareWords", "Galley decides"),
            SpeculationMode.DRAFT: translate("CompareWords", "draft model only"),
            SpeculationMode.LOOKUP: translate("CompareWords", "lookup only"),
        }[mode]
    ]


def _draft(side: SideChoice) -> str:
    if side.speculation.mode not in (SpeculationMode.AUTO, SpeculationMode.DRAFT):
        return ""
    return side.draft_name or translate("CompareWords", "draft model as loaded")


def _length(side: SideChoice) -> str:
    if not side.speculates:
        return ""
    speculation = side.speculation
    if speculation.fixed_draft_length:
        return translate("CompareWords", "always {number} drafts").format(number=speculation.draft_max)
    return translate("CompareWords", "at most {number} drafts").format(number=speculation.draft_max)


def _threshold(side: SideChoice) -> str:
    if not side.speculates or side.speculation.draft_p_min <= 0.0:
        return ""
    share = figures.decimal(side.speculation.draft_p_min, 2)
    return translate("CompareWords", "stops below {share}").format(share=share)


def _temperature(side: SideChoice) -> str:
    return translate("CompareWords", "temperature {value}").format(value=figures.decimal(side.temperature, 2))


def _cache(side: SideChoice) -> str:
    if side.kv_type is None:
        return translate("CompareWords", "cache as loaded")
    return translate("CompareWords", "{type} cache").format(type=side.kv_type.value)


def headline(verdict: Verdict, choice: CompareChoice, names: tuple[str, str]) -> str:
    """Return one sentence for somebody who knows nothing of speculation."""
    notice = verdict.sentence(*names)
    differ_in_nothing_else = set(names) == {written(Notice(OFF)), written(Notice(ON))}
    if not differ_in_nothing_else or "winner" not in notice.values:
        return written(notice)
    factor = float(str(notice.values["factor"]))
    shown = figures.decimal(factor, 1 if factor >= _ONE_DIGIT_FROM else 2)
    on_wins = notice.values["winner"] == names[1 if choice.sides[1].speculates else 0]
    if on_wins and verdict.identical:
        text = translate("CompareWords", "With speculation the same text came {factor} times as fast.")
    elif on_wins:
        text = translate(
            "CompareWords", "With speculation it went {factor} times as fast, but the texts are not the same."
        )
    elif verdict.identical:
        text = translate("CompareWords", "Without speculation the same text came {factor} times as fast.")
    else:
        text = translate(
            "CompareWords", "Without speculation it went {factor} times as fast, but the texts are not the same."
        )
    return text.format(factor=shown)


def certainty(verdict: Verdict) -> str:
    """Return how sure the speed-up is."""
    estimate = verdict.total_speedup
    if estimate is None:
        return ""
    if estimate.low is None or estimate.high is None:
        return translate("CompareWords", "One run, so there is no interval: repeats tell how sure this is.")
    text = translate("CompareWords", "From {runs} runs; the brackets behind a factor hold the true one with 95 %.")
    return text.format(runs=estimate.num)


def figure_rows(comparison: Comparison, verdict: Verdict) -> list[tuple[str, str, str]]:
    """Return the table: a name, and both sides' figures; what neither side knows is left out."""
    one, other = verdict.sides
    second = translate("CompareWords", "{number} s")
    megabytes = translate("CompareWords", "{number} MiB")
    joules = translate("CompareWords", "{number} J")
    rows = [
        (translate("CompareWords", "tokens"), figures.decimal(one.tokens, 0), figures.decimal(other.tokens, 0)),
        (
            translate("CompareWords", "tokens/s while writing"),
            figures.rate(one.decode_rate),
            figures.rate(other.decode_rate),
        ),
        (
            translate("CompareWords", "time to the first token"),
            figures.short_time(one.first_token_seconds),
            figures.short_time(other.first_token_seconds),
        ),
        (
            translate("CompareWords", "in all"),
            _of(second, one.total_seconds, 2),
            _of(second, other.total_seconds, 2),
        ),
        (translate("CompareWords", "proposals accepted"), *_accepted(comparison)),
        (
            translate("CompareWords", "memory, shared weights included"),
            _of(megabytes, _mebibytes(one.memory_bytes), 0),
            _of(megabytes, _mebibytes(other.memory_bytes), 0),
        ),
        (
            translate("CompareWords", "energy, graphics card"),
            _of(joules, one.gpu_joules, 1),
            _of(joules, other.gpu_joules, 1),
        ),
        (
            translate("CompareWords", "energy, processors"),
            _of(joules, one.cpu_joules, 1),
            _of(joules, other.cpu_joules, 1),
        ),
    ]
    return [row for row in rows if row[1:] != (figures.NONE, figures.NONE)]


def speed_rows(verdict: Verdict) -> list[tuple[str, str]]:
    """Return the second side's speed ÷ the first's, while writing and in all."""
    named = (
        (translate("CompareWords", "right against left, while writing"), verdict.speedup),
        (translate("CompareWords", "right against left, in all"), verdict.total_speedup),
    )
    rows = []
    for name, estimate in named:
        if estimate is None:
            continue
        text = f"{figures.decimal(estimate.value, 2)} ×"
        if estimate.low is not None:
            text += " ({})".format(
                translate("CompareWords", "{low} to {high}").format(
                    low=figures.decimal(estimate.low, 2), high=figures.decimal(estimate.high, 2)
                )
            )
        rows.append((name, text))
    return rows


def energy_note(comparison: Comparison, verdict: Verdict) -> str:
    """Return why there is no energy, where there is none."""
    if any(side.gpu_joules or side.cpu_joules for side in verdict.sides):
        return ""
    if comparison.spec.order is RaceOrder.INTERLEAVED:
        return translate("CompareWords", "Energy can be told apart only where the sides run one after the other.")
    return translate("CompareWords", "No counter of energy can be read on this machine.")


def sameness(verdict: Verdict) -> str:
    """Return whether the texts are the same, and where they part."""
    if verdict.identical:
        return translate("CompareWords", "Both wrote the very same text, token for token.")
    if verdict.parting is None:
        return translate("CompareWords", "The two texts are not the same.")
    where = verdict.parting.where
    if where.position == 0:
        text = translate(
            "CompareWords", "The texts differ from the first token on; the two likeliest were {gap} apart."
        )
    else:
        text = translate(
            "CompareWords", "The first {number} tokens are the same; the two likeliest next ones were {gap} apart."
        )
    return text.format(number=where.position, gap=figures.decimal(where.gap, 2))


def comparison_markdown(comparison: Comparison, verdict: Verdict, choice: CompareChoice, names: tuple[str, str]) -> str:
    """Return the verdict to be pasted somewhere: sentence, table, where the texts part, and with what."""
    pair = comparison.pair(1) or comparison.pair(0)
    lines = [f"**{headline(verdict, choice, names)}**", "", certainty(verdict), ""]
    lines += _table(("", *names), figure_rows(comparison, verdict))
    lines += ["", *(f"- {name}: {text}" for name, text in speed_rows(verdict)), f"- {sameness(verdict)}"]
    parting = verdict.parting
    if parting is not None:
        lines += [f"- {written(parting.reason)}"]
        lines += [
            f"- {name}: …{' '.join(text.split())}" for name, text in zip(names, parting.continuations, strict=True)
        ]
    if pair is not None:
        models = [pair.target.description, *([] if pair.draft is None else [pair.draft.description])]
        lines += ["", translate("CompareWords", "Models: {models}").format(models=" + ".join(models))]
    seed = translate("CompareWords", "Seed {seed}, at most {tokens} tokens, {runs} of {wanted} runs.")
    request = comparison.spec.request
    lines += [
        seed.format(
            seed=comparison.seed,
            tokens=request.max_tokens,
            runs=verdict.num_repeats,
            wanted=comparison.spec.num_repeats,
        )
    ]
    return "\n".join(lines) + "\n"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]


def _accepted(comparison: Comparison) -> tuple[str, str]:
    whole = [pair for pair in comparison.runs if all(run.is_whole for run in pair)]
    shares = []
    for side in range(2):
        known = [rate for pair in whole if (rate := pair[side].tally.acceptance_rate) is not None]
        shares.append(figures.percent(median(known) if known else None))
    return shares[0], shares[1]


def _mebibytes(num_bytes: int | None) -> float | None:
    return None if num_bytes is None else num_bytes / _MEBIBYTE


def _of(template: str, value: float | None, digits: int) -> str:
    return figures.NONE if value is None else template.format(number=figures.decimal(value, digits))
