"""Where a run of text may change its font without tearing a character or a joined word apart.

Tokens end anywhere: inside a grapheme, an emoji sequence, an Arabic word. Qt shapes each font run by itself.
"""

from __future__ import annotations

import unicodedata

_JOINERS = ("\u200d", "\u200c", "\u2060")
# Scripts whose letters change shape or place beside each other: Arabic to Hangul Jamo, Khmer, Mongolian, ...
_JOINING_RANGES = ((0x0600, 0x08FF), (0x0900, 0x0FFF), (0x1000, 0x11FF), (0x1780, 0x18AF), (0x1900, 0x1CFF))
_VISIBLE_CONTROLS = {code: 0x2400 + code for code in range(32) if code not in (9, 10)}
_VISIBLE_CONTROLS |= {127: 0x2421, 0x85: 0x2424, 0x2029: 0x2424, 13: 0x2060}


def utf16_length(text: str) -> int:
    """Length in the units that Qt's text positions count in."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def visible_text(text: str) -> str:
    """Make control characters visible, so that none of them can disturb the layout; lengths stay equal."""
    return text if text.isprintable() else text.translate(_VISIBLE_CONTROLS)


def continues_character(before: str, after: str) -> bool:
    """Whether the character `after` belongs to the same visible character as `before`."""
    if after < "\u0300":
        return False
    if before in _JOINERS or after in _JOINERS or unicodedata.category(after).startswith("M"):
        return True
    if "\U0001f3fb" <= after <= "\U0001f3ff":
        return True
    return _is_regional(before) and _is_regional(after)


def can_change_font(before: str, after: str) -> bool:
    """Whether a font run may end between two characters; either may be empty (the edge of a paragraph)."""
    if not before or not after:
        return True
    if continues_character(before, after):
        return False
    return not (_joins(before) and _joins(after))


def is_right_to_left(text: str) -> bool:
    """Whether any character of the text is written from right to left."""
    if text.isascii():
        return False
    return any(unicodedata.bidirectional(character) in ("R", "AL", "RLE", "RLO", "RLI") for character in text)


def starts_right_to_left(text: str) -> bool:
    """Whether the first character with a direction is written from right to left."""
    if text.isascii():
        return False
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return False


def utf16_slice(text: str, start: int, end: int) -> str:
    """Cut by Qt's positions; a half of a character at an edge is left out."""
    if text.isascii():
        return text[start:end]
    return text.encode("utf-16-le", "surrogatepass")[2 * start : 2 * end].decode("utf-16-le", "ignore")


def _joins(character: str) -> bool:
    code = ord(character)
    if not any(low <= code <= high for low, high in _JOINING_RANGES):
        return False
    return unicodedata.category(character)[0] in "LM"


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"
