"""The program is killed, or the disk is full, at every single step of making, moving and forgetting a key."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.errors import UserError
from app.store.keys.keeper import KeyKeeper, Situation
from app.store.keys.key_file import Holder
from app.store.keys.ring import Ring
from tests.support.key_crashes import CHEAP, DONE, FULL_DISK, KILL, KILLED, NEW, OLD, OPERATIONS, make_store

if TYPE_CHECKING:
    from tests.support.secret_service import SecretService

_RUN_SECONDS = 200.0
_ROOT = Path(__file__).parents[4]


def crash(operation: str, way: str, folder: Path) -> list[tuple[KeyKeeper, bytes, int]]:
    """Fail at every step; returns for each the keeper of the next start, the key before, and how it ended."""
    command = [sys.executable, "-m", "tests.support.key_crashes", operation, way, str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=_RUN_SECONDS, check=False, cwd=_ROOT)
    assert run.returncode == 0, run.stderr
    tries = json.loads(run.stdout)
    assert tries[-1]["ended"] == DONE, "the last try meets no failure"
    assert len(tries) > 1
    if way == KILL:
        assert {each["ended"] for each in tries[:-1]} == {KILLED}
    return [
        (KeyKeeper(Path(each["folder"]), Ring(), CHEAP), bytes.fromhex(each["key"]), each["ended"]) for each in tries
    ]


def key_of(keeper: KeyKeeper) -> bytes:
    """Open the store as its owner would, with whatever holds the key now."""
    situation = keeper.state().situation
    if situation is Situation.IN_KEYRING:
        return keeper.unlock()
    assert situation is Situation.NEEDS_PASSPHRASE
    try:
        return keeper.unlock_with(OLD)
    except UserError:
        return keeper.unlock_with(NEW)


def entry_of(keeper: KeyKeeper, service: SecretService) -> bytes | None:
    return service.entry(json.loads(keeper.path.read_bytes())["store_id"])


@pytest.mark.parametrize("way", [KILL, FULL_DISK])
@pytest.mark.parametrize("operation", [each for each in OPERATIONS if not each.startswith(("create", "forget"))])
def test_no_moment_loses_the_key(service: SecretService, tmp_path: Path, operation: str, way: str) -> None:
    for keeper, key, _ in crash(operation, way, tmp_path):
        assert key_of(keeper) == key
        if keeper.state().situation is Situation.NEEDS_PASSPHRASE:
            assert entry_of(keeper, service) is None, "a passphrase was chosen, and the keyring has the key"
            keeper.move_to_keyring(key)
        else:
            assert entry_of(keeper, service) == key.hex().encode()
            keeper.move_to_passphrase(key, NEW)
        assert key_of(keeper) == key
        assert [path.name for path in keeper.path.parent.iterdir() if path.name.startswith(".key-")] == []


@pytest.mark.parametrize("way", [KILL, FULL_DISK])
@pytest.mark.parametrize("operation", ["create_in_keyring", "create_with"])
@pytest.mark.parametrize("then", ["create_in_keyring", "create_with"])
def test_a_key_half_made_is_made_anew(
    service: SecretService, tmp_path: Path, operation: str, way: str, then: str
) -> None:
    ends: set[Situation] = set()
    num_in_keyring = 0
    for keeper, _, _ in crash(operation, way, tmp_path):
        ends.add(keeper.state().situation)
        if keeper.state().situation is Situation.NEW:
            key = keeper.create_in_keyring() if then == "create_in_keyring" else keeper.create_with(OLD)
            make_store(keeper.path.parent)
            assert key_of(keeper) == key
        else:
            assert len(key_of(keeper)) == 32
        num_in_keyring += keeper.holder() is Holder.KEYRING
        assert [path.name for path in keeper.path.parent.iterdir() if path.name.startswith(".key-")] == []
    assert Situation.NEW in ends
    assert ends & {Situation.IN_KEYRING, Situation.NEEDS_PASSPHRASE}
    assert len(service.entries()) == num_in_keyring, "nothing is in the keyring that nobody knows of"


@pytest.mark.parametrize("way", [KILL, FULL_DISK])
@pytest.mark.parametrize("operation", ["forget_keyring", "forget_passphrase"])
def test_what_was_to_be_forgotten_is_not_left_without_a_name(
    service: SecretService, tmp_path: Path, operation: str, way: str
) -> None:
    for keeper, key, _ in crash(operation, way, tmp_path):
        if keeper.path.exists():
            keeper.forget()
        assert key.hex().encode() not in service.entries().values()
        assert [path.name for path in keeper.path.parent.iterdir()] == ["conversations.db"]
        assert keeper.state().situation is Situation.KEY_LOST
