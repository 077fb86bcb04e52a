"""Turns token ids into text as they come, although a character may be split over several tokens.

Bytes are held back until their character is complete, so that no replacement character is ever made up.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_new_decoder = codecs.getincrementaldecoder("utf-8")


class Detokenizer:
    """Incremental UTF-8 over the bytes of tokens.

    Bytes that can no longer become a character are dropped without a trace. A U+FFFD that the model itself
    wrote is text like any other.

    Args:
        piece: The bytes of a token; control tokens have none.
        pending: The beginning of a character, from before.
    """

    __slots__ = ("_decoder", "_piece")

    def __init__(self, piece: Callable[[int], bytes], pending: bytes = b"") -> None:
        self._piece = piece
        self._decoder = _new_decoder("ignore")
        self._decoder.decode(pending)

    @property
    def pending_bytes(self) -> bytes:
        """The beginning of a character whose rest has not come yet."""
        return self._decoder.getstate()[0]

    def push(self, token_id: int) -> str:
        """Take a token; returns the text that is complete now and was not before."""
        return self._decoder.decode(self._piece(token_id))

    def flush(self) -> str:
        """Say that nothing follows: an incomplete character is dropped. Returns what is left to show."""
        return self._decoder.decode(b"", True)

    def fork(self) -> Detokenizer:
        """A copy that goes on from here by itself: drafts pushed into it leave nothing in this one."""
        copy = Detokenizer(self._piece)
        copy._decoder.setstate(self._decoder.getstate())
        return copy
