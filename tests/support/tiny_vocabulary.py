"""The vocabulary of the tiny models: every byte, a few words, four control tokens.

Byte-level BPE as in GPT-2, so that any text can be tokenized and characters can be split over tokens.
"""

from __future__ import annotations

from dataclasses import dataclass, field

NUM_BYTES = 256
BOS = "<|begin|>"
TURN_START = "<|im_start|>"
TURN_END = "<|im_end|>"
TEXT_END = "<|endoftext|>"
CONTROL_TOKENS = (BOS, TURN_START, TURN_END, TEXT_END)
BOS_ID, TURN_START_ID, TURN_END_ID, TEXT_END_ID = range(NUM_BYTES, NUM_BYTES + len(CONTROL_TOKENS))
END_IDS = (TURN_END_ID, TEXT_END_ID)

_WORDS = (
    *(" the", " of", " and", " proof", " page", " ink", " is", " in", " draft", " set", " red", " to"),
    *("ing", "er", "on", "€", "é"),
)
"""Each is spelt by a chain of merges from the left, so its beginnings are tokens too."""
_HALF_CHARACTER = bytes.fromhex("f09f")
"""The first two bytes of most emoji: one token, so that an emoji is split over three."""


def _printable_bytes() -> tuple[str, ...]:
    """GPT-2's character for each byte: itself where it prints, else the next one from U+0100 on."""
    kept = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    spare = iter(range(0x100, 0x200))
    return tuple(chr(byte) if byte in kept else chr(next(spare)) for byte in range(NUM_BYTES))


_CHARACTERS = _printable_bytes()


def _spelt(text: bytes) -> str:
    return "".join(_CHARACTERS[byte] for byte in text)


def _merges(words: tuple[bytes, ...]) -> tuple[str, ...]:
    """The merges that build each word from its left end, in the order of their rank."""
    found: dict[str, None] = {}
    for word in words:
        spelling = _spelt(word)
        for length in range(1, len(spelling)):
            found[f"{spelling[:length]} {spelling[length]}"] = None
    return tuple(found)


@dataclass(frozen=True, slots=True)
class TinyVocabulary:
    """Token strings in the order of their ids: bytes, control tokens, merged tokens, padding.

    Args:
        num_padding: Unused tokens at the end, as models have that round their vocabulary up.
        words: What the merges spell; other words make a vocabulary that is incompatible from the first
            differing id on.
    """

    num_padding: int = 0
    words: tuple[str, ...] = _WORDS
    merges: tuple[str, ...] = field(init=False)
    tokens: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Derive the merges and the token strings."""
        merges = _merges((*(word.encode() for word in self.words), _HALF_CHARACTER))
        merged = tuple(merge.replace(" ", "") for merge in merges)
        padding = tuple(f"<|unused{number}|>" for number in range(self.num_padding))
        object.__setattr__(self, "merges", merges)
        object.__setattr__(self, "tokens", (*_CHARACTERS, *CONTROL_TOKENS, *merged, *padding))

    @property
    def size(self) -> int:
        """Number of tokens."""
        return len(self.tokens)

    @property
    def first_padding_id(self) -> int:
        """The id of the first unused token; the size when there is none."""
        return self.size - self.num_padding

    def piece(self, token_id: int) -> bytes:
        """The bytes of a token; control and unused tokens have none."""
        if NUM_BYTES <= token_id < NUM_BYTES + len(CONTROL_TOKENS) or token_id >= self.first_padding_id:
            return b""
        return bytes(_CHARACTERS.index(character) for character in self.tokens[token_id])


OTHER_WORDS = (" wood", " type", " lead", " press", "ly", "ed", "ß", "ø")
"""Words of a vocabulary that is not compatible with the usual one."""
