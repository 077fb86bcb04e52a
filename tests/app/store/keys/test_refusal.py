"""Where an administrator wants a passphrase, no key reaches the keyring, however well that works."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import Notice, UserError
from app.store.keys.keeper import KeyKeeper, Situation
from app.store.keys.ring import Ring

if TYPE_CHECKING:
    from pathlib import Path

    from app.store.keys.wrapping import Cost
    from tests.support import secret_service as support

PASSPHRASE = "correct horse battery"
REFUSAL = Notice("policy_passphrase")


@pytest.fixture
def keeper(service: support.SecretService, tmp_path: Path, cost: Cost) -> KeyKeeper:
    return KeyKeeper(tmp_path / "data", Ring(), cost, REFUSAL)


def test_the_first_start_asks_for_a_passphrase_and_says_why(keeper: KeyKeeper) -> None:
    state = keeper.state()
    assert state.situation is Situation.NEW
    assert state.reason == REFUSAL


def test_no_key_is_made_in_the_keyring(keeper: KeyKeeper) -> None:
    with pytest.raises(UserError) as refused:
        keeper.create_in_keyring()
    assert refused.value.notice == REFUSAL


def test_a_key_does_not_move_there(keeper: KeyKeeper) -> None:
    key = keeper.create_with(PASSPHRASE)
    with pytest.raises(UserError) as refused:
        keeper.move_to_keyring(key)
    assert refused.value.notice == REFUSAL
    assert keeper.unlock_with(PASSPHRASE) == key


def test_one_that_is_there_already_opens_and_can_leave(
    service: support.SecretService, tmp_path: Path, cost: Cost
) -> None:
    key = KeyKeeper(tmp_path / "data", Ring(), cost).create_in_keyring()
    keeper = KeyKeeper(tmp_path / "data", Ring(), cost, REFUSAL)
    assert keeper.unlock() == key
    keeper.move_to_passphrase(key, PASSPHRASE)
    assert keeper.unlock_with(PASSPHRASE) == key
