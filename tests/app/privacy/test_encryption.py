"""What the report says of the encryption, against what SQLCipher and the wrapped key say."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from app.privacy.encryption import encryption_facts
from app.privacy.key_state import KeyHolder
from app.store.database import connect
from app.store.keys.wrapping import KEY_BYTES, Cost, wrap

if TYPE_CHECKING:
    from pathlib import Path


def test_it_is_what_the_library_says_of_a_real_file(tmp_path: Path) -> None:
    facts = encryption_facts(KeyHolder.KEYRING)
    with closing(connect(tmp_path / "file", bytes(range(32)), bytes(16))) as connection:
        said = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("cipher_version", "cipher_page_size", "cipher_hmac_algorithm", "cipher_use_hmac")
        }
    assert said["cipher_use_hmac"] == "1"
    assert said["cipher_hmac_algorithm"].replace("_", "-") == facts.page_mac
    assert int(said["cipher_page_size"]) == facts.page_bytes
    assert said["cipher_version"] in facts.library
    assert said["cipher_version"].startswith("4."), "AES-256-CBC is the only cipher of SQLCipher 4"
    assert facts.key_bits == 256
    assert facts.passphrase_kdf == ""


@pytest.mark.parametrize("holder", [KeyHolder.KEYRING, KeyHolder.PASSPHRASE])
def test_the_costs_of_a_passphrase_are_named_where_there_is_one(holder: KeyHolder) -> None:
    wrapping = wrap(bytes(KEY_BYTES), "long enough words", "0" * 32, Cost(memory_kib=8 << 10, passes=1, lanes=1))
    facts = encryption_facts(holder, wrapping.cost)
    expected = "argon2id, m=8 MiB, t=1, p=1; AES-256-GCM" if holder is KeyHolder.PASSPHRASE else ""
    assert facts.passphrase_kdf == expected
