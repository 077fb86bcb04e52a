"""Keeps the name of a control token that somebody merely writes, such as `<|im_end|>`, from acting as that token.

Names in messages are swapped for marks before the template runs and come back as plain characters behind it.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import llama_cpp

if TYPE_CHECKING:
    from app.engine.llama.vocabulary import Vocabulary

_OPEN, _CLOSE = "\ue0f0", "\ue0f1"
_MARK = re.compile(f"{_OPEN}([0-9]+){_CLOSE}")


class ControlNames:
    """The names of a vocabulary's control tokens, found when first needed.

    Args:
        vocabulary: Of the target.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    @functools.cached_property
    def _ids(self) -> dict[str, int]:
        pointer = self._vocabulary.pointer
        control = [token for token in range(self._vocabulary.size) if llama_cpp.llama_vocab_is_control(pointer, token)]
        return {name: token for token in control if len(name := self._vocabulary.special_text(token)) > 1}

    @functools.cached_property
    def _pattern(self) -> re.Pattern[str]:
        names = sorted(self._ids, key=len, reverse=True)
        return re.compile("|".join(map(re.escape, names)) or r"(?!)")

    def mark(self, text: str) -> str:
        """The text with every name swapped for a mark."""
        return self._pattern.sub(lambda found: f"{_OPEN}{self._ids[found[0]]}{_CLOSE}", text)

    def tokenize(self, prompt: str, *, add_special: bool) -> list[int]:
        """Token ids of a prompt: control tokens that the template wrote are tokens, marked names are characters.

        Raises:
            UserError: `tokenize_failed`.
        """
        tokens: list[int] = []
        for index, part in enumerate(_MARK.split(prompt)):
            if index % 2:
                name = self._vocabulary.special_text(int(part))
                tokens += self._vocabulary.tokenize(name, add_special=False, parse_special=False)
            elif part or index == 0:
                tokens += self._vocabulary.tokenize(part, add_special=add_special and index == 0)
        return tokens
