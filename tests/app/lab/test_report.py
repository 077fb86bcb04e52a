"""The report: one file that fetches nothing, says what was found, and survives hostile names."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from app.errors import EnvironmentFault, Notice
from app.lab.grid import Grid
from app.lab.measurement import failed
from app.lab.report_files import CSV, HTML, JSON, rows_csv, write_report
from app.lab.report_html import report_html
from app.lab.report_words import Words
from app.lab.rows import rows_of
from app.lab.suites import Suite, SuitePrompt
from app.lab.summary import summarise
from tests.support.lab_runs import measured, named, plan_for, suite_of

if TYPE_CHECKING:
    from pathlib import Path

    from app.lab.bench_plan import BenchPlan, Cell
    from app.lab.measurement import Measurement

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
SUITE = suite_of(
    *(
        (kind, language, f"{kind}-{language}-{index}")
        for kind in ("code", "chat")
        for language in ("en", "nl")
        for index in range(3)
    )
)
HEADER: dict[str, object] = {
    "created": "2026-11-30T10:00:00+01:00",
    "command": "galley bench --target t.gguf --suite quick",
    "arguments": ["bench", "--target", "/home/me/t.gguf"],
    "machine": {"galley": "1.2.3", "processor": "Some CPU", "devices": [{"description": "Some GPU", "name": "CUDA0"}]},
    "pair": {
        "target": {"name": "Big", "quantisation": "F16", "files": [{"name": "t.gguf", "sha256": "ab" * 32}]},
        "draft": {"name": "Small", "quantisation": "Q4_K_M"},
    },
    "suite": {"name": "quick", "sha256": "cd" * 32, "prompts": [{"id": "secret-id"}]},
    "run": {"repeat": 3, "max_tokens": 200, "seed": 1},
    "settings": [{"name": "auto"}],
    "endpoints": [],
}
VOID = {"meta", "br", "hr", "img", "input", "link"}
SVG_SHAPES = {"circle", "line", "rect", "polygon", "polyline", "path"}


class Page(HTMLParser):
    """Every tag with its attributes, the text, and what is not closed."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.text = ""
        self.styles = ""
        self.feed(page)
        self.close()
        assert self.open == [], "every tag is closed"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attributes}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attributes}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            self.styles += data
        else:
            self.text += data


def measure(cell: Cell) -> Measurement:
    if cell.side.setting.is_off:
        return measured(cell)
    hot = cell.side.setting.sampling.temperature
    shaky = int(cell.prompt.prompt_id[-1]) if cell.prompt.prompt_id[-1].isdecimal() else 0
    return measured(cell, seconds=6.0 + shaky + 4 * hot, drafted=120, accepted=70 - 5 * shaky, rounds=40)


def page_of(plan: BenchPlan, header: dict[str, object] | None = None, skip: int = 0) -> Page:
    cells = [measure(cell) for cell in plan.cells()][skip:]
    rows = rows_of(plan, {each.key: each for each in cells})
    return Page(report_html(header or HEADER, summarise(rows), measured=len(cells), total=plan.num_cells))


