"""One server and one engine for all tests of a module, where a test does not break it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.served import Served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import httpx


@pytest.fixture(scope="module")
def served(tiny_target: Path, tiny_draft: Path) -> Iterator[Served]:
    """A server over the tiny pair."""
    with Served(tiny_target, tiny_draft) as running:
        yield running


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    """A plain HTTP client that has the key."""
    with served.client() as made:
        yield made
