"""The store's key under a passphrase: argon2id makes a key of the passphrase, and AES-256-GCM wraps the other in it.

Argon2 is RFC 9106; AES-GCM is NIST SP 800-38D. Every wrapping has a salt and a nonce of its own.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from argon2.exceptions import HashingError
from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from app.errors import UserError
from app.store.keys.passphrase import encode_passphrase

KEY_BYTES = 32
SALT_BYTES = 16
NONCE_BYTES = 12
WRAPPED_BYTES = KEY_BYTES + 16

LEAST_MEMORY_KIB = 8 << 10
MOST_MEMORY_KIB = 1 << 20
MOST_PASSES = 64
MOST_LANES = 16
_MOST_WORK_KIB = 4 << 20  # memory times passes: half a minute on a slow machine


@dataclass(frozen=True, slots=True)
class Cost:
    """What one guess at the passphrase costs. The default is the second recommendation of RFC 9106, section 4.

    Raises:
        ValueError: Outside of what Galley will compute, in either direction.
    """

    memory_kib: int = 64 << 10
    passes: int = 3
    lanes: int = 4

    def __post_init__(self) -> None:
        if not (
            LEAST_MEMORY_KIB <= self.memory_kib <= MOST_MEMORY_KIB
            and 1 <= self.passes <= MOST_PASSES
            and 1 <= self.lanes <= MOST_LANES
            and self.memory_kib * self.passes <= _MOST_WORK_KIB
        ):
            message = "a cost out of bounds"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Wrapping:
    """A wrapped key. Nothing in it is secret without the passphrase.

    Raises:
        ValueError: A part has a length that no part of this kind has.
    """

    cost: Cost
    salt: bytes
    nonce: bytes
    wrapped: bytes

    def __post_init__(self) -> None:
        lengths = (len(self.salt), len(self.nonce), len(self.wrapped))
        if lengths != (SALT_BYTES, NONCE_BYTES, WRAPPED_BYTES):
            message = "a part of the wrong length"
            raise ValueError(message)


def wrap(key: bytes, passphrase: str, store_id: str, cost: Cost) -> Wrapping:
    """Wrap a key in a passphrase, for one store.

    Raises:
        UserError: `passphrase_no_memory`.
    """
    salt, nonce = secrets.token_bytes(SALT_BYTES), secrets.token_bytes(NONCE_BYTES)
    outer = _outer_key(passphrase, salt, cost)
    return Wrapping(cost, salt, nonce, AESGCM(outer).encrypt(nonce, key, _bound_to(store_id, salt, cost)))


def unwrap(wrapping: Wrapping, passphrase: str, store_id: str) -> bytes:
    """Take the key out.

    Raises:
        UserError: `passphrase_wrong`, `passphrase_no_memory`.
    """
    outer = _outer_key(passphrase, wrapping.salt, wrapping.cost)
    bound = _bound_to(store_id, wrapping.salt, wrapping.cost)
    try:
        return AESGCM(outer).decrypt(wrapping.nonce, wrapping.wrapped, bound)
    except InvalidTag:
        raise UserError("passphrase_wrong") from None


def _outer_key(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    secret = encode_passphrase(passphrase)
    try:
        return hash_secret_raw(secret, salt, cost.passes, cost.memory_kib, cost.lanes, KEY_BYTES, Type.ID)
    except HashingError:  # the bounds of `Cost` leave memory as the only thing that can be missing
        raise UserError("passphrase_no_memory", megabytes=cost.memory_kib >> 10) from None


def _bound_to(store_id: str, salt: bytes, cost: Cost) -> bytes:
    """What is authenticated beside the key, so that no part can be exchanged for another store's or a cheaper one."""
    return f"galley key 1|{store_id}|{salt.hex()}|{cost.memory_kib}|{cost.passes}|{cost.lanes}".encode()
