from __future__ import annotations

import json
import os
import stat
from typing import TYPE_CHECKING

import pytest

from app.errors import Notice, UserError
from app.store.keys.backends import choose_backend
from app.store.keys.keeper import KeyKeeper, Situation, state_after
from app.store.keys.key_file import Holder
from app.store.keys.ring import Ring
from tests.app.store.keys.conftest import live_in
from tests.support import secret_service as support
from tests.support.key_crashes import make_store
from tests.support.keyring_prompter import Prompter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from app.store.keys.wrapping import Cost

PASSPHRASE = "correct horse battery"


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(UserError) as refused:
        act()
    return refused.value.notice.code


def situation(keeper: KeyKeeper) -> tuple[Situation, str | None]:
    state = keeper.state()
    return state.situation, None if state.reason is None else state.reason.code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def keeper(folder: Path, cost: Cost) -> KeyKeeper:
    return KeyKeeper(folder, Ring(), cost)


# In the keyring.


def test_the_first_start_puts_the_key_into_the_keyring(
    service: support.SecretService, keeper: KeyKeeper, folder: Path
) -> None:
    assert situation(keeper) == (Situation.NEW, None)
    assert not folder.exists()
    key = keeper.create_in_keyring()
    assert len(key) == 32
    assert situation(keeper) == (Situation.IN_KEYRING, None)
    assert keeper.holder() is Holder.KEYRING
    assert KeyKeeper(folder, Ring()).unlock() == key
    assert list(service.entries().values()) == [key.hex().encode()]
    if os.name == "posix":
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(keeper.path.stat().st_mode) == 0o600


def test_two_stores_have_two_keys(service: support.SecretService, tmp_path: Path, cost: Cost) -> None:
    first, second = (KeyKeeper(tmp_path / name, Ring(), cost) for name in ("first", "second"))
    assert first.create_in_keyring() != second.create_in_keyring()
    first.forget()
    assert len(second.unlock()) == 32


def test_a_locked_keyring_is_told_and_unlocks_at_its_prompt(
    service: support.SecretService, keeper: KeyKeeper, folder: Path
) -> None:
    key = keeper.create_in_keyring()
    make_store(folder)
    service.lock()
    assert situation(keeper) == (Situation.KEYRING_LOCKED, "keyring_locked")
    with Prompter(service, None):
        assert code_of(keeper.unlock) == "keyring_locked"
    with Prompter(service, support.PASSWORD):
        assert keeper.unlock() == key


def test_a_keyring_that_is_gone_is_not_a_lost_key(keeper: KeyKeeper, monkeypatch: pytest.MonkeyPatch) -> None:
    support.require()
    with support.SecretService() as service:
        live_in(service, monkeypatch)
        key = keeper.create_in_keyring()
        make_store(keeper.path.parent)
        service.stop()
        assert situation(keeper) == (Situation.KEYRING_MISSING, "keyring_missing")
        assert code_of(keeper.unlock) == "keyring_missing"
        assert code_of(keeper.create_in_keyring) == "key_already_made"
        service.start()
        assert keeper.unlock() == key


def test_a_refused_backend_hides_the_key_and_says_why(service: support.SecretService, folder: Path) -> None:
    key = KeyKeeper(folder, Ring()).create_in_keyring()
    make_store(folder)
    elsewhere = KeyKeeper(folder, Ring({"PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring"}))
    assert situation(elsewhere) == (Situation.KEYRING_MISSING, "keyring_refused")
    assert code_of(elsewhere.unlock) == "keyring_refused"
    assert KeyKeeper(folder, Ring()).unlock() == key


def test_a_vanished_entry_is_never_replaced_over_a_store(
    service: support.SecretService, keeper: KeyKeeper, folder: Path
) -> None:
    keeper.create_in_keyring()
    make_store(folder)
    service.forget_entries()
    assert situation(keeper) == (Situation.KEY_LOST, "key_entry_gone")
    assert code_of(keeper.unlock) == "key_entry_gone"
    assert code_of(keeper.create_in_keyring) == "key_already_made"
    assert code_of(lambda: keeper.create_with(PASSPHRASE)) == "key_already_made"
    assert service.entries() == {}


def test_a_vanished_entry_without_a_store_costs_nothing(service: support.SecretService, keeper: KeyKeeper) -> None:
    keeper.create_in_keyring()
    service.forget_entries()
    assert situation(keeper) == (Situation.NEW, None)
    assert keeper.create_in_keyring() == keeper.unlock()


def test_another_key_under_our_name_is_told(service: support.SecretService, keeper: KeyKeeper, folder: Path) -> None:
    keeper.create_in_keyring()
    make_store(folder)
    (account,) = service.entries()
    _, backend = choose_backend({})
    backend.set_password("galley", account, "00" * 32)
    assert code_of(keeper.unlock) == "key_entry_foreign"


