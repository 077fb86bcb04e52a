"""What is proposed must fit, and asking for more must never be said to take less."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models.gguf import read_header
from app.models.memory.fitting import ChangeKind, auto_layers, changes, is_squeezed, next_smaller
from app.models.memory.kv_cache import CacheTypes
from app.models.memory.machine import RAM, DeviceMemory, Machine
from app.models.memory.need import Common, Loading, need_of
from app.models.memory.plan import LARGEST_CONTEXT, MemoryPlan, largest_context, make_plan, with_context
from app.models.memory.shape import ModelShape, read_shape
from tests.support.shaped_models import Architecture, ShapedModel
from tests.support.shapes import SHAPES

MIB = 1 << 20
LARGE = ShapedModel(num_layers=12, num_padding=20000, feed_forward=1024)
SMALL = ShapedModel(num_layers=3, num_padding=20000, width=128, num_heads=4, num_kv_heads=1, head_size=32)
TYPES = ("f16", "q8_0", "q4_0")


@cache
def shape_of(model: ShapedModel) -> ModelShape:
    with TemporaryDirectory() as folder:
        return read_shape([read_header(model.write(Path(folder) / "model.gguf"))])


def loading(model: ShapedModel, gpu_layers: int = -1, kv_type: str = "f16", num_rows: int = 1) -> Loading:
    return Loading(shape_of(model), gpu_layers, CacheTypes(kv_type, kv_type), num_rows)


def machine(ram_mib: int, *devices_mib: int) -> Machine:
    devices = tuple(
        DeviceMemory(f"GPU{index}", "a card", size * MIB, 8192 * MIB) for index, size in enumerate(devices_mib)
    )
    return Machine(DeviceMemory(RAM, "", ram_mib * MIB, 16384 * MIB), devices)


sizes = st.integers(0, 3000)
machines = st.builds(lambda ram, devices: machine(ram, *devices), sizes, st.lists(sizes, max_size=3))
models = st.sampled_from(list(SHAPES.values()))
contexts = st.integers(256, 40_000)
types = st.sampled_from(TYPES)


@given(models, machines, contexts, contexts, st.booleans(), st.integers(-1, 15), types)
def test_a_longer_context_never_needs_less(
    model: ShapedModel, where: Machine, one: int, other: int, flash: bool, layers: int, kv_type: str
) -> None:
    short, long = sorted((one, other))
    of = loading(model, layers, kv_type)
    least, most = (need_of(of, Common(tokens, flash), where) for tokens in (short, long))
    for memory in where.memories:
        assert least.part(memory.name).total_bytes <= most.part(memory.name).total_bytes


@given(models, machines, contexts, st.integers(0, 13), types)
def test_more_layers_on_one_card_leave_less_in_ram(
    model: ShapedModel, where: Machine, tokens: int, layers: int, kv_type: str
) -> None:
    where = replace(where, devices=where.devices[:1])
    few, more = (need_of(loading(model, number, kv_type), Common(tokens), where) for number in (layers, layers + 1))
    assert few.part("GPU0").total_bytes <= more.part("GPU0").total_bytes
    assert few.part(RAM).weights_bytes >= more.part(RAM).weights_bytes
    assert few.part(RAM).kv_bytes >= more.part(RAM).kv_bytes


@given(models, machines, contexts, st.integers(-1, 15))
def test_nothing_gets_lost_between_the_memories(model: ShapedModel, where: Machine, tokens: int, layers: int) -> None:
    spread = need_of(loading(model, layers), Common(tokens), where)
    together = need_of(loading(model, 0), Common(tokens), where)
    shape = shape_of(model)
    assert spread.kv_bytes == together.kv_bytes
    shared = 0 if shape.shared is None else shape.shared.num_bytes
    assert spread.weights_bytes - together.weights_bytes in (0, shared)
    assert together.weights_bytes == shape.weights_bytes


@given(machines, contexts, types, st.booleans())
def test_layers_that_are_chosen_fit_the_cards(where: Machine, tokens: int, kv_type: str, with_draft: bool) -> None:
    draft = loading(SMALL, -1, kv_type) if with_draft else None
    plan = auto_layers(loading(LARGE, -1, kv_type), draft, Common(tokens), where)
    assert plan.fits_devices or not (plan.target.gpu_layers or (plan.draft and plan.draft.gpu_layers))
    if where.devices and plan.target.gpu_layers < LARGE.num_layers + 1:
        one_more = replace(plan.target, gpu_layers=plan.target.gpu_layers + 1)
        assert not make_plan(one_more, plan.draft, plan.common, where).fits_devices


def test_the_draft_gets_its_place_first() -> None:
    plan = auto_layers(loading(LARGE), loading(SMALL), Common(4096), machine(8000, 465))
    assert plan.draft is not None
    assert plan.draft.gpu_layers == SMALL.num_layers + 1
    assert 0 < plan.target.gpu_layers < LARGE.num_layers + 1


def test_two_cards_share_by_what_is_free_or_by_what_is_wished() -> None:
    where = machine(8000, 2000, 6000)
    by_room = need_of(loading(LARGE), Common(4096), where)
    assert by_room.part("GPU0").kv_bytes < by_room.part("GPU1").kv_bytes
    wished = need_of(loading(LARGE), Common(4096, split=(3.0, 1.0)), where)
    assert wished.part("GPU0").kv_bytes > wished.part("GPU1").kv_bytes


@given(machines, st.integers(1024, 200_000), types, st.booleans(), st.integers(-1, 13))
def test_every_change_that_is_proposed_fits(
    where: Machine, tokens: int, kv_type: str, with_draft: bool, layers: int
) -> None:
    draft = loading(SMALL, -1, kv_type) if with_draft else None
    plan = make_plan(loading(LARGE, layers, kv_type), draft, Common(tokens), where)
    proposed = changes(plan)
    assert all(change.plan.fits for change in proposed)
    assert not proposed or not plan.fits


@given(machines, st.integers(-1, 13), types)
def test_the_largest_context_is_the_largest(where: Machine, layers: int, kv_type: str) -> None:
    plan = make_plan(loading(LARGE, layers, kv_type), None, Common(4096), where)
    tokens = largest_context(plan)
    if tokens:
        assert with_context(plan, tokens).fits
    if tokens < LARGE.context_tokens:
        assert not with_context(plan, tokens + 256).fits


@given(machines, st.integers(1024, 100_000), st.booleans())
def test_smaller_and_smaller_comes_to_an_end(where: Machine, tokens: int, with_draft: bool) -> None:
    plan: MemoryPlan | None = make_plan(loading(LARGE), loading(SMALL) if with_draft else None, Common(tokens), where)
    steps = 0
    while plan is not None:
        change = next_smaller(plan)
        plan = None if change is None else change.plan
        steps += 1
        assert steps < 60


def too_little() -> MemoryPlan:
    return make_plan(loading(LARGE, 0), loading(SMALL, 0), Common(32_768), machine(810))


def test_the_smallest_change_comes_first() -> None:
    kinds = [change.kind for change in changes(too_little())]
    assert kinds[:2] == [ChangeKind.CONTEXT, ChangeKind.CACHE_TYPE]
    assert changes(too_little())[0].plan.context_tokens % 1024 == 0


def test_everything_at_once_where_nothing_else_is_enough() -> None:
    plan = make_plan(loading(LARGE, 0), loading(SMALL, 0), Common(32_768), machine(649))
    (change,) = changes(plan)
    assert change.kind is ChangeKind.EVERYTHING
    assert change.plan.draft is None


def test_no_change_where_the_weights_alone_are_too_many() -> None:
    assert changes(make_plan(loading(LARGE, 0), None, Common(4096), machine(625))) == ()


def test_the_context_as_trained_is_written_out() -> None:
    assert make_plan(loading(LARGE, 0), None, Common(0), machine(9000)).context_tokens == LARGE.context_tokens


def test_a_context_of_a_model_that_does_not_say_ends_somewhere() -> None:
    shape = replace(shape_of(LARGE), trained_context=0)
    endless = Machine(DeviceMemory(RAM, "", 1 << 50, 1 << 50))
    assert largest_context(make_plan(Loading(shape, 0), None, Common(4096), endless)) == LARGEST_CONTEXT


@pytest.mark.parametrize(("with_draft", "warned"), [(True, True), (False, False)])
def test_a_target_squeezed_for_a_drafts_sake_is_named(with_draft: bool, warned: bool) -> None:
    import gguf

    squeezed = replace(LARGE, weight_type=gguf.GGMLQuantizationType.Q2_K)
    plan = make_plan(loading(squeezed, 0), loading(SMALL, 0) if with_draft else None, Common(512), machine(9000))
    assert plan.target.shape.bits_per_weight == pytest.approx(2.6, abs=0.1)
    assert is_squeezed(plan) is warned
    assert not is_squeezed(make_plan(loading(LARGE, 0), loading(SMALL, 0), Common(512), machine(9000)))


def test_windows_and_states_are_read_from_the_file() -> None:
    windowed = shape_of(SHAPES["windowed"])
    assert [layer.windowed for layer in windowed.layers] == [*[True] * 5, False] * 2
    hybrid = shape_of(SHAPES["hybrid"])
    assert [bool(layer.num_state) for layer in hybrid.layers] == [True, False, True, False]
    assert [bool(layer.num_keys) for layer in hybrid.layers] == [False, True, False, True]
    latent = shape_of(ShapedModel(Architecture.DEEPSEEK2))
    assert {(layer.num_keys, layer.num_values) for layer in latent.layers} == {(160, 0)}


def test_what_is_freed_can_be_taken_again() -> None:
    where = machine(1000, 100).with_freed({RAM: 500 * MIB, "GPU0": 9000 * MIB})
    assert where.ram.free_bytes == 1500 * MIB
    assert where.devices[0].free_bytes == where.devices[0].total_bytes


def test_only_the_devices_that_are_named_are_used() -> None:
    where = machine(8000, 500, 600).only(("GPU1",))
    assert [memory.name for memory in where.memories] == ["GPU1", RAM]
    assert need_of(loading(LARGE), Common(512), where).part("GPU0").total_bytes == 0
