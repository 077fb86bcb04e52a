from __future__ import annotations

import os
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest

from app.errors import Notice, UserError
from app.store.keys.backends import SECURE_BACKENDS, choose_backend
from app.store.keys.ring import Ring
from app.store.keys.vault import BackendVault, Sight
from tests.app.store.keys.conftest import live_in
from tests.support import secret_service as support
from tests.support.keyring_prompter import Prompter

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ACCOUNT = "0123456789abcdef" * 2
KEY = bytes(range(32))
_THREAD_SECONDS = 10.0

PLAIN_BACKEND = """
import pathlib
pathlib.Path({witness!r}).write_text("imported")
from keyring.backend import KeyringBackend

class Keyring(KeyringBackend):
    priority = 99
    kept = {{}}
    def get_password(self, service, username):
        return self.kept.get((service, username))
    def set_password(self, service, username, password):
        self.kept[service, username] = password
        pathlib.Path({witness!r}).write_text(password)
"""


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(UserError) as refused:
        act()
    return refused.value.notice.code


def code(notice: Notice | None) -> str | None:
    return None if notice is None else notice.code


def join_calls() -> None:
    for thread in threading.enumerate():
        if thread.name == "keyring call":
            thread.join(_THREAD_SECONDS)
            assert not thread.is_alive()


def test_a_key_is_kept_seen_and_removed(service: support.SecretService) -> None:
    ring = Ring()
    assert ring.problem() is None
    assert ring.look(ACCOUNT) is Sight.ABSENT
    assert ring.get(ACCOUNT) is None
    ring.put(ACCOUNT, KEY)
    assert ring.look(ACCOUNT) is Sight.PRESENT
    assert ring.get(ACCOUNT) == KEY
    assert service.entries() == {ACCOUNT: KEY.hex().encode()}
    assert all(KEY.hex().encode() not in file.read_bytes() for file in service.keyrings.iterdir())
    ring.put(ACCOUNT, KEY[::-1])
    assert service.entries() == {ACCOUNT: KEY[::-1].hex().encode()}
    ring.delete(ACCOUNT)
    ring.delete(ACCOUNT)
    assert ring.look(ACCOUNT) is Sight.ABSENT


def test_a_locked_keyring_is_seen_without_a_prompt(service: support.SecretService) -> None:
    ring = Ring()
    ring.put(ACCOUNT, KEY)
    service.lock()
    with Prompter(service, support.PASSWORD) as prompter:
        assert ring.problem() is None
        assert ring.look(ACCOUNT) is Sight.LOCKED
        assert not prompter.asked.is_set()
        assert ring.get(ACCOUNT) == KEY
        assert prompter.asked.is_set()


@pytest.mark.parametrize("act", [Ring.get, Ring.delete, lambda ring, account: ring.put(account, KEY)])
def test_no_at_the_prompt_is_no(service: support.SecretService, act: Callable[[Ring, str], object]) -> None:
    ring = Ring()
    ring.put(ACCOUNT, KEY)
    service.lock()
    with Prompter(service, None):
        assert code_of(lambda: act(ring, ACCOUNT)) == "keyring_locked"
    service.unlock()
    assert ring.get(ACCOUNT) == KEY


def test_a_desktop_without_a_prompter_counts_as_no(service: support.SecretService) -> None:
    ring = Ring()
    ring.put(ACCOUNT, KEY)
    service.lock()
    assert code_of(lambda: ring.get(ACCOUNT)) == "keyring_locked"


def test_a_prompt_that_nobody_answers_has_an_end(service: support.SecretService) -> None:
    Ring().put(ACCOUNT, KEY)
    service.lock()
    with Prompter(service, support.PASSWORD, answers=False) as prompter:
        assert code_of(lambda: Ring(prompt_seconds=0.5).get(ACCOUNT)) == "keyring_silent"
        assert prompter.asked.is_set()
        join_calls()
    with Prompter(service, support.PASSWORD):
        assert Ring().get(ACCOUNT) == KEY


