from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import UserError
from app.store.keys.key_file import Holder, KeyFile, check_of, from_bytes, new_store_id, to_bytes
from app.store.keys.wrapping import LEAST_MEMORY_KIB, Cost, Wrapping, unwrap, wrap

KEY = bytes(range(32))
STORE = "0123456789abcdef" * 2
CHEAP = Cost(LEAST_MEMORY_KIB, passes=1, lanes=1)
WRAPPING = Wrapping(CHEAP, b"s" * 16, b"n" * 12, b"w" * 48)
FILES = (
    KeyFile(STORE, Holder.NOBODY, stale_entry=True),
    KeyFile(STORE, Holder.KEYRING, check_of(KEY, STORE)),
    KeyFile(STORE, Holder.PASSPHRASE, check_of(KEY, STORE), WRAPPING, stale_entry=True),
)
_JSON = st.recursive(
    st.none() | st.integers() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


def code_of(content: bytes) -> str:
    with pytest.raises(UserError) as refused:
        from_bytes(content, "key.json")
    return refused.value.notice.code


def forged(**changes: object) -> bytes:
    """A file whose checksum was made to fit, as a hostile one's would be."""
    from app.store.keys.key_file import _checksum

    data = json.loads(to_bytes(FILES[2]))
    for name, value in changes.items():
        place = data["passphrase"] if name in data["passphrase"] else data
        place[name] = value
    del data["checksum"]
    data["checksum"] = _checksum(data)
    return json.dumps(data).encode()


@pytest.mark.parametrize("file", FILES)
def test_what_is_written_is_read(file: KeyFile) -> None:
    assert from_bytes(to_bytes(file), "key.json") == file


@given(st.data())
def test_no_changed_byte_goes_unnoticed(data: st.DataObject) -> None:
    content = bytearray(to_bytes(FILES[2]))
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    read = None
    with contextlib.suppress(UserError):
        read = from_bytes(bytes(content), "key.json")
    assert read in (None, FILES[2])  # the same again if it was white space


@given(st.integers(0, 800))
def test_a_file_cut_short_is_damaged(length: int) -> None:
    content = to_bytes(FILES[2])
    if length < len(content) - 1:
        assert code_of(content[:length]) == "key_file_damaged"


@given(st.binary(max_size=300) | _JSON.map(lambda value: json.dumps(value).encode()))
def test_anything_else_is_damaged(content: bytes) -> None:
    assert code_of(content) == "key_file_damaged"


@pytest.mark.parametrize(
    "changes",
    [
        {"memory_kib": (1 << 20) + 1},
        {"memory_kib": 1 << 40},
        {"memory_kib": 8},
        {"memory_kib": True},
        {"memory_kib": 65536.0},
        {"passes": 0},
        {"passes": 10**9},
        {"memory_kib": 1 << 20, "passes": 64},
        {"lanes": 0},
        {"lanes": 4096},
        {"salt": ""},
        {"salt": "zz" * 16},
        {"nonce": "00" * 13},
        {"wrapped": "00" * 47},
        {"kdf": "scrypt"},
        {"cipher": "none"},
        {"holder": "somebody"},
        {"holder": "keyring"},
        {"store_id": "../../etc/passwd"},
        {"store_id": STORE.upper()},
        {"check": ""},
        {"stale_entry": 1},
        {"version": 0},
        {"version": "1"},
        {"passphrase": None},
    ],
)
def test_a_hostile_file_costs_nothing_and_is_damaged(changes: dict[str, Any]) -> None:
    assert code_of(forged(**changes)) == "key_file_damaged"


def test_a_newer_file_is_told_from_a_damaged_one() -> None:
    assert code_of(forged(version=2)) == "key_file_newer"


def test_a_key_is_wrapped_and_unwrapped() -> None:
    wrapping = wrap(KEY, "correct horse", STORE, CHEAP)
    assert unwrap(wrapping, "correct horse", STORE) == KEY
    with pytest.raises(UserError, match="passphrase_wrong"):
        unwrap(wrapping, "correct horsE", STORE)


def test_a_wrapping_belongs_to_one_store_and_one_cost() -> None:
    wrapping = wrap(KEY, "correct horse", STORE, CHEAP)
    with pytest.raises(UserError, match="passphrase_wrong"):
        unwrap(wrapping, "correct horse", "f" * 32)
    cheaper = Wrapping(Cost(LEAST_MEMORY_KIB, passes=2, lanes=1), wrapping.salt, wrapping.nonce, wrapping.wrapped)
    with pytest.raises(UserError, match="passphrase_wrong"):
        unwrap(cheaper, "correct horse", STORE)


def test_nothing_is_used_twice() -> None:
    first, second = (wrap(KEY, "correct horse", STORE, CHEAP) for _ in range(2))
    assert first.salt != second.salt
    assert first.nonce != second.nonce
    assert first.wrapped != second.wrapped
    assert new_store_id() != new_store_id()


def test_the_default_cost_is_the_second_recommendation_of_rfc_9106() -> None:
    assert Cost() == Cost(memory_kib=65536, passes=3, lanes=4)