@pytest.mark.parametrize("grid", ["quick", "lengths", "p-min", "temperature", "drafters"])
def test_nothing_is_fetched_from_anywhere(grid: str) -> None:
    page = page_of(plan_for(grid, SUITE))
    for tag, attributes in page.tags:
        assert tag not in {"script", "link", "img", "iframe", "object", "embed", "base", "form", "image", "use", "a"}
        assert not {"src", "href", "srcset", "xlink:href", "action", "data", "style", "background"} & set(attributes)
        assert not any(name.startswith("on") for name in attributes)
        assert not any("//" in value or "url(" in value for value in attributes.values())
    assert "url(" not in page.styles
    assert "@import" not in page.styles
    assert "//" not in page.styles
    policies = [
        attributes["content"]
        for tag, attributes in page.tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'"]


def test_the_answers_stand_above_the_figures() -> None:
    page = page_of(plan_for("drafters", SUITE))
    assert "Big F16 + Small Q4_K_M" in page.text
    assert "Suite “quick” on Some CPU, Some GPU, 2026-11-30" in page.text
    assert page.text.index("is fastest") < page.text.index("All settings")
    for words in ("breaks even here when", "Dutch", "Acceptance by position", "galley bench --target", "ab" * 32):
        assert words in page.text


def test_what_tells_whose_it_is_is_left_out(tmp_path: Path) -> None:
    plan = plan_for("quick", SUITE)
    cells = {each.key: each for each in map(measure, plan.cells())}
    write_report(tmp_path, HEADER, plan, cells)
    assert {path.name for path in tmp_path.iterdir()} == {HTML, JSON, CSV}
    for path in tmp_path.iterdir():
        assert "/home/me" not in path.read_text("utf-8")


def test_plots_are_named_for_those_who_do_not_see_them() -> None:
    page = page_of(plan_for("lengths", SUITE))
    plots = [attributes for tag, attributes in page.tags if tag == "svg" and attributes.get("role") == "img"]
    assert len(plots) >= 3
    assert all(plot["aria-label"] for plot in plots)


def test_every_shape_lies_inside_its_plot() -> None:
    for grid in ("lengths", "temperature"):
        page = page_of(plan_for(grid, SUITE))
        box = (0.0, 0.0, 0.0, 0.0)
        for tag, attributes in page.tags:
            if tag == "svg":
                left, top, width, height = (float(each) for each in attributes["viewbox"].split())
                box = (left, top, left + width, top + height)
            for x, y in _corners(tag, attributes):
                assert box[0] - 1 <= x <= box[2] + 1
                assert box[1] - 1 <= y <= box[3] + 1


def _corners(tag: str, attributes: dict[str, str]) -> list[tuple[float, float]]:
    if tag in ("polygon", "polyline"):
        return [tuple(map(float, pair.split(","))) for pair in attributes["points"].split()]  # type: ignore[misc]
    if tag == "circle":
        return [(float(attributes["cx"]), float(attributes["cy"]))]
    if tag == "line":
        return [(float(attributes[f"x{end}"]), float(attributes[f"y{end}"])) for end in "12"]
    if tag in ("rect", "text"):
        return [(float(attributes["x"]), float(attributes["y"]))]
    return []


def test_an_interval_that_says_nothing_leaves_room_for_the_rest() -> None:
    plan = plan_for("quick", suite_of(("code", "en", "a1"), ("code", "en", "b2")))
    factors = {"a1": 8.0, "b2": 0.5}
    cells = [
        measured(cell, seconds=10.0 * factors[cell.prompt.prompt_id] ** cell.side.setting.may_draft)
        for cell in plan.cells()
    ]
    rows = rows_of(plan, {each.key: each for each in cells})
    page = Page(report_html(HEADER, summarise(rows), measured=4, total=4))
    assert "> 99" in page.text
    assert len(max(page.text.split(), key=len)) < 80
    (dot,) = [attributes for tag, attributes in page.tags if tag == "circle" and float(attributes["cx"]) > 20][:1]
    assert 214 + 80 < float(dot["cx"]) < 640


def shouted(text: str) -> str:
    """Another language, with the same places for values."""
    return "".join(part if part.startswith("{") else part.upper() for part in re.split(r"(\{[^}]*\})", text))


def test_a_page_can_be_in_another_language() -> None:
    plan = plan_for("quick", SUITE)
    rows = rows_of(plan, {each.key: each for each in map(measure, plan.cells())})
    page = report_html(
        HEADER,
        summarise(rows),
        measured=24,
        total=24,
        words=Words(shouted, "nl", lambda figure: figure.replace(".", ",")),
    )
    assert '<html lang="nl">' in page
    assert "ALL SETTINGS" in page
    assert re.search(r"\d,\d\d ×", page)
    assert not re.search(r"\d\.\d+ (×|%)", page)


def test_hostile_names_stay_text() -> None:
    evil = "</style></svg><script>alert(1)</script>\"'&<img src=x onerror=y>"
    grid = Grid("mine", (named(evil), named("other " + evil)))
    suite = Suite(evil, (SuitePrompt("a1", evil, "en", "x"), SuitePrompt("b2", evil, evil, "x")))
    header = {
        **HEADER,
        "suite": {"name": evil},
        "machine": {evil: evil, "processor": evil},
        "settings": [{"name": evil}],
    }
    page = page_of(plan_for(grid, suite), header)
    assert {tag for tag, _ in page.tags} <= {
        *("html", "head", "meta", "title", "style", "body", "p", "h1", "h2", "div", "b", "ul", "li", "svg", "footer"),
        *("table", "thead", "tbody", "tr", "th", "td", "dl", "dt", "dd", "pre", "text", *SVG_SHAPES),
    }
    assert evil in page.text


def test_half_a_run_says_so() -> None:
    plan = plan_for("quick", SUITE)
    assert "This run is not complete: 20 of 24 replies are measured" in page_of(plan, skip=4).text
    assert "not complete" not in page_of(plan).text


def test_a_run_without_any_figures_is_a_page_too() -> None:
    plan = plan_for("quick", SUITE)
    broken = [failed(cell.key, Notice("prompt_empty")) for cell in plan.cells()]
    rows = rows_of(plan, {each.key: each for each in broken})
    page = Page(report_html(HEADER, summarise(rows), measured=24, total=24))
    assert "24 replies failed" in page.text
    assert Page(report_html({}, summarise([]), measured=0, total=4)).text


def test_the_table_is_safe_in_a_spreadsheet() -> None:
    grid = Grid("mine", (named("=1+1"), named('a,b\n"c"')))
    plan = plan_for(grid, SUITE)
    cells = {each.key: each for each in map(measure, plan.cells())}
    rows = list(csv.DictReader(io.StringIO(rows_csv(rows_of(plan, cells)))))
    assert len(rows) == plan.num_cells
    assert {row["setting"] for row in rows} == {"off", "'=1+1", 'a,b\n"c"'}


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(EnvironmentFault):
        write_report(tmp_path / "file" / "run", HEADER, plan_for("quick", SUITE), {})


def test_figures_that_are_none_are_null_in_json(tmp_path: Path) -> None:
    plan = plan_for("quick", SUITE)
    write_report(tmp_path, HEADER, plan, {each.key: each for each in map(measure, plan.cells())})
    text = (tmp_path / JSON).read_text("utf-8")
    assert not re.search(r"\b(NaN|Infinity)\b", text)
    assert json.loads(text)["summary"]["rule_of_thumb"] == [0.35, 0.4]


def test_a_browser_without_a_network_shows_it(tmp_path: Path) -> None:
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        pytest.skip("there is no headless browser here")
    plan = plan_for("temperature", SUITE)
    page = write_report(tmp_path, HEADER, plan, {each.key: each for each in map(measure, plan.cells())})
    done = subprocess.run(
        [
            *(browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--log-level=0"),
            *(f"--user-data-dir={tmp_path / 'profile'}", "--host-resolver-rules=MAP * ~NOTFOUND", "--dump-dom"),
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "ends at a temperature of about" in done.stdout
    assert "CONSOLE" not in done.stderr, "nothing was refused, nothing is missing"
