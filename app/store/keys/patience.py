"""Calls into a keyring, which may wait for a person at a prompt: each has a time limit, and all can be given up.

A call that never returns costs a sleeping thread, which does not keep the program from ending.
"""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from app.errors import UserError

if TYPE_CHECKING:
    from collections.abc import Callable

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True, repr=False)
class _Outcome(Generic[_Result]):
    """How a call ended: with a result, which may be a key and is never shown, or with an error."""

    results: tuple[_Result, ...] = ()
    error: BaseException | None = None


class Patience:
    """Runs calls in threads of their own and waits for them, but not for ever."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: set[queue.SimpleQueue[Any]] = set()

    def call(self, work: Callable[[], _Result], seconds: float) -> _Result:
        """Return what `work` returns, or raise what it raises.

        Raises:
            UserError: `keyring_silent` after `seconds`; `keyring_given_up` after `give_up`.
        """
        mailbox: queue.SimpleQueue[_Outcome[_Result]] = queue.SimpleQueue()
        with self._lock:
            self._waiting.add(mailbox)
        thread = threading.Thread(target=_deliver, args=(work, mailbox), name="keyring call", daemon=True)
        thread.start()
        try:
            outcome = mailbox.get(timeout=seconds)
        except queue.Empty:
            raise UserError("keyring_silent", seconds=round(seconds)) from None
        finally:
            with self._lock:
                self._waiting.discard(mailbox)
        if outcome.error is not None:
            raise outcome.error
        thread.join()
        return outcome.results[0]

    def give_up(self) -> None:
        """End the waiting of every call that is under way."""
        with self._lock:
            for mailbox in self._waiting:
                mailbox.put(_Outcome(error=UserError("keyring_given_up")))


def _deliver(work: Callable[[], _Result], mailbox: queue.SimpleQueue[_Outcome[_Result]]) -> None:
    outcome: _Outcome[_Result] = _Outcome(error=RuntimeError("a call into the keyring ended without an outcome"))
    try:
        outcome = _Outcome(results=(work(),))
    except UserError as error:
        outcome = _Outcome(error=error)
    finally:
        mailbox.put(outcome)