def test_a_store_whose_key_file_is_gone_gets_no_new_key(
    service: support.SecretService, keeper: KeyKeeper, folder: Path
) -> None:
    keeper.create_in_keyring()
    make_store(folder)
    keeper.path.unlink()
    assert situation(keeper) == (Situation.KEY_LOST, "key_file_missing")
    assert code_of(keeper.create_in_keyring) == "key_already_made"


# Under a passphrase.


def test_without_a_keyring_a_passphrase_holds_the_key(no_bus: None, keeper: KeyKeeper, folder: Path) -> None:
    assert situation(keeper) == (Situation.NEW, "keyring_missing")
    assert code_of(keeper.create_in_keyring) == "keyring_missing"
    assert not keeper.path.exists()
    key = keeper.create_with(PASSPHRASE)
    again = KeyKeeper(folder, Ring())
    assert situation(again) == (Situation.NEEDS_PASSPHRASE, None)
    assert again.unlock_with(PASSPHRASE) == key
    assert code_of(lambda: again.unlock_with("correct horse batterY")) == "passphrase_wrong"
    assert code_of(lambda: again.unlock_with("")) == "passphrase_wrong"
    assert code_of(again.unlock) == "key_held_elsewhere"


def test_composed_and_decomposed_are_one_passphrase(no_bus: None, keeper: KeyKeeper) -> None:
    assert keeper.create_with("Ein scho\u0308ner Satz") == keeper.unlock_with("Ein sch\u00f6ner Satz")


def test_a_weak_passphrase_makes_nothing(no_bus: None, keeper: KeyKeeper) -> None:
    assert code_of(lambda: keeper.create_with("short")) == "passphrase_too_short"
    assert not keeper.path.exists()


def test_the_passphrase_can_be_changed(no_bus: None, keeper: KeyKeeper) -> None:
    key = keeper.create_with(PASSPHRASE)
    assert code_of(lambda: keeper.change_passphrase("something else", "another passphrase")) == "passphrase_wrong"
    assert code_of(lambda: keeper.change_passphrase(PASSPHRASE, "short")) == "passphrase_too_short"
    keeper.change_passphrase(PASSPHRASE, "another passphrase")
    assert keeper.unlock_with("another passphrase") == key
    assert code_of(lambda: keeper.unlock_with(PASSPHRASE)) == "passphrase_wrong"


def test_a_damaged_file_is_told_from_a_wrong_passphrase(no_bus: None, keeper: KeyKeeper, folder: Path) -> None:
    keeper.create_with(PASSPHRASE)
    make_store(folder)
    content = keeper.path.read_text("utf-8")
    wrapped = json.loads(content)["passphrase"]["wrapped"]
    keeper.path.write_text(content.replace(wrapped, wrapped[::-1]), "utf-8")
    assert situation(keeper) == (Situation.DAMAGED, "key_file_damaged")
    assert code_of(lambda: keeper.unlock_with(PASSPHRASE)) == "key_file_damaged"
    assert code_of(lambda: keeper.create_with(PASSPHRASE)) == "key_already_made"
    assert keeper.path.read_text("utf-8") != content  # nobody has touched it since


def test_a_damaged_file_without_a_store_is_kept_aside(no_bus: None, keeper: KeyKeeper, folder: Path) -> None:
    folder.mkdir()
    keeper.path.write_bytes(b"nonsense")
    assert situation(keeper) == (Situation.NEW, "keyring_missing")
    keeper.create_with(PASSPHRASE)
    assert (folder / "key.json.damaged").read_bytes() == b"nonsense"


def test_a_folder_in_the_file_s_place_is_told(no_bus: None, keeper: KeyKeeper, folder: Path) -> None:
    keeper.path.mkdir(parents=True)
    make_store(folder)
    assert situation(keeper) == (Situation.DAMAGED, "key_file_unreadable")


def test_a_folder_that_cannot_be_made_is_told(no_bus: None, tmp_path: Path, cost: Cost) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    keeper = KeyKeeper(tmp_path / "file" / "data", Ring(), cost)
    assert code_of(lambda: keeper.create_with(PASSPHRASE)) == "key_file_not_written"


def test_a_key_file_kept_on_a_stick_stays_there(no_bus: None, keeper: KeyKeeper, folder: Path, tmp_path: Path) -> None:
    key = keeper.create_with(PASSPHRASE)
    stick = tmp_path / "stick"
    stick.mkdir()
    keeper.path.rename(stick / "key.json")
    keeper.path.symlink_to(stick / "key.json")
    keeper.change_passphrase(PASSPHRASE, "another passphrase")
    assert keeper.path.is_symlink()
    assert keeper.unlock_with("another passphrase") == key
    assert [path.name for path in folder.iterdir()] == ["key.json"]
    keeper.forget()
    assert list(folder.iterdir()) == []
    assert list(stick.iterdir()) == []


