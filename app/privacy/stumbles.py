"""How a bug is printed, wherever nobody caught it: without what the error says, which may quote a message or a key.

Standard error of a desktop program ends up in the session's journal.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

from app.catalogue import sentence
from app.engine.last_words import described
from app.errors import Notice

if TYPE_CHECKING:
    from types import TracebackType


def leave_out_messages() -> None:
    """From now on, whatever nobody caught is printed without its message: in any thread, and where Python gives up."""
    sys.excepthook = _on_exception
    threading.excepthook = _on_thread_exception
    sys.unraisablehook = _on_unraisable


def _on_exception(kind: type[BaseException], error: BaseException, _frames: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, None)
        return
    _print(error)


def _on_thread_exception(arguments: threading.ExceptHookArgs) -> None:
    """Whatever catches bugs at the time gets those of threads too; the window puts its own catcher there."""
    error = arguments.exc_value
    if error is not None and not isinstance(error, SystemExit):
        sys.excepthook(type(error), error, error.__traceback__)


def _on_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    error = unraisable.exc_value
    if error is not None:
        _print(error)


def _print(error: BaseException) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"galley: {sentence(Notice('bug_printed'))}\n{described(error)}")
