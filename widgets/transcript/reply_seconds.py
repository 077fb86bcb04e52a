"""How long a stretch of a reply took to be written, for the line that stands for its thinking."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.viewmodels.reply import Reply


def reply_seconds(reply: Reply) -> Callable[[int, int], float | None]:
    """Return what tells the decode time of the characters between two places; None where no token is known."""

    def between(start: int, end: int) -> float | None:
        tokens = reply.tokens
        first = bisect_left(tokens, start, key=lambda token: token.start)
        last = bisect_left(tokens, end, key=lambda token: token.start)
        if first == last:
            return None
        return sum(token.round.seconds / len(token.round.emitted) for token in tokens[first:last])

    return between
