"""What a run of the lab is begun with, and the plan that it comes to.

A choice is written as the command line that means the same, so that window and terminal go on with each other's runs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.arguments import parse
from app.cli.bench_options import arguments_of, command_of, load_settings, sampling_settings
from app.errors import UserError
from app.lab.bench_plan import make_plan
from app.lab.grid import BUILT_IN, QUICK, built_in_grid
from app.lab.run_header import ARGUMENTS
from app.lab.settings_file import read_grid
from app.lab.suites import load_suite

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from app.engine.types import LoadSettings
    from app.lab.bench_plan import BenchPlan
    from app.lab.record import Header
    from app.lab.suites import Suite

CHATS = "chats"
"""The suite of what the user asked in conversations."""
MAX_REPEATS = 20
MAX_TOKENS = 4096


@dataclass(frozen=True, slots=True)
class LabChoice:
    """What somebody has chosen.

    Attributes:
        suite: A built-in name, `CHATS`, or the path of a file or folder.
        language: Keep only prompts in it; empty keeps all.
        grid: A built-in name or the path of a file.
    """

    suite: str
    language: str
    grid: str
    repeat: int
    max_tokens: int


def options_of(choice: LabChoice, load: LoadSettings) -> Namespace:
    """The command line's options that mean the choice, for a pair."""
    options = parse(["bench", f"--suite={choice.suite}", f"--target={load.target.path}"])
    options.settings = choice.grid
    options.language = [choice.language] if choice.language and choice.suite != CHATS else None
    options.repeat, options.max_tokens = choice.repeat, choice.max_tokens
    options.draft = None if load.draft is None else [load.draft.path]
    options.gpu_layers = load.target.gpu_layers
    options.draft_gpu_layers = None if load.draft is None else load.draft.gpu_layers
    options.context = load.context_tokens
    options.cache_type_k, options.cache_type_v = load.kv_type_k, load.kv_type_v
    options.draft_cache_type_k, options.draft_cache_type_v = load.draft_kv_type_k, load.draft_kv_type_v
    options.flash_attention = {None: "auto", True: "on", False: "off"}[load.flash_attention]
    options.threads, options.reproducible = load.threads, load.reproducible
    return options


def options_of_run(header: Header, folder: Path) -> Namespace:
    """The options that a run was begun with.

    Raises:
        UserError: `bench_folder_no_run`: it is not one that the window can go on with.
    """
    arguments = header.get(ARGUMENTS)
    if not can_go_on(header) or not isinstance(arguments, list):
        raise UserError("bench_folder_no_run", path=str(folder))
    try:
        return parse(arguments)
    except SystemExit as error:  # somebody else's words stand there
        raise UserError("bench_folder_no_run", path=str(folder)) from error


def can_go_on(header: Header) -> bool:
    """Whether the window could go on with a run: of prompts that can be read again, with one draft and no servers."""
    arguments = header.get(ARGUMENTS)
    if not isinstance(arguments, list) or not all(isinstance(each, str) for each in arguments):
        return False
    is_bench = arguments[:1] == ["bench"] and "--target" in arguments
    return is_bench and "--endpoint" not in arguments and arguments.count("--draft") < 2


def plan_of(
    options: Namespace,
    costs_path: str,
    place: Callable[[LoadSettings], LoadSettings],
    suite: Suite | None = None,
    begun: Header | None = None,
) -> BenchPlan:
    """The plan of a run.

    Args:
        options: As `options_of` gives them.
        costs_path: File of measured costs.
        place: Settles where layers go and raises `UserError` where there is no memory.
        suite: Instead of the one that the options name.
        begun: Header of a run to go on with: its layers lie where they lay.

    Raises:
        UserError: It cannot be measured.
    """
    if suite is None:
        suite = load_suite(options.suite)
        if options.language or options.per_kind is not None:
            suite = suite.only(options.language or (), options.per_kind)
    sampling, load, name = sampling_settings(options), load_settings(options, costs_path), options.settings or QUICK
    has_draft = bool(options.draft)
    grid = built_in_grid(name, sampling, has_draft=has_draft) if name in BUILT_IN else read_grid(Path(name), sampling)
    for setting in grid.settings:
        if setting.needs_draft and not setting.draft and not has_draft:
            raise UserError("bench_needs_draft", setting=setting.name)
    plan = make_plan(
        suite, grid, load, sampling, repeat=options.repeat, seed=options.seed, max_tokens=options.max_tokens
    )
    placed = [place(each) for each in plan.loads]
    return replace(plan, loads=tuple(_as_begun(placed, begun)))


def header_words(options: Namespace, *, private: bool) -> tuple[str, list[str]]:
    """The command of a run for others to read, and the one that it is gone on with; none where nobody could."""
    return ("", []) if private else (command_of(options), arguments_of(options, with_folders=True))


def _as_begun(loads: list[LoadSettings], begun: Header | None) -> list[LoadSettings]:
    """The loads with their layers where they lay when the run began."""
    if begun is None:
        return loads
    others = begun.get("other_pairs")
    facts = [begun.get("pair"), *(others if isinstance(others, list) else [])]
    found = []
    for load, pair in zip(loads, facts, strict=False):
        kept = pair if isinstance(pair, dict) else {}
        draft = load.draft
        if draft is not None:
            draft = replace(draft, gpu_layers=_layers(kept.get("draft")))
        found.append(replace(load, target=replace(load.target, gpu_layers=_layers(kept.get("target"))), draft=draft))
    return [*found, *loads[len(found) :]]


def _layers(model: object) -> int | None:
    layers = model.get("gpu_layers") if isinstance(model, dict) else None
    return layers if type(layers) is int else None
