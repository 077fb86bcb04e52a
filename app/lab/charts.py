"""The report's plots as SVG: drawn here, so that the report needs no script and nothing from elsewhere.

Colours come from the page's style sheet by class; shapes differ as well, for those who see no colours.
"""

from __future__ import annotations

import html
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

WIDTH = 760
_LABEL = 214
"""Room for the names on the left."""
_RIGHT = 96
"""Room for the figures on the right."""
_ROW = 30
_TOP = 10
_AXIS = 34
_LETTER = 6.7
"""About the width of a letter in the labels."""
_WILD = 2.5
"""Intervals that reach beyond so many times the largest value are cut off there: they leave no room for the rest."""
MARKS = ("circle", "diamond", "square", "triangle")


@dataclass(frozen=True, slots=True)
class Dot:
    """A value with its interval; `low` and `high` None for none. `mark` indexes `MARKS` and the colours."""

    value: float
    low: float | None = None
    high: float | None = None
    mark: int = 0


@dataclass(frozen=True, slots=True)
class DotRow:
    """A line of a dot plot: a name, its dots, and what is written on the right."""

    label: str
    dots: tuple[Dot, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A curve of a line plot; `spread` bounds each point, or is empty."""

    label: str
    points: tuple[tuple[float, float], ...]
    spread: tuple[tuple[float, float], ...] = ()


def dot_plot(
    title: str,
    rows: Sequence[DotRow],
    *,
    reference: float | None,
    unit: str,
    band: tuple[float, float] | None = None,
    least: float | None = None,
    apart: bool = True,
    spell: Callable[[str], str] = str,
) -> str:
    """Values with intervals, one row each.

    Args:
        title: What it shows, for those who do not see it.
        rows: From top to bottom.
        reference: Where a vertical line stands; None for none.
        unit: Behind the figures of the axis.
        band: A stretch that is shaded.
        least: Where the axis begins; None finds out.
        apart: Whether the dots of a row stand a little above each other, for their intervals not to hide.
        spell: Maps figures, as Python writes them, to how the reader does.
    """
    most = max(dot.value for row in rows for dot in row.dots)
    values = [
        min(bound, _WILD * most)
        for row in rows
        for dot in row.dots
        for bound in (dot.value, dot.low, dot.high)
        if bound is not None
    ]
    values += [] if reference is None else [reference]
    values += band or ()
    start, end, ticks = _scale(values if least is None else [*values, least])
    height = _TOP + _ROW * len(rows) + _AXIS

    def x(value: float) -> float:
        clipped = min(end, max(start, value))
        return _LABEL + (clipped - start) / (end - start) * (WIDTH - _LABEL - _RIGHT)

    bottom = _TOP + _ROW * len(rows)
    parts = [_rect(x(band[0]), _TOP, x(band[1]) - x(band[0]), bottom - _TOP, "band")] if band else []
    for tick in ticks:
        parts.append(_segment(x(tick), _TOP, x(tick), bottom, "grid"))
        parts.append(_text(x(tick), bottom + 18, spell(_figure(tick, ticks)) + unit, "tick", "middle"))
    if reference is not None:
        parts.append(_segment(x(reference), _TOP - 4, x(reference), bottom + 4, "reference"))
    for index, row in enumerate(rows):
        middle = _TOP + _ROW * (index + 0.5)
        if index:
            parts.append(_segment(0, _TOP + _ROW * index, WIDTH, _TOP + _ROW * index, "rule"))
        parts.append(_text(0, middle + 4, _fitted(row.label, _LABEL - 12), "label"))
        parts.append(_text(WIDTH, middle + 4, row.note, "note", "end"))
        shift = 5.0 if apart and len(row.dots) > 1 else 0.0
        for place, dot in enumerate(row.dots):
            level = middle + shift * (2 * place - len(row.dots) + 1)
            if dot.low is not None and dot.high is not None:
                parts.append(_segment(x(dot.low), level, x(dot.high), level, f"interval s{dot.mark}"))
            parts.append(_mark(dot.mark, x(dot.value), level))
    return _svg(title, height, parts)


def stacked_bars(title: str, rows: Sequence[tuple[str, Sequence[float], str]]) -> str:
    """Shares of a whole, one bar a row.

    Args:
        title: What it shows.
        rows: Name, shares from left to right, and what is written on the right.
    """
    parts = []
    length = WIDTH - _LABEL - _RIGHT
    for index, (label, shares, note) in enumerate(rows):
        top = _TOP + _ROW * index
        parts.append(_text(0, top + _ROW / 2 + 4, _fitted(label, _LABEL - 12), "label"))
        parts.append(_text(WIDTH, top + _ROW / 2 + 4, note, "note", "end"))
        left = float(_LABEL)
        for place, share in enumerate(shares):
            width = max(0.0, min(1.0, share)) * length
            width = min(width, WIDTH - _RIGHT - left)
            parts.append(_rect(left, top + 7, width, _ROW - 14, f"bar b{place}"))
            left += width
    return _svg(title, _TOP + _ROW * len(rows) + 6, parts)


def line_plot(
    title: str,
    lines: Sequence[Line],
    *,
    x_label: str,
    unit: str,
    reference: float | None = None,
    least: float | None = None,
    most: float | None = None,
    spell: Callable[[str], str] = str,
) -> str:
    """Curves over a common axis, each with a name at its end.

    Args:
        title: What it shows.
        lines: At most four are told apart.
        x_label: Under the axis.
        unit: Behind the figures of the vertical axis.
        reference: Where a horizontal line stands.
        least: Where the vertical axis begins; None finds out.
        most: Where it ends.
        spell: Maps figures, as Python writes them, to how the reader does.
    """
    height, left, bottom = 280, 58, 232
    right = WIDTH - 190
    values = [y for line in lines for _, y in line.points] + [y for line in lines for pair in line.spread for y in pair]
    values += [bound for bound in (reference, least, most) if bound is not None]
    start, end, ticks = _scale(values)
    across = sorted({x for line in lines for x, _ in line.points})
    first, last = across[0], across[-1]

    def x(value: float) -> float:
        return left + (value - first) / ((last - first) or 1.0) * (right - left - 20) + 10

    def y(value: float) -> float:
        return bottom - (min(end, max(start, value)) - start) / (end - start) * (bottom - _TOP)

    parts = []
    for tick in ticks:
        parts.append(_segment(left, y(tick), right, y(tick), "grid"))
        parts.append(_text(left - 10, y(tick) + 4, spell(_figure(tick, ticks)) + unit, "tick", "end"))
    parts += [_text(x(tick), bottom + 20, spell(f"{tick:g}"), "tick", "middle") for tick in across]
    parts.append(_text((left + right) / 2, bottom + 40, x_label, "tick", "middle"))
    if reference is not None:
        parts.append(_segment(left, y(reference), right, y(reference), "reference"))
    for index, line in enumerate(lines[: len(MARKS)]):
        if line.spread:
            there = [
                f"{x(place):.1f},{y(high):.1f}" for (place, _), (_, high) in zip(line.points, line.spread, strict=True)
            ]
            back = [
                f"{x(place):.1f},{y(low):.1f}" for (place, _), (low, _) in zip(line.points, line.spread, strict=True)
            ]
            parts.append(f'<polygon class="spread s{index}" points="{" ".join([*there, *reversed(back)])}"/>')
        drawn = " ".join(f"{x(place):.1f},{y(value):.1f}" for place, value in line.points)
        parts.append(f'<polyline class="curve s{index}" points="{drawn}"/>')
        parts += [_mark(index, x(place), y(value)) for place, value in line.points]
    named = list(enumerate(lines[: len(MARKS)]))
    levels = _apart([y(line.points[-1][1]) for _, line in named], 18.0, _TOP + 6.0, float(bottom))
    for (index, line), level in zip(named, levels, strict=True):
        parts.append(_mark(index, right + 16, level))
        parts.append(_text(right + 28, level + 4, _fitted(line.label, WIDTH - right - 30), "label"))
    return _svg(title, height, parts)


def legend_mark(index: int) -> str:
    """A mark by itself, for a legend in the text."""
    return (
        f'<svg class="legend" viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">{_mark(index, 7, 7)}</svg>'
    )


def legend_bar(index: int) -> str:
    """A bar's colour by itself."""
    return (
        '<svg class="legend" viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">'
        f"{_rect(1, 2, 12, 10, f'bar b{index}')}</svg>"
    )


def _scale(values: Sequence[float]) -> tuple[float, float, list[float]]:
    """Start and end of an axis on round figures, and the figures on it."""
    low, high = min(values), max(values)
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough)
    start, end = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    count = round((end - start) / step)
    return start, end, [start + index * step for index in range(count + 1)]


