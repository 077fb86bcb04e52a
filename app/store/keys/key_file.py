"""`key.json`: who holds the store's key, and the key itself only under a passphrase.

A checksum tells a damaged file from a wrong passphrase; a value keyed with the store's key tells a wrong key.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import secrets
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from app.errors import UserError
from app.store.keys.wrapping import Cost, Wrapping

VERSION = 1
_ID = re.compile(r"[0-9a-f]{32}")
_CHECK_BYTES = 16


class Holder(StrEnum):
    """Who holds the key."""

    NOBODY = "nobody"
    """A key is about to be made; there is none yet."""
    KEYRING = "keyring"
    PASSPHRASE = "passphrase"


@dataclass(frozen=True, slots=True)
class KeyFile:
    """What the file says."""

    store_id: str
    """32 hexadecimal digits, random: the key's name in the keyring."""
    holder: Holder
    check: bytes = b""
    """Keyed with the store's key; empty only while nobody holds one."""
    wrapping: Wrapping | None = None
    """The key, where a passphrase holds it."""
    stale_entry: bool = False
    """Whether the keyring may hold a copy that must go: it is not the holder, or not yet."""

    def knows(self, key: bytes) -> bool:
        """Whether this is the key that the file speaks of."""
        return hmac.compare_digest(self.check, check_of(key, self.store_id))


def new_store_id() -> str:
    """Return a name for a new store's key."""
    return secrets.token_hex(16)


def check_of(key: bytes, store_id: str) -> bytes:
    """Return the value by which a key is known again. It says nothing about the key."""
    return hashlib.blake2b(store_id.encode(), key=key, digest_size=_CHECK_BYTES, person=b"galley key check").digest()


def to_bytes(file: KeyFile) -> bytes:
    """Write the file out."""
    data: dict[str, Any] = {
        "version": VERSION,
        "store_id": file.store_id,
        "holder": file.holder.value,
        "check": file.check.hex(),
        "stale_entry": file.stale_entry,
    }
    if file.wrapping is not None:
        cost = file.wrapping.cost
        data["passphrase"] = {
            "kdf": "argon2id",
            "memory_kib": cost.memory_kib,
            "passes": cost.passes,
            "lanes": cost.lanes,
            "salt": file.wrapping.salt.hex(),
            "cipher": "aes-256-gcm",
            "nonce": file.wrapping.nonce.hex(),
            "wrapped": file.wrapping.wrapped.hex(),
        }
    data["checksum"] = _checksum(data)
    return (json.dumps(data, indent=2) + "\n").encode()


def from_bytes(content: bytes, name: str) -> KeyFile:
    """Read the file, believing nothing.

    Args:
        content: What the file holds.
        name: How messages call it.

    Raises:
        UserError: `key_file_damaged`, `key_file_newer`.
    """
    try:
        data = json.loads(content)
        if isinstance(data, dict) and type(data.get("version")) is int and data["version"] > VERSION:
            raise UserError("key_file_newer", path=name)
        return _parsed(data)
    except (ValueError, RecursionError):  # the error may quote the file: it goes no further
        raise UserError("key_file_damaged", path=name) from None


def _parsed(data: object) -> KeyFile:
    if not isinstance(data, dict) or type(data.get("version")) is not int or data["version"] != VERSION:
        raise ValueError
    if data.pop("checksum", None) != _checksum(data):
        raise ValueError
    holder, store_id, stale = Holder(_text(data, "holder")), _text(data, "store_id"), data.get("stale_entry")
    check = bytes.fromhex(_text(data, "check"))
    wrapping = _wrapping(data["passphrase"]) if "passphrase" in data else None
    if (
        _ID.fullmatch(store_id) is None
        or not isinstance(stale, bool)
        or len(check) != (0 if holder is Holder.NOBODY else _CHECK_BYTES)
        or (wrapping is None) is (holder is Holder.PASSPHRASE)
    ):
        raise ValueError
    return KeyFile(store_id, holder, check, wrapping, stale)


def _wrapping(data: object) -> Wrapping:
    if not isinstance(data, dict) or data.get("kdf") != "argon2id" or data.get("cipher") != "aes-256-gcm":
        raise ValueError
    cost = Cost(_count(data, "memory_kib"), _count(data, "passes"), _count(data, "lanes"))
    salt, nonce, wrapped = (bytes.fromhex(_text(data, name)) for name in ("salt", "nonce", "wrapped"))
    return Wrapping(cost, salt, nonce, wrapped)


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str):
        raise ValueError
    return value


def _count(data: dict[str, Any], name: str) -> int:
    value = data.get(name)
    if type(value) is not int:
        raise ValueError
    return value


def _checksum(data: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
