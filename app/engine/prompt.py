"""The tokens that a reply goes on from: the messages through the template, and what the reply says already.

Where they are more than the context holds, the oldest turns are left out, if that was chosen.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from app.engine.aside import Aside
from app.engine.contexts import Cancelled
from app.engine.detokenizer import Detokenizer
from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.engine.loaded_pair import LoadedPair
    from app.engine.types import Message, ReplyRequest

SHORT_CHARACTERS = 32_768
"""Texts up to this are tokenized within some 60 ms by the slowest vocabulary tried; longer ones are done aside."""
FULL_SHARE = 3 / 4
"""Of the context: what is kept when turns are left out anew, so that the next turns fit without leaving out more."""
RESERVE_SHARE = 1 / 8
"""Of the context, for the reply: a prompt that leaves less counts as one that does not fit."""
MOST_RESERVED = 1024
"""Tokens that are reserved at most."""
_MOST_CHARACTERS = 8
"""Of a token, on average: a conversation with more than that for each token of the context does not fit."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is evaluated before the first round.

    Attributes:
        tokens: All of it, the reply's begin included.
        left_out: Oldest turns that are not in it.
        pending: First bytes of a character with which the reply's begin breaks off.
    """

    tokens: list[int]
    left_out: int = 0
    pending: bytes = b""


class Prompts:
    """Makes the prompts of one loaded pair, and counts what could become one.

    Args:
        pair: Whose template and vocabulary are used.
    """

    def __init__(self, pair: LoadedPair) -> None:
        self._pair = pair
        self._aside = Aside()
        self._said: list[int] = []

    def make(self, request: ReplyRequest, stopping: Callable[[], bool]) -> Prompt:
        """The prompt of a request.

        Raises:
            Cancelled: `stopping` said so.
            UserError: `prompt_empty`, or `prompt_too_long` with `least`, the tokens of the last turn alone, where
                turns could have been left out; or what the template or the vocabulary cannot do.
        """
        if request.raw_prompt is not None:
            text = request.raw_prompt + request.begun
            return self._checked(Prompt(self._run(len(text), lambda: self._pair.tokenize(text, raw=True), stopping)))

        def write(messages: Sequence[Message]) -> Prompt:
            return self._written(messages, request.begun, stopping)

        cutting = _Cutting(request.messages, write, stopping)
        capacity = self._pair.target.capacity
        if request.leave_out_oldest:
            return self._checked(cutting.fitting(capacity, request.left_out))
        whole = cutting.prompt(0)
        if len(whole.tokens) > capacity and cutting.can_leave_out:
            least = len(cutting.prompt(cutting.last).tokens)
            raise UserError("prompt_too_long", tokens=len(whole.tokens), capacity=capacity, least=least)
        return self._checked(whole)

    def remember(self, history: Sequence[int]) -> None:
        """Prompt and reply as they were evaluated: a reply that goes on from there goes on from these tokens."""
        self._said = list(history)

    def forget(self) -> None:
        """Forget what was said."""
        self._said = []

    def count(self, messages: Sequence[Message], stopping: Callable[[], bool]) -> int | None:
        """Tokens of a conversation as a prompt; None where there is none, or the template cannot write it out.

        Raises:
            Cancelled: `stopping` said so.
        """
        if not messages:
            return None
        if stopping():
            raise Cancelled
        try:
            return len(self._written(messages, "", stopping).tokens)
        except UserError:
            return None  # whoever asks for a reply is told why

    def count_text(self, text: str, stopping: Callable[[], bool]) -> int:
        """Tokens of a text by itself.

        Raises:
            Cancelled: `stopping` said so.
            UserError: `tokenize_failed`.
        """
        if stopping():
            raise Cancelled
        return self._run(len(text), lambda: len(self._pair.characters(text)), stopping)

    def close(self) -> None:
        """Wait for what still looks into the model."""
        self._aside.close()

    def _checked(self, prompt: Prompt) -> Prompt:
        num_tokens, capacity = len(prompt.tokens), self._pair.target.capacity
        if not num_tokens:
            raise UserError("prompt_empty")
        if num_tokens > capacity:
            raise UserError("prompt_too_long", tokens=num_tokens, capacity=capacity)
        return prompt

    def _written(self, messages: Sequence[Message], begun: str, stopping: Callable[[], bool]) -> Prompt:
        size = sum(len(message.content) for message in messages)
        rendered = self._run(size, lambda: self._pair.render(messages), stopping)
        tokens = self._run(len(rendered), lambda: self._pair.tokenize(rendered, raw=False), stopping)
        if not begun:
            return Prompt(tokens)
        said = self._said_on(tokens, begun)
        if said is not None:
            return said
        size = len(rendered) + len(begun)
        return Prompt(self._run(size, lambda: self._pair.tokenize(rendered, raw=False, begun=begun), stopping))

    def _said_on(self, prompt: list[int], begun: str) -> Prompt | None:
        """The very tokens of the last reply where it says what is begun, for a text can be split in many ways."""
        length = len(prompt)
        if len(self._said) <= length or self._said[:length] != prompt:
            return None
        characters = Detokenizer(self._pair.piece)
        if "".join(map(characters.push, self._said[length:])) != begun:
            return None
        return Prompt(list(self._said), pending=characters.pending_bytes)

    def _run(self, size: int, work: Callable[[], Result], stopping: Callable[[], bool]) -> Result:
        if size <= SHORT_CHARACTERS and self._aside.is_idle:
            return work()
        return self._aside.run(work, stopping)


class _Cutting:
    """A conversation cut before one of its questions, written out no more often than needed."""

    def __init__(
        self,
        messages: Sequence[Message],
        write: Callable[[Sequence[Message]], Prompt],
        stopping: Callable[[], bool],
    ) -> None:
        num_system = next((i for i, message in enumerate(messages) if message.role != "system"), len(messages))
        self._system = messages[:num_system]
        self._turns = messages[num_system:]
        self._write = write
        self._stopping = stopping
        self._written: dict[int, Prompt] = {}
        questions = (i for i, message in enumerate(self._turns) if i and message.role == "user")
        self._cuts = [0, *questions]

    @property
    def can_leave_out(self) -> bool:
        """Whether there is anything before the last question."""
        return len(self._cuts) > 1

    @property
    def last(self) -> int:
        """Turns before the last question."""
        return self._cuts[-1]

    def prompt(self, left_out: int) -> Prompt:
        """The prompt without the oldest turns."""
        if left_out not in self._written:
            if self._written and self._stopping():
                raise Cancelled
            written = self._write((*self._system, *self._turns[left_out:]))
            self._written[left_out] = Prompt(written.tokens, left_out, written.pending)
        return self._written[left_out]

    def fitting(self, capacity: int, left_out: int) -> Prompt:
        """As much as fits: all of it, else the same as last time, else what fills `FULL_SHARE` of the context.

        The last question is never left out, so what comes back may still be too long.
        """
        roomy = capacity - min(MOST_RESERVED, int(capacity * RESERVE_SHARE))
        size = sum(len(message.content) for message in self._turns)
        for cut in (0, left_out):
            if cut == 0 and left_out and size > capacity * _MOST_CHARACTERS:
                continue  # reading through a book at every turn, to find again that it is too long
            if cut in self._cuts and len(self.prompt(cut).tokens) <= roomy:
                return self.prompt(cut)
        most = capacity * FULL_SHARE
        index = bisect_left(self._cuts, True, lo=1, key=lambda cut: len(self.prompt(cut).tokens) <= most)
        return self.prompt(self._cuts[min(index, len(self._cuts) - 1)])
