"""A vocabulary as texts in order, so that all tokens that a grammar allows are found without trying every one."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

import numpy as np

from app.engine.contexts import Cancelled
from app.engine.grammar.characters import MOST

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from app.engine.grammar.characters import Characters
    from app.engine.grammar.matcher import State

_FEW_CHARACTERS = 64
_WIDE_KEPT = 8
"""Long lists that are remembered: each is as long as the vocabulary."""
_STEPS_A_TOKEN = 4
_LOOKED_AT_ONCE = 4_096
"""Tokens between two looks at whether it is still wanted: some milliseconds."""
_ASCII = 0x80
_SECOND_BYTES = {0xE0: (0xA0, 0xBF), 0xED: (0x80, 0x9F), 0xF0: (0x90, 0xBF), 0xF4: (0x80, 0x8F)}
"""Where not every second byte may follow: overlong forms, surrogates, and what lies behind the last code point."""


class TokenTexts:
    """The texts of a vocabulary's tokens.

    Args:
        size: Token ids run from 0 to this.
        piece: Bytes of a token; empty for control tokens, which no grammar allows.
        is_end: Whether a token ends the reply: these have no text here.
        stopping: Asked every few milliseconds; True gives it up.

    Raises:
        Cancelled: `stopping` said so.
    """

    def __init__(
        self,
        size: int,
        piece: Callable[[int], bytes],
        is_end: Callable[[int], bool],
        stopping: Callable[[], bool] = lambda: False,
    ) -> None:
        self._pieces: list[bytes] = []
        ends: list[int] = []
        for token in range(size):
            if token % _LOOKED_AT_ONCE == 0 and stopping():
                raise Cancelled
            if is_end(token):
                ends.append(token)
            self._pieces.append(b"" if ends and ends[-1] == token else piece(token))
        self._ends = frozenset(ends)
        self.ends = np.array(ends, np.int32)
        self._wide: dict[State, NDArray[np.int32]] = {}
        whole: list[tuple[str, int]] = []
        self._begun: dict[str, list[tuple[bytes, int]]] = {}
        """Tokens that end within a character: by the characters before it, its first bytes and the token."""
        self._going_on: list[int] = []
        """Tokens that begin within a character."""
        for token, data in enumerate(self._pieces):
            if token % _LOOKED_AT_ONCE == 0 and stopping():
                raise Cancelled
            text, rest = split_characters(data)
            if text is None:
                self._going_on.append(token)
            elif rest:
                self._begun.setdefault(text, []).append((rest, token))
            elif text:
                whole.append((text, token))
        whole.sort()
        self._texts = [text for text, _token in whole]
        self._tokens = [token for _text, token in whole]

    def is_end(self, token: int) -> bool:
        """Whether a token ends the reply."""
        return token in self._ends

    def follow(self, state: State, pending: bytes, token: int) -> tuple[State, bytes] | None:
        """Where a token leads; None where the grammar does not allow it.

        Args:
            state: Behind the characters that are complete.
            pending: First bytes of the next one.
            token: What comes.
        """
        data = self._pieces[token]
        if not data:
            return None
        text, rest = split_characters(pending + data)
        if text is None:
            return None
        behind = state.walk(text)
        if behind is None or (rest and not behind.takes_between(*completions(rest))):
            return None
        return behind, rest

    def allowed(self, state: State, pending: bytes, most: int | None) -> NDArray[np.int32] | None:
        """All tokens that may follow, ends not among them, in order; None where they are more than `most`."""
        if pending:
            return np.array([token for token in self._going_on if self.follow(state, pending, token)], np.int32)
        if most is None and state in self._wide:
            return self._wide[state]
        found = list(self._begun_here(state))
        if most is None:
            found += [token for text, token in zip(self._texts, self._tokens, strict=True) if state.walk(text)]
        elif not self._collect(state, found, most):
            return None
        ids = np.array(sorted(found), np.int32)
        if most is None:
            if len(self._wide) >= _WIDE_KEPT:
                del self._wide[next(iter(self._wide))]
            self._wide[state] = ids
        return ids

    def forget(self) -> None:
        """Let go of places in grammars."""
        self._wide.clear()

    def _begun_here(self, state: State) -> Iterator[int]:
        for text, tokens in self._begun.items():
            behind = state.walk(text)
            if behind is not None and behind.takes_between(_ASCII, MOST):
                yield from (token for rest, token in tokens if behind.takes_between(*completions(rest)))

    def _collect(self, state: State, found: list[int], most: int) -> bool:
        """Walk down the texts in order, only where the grammar goes along; False where there are more than `most`."""
        texts, tokens = self._texts, self._tokens
        steps_left = _STEPS_A_TOKEN * most
        todo = [(state, 0, len(texts), 0)]
        while todo:
            here, low, high, depth = todo.pop()
            while low < high and len(texts[low]) == depth:
                found.append(tokens[low])
                low += 1
            if low == high or not here.can_go_on:
                continue
            if len(found) > most:
                return False
            for character, first, behind in self._branches(here.following, low, high, depth):
                following = here.step(character)
                if following is not None:
                    todo.append((following, first, behind, depth + 1))
                steps_left -= 1
                if steps_left < 0:
                    return False
        return True

    def _branches(self, following: Characters, low: int, high: int, depth: int) -> Iterator[tuple[str, int, int]]:
        """The parts of a stretch of texts by their next character; where few may follow, only the parts of these."""
        texts = self._texts
        prefix = texts[low][:depth]
        if following.size > _FEW_CHARACTERS:
            while low < high:
                character = texts[low][depth]
                behind = _bisect_behind(texts, prefix, character, low, high)
                yield character, low, behind
                low = behind
            return
        for first_code, behind_code in following.pairs:
            for code in range(first_code, behind_code):
                low = bisect_left(texts, prefix + chr(code), low, high)
                behind = _bisect_behind(texts, prefix, chr(code), low, high)
                if low < behind:
                    yield chr(code), low, behind
                low = behind


def _bisect_behind(texts: list[str], prefix: str, character: str, low: int, high: int) -> int:
    """Where the texts end that begin with a prefix and a character."""
    code = ord(character)
    return high if code == MOST else bisect_left(texts, prefix + chr(code + 1), low, high)


def split_characters(data: bytes) -> tuple[str | None, bytes]:
    """Complete characters, and the first bytes of one that may follow; None where the bytes are no text at all."""
    try:
        return data.decode(), b""
    except UnicodeDecodeError as error:
        rest = data[error.start :]
        if error.end == len(data) and error.reason == "unexpected end of data":
            return data[: error.start].decode(), rest
        return None, b""


def completions(begun: bytes) -> tuple[int, int]:
    """First and last code point whose UTF-8 form begins with these bytes, one to three of a longer form."""
    head = begun[0]
    length = 2 if head < 0xE0 else 3 if head < 0xF0 else 4
    least, most = _SECOND_BYTES.get(head, (0x80, 0xBF))
    missing = length - len(begun)
    low = begun + (bytes([least]) if len(begun) == 1 else b"")
    high = begun + (bytes([most]) if len(begun) == 1 else b"")
    if len(begun) == 1:
        missing -= 1
    return _code_point(low + b"\x80" * missing), _code_point(high + b"\xbf" * missing)


def _code_point(data: bytes) -> int:
    code = data[0] & (0x3F >> (len(data) - 1))
    for byte in data[1:]:
        code = code << 6 | byte & 0x3F
    return code
