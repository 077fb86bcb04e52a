"""What a run measures, in which order, and against what."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from dataclasses import replace

from app.engine.types import KvType, SpeculationMode
from app.lab.bench_plan import Endpoint, make_plan
from app.lab.grid import Grid, unshared
from tests.support.lab_runs import GREEDY, TWO, named, plan_for, suite_of

TEN = suite_of(*(("code", "en", f"p{index}") for index in range(10)))


def test_speculation_is_measured_beside_a_run_without() -> None:
    plan = plan_for("quick")
    assert [side.name for side in plan.sides] == ["off", "auto"]
    off, auto = plan.sides
    assert plan.baseline(auto) == off
    assert plan.baseline(off) is None
    assert off.setting.sampling == auto.setting.sampling


def test_every_temperature_has_a_run_without_speculation_of_its_own() -> None:
    plan = plan_for("temperature")
    offs = [side for side in plan.sides if side.setting.is_off]
    assert len(offs) == len(plan.sides) / 2 == 6
    for side in plan.sides:
        if not side.setting.is_off:
            baseline = plan.baseline(side)
            assert baseline is not None
            assert baseline.setting.sampling == side.setting.sampling
    assert len({side.name for side in plan.sides}) == len(plan.sides)


def test_a_run_without_speculation_that_was_asked_for_is_not_doubled() -> None:
    off = named("plain", speculation=unshared(mode=SpeculationMode.OFF))
    plan = plan_for(Grid("mine", (named("auto"), off)))
    assert [side.name for side in plan.sides] == ["auto", "plain"]
    assert plan.baseline(plan.sides[0]) == plan.sides[1]


def test_every_cell_comes_once() -> None:
    plan = plan_for("lengths", TEN, repeat=3)
    keys = Counter(cell.key for cell in plan.cells())
    assert len(keys) == plan.num_cells == 10 * 10 * 3
    assert set(keys.values()) == {1}


def test_every_setting_is_first_as_often_as_the_others() -> None:
    plan = plan_for("lengths", TEN)
    firsts: dict[str, str] = {}
    for cell in plan.cells():
        firsts.setdefault(cell.prompt.prompt_id, cell.side.name)
    assert Counter(firsts.values()) == dict.fromkeys((side.name for side in plan.sides), 1)


def test_all_settings_of_a_prompt_follow_one_another_and_repeats_come_last() -> None:
    plan = plan_for("quick", TEN, repeat=2)
    order = [(cell.repeat, cell.prompt.prompt_id) for cell in plan.cells()]
    seen = list(dict.fromkeys(order))
    assert order == [each for each in seen for _ in range(2)]
    assert [repeat for repeat, _ in seen] == [0] * 10 + [1] * 10


def test_other_draft_models_and_cache_types_are_loaded_seldom_and_measured_against_their_own_run() -> None:
    grid = Grid("mine", (named("own"), named("other", draft="/e.gguf"), named("small", kv_type=KvType.Q8_0)))
    plan = plan_for(grid, TEN)
    assert [load.draft and load.draft.path for load in plan.loads] == ["/d.gguf", "/e.gguf", "/d.gguf"]
    assert [load.kv_type_k for load in plan.loads] == [KvType.F16, KvType.F16, KvType.Q8_0]
    cells = list(plan.cells())
    changes = sum(before.side.load != after.side.load for before, after in itertools.pairwise(cells))
    assert changes <= 5
    for side in plan.sides:
        baseline = plan.baseline(side)
        assert side.setting.is_off or (baseline is not None and baseline.load == side.load)
    prompts = defaultdict(set)
    for cell in cells:
        prompts[cell.side].add(cell.prompt.prompt_id)
    assert all(len(each) == 10 for each in prompts.values())


def test_room_is_made_for_the_longest_draft() -> None:
    assert plan_for("lengths").loads[0].max_draft_tokens == 16
    assert plan_for(Grid("mine", (named("n", speculation=unshared(draft_max=3)),))).loads[0].max_draft_tokens == 3


def test_all_settings_of_a_repeat_have_the_same_seed() -> None:
    plan = replace(plan_for("quick", repeat=2), seed=40)
    seeds = {(cell.repeat, plan.request(cell, 1).sampling.seed) for cell in plan.cells()}
    assert seeds == {(0, 40), (1, 41)}


def test_a_system_prompt_goes_before() -> None:
    suite = replace(TWO, prompts=(replace(TWO.prompts[0], system="Be brief."),))
    plan = plan_for("quick", suite)
    request = plan.request(next(plan.cells()), 1)
    assert [message.role for message in request.messages] == ["system", "user"]


def test_a_server_is_measured_against_galley_without_speculation() -> None:
    server = Endpoint("llama.cpp", "http://127.0.0.1:8080")
    hot = named("hot", sampling=replace(GREEDY, temperature=1.0))
    plan = plan_for(Grid("mine", (hot,)), endpoints=(server,))
    side = plan.sides[-1]
    assert (side.name, side.endpoint, side.load) == ("llama.cpp", 0, -1)
    baseline = plan.baseline(side)
    assert baseline is not None
    assert baseline.setting.is_off
    assert baseline.setting.sampling == GREEDY


def test_servers_alone_need_no_model() -> None:
    server = Endpoint("llama.cpp", "http://127.0.0.1:8080")
    plan = make_plan(TWO, Grid("quick", ()), None, GREEDY, endpoints=(server,), repeat=2)
    assert plan.loads == ()
    assert [side.name for side in plan.sides] == ["llama.cpp"]
    assert len(list(plan.cells())) == plan.num_cells == 4
    assert plan.baseline(plan.sides[0]) is None
