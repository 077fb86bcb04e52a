from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.engine.llama.context import ContextSettings
from app.engine.llama.loading import cache_bytes
from tests.support.replies import loaded

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.real_models
CONTEXT = 2048


@pytest.mark.parametrize("model", ["smollm2", "qwen_small", "gemma"])
def test_what_is_refused_for_lack_of_memory_is_what_would_be_taken(model: str, request: pytest.FixtureRequest) -> None:
    """Gemma's heads are wider than its width divided among them."""
    path: Path = request.getfixturevalue(model)
    with loaded(path, context_tokens=CONTEXT) as pair:
        told = cache_bytes(pair.loaded_target.model, ContextSettings(CONTEXT, 16, 1))
        assert told == pytest.approx(pair.info().target.kv_bytes, rel=0.01)
