"""From the options of `galley bench` to a plan: everything that can be refused is refused before anything is loaded."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.allowed import require_allowed
from app.cli.bench_options import endpoints_of, load_settings, sampling_settings
from app.cli.planning import Planner
from app.errors import UserError
from app.lab.bench_plan import make_plan
from app.lab.endpoint import parse_address
from app.lab.grid import BUILT_IN, QUICK, built_in_grid
from app.lab.settings_file import read_grid
from app.lab.suites import load_suite
from app.models.naming import name_from_path
from app.models.preflight import check_files
from app.settings.paths import costs_file, find_folders

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from app.engine.types import LoadSettings, SamplingSettings
    from app.lab.bench_plan import BenchPlan, Endpoint
    from app.lab.grid import Grid
    from app.lab.record import Header


def plan_of(options: Namespace, begun: Header | None = None) -> BenchPlan:
    """What the options ask for, once it is known that it can be done.

    Args:
        options: As parsed.
        begun: The header of a run to go on with: its layers lie where they lay, whatever memory is free now.

    Raises:
        UserError: It cannot.
    """
    suite = load_suite(options.suite)
    if options.language or options.per_kind is not None:
        suite = suite.only(options.language or (), options.per_kind)
    sampling = sampling_settings(options)
    endpoints = endpoints_of(options)
    for endpoint in endpoints:
        parse_address(endpoint.url)
    load = load_settings(options, str(costs_file(find_folders())))
    grid = _grid(options, sampling)
    _check_names(grid, endpoints)
    if load is not None:
        _check_models(grid, load)
    plan = make_plan(
        suite,
        grid,
        load,
        sampling,
        endpoints=endpoints,
        repeat=options.repeat,
        seed=options.seed,
        max_tokens=options.max_tokens,
    )
    return replace(plan, loads=_placed(plan.loads, begun))


def _placed(loads: Sequence[LoadSettings], begun: Header | None) -> tuple[LoadSettings, ...]:
    """The loads with their layers settled."""
    if begun is None:
        planner = Planner()
        return tuple(planner.place(load) for load in loads)
    others = begun.get("other_pairs")
    facts = [begun.get("pair"), *(others if isinstance(others, list) else [])]
    placed = []
    for load, pair in zip(loads, facts, strict=False):
        kept = pair if isinstance(pair, dict) else {}
        draft = load.draft
        if draft is not None:
            draft = replace(draft, gpu_layers=_layers(kept.get("draft")))
        placed.append(replace(load, target=replace(load.target, gpu_layers=_layers(kept.get("target"))), draft=draft))
    return (*placed, *loads[len(placed) :])


def _layers(model: object) -> int | None:
    layers = model.get("gpu_layers") if isinstance(model, dict) else None
    return layers if type(layers) is int else None


def _grid(options: Namespace, sampling: SamplingSettings) -> Grid:
    name, drafts = options.settings or QUICK, options.draft or []
    if name in BUILT_IN or not (Path(name).suffix or "/" in name or Path(name).exists()):
        grid = built_in_grid(name, sampling, has_draft=bool(drafts))
    else:
        grid = read_grid(Path(name).expanduser(), sampling)
    return grid.with_drafts(drafts, _distinct([name_from_path(Path(each)) for each in drafts]))


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, with a number where two are the same."""
    return [name if names.count(name) == 1 else f"{name} #{index}" for index, name in enumerate(names, 1)]


def _check_names(grid: Grid, endpoints: Sequence[Endpoint]) -> None:
    names = [*(each.name for each in grid.settings), *(each.name for each in endpoints)]
    for name in names:
        if names.count(name) > 1:
            raise UserError("bench_endpoint_name_twice", name=name)


def _check_models(grid: Grid, load: LoadSettings) -> None:
    """Refuse pairs that cannot work before an hour is spent on the others."""
    own = None if load.draft is None else load.draft.path
    for setting in grid.settings:
        if setting.needs_draft and not setting.draft and own is None:
            raise UserError("bench_needs_draft", setting=setting.name)
    for path in dict.fromkeys([own, *(each.draft or own for each in grid.settings)]):
        require_allowed(load.target.path, path)
        check = check_files(Path(load.target.path), None if path is None else Path(path))
        if check.draft_reasons:
            raise UserError("context_of_draft", reason=check.draft_reasons[0])
