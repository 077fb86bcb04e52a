"""Tells a wrong key, somebody else's file and a damaged file apart, which SQLCipher calls all the same.

Beside the encrypted file lies a small one with a keyed check value, and every page of the encrypted file carries a
keyed checksum of its own (SQLCipher's design document, "Database Encryption and Authentication"): 4096 bytes end with
16 bytes of initialisation vector and an HMAC-SHA512 over what is before it and the page's number.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import uuid
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.database import PAGE_BYTES, SALT_BYTES
from app.store.files import write_private

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from app.store.files import StorePaths

FORMAT = 1
_MAX_FILE_BYTES = 64 << 10
_MAC_BYTES = 64
_PLAIN = b"SQLite format 3\0"
_MAX_LOOKS = 4096
"""Pages looked at before a file counts as unreadable with a key."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What lies beside the encrypted file; nothing in it opens anything."""

    store: str
    """A random name of this store."""
    salt: bytes
    """What the encrypted file begins with."""
    checks: tuple[str, ...]
    """A value that only the key yields; two while one key takes the place of another."""
    first_page: bytes = b""
    """The file's first page as it was, encrypted: without one, nothing of a file could be saved."""

    def accepts(self, key: bytes) -> bool:
        """Whether this is the store's key."""
        return any(hmac.compare_digest(check_value(key, self.store), each) for each in self.checks)

    def with_keys(self, *keys: bytes) -> Identity:
        """The same store under other keys."""
        return replace(self, checks=tuple(check_value(key, self.store) for key in keys))


class Verdict(Enum):
    """What a file is, where it is one of ours or none."""

    ABSENT = "absent"
    OURS = "ours"
    RUINED = "ruined"
    """Ours, and no page of it can be read."""


def check_value(key: bytes, store: str) -> str:
    """What only the key yields for this store."""
    return hmac.new(key, f"galley store {store}".encode(), hashlib.sha256).hexdigest()


def new_identity(key: bytes, salt: bytes) -> Identity:
    """The identity of a store that is being made."""
    return Identity(uuid.uuid4().hex, salt, ()).with_keys(key)


def read_identity(path: Path) -> Identity | None:
    """Read the file; None where there is none or it says nothing that can be understood."""
    try:
        with path.open("rb") as file:
            data = json.loads(file.read(_MAX_FILE_BYTES))
        identity = Identity(
            store=str(data["store"]),
            salt=bytes.fromhex(data["salt"]),
            checks=tuple(str(each) for each in data["checks"]),
            first_page=base64.b64decode(data.get("first_page", ""), validate=True),
        )
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return identity if len(identity.salt) == SALT_BYTES and all(map(str.isascii, identity.checks)) else None


def write_identity(path: Path, identity: Identity) -> None:
    """Write the file, all or nothing.

    Raises:
        OSError: If it cannot be written.
    """
    data = {
        "format": FORMAT,
        "store": identity.store,
        "salt": identity.salt.hex(),
        "checks": list(identity.checks),
        "first_page": base64.b64encode(identity.first_page).decode("ascii"),
    }
    write_private(path, (json.dumps(data, indent=1) + "\n").encode("ascii"))


def judge(paths: StorePaths, key: bytes, identity: Identity | None) -> tuple[Verdict, bytes]:
    """Say what the file is, and with which salt it can be read.

    Raises:
        UserError: `store_wrong_key` or `store_foreign`.
        OSError: If it cannot be read.
    """
    values = {"path": str(paths.database)}
    head = _head(paths.database)
    if not head:
        if identity is not None and not identity.accepts(key):
            raise UserError("store_wrong_key", **values)
        return Verdict.ABSENT, b"" if identity is None else identity.salt
    if head.startswith(_PLAIN):
        raise UserError("store_foreign", **values)
    salts = [head[:SALT_BYTES]]
    if identity is not None and identity.salt != salts[0]:
        salts.append(identity.salt)
    for salt in salts:
        if len(salt) == SALT_BYTES and PageCheck(key, salt).reads_any(paths.database):
            return Verdict.OURS, salt
    if identity is None:
        size = paths.database.stat().st_size
        foreign = size % PAGE_BYTES != 0 or all(32 <= byte < 127 for byte in head[:SALT_BYTES])
        raise UserError("store_foreign" if foreign else "store_wrong_key", **values)
    if not identity.accepts(key) or len(identity.checks) > 1:
        raise UserError("store_wrong_key", **values)
    if head[:SALT_BYTES] != identity.salt and any(head):
        raise UserError("store_foreign", **values)
    return Verdict.RUINED, identity.salt


class PageCheck:
    """The keyed checksums of one file's pages."""

    def __init__(self, key: bytes, salt: bytes) -> None:
        masked = bytes(byte ^ 0x3A for byte in salt)
        self._key = hashlib.pbkdf2_hmac("sha512", key, masked, 2, len(key))

    def is_whole(self, page: bytes, number: int) -> bool:
        """Whether a page is as it was written; numbers begin with 1, whose salt is not part of the sum."""
        if len(page) != PAGE_BYTES:
            return False
        body = page[SALT_BYTES if number == 1 else 0 : -_MAC_BYTES]
        return hmac.compare_digest(
            hmac.digest(self._key, body + number.to_bytes(4, "little"), "sha512"), page[-_MAC_BYTES:]
        )

    def reads_any(self, path: Path) -> bool:
        """Whether any page is whole: then the key is the right one."""
        return any(self.is_whole(page, number) for number, page in _pages(path, _MAX_LOOKS))

    def damaged_pages(self, path: Path) -> tuple[int, ...]:
        """The numbers of all pages that are not as they were written."""
        return tuple(number for number, page in _pages(path, None) if not self.is_whole(page, number))


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(PAGE_BYTES)
    except FileNotFoundError:
        return b""


def _pages(path: Path, most: int | None) -> Iterator[tuple[int, bytes]]:
    """Pages with their numbers: all, or at most so many, spread over the file."""
    count = -(-path.stat().st_size // PAGE_BYTES)
    step = 1 if most is None else max(1, count // most)
    with path.open("rb") as file:
        for number in range(1, count + 1, step):
            file.seek((number - 1) * PAGE_BYTES)
            yield number, file.read(PAGE_BYTES)
