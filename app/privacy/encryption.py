"""How conversations are encrypted, as the report says it. A test compares each line with what the libraries say."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from app.privacy.key_state import EncryptionFacts, KeyHolder
from app.store.database import KEY_BYTES, PAGE_BYTES

if TYPE_CHECKING:
    from app.store.keys.wrapping import Cost

CIPHER = "AES-256-CBC"
PAGE_MAC = "HMAC-SHA512"


def encryption_facts(holder: KeyHolder, cost: Cost | None = None) -> EncryptionFacts:
    """What is true of the store.

    Args:
        holder: Who holds the key.
        cost: What a guess at the passphrase costs; None where there is none.
    """
    kdf = ""
    if cost is not None and holder is KeyHolder.PASSPHRASE:
        kdf = f"argon2id, m={cost.memory_kib >> 10} MiB, t={cost.passes}, p={cost.lanes}; AES-256-GCM"
    return EncryptionFacts(
        cipher=CIPHER,
        page_mac=PAGE_MAC,
        page_bytes=PAGE_BYTES,
        key_bits=KEY_BYTES * 8,
        passphrase_kdf=kdf,
        library=f"SQLCipher {_library_version()}",
    )


def _library_version() -> str:
    from sqlcipher3 import dbapi2

    with closing(dbapi2.connect(":memory:")) as connection:
        return str(connection.execute("PRAGMA cipher_version").fetchone()[0])
