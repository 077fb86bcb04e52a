from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.settings.engine_schema import SamplingDefaults, SpeculationDefaults
from app.settings.own_schema import own_pair, own_values, unknown_values

KNOWN = sorted({*SamplingDefaults.model_fields, *SpeculationDefaults.model_fields})
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def test_what_the_program_itself_has_is_taken() -> None:
    data = {**SamplingDefaults(seed=4).values(), **SpeculationDefaults().values()}
    assert own_values(data) == data


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("temperature", "0.2"), ("temperature", 5.1), ("temperature", math.nan), ("temperature", True),
        ("temperature", None), ("top_p", 0), ("top_k", 0.5), ("seed", -1), ("seed", 1 << 32), ("mode", "magic"),
        ("mode", 1), ("draft_max", 17), ("shared_lookup", "yes"), ("logit_bias", [[1]]), ("logit_bias", {"a": 1}),
        ("top_p", float("inf")), ("temperature", [0.2]),
    ],
)  # fmt: skip
def test_a_value_that_cannot_be_is_left_out_and_takes_no_other_with_it(name: str, value: object) -> None:
    assert own_values({name: value, "min_p": 0.1}) == {"min_p": 0.1}


@given(st.dictionaries(st.sampled_from([*KNOWN, "target", "draft", "other"]), json_values))
def test_no_json_whatever_breaks_it_and_what_is_taken_is_taken_again(data: dict[str, object]) -> None:
    taken = own_values(data)
    assert taken.keys() <= set(KNOWN)
    assert own_values(taken) == taken
    own_pair(data)


@pytest.mark.parametrize(
    ("data", "pair"),
    [
        ({"target": "/a", "draft": "/b"}, ("/a", "/b")),
        ({"target": "/a", "draft": None}, ("/a", None)),
        ({"target": "/a"}, ("/a", None)),
        ({"draft": "/b"}, None),
        ({"target": 3, "draft": "/b"}, None),
        ({"target": ""}, None),
        ({"target": "/a\0b"}, None),
        ({"target": "/" + 5000 * "a"}, None),
    ],
)
def test_a_pair_needs_a_target(data: dict[str, object], pair: object) -> None:
    assert own_pair(data) == pair


def test_what_another_version_wrote_is_kept_for_it() -> None:
    assert unknown_values({"temperature": 9, "of_tomorrow": [1], "target": 3}) == {"of_tomorrow": [1]}