# From one to the other.


def test_the_key_moves_to_a_passphrase_and_back(
    service: support.SecretService, keeper: KeyKeeper, folder: Path
) -> None:
    key = keeper.create_in_keyring()
    make_store(folder)
    assert keeper.move_to_passphrase(key, PASSPHRASE) is None
    assert service.entries() == {}
    assert situation(keeper) == (Situation.NEEDS_PASSPHRASE, None)
    assert keeper.unlock_with(PASSPHRASE) == key
    assert json.loads(keeper.path.read_bytes())["stale_entry"] is False

    keeper.move_to_keyring(key)
    assert situation(keeper) == (Situation.IN_KEYRING, None)
    assert keeper.unlock() == key
    assert "passphrase" not in json.loads(keeper.path.read_bytes())


def test_a_copy_in_a_locked_keyring_goes_at_the_next_unlocking(
    service: support.SecretService, keeper: KeyKeeper, folder: Path
) -> None:
    key = keeper.create_in_keyring()
    make_store(folder)
    service.lock()
    with Prompter(service, None):
        assert keeper.move_to_passphrase(key, PASSPHRASE) == Notice("key_copy_left")
        assert keeper.unlock_with(PASSPHRASE) == key
    service.unlock()
    assert len(service.entries()) == 1
    assert keeper.unlock_with(PASSPHRASE) == key
    assert service.entries() == {}


def test_a_move_that_the_keyring_refuses_changes_nothing(
    service: support.SecretService, keeper: KeyKeeper, folder: Path
) -> None:
    key = keeper.create_with(PASSPHRASE)
    make_store(folder)
    service.lock()
    with Prompter(service, None):
        assert code_of(lambda: keeper.move_to_keyring(key)) == "keyring_locked"
    assert situation(keeper) == (Situation.NEEDS_PASSPHRASE, None)
    service.unlock()
    assert keeper.unlock_with(PASSPHRASE) == key


def test_no_other_key_is_ever_moved(service: support.SecretService, keeper: KeyKeeper) -> None:
    keeper.create_in_keyring()
    with pytest.raises(ValueError, match="not the key"):
        keeper.move_to_passphrase(bytes(32), PASSPHRASE)


# Forgetting, and beginning anew.


def test_forgetting_removes_the_key_everywhere(service: support.SecretService, keeper: KeyKeeper, folder: Path) -> None:
    keeper.create_in_keyring()
    (folder / ".key-left-over.tmp").write_bytes(b"from a killed program")
    keeper.forget()
    assert service.entries() == {}
    assert list(folder.iterdir()) == []
    assert situation(keeper) == (Situation.NEW, None)
    keeper.forget()


def test_a_keyring_that_keeps_the_key_is_not_called_forgotten(
    service: support.SecretService, keeper: KeyKeeper, folder: Path
) -> None:
    key = keeper.create_in_keyring()
    make_store(folder)
    service.lock()
    with Prompter(service, None):
        assert code_of(keeper.forget) == "keyring_locked"
    service.unlock()
    assert keeper.unlock() == key


def test_beginning_anew_keeps_the_old_key_for_the_old_store(
    service: support.SecretService, keeper: KeyKeeper, folder: Path, cost: Cost
) -> None:
    key = keeper.create_in_keyring()
    make_store(folder)
    kept = keeper.set_aside(".kept-1")
    assert kept == folder / "key.json.kept-1"
    (folder / "conversations.db").unlink()
    assert situation(keeper) == (Situation.NEW, None)
    assert keeper.create_in_keyring() != key
    assert len(service.entries()) == 2
    kept.replace(keeper.path)
    assert KeyKeeper(folder, Ring(), cost).unlock() == key
    keeper.path.unlink()
    assert keeper.set_aside(".kept-2") is None


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("keyring_locked", Situation.KEYRING_LOCKED),
        ("keyring_silent", Situation.KEYRING_LOCKED),
        ("keyring_missing", Situation.KEYRING_MISSING),
        ("keyring_failed", Situation.KEYRING_MISSING),
        ("key_entry_gone", Situation.KEY_LOST),
        ("key_entry_foreign", Situation.KEY_LOST),
        ("key_file_damaged", Situation.DAMAGED),
        ("passphrase_wrong", Situation.NEEDS_PASSPHRASE),
    ],
)
def test_a_failed_unlocking_says_how_things_stand(code: str, expected: Situation) -> None:
    state = state_after(Notice(code))
    assert state.situation is expected
    assert state.reason == Notice(code)
