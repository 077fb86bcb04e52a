"""Work that nobody can interrupt, such as tokenizing a whole book, is done aside: whoever waits for it can go away.

What was begun runs out by itself, without a consumer; it only has to end before the model that it looks into does.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, TypeVar

from app.engine.contexts import Cancelled

if TYPE_CHECKING:
    from collections.abc import Callable

LOOK_SECONDS = 0.02
"""Between two looks at whether to stop."""

Result = TypeVar("Result")


class Aside:
    """Runs one piece of work at a time. Not for use by several threads."""

    def __init__(self) -> None:
        self._abandoned: list[Future[Any]] = []

    @property
    def is_idle(self) -> bool:
        """Whether nothing that was abandoned still runs."""
        self._abandoned = [each for each in self._abandoned if not each.done()]
        return not self._abandoned

    def run(self, work: Callable[[], Result], stopping: Callable[[], bool]) -> Result:
        """Do the work in a thread of its own, and return or raise what it does.

        Raises:
            Cancelled: `stopping` said so; the work goes on behind the caller's back.
        """
        thread = ThreadPoolExecutor(1, thread_name_prefix="galley-aside")
        future = thread.submit(work)
        thread.shutdown(wait=False)  # the thread ends with its work
        while not wait((future,), LOOK_SECONDS).done:
            if stopping():
                self._abandoned.append(future)
                raise Cancelled
        return future.result()

    def close(self) -> None:
        """Wait for what still runs."""
        wait(self._abandoned)
        self._abandoned.clear()