def _figure(value: float, ticks: Sequence[float]) -> str:
    """A figure of an axis, with as many digits as all of them need."""
    digits = next((each for each in range(4) if all(abs(tick - round(tick, each)) < 1e-9 for tick in ticks)), 4)
    return f"{value + 0.0:.{digits}f}"


def _apart(levels: Sequence[float], distance: float, top: float, bottom: float) -> list[float]:
    """Levels moved as little as needed for names not to cover each other."""
    order = sorted(range(len(levels)), key=lambda index: levels[index])
    moved = list(levels)
    lowest = top
    for index in order:
        moved[index] = lowest = max(levels[index], lowest)
        lowest += distance
    excess = max(0.0, max(moved, default=0.0) - bottom)
    return [level - excess for level in moved]


def _mark(index: int, x: float, y: float) -> str:
    name = f"mark s{index % len(MARKS)}"
    kind = MARKS[index % len(MARKS)]
    if kind == "circle":
        return f'<circle class="{name}" cx="{x:.1f}" cy="{y:.1f}" r="4.6"/>'
    corners = {
        "diamond": ((0, -5.8), (5.8, 0), (0, 5.8), (-5.8, 0)),
        "square": ((-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)),
        "triangle": ((0, -5.4), (5.2, 4), (-5.2, 4)),
    }[kind]
    points = " ".join(f"{x + across:.1f},{y + down:.1f}" for across, down in corners)
    return f'<polygon class="{name}" points="{points}"/>'


def _svg(title: str, height: float, parts: Iterable[str]) -> str:
    said = html.escape(title)
    return (
        f'<svg class="plot" viewBox="-8 0 {WIDTH + 16} {height:g}" role="img" aria-label="{said}">'
        f"<title>{said}</title>{''.join(parts)}</svg>"
    )


def _segment(x1: float, y1: float, x2: float, y2: float, name: str) -> str:
    return f'<line class="{name}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _rect(x: float, y: float, width: float, height: float, name: str) -> str:
    return f'<rect class="{name}" x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{height:.1f}"/>'


def _text(x: float, y: float, text: str, name: str, anchor: str = "start") -> str:
    return f'<text class="{name}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{html.escape(text)}</text>'


def _fitted(text: str, width: float) -> str:
    most = max(4, int(width / _LETTER))
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
