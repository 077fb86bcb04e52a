"""The report of a run as one file: nothing in it is fetched from anywhere, and its policy forbids that anything is.

Sentences come from the catalogue; everything that came from outside is escaped.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.lab.findings import findings, speculating
from app.lab.report_plots import (
    acceptance_section,
    costs_section,
    kinds_section,
    settings_section,
    temperature_section,
)
from app.lab.report_style import STYLE
from app.lab.report_words import MISSING, Words, safe

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.lab.summary_values import Summary

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Content security policy: no script, no picture, no font, no connection, whatever should be in the file."""

Header = dict[str, object]


def report_html(
    header: Header,
    summary: Summary,
    *,
    measured: int,
    total: int,
    words: Words | None = None,
) -> str:
    """The page.

    Args:
        header: What the run was, as `Record` keeps it.
        summary: What it found.
        measured: Replies that were measured.
        total: Replies there were to measure.
        words: The reader's language; None is English.
    """
    return _Page(words or Words()).write(header, summary, measured, total)


class _Page:
    """Writes one page in one language."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def write(self, header: Header, summary: Summary, measured: int, total: int) -> str:
        """All of it."""
        title = self._words.say("bench_page_title")
        parts = [
            f'<p class="kicker">{self._words.say("bench_page_kicker")}</p>',
            f"<h1>{safe(_headline(header))}</h1>",
            f'<p class="under">{safe(self._subtitle(header))}</p>',
            self._partial(measured, total),
            self._tiles(summary),
            self._findings(summary),
            settings_section(self._words, summary),
            kinds_section(self._words, summary),
            acceptance_section(self._words, summary),
            temperature_section(self._words, summary),
            self._languages(summary),
            costs_section(self._words, summary),
            self._table(summary),
            self._method(header),
            f"<footer>{self._words.say('bench_page_footer', version=_of(header, 'machine', 'galley'))}</footer>",
        ]
        return (
            f'<!doctype html>\n<html lang="{safe(self._words.code)}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="referrer" content="no-referrer">\n<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n'
            f"<body>\n{''.join(part + chr(10) for part in parts if part)}</body>\n</html>\n"
        )

    # Above

    def _subtitle(self, header: Header) -> str:
        machine = _of(header, "machine", "processor") or _of(header, "machine", "architecture")
        devices = _table(header, "machine").get("devices")
        names = (
            [str(each["description"]) for each in devices if isinstance(each, dict)]
            if isinstance(devices, list)
            else []
        )
        where = ", ".join([machine, *names])
        return self._words.plain(
            "bench_page_subtitle",
            suite=_of(header, "suite", "name"),
            machine=where,
            date=str(header.get("created", ""))[:10],
        )

    def _partial(self, measured: int, total: int) -> str:
        if measured >= total:
            return ""
        return f'<p class="note">{self._words.say("bench_page_partial", measured=measured, total=total)}</p>'

    def _tiles(self, summary: Summary) -> str:
        best = summary.best
        fastest = next(iter(speculating(summary)), None)
        tiles: list[tuple[str, str]] = []
        if best is not None and best.speedup is not None:
            tiles.append((self._words.times(best.speedup), self._words.say("bench_page_tile_speedup")))
            tiles.append((self._words.number(best.tokens_per_second, 1), self._words.say("bench_page_tile_rate")))
        if fastest is not None:
            tiles.append((self._words.percent(fastest.acceptance_rate), self._words.say("bench_page_tile_acceptance")))
            tiles.append((self._words.number(fastest.block_efficiency, 2), self._words.say("bench_page_tile_tau")))
            if fastest.break_even is not None:
                figure = (
                    self._words.percents("> 100") if fastest.break_even > 1 else self._words.percent(fastest.break_even)
                )
                tiles.append((figure, self._words.say("bench_page_tile_even")))
        if not tiles:
            return ""
        return (
            f'<div class="tiles">{"".join(f"<div><b>{safe(figure)}</b>{name}</div>" for figure, name in tiles)}</div>'
        )

    def _findings(self, summary: Summary) -> str:
        said = [self._words.sentence(notice) for notice in findings(summary, self._words.language)]
        if not said:
            return ""
        return f'<ul class="lead">{"".join(f"<li>{safe(each)}</li>" for each in said)}</ul>'

    def _languages(self, summary: Summary) -> str:
        columns = ("bench_page_setting", "bench_page_language", "bench_page_gap_acceptance", "bench_page_gap_speed")
        rows = [
            (
                gap.setting,
                self._words.plain(
                    "bench_page_against",
                    language=self._words.language(gap.language),
                    reference=self._words.language(gap.reference),
                ),
                self._words.points(gap.acceptance),
                self._words.points(gap.speedup, scale=1.0, digits=2),
            )
            for gap in summary.gaps
        ]
        if not rows:
            return ""
        return self._words.section(
            "bench_page_languages", "bench_page_languages_caption", self._words.table(columns, rows, left=(1,))
        )

    # Tables

    def _table(self, summary: Summary) -> str:
        columns = (
            *(
                "bench_page_setting",
                "bench_page_prompts",
                "bench_page_rate",
                "bench_page_speedup",
                "bench_page_total_speedup",
            ),
            *("bench_page_acceptance", "bench_page_tau", "bench_page_break_even", "bench_page_first_token"),
        )
        rows = [
            (
                group.setting,
                str(group.num_prompts) + (f" ({group.num_failed} ✗)" if group.num_failed else ""),
                self._words.number(group.tokens_per_second, 1),
                self._words.interval(None if group.is_off else group.speedup),
                self._words.interval(None if group.is_off else group.total_speedup),
                self._words.percent(group.acceptance_rate),
                self._words.number(group.block_efficiency, 2),
                self._words.percent(group.break_even),
                MISSING
                if group.first_token_seconds is None
                else f"{self._words.number(group.first_token_seconds, 2)} s",
            )
            for group in summary.groups
        ]
        strong = None if summary.best is None else summary.best.setting
        return self._words.section(
            "bench_page_table",
            "bench_page_table_caption",
            self._words.table(columns, rows, strong=strong) if rows else "",
        )

    def _method(self, header: Header) -> str:
        run = _table(header, "run")
        said = self._words.say(
            "bench_page_method",
            repeat=int(str(run.get("repeat", 1))),
            tokens=int(str(run.get("max_tokens", 0))),
            seed=int(str(run.get("seed", 0))),
        )
        command = header.get("command")
        shown = f"<pre>{safe(str(command))}</pre>" if isinstance(command, str) and command else ""
        facts = "".join(f"<dt>{safe(name)}</dt><dd>{safe(value)}</dd>" for name, value in _facts(header))
        settings = json.dumps(header.get("settings"), ensure_ascii=False, indent=1)
        return self._words.section(
            "bench_page_repeat",
            "bench_page_repeat_caption",
            f"<p>{said}</p>{shown}<dl>{facts}</dl>"
            f"<h2>{self._words.say('bench_page_compared')}</h2>"
            f"<p class=caption>{self._words.say('bench_page_compared_caption')}</p>"
            f"<pre>{safe(settings)}</pre>",
        )


def _headline(header: Header) -> str:
    """The pair, or the servers."""
    pair = header.get("pair")
    if isinstance(pair, dict):
        return " + ".join(_model(pair[role]) for role in ("target", "draft") if isinstance(pair.get(role), dict))
    servers = header.get("endpoints")
    names = [str(each.get("name")) for each in servers if isinstance(each, dict)] if isinstance(servers, list) else []
    return ", ".join(names)


def _model(model: Header) -> str:
    return " ".join(str(model[key]) for key in ("name", "quantisation") if model.get(key))


def _facts(header: Header) -> Iterable[tuple[str, str]]:
    """What the run depended on, flattened: names of the header and their values."""
    for part in ("created", "machine", "pair", "suite", "run", "endpoints"):
        yield from _flat(part, header.get(part))


def _flat(name: str, value: object) -> Iterable[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "prompts":
                yield from _flat(f"{name} · {str(key).replace('_', ' ')}", inner)
    elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
        for index, inner in enumerate(value, 1):
            yield from _flat(f"{name} {index}" if len(value) > 1 else name, inner)
    elif isinstance(value, list):
        yield name, ", ".join(str(each) for each in value)
    elif value is not None and value != "":
        yield name, str(value)


def _table(header: Header, name: str) -> Header:
    value = header.get(name)
    return value if isinstance(value, dict) else {}


def _of(header: Header, table: str, name: str) -> str:
    return str(_table(header, table).get(name, ""))
