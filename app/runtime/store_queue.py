"""What waits to be written: in order, tried again until the disk takes it, and never given up while the program lives.

Belongs to the store's thread; knows neither threads nor timers.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.store.store import Store

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
WAITING = frozenset({"store_full", "store_read_only", "store_unwritable", "store_in_use"})
"""What passes: the disk has no room or refuses just now. Everything else is the operation's own fault."""


@dataclass(frozen=True, slots=True)
class Operation:
    """Something to do with the open store.

    Attributes:
        work: Runs in the store's thread.
        on_done: Takes the result.
        on_failed: Takes the notice of why it will never be done.
        is_write: Kept until it is done, and done in order.
        on_waiting: Takes the notice of why a write has to wait; called once.
    """

    work: Callable[[Store], object]
    on_done: Callable[[object], None]
    on_failed: Callable[[Notice], None]
    is_write: bool = False
    on_waiting: Callable[[Notice], None] | None = None


class StoreQueue:
    """Runs operations, and holds back the writes that the disk does not take.

    Args:
        tell: Called with a callback and its argument; brings both to the window's thread.
    """

    def __init__(self, tell: Callable[[Callable[[object], None], object], None]) -> None:
        self._tell = tell
        self._store: Store | None = None
        self._waiting: deque[Operation] = deque()
        self._pause = FIRST_PAUSE_SECONDS
        self.trouble: Notice | None = None
        """Why writes wait; None while they do not."""

    def __len__(self) -> int:
        """Writes that wait."""
        return len(self._waiting)

    @property
    def is_open(self) -> bool:
        """Whether there is a store."""
        return self._store is not None

    @property
    def pause_seconds(self) -> float:
        """How long to wait before the next try; longer each time that the disk refuses again."""
        return self._pause

    def open(self, store: Store) -> None:
        """Take a store, and write what has waited for it."""
        self._store = store
        self.write_waiting()

    def close(self) -> None:
        """Write what can be written and let the store go; what cannot waits for the next one.

        Raises:
            UserError: The store's log could not be written back. It is closed all the same.
        """
        self.write_waiting()
        store, self._store = self._store, None
        self.trouble = None
        if store is not None:
            store.close()

    def discard(self) -> None:
        """Give up what waits."""
        self._waiting.clear()
        self.trouble = None

    def run(self, operation: Operation) -> None:
        """Do something now, or keep it where it has to wait."""
        if self._store is None or (operation.is_write and self._waiting):
            if not operation.is_write:
                self._tell_failed(operation, Notice("store_not_open"))
                return
            self._waiting.append(operation)
            if self.trouble is not None:
                self._tell_waiting(operation, self.trouble)
        elif not self._attempt(operation, self._store):
            self._waiting.append(operation)

    def write_waiting(self) -> None:
        """Try again; where one is refused, those behind it stay behind it."""
        while self._waiting and self._store is not None:
            operation = self._waiting.popleft()
            was_in_trouble = self.trouble is not None
            if not self._attempt(operation, self._store):
                if not was_in_trouble and self.trouble is not None:
                    for behind in self._waiting:
                        self._tell_waiting(behind, self.trouble)
                self._waiting.appendleft(operation)
                self._pause = min(2 * self._pause, LONGEST_PAUSE_SECONDS)
                return
        if not self._waiting:
            self._pause = FIRST_PAUSE_SECONDS
            self.trouble = None

    def _attempt(self, operation: Operation, store: Store) -> bool:
        """Do it; False where it has to wait. A bug is told as a failure and goes on to whoever catches bugs."""
        failure: Notice | None = Notice("store_bug")
        try:
            result = operation.work(store)
            failure = None
        except UserError as error:
            if operation.is_write and error.notice.code in WAITING:
                failure = None
                if self.trouble is None:
                    self._tell_waiting(operation, error.notice)
                self.trouble = error.notice
                return False
            failure = error.notice
        finally:
            if failure is not None:
                self._tell_failed(operation, failure)
        if failure is None:
            self._tell(operation.on_done, result)
        return True

    def _tell_waiting(self, operation: Operation, notice: Notice) -> None:
        if operation.on_waiting is not None:
            self._tell(operation.on_waiting, notice)  # type: ignore[arg-type]

    def _tell_failed(self, operation: Operation, notice: Notice) -> None:
        self._tell(operation.on_failed, notice)  # type: ignore[arg-type]
