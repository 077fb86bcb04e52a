"""Who holds the key just now, as the privacy page and the report say it; the key itself is never in here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class KeyHolder(StrEnum):
    """Where the key comes from when the store is opened."""

    KEYRING = "keyring"
    PASSPHRASE = "passphrase"
    NOBODY = "nobody"
    """There is no store: nothing has been kept, or everything has been forgotten."""


@dataclass(frozen=True, slots=True)
class KeyState:
    """What there is to say about the key."""

    holder: KeyHolder
    keyring: str = ""
    """The keyring's own name, such as `Secret Service`; empty where there is none that can be used."""
    is_locked: bool = False
    """Whether the store is closed until the key is given again."""

    @property
    def can_move_to_keyring(self) -> bool:
        """Whether a keyring could take the key over."""
        return self.holder is KeyHolder.PASSPHRASE and bool(self.keyring) and not self.is_locked


@dataclass(frozen=True, slots=True)
class EncryptionFacts:
    """How the store is encrypted, in the words of the libraries that do it; a line is empty where it is not known."""

    cipher: str
    """Cipher and mode, such as `AES-256-CBC`."""
    page_mac: str
    """What makes a changed page be noticed, such as `HMAC-SHA512`."""
    page_bytes: int
    key_bits: int
    """How many random bits the key is."""
    passphrase_kdf: str
    """How a passphrase becomes a key, with its costs; empty where no passphrase is used."""
    library: str
    """Name and version, such as `SQLCipher 4.6.1 community`."""
