"""The key for other programs in a real keyring, beside the store's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.errors import UserError
from app.store.keys.access_key import AccessKey
from app.store.keys.ring import Ring

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import secret_service as support

STORES_OWN = "0123456789abcdef" * 2
KEY = bytes(range(32))


def code_of(access: AccessKey, *, may_ask: bool = False) -> str:
    with pytest.raises(UserError) as refused:
        access.find(may_ask=may_ask)
    return refused.value.notice.code


def test_it_is_kept_found_exchanged_and_removed_and_the_stores_key_stays(
    service: support.SecretService, tmp_path: Path
) -> None:
    Ring().put(STORES_OWN, KEY)
    access = AccessKey(tmp_path, Ring())
    assert access.find(may_ask=False) is None
    access.keep("galley-one")
    assert access.find(may_ask=False) == "galley-one"
    access.keep("galley-two")
    assert AccessKey(tmp_path, Ring()).find(may_ask=True) == "galley-two"
    access.forget(may_ask=False)
    access.forget(may_ask=True)
    assert access.find(may_ask=False) is None
    assert Ring().get(STORES_OWN) == KEY


def test_another_data_folder_has_a_key_of_its_own(service: support.SecretService, tmp_path: Path) -> None:
    AccessKey(tmp_path / "one", Ring()).keep("galley-one")
    assert AccessKey(tmp_path / "two", Ring()).find(may_ask=False) is None
    (tmp_path / "link").symlink_to(tmp_path / "one")
    assert AccessKey(tmp_path / "link", Ring()).find(may_ask=False) == "galley-one", "the same folder by another way"


def test_a_locked_keyring_is_not_opened_unless_it_may_ask(service: support.SecretService, tmp_path: Path) -> None:
    access = AccessKey(tmp_path, Ring())
    access.keep("galley-one")
    service.lock()
    assert code_of(access) == "keyring_locked"
    with pytest.raises(UserError, match="keyring_locked"):
        access.forget(may_ask=False)
    service.unlock()
    assert access.find(may_ask=False) == "galley-one"


@pytest.mark.usefixtures("no_bus")
def test_a_missing_keyring_is_said_without_a_word_of_conversations(tmp_path: Path) -> None:
    access = AccessKey(tmp_path, Ring())
    assert code_of(access) == "access_keyring_missing"
    assert code_of(access, may_ask=True) == "access_keyring_missing"
    with pytest.raises(UserError, match="access_keyring_missing"):
        access.keep("galley-one")
