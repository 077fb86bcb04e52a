"""What a run measures and in which order: every prompt under every setting, each beside a run without speculation.

Settings take turns in rotating order, so that a slow minute of the machine hits all of them alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from app.engine.types import LoadSettings, Message, ModelSpec, ReplyRequest, SpeculationMode
from app.lab.grid import OFF, Setting, unshared

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.engine.types import SamplingSettings
    from app.lab.grid import Grid
    from app.lab.suites import Suite, SuitePrompt

_Item = TypeVar("_Item")
BLOCK = 6
"""Prompts between two loads, where settings need different ones: loading for each prompt would take longer than it."""


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server on this machine that is measured beside.

    Attributes:
        name: What to call it in the table.
        url: Its address, `/v1` or not.
        model: What to ask it for; empty takes the first that it lists.
    """

    name: str
    url: str
    model: str = ""


@dataclass(frozen=True, slots=True)
class Side:
    """A setting as it is measured: on one of the run's loads, or by a server.

    Attributes:
        load: Index of the load; -1 for a server.
        endpoint: Index of the server; -1 for the engine.
    """

    setting: Setting
    load: int = -1
    endpoint: int = -1

    @property
    def name(self) -> str:
        """In tables."""
        return self.setting.name


@dataclass(frozen=True, slots=True)
class Cell:
    """One reply to be measured."""

    side: Side
    prompt: SuitePrompt
    repeat: int

    @property
    def key(self) -> tuple[int, int, str, str, int]:
        """What it is known by in the record of a run."""
        return self.side.load, self.side.endpoint, self.side.name, self.prompt.prompt_id, self.repeat


@dataclass(frozen=True, slots=True)
class BenchPlan:
    """A run before it begins.

    Attributes:
        loads: What is loaded, the run's own pair first; empty where only servers are measured.
        sides: All that is compared, runs without speculation first.
        repeat: How often each reply is written.
        seed: Of the first repeat; the others count on.
        max_tokens: Ends a reply.
    """

    suite: Suite
    grid: Grid
    loads: tuple[LoadSettings, ...]
    sides: tuple[Side, ...]
    endpoints: tuple[Endpoint, ...]
    repeat: int
    seed: int
    max_tokens: int

    @property
    def num_cells(self) -> int:
        """How many replies there are to write."""
        return len(self.suite.prompts) * len(self.sides) * self.repeat

    def cells(self) -> Iterator[Cell]:
        """All of them, in order: a run that is broken off has seen as many prompts as it could."""
        prompts = self.suite.prompts
        groups = [[side for side in self.sides if side.load == load] for load in range(len(self.loads))]
        servers = [side for side in self.sides if side.load < 0]
        if not groups:
            groups = [[]]
        block = len(prompts) if len(groups) == 1 else BLOCK
        for repeat in range(self.repeat):
            for start in range(0, len(prompts), block):
                turn = repeat + start // block
                for group in _rotated(groups, turn):
                    beside = servers if group is groups[0] else []
                    for index, prompt in enumerate(prompts[start : start + block]):
                        for side in _rotated([*group, *beside], repeat + index):
                            yield Cell(side, prompt, repeat)

    def baseline(self, side: Side) -> Side | None:
        """The run without speculation that a side is measured against; None where there is none."""
        load = side.load if side.load >= 0 else 0
        for each in self.sides:
            same = each.load == load and each.setting.is_off and each.setting.sampling == side.setting.sampling
            if same and each.endpoint < 0 and each != side:
                return each
        return None

    def request(self, cell: Cell, request_id: int) -> ReplyRequest:
        """What the engine is asked for a cell."""
        turns = [Message("user", cell.prompt.text)]
        if cell.prompt.system:
            turns.insert(0, Message("system", cell.prompt.system))
        setting = cell.side.setting
        return ReplyRequest(
            request_id,
            tuple(turns),
            sampling=replace(setting.sampling, seed=self.seed + cell.repeat),
            speculation=setting.speculation,
            max_tokens=self.max_tokens,
        )


def make_plan(
    suite: Suite,
    grid: Grid,
    load: LoadSettings | None,
    sampling: SamplingSettings,
    *,
    endpoints: tuple[Endpoint, ...] = (),
    repeat: int = 1,
    seed: int = 1,
    max_tokens: int = 200,
) -> BenchPlan:
    """Find out what has to be loaded, and put a run without speculation beside every setting.

    Args:
        suite: The prompts.
        grid: The settings; left out where nothing is loaded.
        load: The run's pair; None where only servers are measured.
        sampling: Of the servers, and of the run without speculation where no setting asks for another one.
        endpoints: Servers to measure beside.
        repeat: How often each reply is written.
        seed: Of the first repeat.
        max_tokens: Ends a reply.
    """
    loads: list[LoadSettings] = []
    sides: list[Side] = []
    if load is not None:
        longest = max((each.speculation.draft_max for each in grid.settings), default=1)
        load = replace(load, max_draft_tokens=max(1, longest))
        settings = grid.settings
        if endpoints and all(each.sampling != sampling for each in settings):  # what a server is compared with
            settings = (Setting(OFF, unshared(mode=SpeculationMode.OFF), sampling), *settings)
        for setting in settings:
            wanted = _load_of(setting, load)
            if wanted not in loads:
                loads.append(wanted)
            sides.append(Side(setting, loads.index(wanted)))
        sides = _with_baselines(sides)
    for index, endpoint in enumerate(endpoints):
        sides.append(Side(Setting(endpoint.name, unshared(), sampling), endpoint=index))
    return BenchPlan(suite, grid, tuple(loads), tuple(sides), endpoints, repeat, seed, max_tokens)


def _load_of(setting: Setting, load: LoadSettings) -> LoadSettings:
    """What has to be loaded for a setting."""
    if setting.draft:
        load = replace(load, draft=ModelSpec(setting.draft))
    if setting.kv_type is not None:
        kv_type = setting.kv_type
        load = replace(load, kv_type_k=kv_type, kv_type_v=kv_type, draft_kv_type_k=kv_type, draft_kv_type_v=kv_type)
    return load


def _with_baselines(sides: list[Side]) -> list[Side]:
    """Add a run without speculation for every load and sampling that lacks one, and name them apart."""
    wanted: list[Side] = []
    own = [side for side in sides if side.setting.is_off]
    for side in sides:
        sampling = side.setting.sampling
        if any(each.load == side.load and each.setting.sampling == sampling for each in [*wanted, *own]):
            continue
        setting = Setting(OFF, unshared(mode=SpeculationMode.OFF), sampling, side.setting.draft, side.setting.kv_type)
        wanted.append(Side(setting, side.load))
    temperatures = {each.setting.sampling.temperature for each in [*wanted, *own]}
    types = {each.setting.kv_type for each in [*wanted, *own]}
    taken = {(side.load, side.name) for side in sides}
    named = []
    for each in wanted:
        setting, name = each.setting, OFF
        if len(temperatures) > 1:
            name += f", temperature {setting.sampling.temperature:g}"
        if len(types) > 1 and setting.kv_type is not None:
            name += f", {setting.kv_type.value}"
        stem, number = name, 1
        while (each.load, name) in taken:
            number += 1
            name = f"{stem} ({number})"
        taken.add((each.load, name))
        named.append(replace(each, setting=replace(setting, name=name)))
    return [*named, *sides]


def _rotated(items: list[_Item], by: int) -> list[_Item]:
    """The items, beginning with another one each time."""
    if not items:
        return items
    by %= len(items)
    return [*items[by:], *items[:by]]
