"""A real keyring for the tests of keys: one daemon for a module, emptied for each test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.store.keys.wrapping import LEAST_MEMORY_KIB, Cost
from tests.support import secret_service as support

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def _module_service() -> Iterator[support.SecretService]:
    support.require()
    with support.SecretService() as service:
        yield service


@pytest.fixture
def service(_module_service: support.SecretService, monkeypatch: pytest.MonkeyPatch) -> support.SecretService:
    """An unlocked login keyring without anything of Galley's in it; this process lives in its session."""
    live_in(_module_service, monkeypatch)
    _module_service.unlock()
    _module_service.forget_entries()
    return _module_service


@pytest.fixture
def no_bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare server session: an address at which there is no bus."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path / 'no-bus'}")


@pytest.fixture
def cost() -> Cost:
    """Passphrases that are cheap to check, so that tests are."""
    return Cost(LEAST_MEMORY_KIB, passes=1, lanes=1)


def live_in(bus: support.PrivateBus, monkeypatch: pytest.MonkeyPatch) -> None:
    """Move this process into a private session."""
    for name, value in bus.variables().items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("PYTHON_KEYRING_BACKEND", raising=False)
