"""The figures of a comparison as the JSON that scripts rely on, and as the few lines that a reader needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.cli.language import said, spelled, translate
from app.cli.report import Json, notice_of, reply_report
from app.errors import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.engine.types import ModelInfo
    from app.errors import Value
    from app.lab.comparison import Comparison
    from app.lab.run import Run
    from app.lab.statistics import Estimate
    from app.lab.verdict import SideFigures, Verdict

NAMES = ("off", "on")
_LABELS = ("compare_off", "compare_on")
_HEADS = ("compare_head_off", "compare_head_on")
_MEBIBYTE = 2**20
_NONE = "-"


def comparison_report(comparison: Comparison, verdict: Verdict, *, with_rounds: bool) -> Json:
    """A comparison as a JSON object. `off` and `on` report the repeat whose decode rate is that side's median."""
    runs = [pair for pair in comparison.runs if all(run.is_whole for run in pair)]
    report: Json = {}
    for side, name in enumerate(NAMES):
        report[name] = _side_report([pair[side] for pair in runs], verdict.sides[side], with_rounds=with_rounds)
    parting = verdict.parting
    report |= {
        "identical": verdict.identical,
        "first_divergence": None if parting is None else parting.where.position,
        "divergence_gap": None if parting is None else parting.where.gap,
        "divergence": None
        if parting is None
        else {
            "repeat": parting.where.repeat,
            "position": parting.where.position,
            "gap": parting.where.gap,
            "margin": parting.where.margin,
            "off_text": parting.continuations[0],
            "on_text": parting.continuations[1],
            "reason": sentence(parting.reason),
        },
        **_estimate("speedup", verdict.speedup),
        **_estimate("speedup_total", verdict.total_speedup),
        "verdict": verdict_line(verdict),
        "order": comparison.spec.order.value,
        "seed": comparison.seed,
        "repeat": verdict.num_repeats,
        "repeats": [
            {
                **{name: _run_figures(run) for name, run in zip(NAMES, pair, strict=True)},
                "wall_s": comparison.wall_seconds.get(pair[0].repeat),
            }
            for pair in runs
        ],
    }
    return report


def verdict_line(verdict: Verdict) -> str:
    """The one sentence, in English."""
    first, second = (sentence(Notice(code)) for code in _LABELS)
    return sentence(verdict.sentence(first, second))


def comparison_lines(comparison: Comparison, verdict: Verdict) -> list[str]:
    """A small table, and the verdict below it."""
    off, on = verdict.sides
    rows = [
        ("compare_tokens", _number(off.tokens, 0), _number(on.tokens, 0)),
        ("compare_rate", _number(off.decode_rate, 2), _number(on.decode_rate, 2)),
        ("compare_first_token", _number(off.first_token_seconds, 3), _number(on.first_token_seconds, 3)),
        ("compare_total", _number(off.total_seconds, 3), _number(on.total_seconds, 3)),
        ("compare_memory", _mebibytes(off.memory_bytes), _mebibytes(on.memory_bytes)),
        ("compare_gpu_energy", _number(off.gpu_joules, 1), _number(on.gpu_joules, 1)),
        ("compare_cpu_energy", _number(off.cpu_joules, 1), _number(on.cpu_joules, 1)),
    ]
    heads = [_text(code) for code in _HEADS]
    lines = [f"{'':20}{heads[0]:>12}{heads[1]:>12}"]
    lines += [f"{_text(code):20}{one:>12}{other:>12}" for code, one, other in rows if (one, other) != (_NONE, _NONE)]
    for code, estimate in (("compare_speedup", verdict.speedup), ("compare_total_speedup", verdict.total_speedup)):
        if estimate is not None:
            lines.append(f"{_text(code):20}{'':12}{_number(estimate.value, 3):>12}{_interval(estimate)}")
    lines += ["", said(verdict.sentence(*(_text(code) for code in _LABELS)))]
    parting = verdict.parting
    if parting is not None:
        lines += ["", said(parting.reason)]
        lines += [
            _text("compare_continues", side=name, position=parting.where.position, text=" ".join(text.split()))
            for name, text in zip(heads, parting.continuations, strict=True)
        ]
    reason = next((notice_of(run.summary) for _, run in comparison.runs if run.summary is not None), None)
    return lines if reason is None else [*lines, "", said(reason)]


def _side_report(runs: Sequence[Run], figures: SideFigures, *, with_rounds: bool) -> Json:
    run = sorted(runs, key=lambda each: each.decode_rate or 0.0)[(len(runs) - 1) // 2]
    pair = run.pair
    if run.summary is None or pair is None:
        message = "only whole runs are reported"
        raise ValueError(message)
    report = reply_report(run.summary, run.rounds, pair, with_rounds=with_rounds)
    report["memory"] = {
        "target": _memory(pair.target),
        "draft": None if pair.draft is None else _memory(pair.draft),
        "total": figures.memory_bytes,
    }
    report["energy"] = {"gpu_j": figures.gpu_joules, "cpu_j": figures.cpu_joules}
    return report


def _memory(model: ModelInfo) -> Json:
    """In bytes, shared weights included."""
    return {"weights": model.weights_bytes, "kv": model.kv_bytes, "compute": model.compute_bytes}


def _run_figures(run: Run) -> Json:
    timing = None if run.summary is None else run.summary.timing
    return {
        "completion_tokens": run.tally.num_emitted,
        "tokens_per_second": run.decode_rate,
        "decode_s": None if timing is None else timing.decode_seconds,
        "total_s": None if timing is None else timing.total_seconds,
        "ttft_s": None if timing is None else timing.first_token_seconds,
    }


def _estimate(name: str, estimate: Estimate | None) -> Json:
    return {
        name: None if estimate is None else estimate.value,
        f"{name}_low": None if estimate is None else estimate.low,
        f"{name}_high": None if estimate is None else estimate.high,
    }


def _number(value: float | None, digits: int) -> str:
    return _NONE if value is None else spelled(f"{value:.{digits}f}")


def _mebibytes(value: int | None) -> str:
    return _number(None if value is None else value / _MEBIBYTE, 0)


def _interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    text = translate("Command line", "({low} to {high})")
    return "  " + text.format(low=_number(estimate.low, 3), high=_number(estimate.high, 3))


def _text(code: str, **values: Value) -> str:
    return said(Notice(code, values))