def test_the_waiting_can_be_given_up(service: support.SecretService) -> None:
    ring = Ring()
    ring.put(ACCOUNT, KEY)
    service.lock()
    with Prompter(service, support.PASSWORD, answers=False) as prompter:

        def give_up() -> None:
            prompter.asked.wait(_THREAD_SECONDS)
            ring.give_up()

        closing = threading.Thread(target=give_up)
        closing.start()
        assert code_of(lambda: ring.get(ACCOUNT)) == "keyring_given_up"
        closing.join()
        join_calls()


def test_a_bus_that_never_answers_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX) as deaf:
        monkeypatch.chdir(tmp_path)
        deaf.bind("deaf")
        deaf.listen()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=deaf")
        begun = time.monotonic()
        assert code(Ring(look_seconds=20.0).problem()) in ("keyring_missing", "keyring_silent")
        assert time.monotonic() - begun < 20.0
        join_calls()


def test_without_a_bus_there_is_no_keyring(no_bus: None) -> None:
    ring = Ring()
    assert code(ring.problem()) == "keyring_missing"
    for act in (ring.look, ring.get, ring.delete):
        assert code_of(lambda act=act: act(ACCOUNT)) == "keyring_missing"  # type: ignore[misc]
    assert code_of(lambda: ring.put(ACCOUNT, KEY)) == "keyring_missing"


