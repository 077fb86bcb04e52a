"""Keys and passphrases stand in no log line, no error, no representation and no file."""

from __future__ import annotations

import base64
import io
import logging
import pickle
import traceback
from typing import TYPE_CHECKING

import pytest

from app.catalogue import sentence
from app.errors import UserError
from app.store.keys.keeper import KeyKeeper
from app.store.keys.key_file import from_bytes
from app.store.keys.patience import _Outcome
from app.store.keys.ring import Ring
from tests.support.keyring_prompter import Prompter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from app.store.keys.wrapping import Cost
    from tests.support.secret_service import SecretService

PASSPHRASE = "Vermilion teapots sing"
OTHER = "Obsidian kettles hum"


def traces(*secrets: bytes) -> set[bytes]:
    """The ways in which somebody might have written a secret down."""
    found: set[bytes] = set()
    for secret in secrets:
        found |= {secret, secret.hex().encode(), secret.hex().upper().encode(), repr(secret).encode()}
        found |= {base64.b64encode(secret).rstrip(b"="), base64.urlsafe_b64encode(secret).rstrip(b"=")}
    return found


@pytest.fixture
def everything_logged() -> Iterator[io.StringIO]:
    """What all loggers say at their most talkative."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(1)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def errors_of(acts: list[Callable[[], object]]) -> list[UserError]:
    errors: list[UserError] = []
    for act in acts:
        with pytest.raises(UserError) as refused:
            act()
        errors.append(refused.value)
    return errors


def test_nothing_is_written_down_anywhere(
    service: SecretService,
    tmp_path: Path,
    cost: Cost,
    everything_logged: io.StringIO,
    capfd: pytest.CaptureFixture[str],
) -> None:
    keeper = KeyKeeper(tmp_path, Ring(), cost)
    key = keeper.create_in_keyring()
    keeper.unlock()
    seen: list[bytes] = [keeper.path.read_bytes(), repr(keeper).encode()]
    keeper.move_to_passphrase(key, PASSPHRASE)
    seen += [keeper.path.read_bytes(), repr(from_bytes(keeper.path.read_bytes(), "")).encode()]
    keeper.change_passphrase(PASSPHRASE, OTHER)
    seen.append(keeper.path.read_bytes())
    wrong: list[Callable[[], object]] = [
        lambda: keeper.unlock_with(PASSPHRASE),
        lambda: keeper.change_passphrase(PASSPHRASE, OTHER),
        lambda: keeper.change_passphrase(OTHER, OTHER[:7]),
        lambda: keeper.create_with(PASSPHRASE),
    ]
    service.lock()
    with Prompter(service, None):
        wrong += [lambda: keeper.move_to_keyring(key), lambda: Ring().put("0" * 32, key)]
        errors = errors_of(wrong)
    for error in errors:
        seen += [repr(error).encode(), str(error).encode(), pickle.dumps(error), sentence(error.notice).encode()]
        seen += ["".join(traceback.format_exception(error)).encode()]
    seen += [
        file.read_bytes() for folder in (tmp_path, service.keyrings) for file in folder.rglob("*") if file.is_file()
    ]
    output = capfd.readouterr()
    seen += [everything_logged.getvalue().encode(), output.out.encode(), output.err.encode()]
    for trace in traces(key, PASSPHRASE.encode(), OTHER.encode(), OTHER[:7].encode()):
        assert not any(trace in each for each in seen)


def test_the_result_of_a_call_in_another_thread_has_no_face() -> None:
    assert "the key" not in repr(_Outcome(results=(b"the key",)))
