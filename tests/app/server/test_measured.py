"""`galley bench --endpoint` against Galley's own server, which wants a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.engine.types import SamplingSettings
from app.errors import UserError
from app.lab.bench_plan import Endpoint, make_plan
from app.lab.endpoint_side import EndpointSide
from app.lab.grid import Grid
from app.lab.suites import Suite, SuitePrompt
from tests.support.served import KEY, Served

if TYPE_CHECKING:
    from pathlib import Path

ONE = Suite("one", (SuitePrompt("one", "chat", "en", "Tell me more."),))


def test_it_is_measured_with_its_key_and_refuses_without(tiny_ending: Path, tiny_draft: Path) -> None:
    with Served(tiny_ending, tiny_draft) as served:
        greedy = SamplingSettings(temperature=0.0)
        plan = make_plan(
            ONE, Grid("quick", ()), None, greedy, endpoints=(Endpoint("galley", served.server.address),), max_tokens=12
        )
        side = EndpointSide(plan.endpoints[0], plan, 30.0, KEY)
        side.open()
        measured = side.measure(next(plan.cells()))
        assert measured.error == ""
        assert measured.completion_tokens > 0
        with pytest.raises(UserError) as refused:
            EndpointSide(plan.endpoints[0], plan, 30.0).open()
    assert refused.value.notice.code == "endpoint_refused"
    assert refused.value.notice.values["status"] == 401
    assert KEY not in repr(measured)
