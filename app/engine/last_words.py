"""What a process says of a bug that ends it: lines of code and the kind of error, never what the error says.

An error's message may quote a prompt or a reply, and what is printed may end up in somebody's log.
"""

from __future__ import annotations

import sys
import traceback
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType


def described(error: BaseException) -> str:
    """The error and what led to it, oldest first: where each was raised, and of what kind it is."""
    chain = [error]
    while (earlier := _earlier(chain[-1])) is not None and earlier not in chain:
        chain.append(earlier)
    parts: list[str] = []
    for each in reversed(chain):
        parts += traceback.format_tb(each.__traceback__)
        parts.append(f"{type(each).__module__}.{type(each).__qualname__}\n")
    return "".join(parts)


class LastWords:
    """Ends the process with status 1 when a bug leaves the block, before anything prints more of it than that."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, frames: TracebackType | None
    ) -> None:
        if isinstance(error, Exception):
            sys.stderr.write(described(error))
            sys.stderr.flush()
            raise SystemExit(1) from None


def _earlier(error: BaseException) -> BaseException | None:
    return error.__cause__ or (None if error.__suppress_context__ else error.__context__)
