"""What makes a passphrase: how it is written down in bytes, and which ones are too weak to be taken.

The same words typed on another keyboard or system must be the same bytes.
"""

from __future__ import annotations

import unicodedata

from app.errors import UserError

LEAST_CHARACTERS = 8
MOST_CHARACTERS = 1024
LEAST_DIFFERENT = 5


def encode_passphrase(passphrase: str) -> bytes:
    """Return the bytes of a passphrase: composed characters (NFC) in UTF-8. Nothing is trimmed."""
    return unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")


def check_new_passphrase(passphrase: str) -> None:
    """Refuse what is too weak, or too long to have been meant.

    No rule asks for digits or signs: length is what counts, and a sentence is easier to remember.

    Raises:
        UserError: `passphrase_too_short`, `passphrase_too_simple`, `passphrase_too_long`.
    """
    composed = unicodedata.normalize("NFC", passphrase)
    if len(composed) < LEAST_CHARACTERS:
        raise UserError("passphrase_too_short", least=LEAST_CHARACTERS)
    if len(composed) > MOST_CHARACTERS:
        raise UserError("passphrase_too_long", most=MOST_CHARACTERS)
    if len(set(composed.casefold())) < LEAST_DIFFERENT:
        raise UserError("passphrase_too_simple", least=LEAST_DIFFERENT)