@pytest.mark.parametrize("address", ["", "nonsense", "tcp:host=127.0.0.1,port=9"])
def test_an_address_that_is_none_is_no_keyring(address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert code(Ring().problem()) == "keyring_missing"


def test_a_bus_without_a_keyring_is_no_keyring(monkeypatch: pytest.MonkeyPatch) -> None:
    support.require()
    with support.PrivateBus() as bus:
        live_in(bus, monkeypatch)
        assert code(Ring().problem()) == "keyring_missing"


def test_a_keyring_that_starts_later_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    support.require()
    with support.SecretService() as service:
        live_in(service, monkeypatch)
        ring = Ring()
        ring.put(ACCOUNT, KEY)
        service.stop()
        assert code_of(lambda: ring.look(ACCOUNT)) == "keyring_missing"
        service.start()
        assert ring.get(ACCOUNT) == KEY


def test_the_first_keyring_is_made_at_a_prompt(monkeypatch: pytest.MonkeyPatch) -> None:
    support.require()
    with support.SecretService(password=None) as service:
        live_in(service, monkeypatch)
        ring = Ring()
        assert ring.problem() is None
        assert ring.look(ACCOUNT) is Sight.LOCKED
        assert code_of(lambda: ring.get(ACCOUNT)) == "keyring_not_open"
        assert code_of(lambda: ring.put(ACCOUNT, KEY)) == "keyring_locked"
        with Prompter(service, "a new password"):
            ring.put(ACCOUNT, KEY)
        assert ring.get(ACCOUNT) == KEY


def test_a_keyring_without_a_password_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    support.require()
    with support.SecretService() as service:
        live_in(service, monkeypatch)
        service.make_default("No password", "")
        ring = Ring()
        assert code(ring.problem()) == "keyring_unprotected"
        assert code_of(lambda: ring.put(ACCOUNT, KEY)) == "keyring_unprotected"
        assert service.entries() == {}


def test_a_key_is_found_after_the_default_keyring_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    support.require()
    with support.SecretService() as service:
        live_in(service, monkeypatch)
        ring = Ring()
        ring.put(ACCOUNT, KEY)
        service.make_default("Another", "its password")
        assert ring.get(ACCOUNT) == KEY
        ring.put(ACCOUNT, KEY)
        ring.delete(ACCOUNT)
        assert service.entries() == {}


def test_a_backend_of_which_nothing_more_is_known_serves_too(service: support.SecretService) -> None:
    _, backend = choose_backend({})
    vault = BackendVault(backend)
    vault.check()
    assert vault.look(ACCOUNT) is Sight.ABSENT
    vault.put(ACCOUNT, KEY.hex())
    assert vault.look(ACCOUNT) is Sight.PRESENT
    assert vault.get(ACCOUNT) == KEY.hex()
    vault.delete(ACCOUNT)
    vault.delete(ACCOUNT)
    assert service.entries() == {}


def test_something_else_under_the_same_name_is_no_key(service: support.SecretService) -> None:
    _, backend = choose_backend({})
    for secret in ("", "correct horse", "00" * 31, "00" * 33):
        backend.set_password("galley", ACCOUNT, secret)
        assert code_of(lambda: Ring().get(ACCOUNT)) == "key_entry_foreign"


@pytest.mark.parametrize(
    "name",
    [
        "keyring.backends.null.Keyring",
        "keyring.backends.fail.Keyring",
        "keyring.backends.chainer.ChainerBackend",
        "keyrings.alt.file.PlaintextKeyring",
        "keyrings.alt.file.EncryptedKeyring",
        "plain_backend.Keyring",
        "no.such.Thing",
    ],
)
def test_a_variable_cannot_put_another_backend_under_us(service: support.SecretService, name: str) -> None:
    problem = Ring({"PYTHON_KEYRING_BACKEND": name}).problem()
    assert problem == Notice("keyring_refused", {"name": name})
    assert code_of(lambda: Ring({"PYTHON_KEYRING_BACKEND": name}).put(ACCOUNT, KEY)) == "keyring_refused"
    assert service.entries() == {}


def test_a_plaintext_backend_is_not_even_imported(
    service: support.SecretService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = tmp_path / "witness"
    (tmp_path / "plain_backend.py").write_text(PLAIN_BACKEND.format(witness=str(witness)), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "plain_backend.Keyring")
    assert code(Ring().problem()) == "keyring_refused"
    assert code_of(lambda: Ring().put(ACCOUNT, KEY)) == "keyring_refused"
    assert not witness.exists()


def test_a_configuration_file_cannot_either(
    service: support.SecretService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    witness = tmp_path / "witness"
    (tmp_path / "plain_backend.py").write_text(PLAIN_BACKEND.format(witness=str(witness)), "utf-8")
    folder = tmp_path / "config"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    (folder / "python_keyring").mkdir(parents=True)
    (folder / "python_keyring" / "keyringrc.cfg").write_text(
        f"[backend]\ndefault-keyring=plain_backend.Keyring\nkeyring-path={tmp_path}\n", "utf-8"
    )
    assert code(Ring().problem()) == "keyring_refused"
    assert not witness.exists()
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize("content", [b"", b"[backend]\n", b"nonsense", b"\xff\xfe[", b"[other]\nx=1\n"])
def test_a_configuration_that_names_nothing_changes_nothing(
    service: support.SecretService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    folder = tmp_path / "config"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    (folder / "python_keyring").mkdir(parents=True)
    (folder / "python_keyring" / "keyringrc.cfg").write_bytes(content)
    assert Ring().problem() is None


def test_a_backend_of_the_list_may_be_named(service: support.SecretService) -> None:
    Ring({"PYTHON_KEYRING_BACKEND": SECURE_BACKENDS[0]}).put(ACCOUNT, KEY)
    assert service.entries() == {ACCOUNT: KEY.hex().encode()}
    assert code(Ring({"PYTHON_KEYRING_BACKEND": "keyring.backends.macOS.Keyring"}).problem()) == "keyring_missing"


def test_variables_cannot_choose_a_collection_that_is_lost_at_logout(
    service: support.SecretService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEYRING_PROPERTY_PREFERRED_COLLECTION", "/org/freedesktop/secrets/collection/session")
    monkeypatch.setenv("KEYRING_PROPERTY_SCHEME", "KeePassXC")
    assert os.environ["KEYRING_PROPERTY_SCHEME"]
    Ring().put(ACCOUNT, KEY)
    service.stop()
    service.start()
    assert Ring().get(ACCOUNT) == KEY
