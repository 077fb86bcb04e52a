"""Work that must not hold the window: it runs in a thread of its own, and its end comes back as a signal."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QThreadPool, Signal, Slot

from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Callable

_Result = TypeVar("_Result")


class Tasks(QObject):
    """Runs functions one after the other, so that two never race for the same file."""

    _settled = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._settled.connect(self._on_settled)

    def run(
        self,
        work: Callable[[], _Result],
        on_success: Callable[[_Result], None],
        on_failure: Callable[[Notice], None],
    ) -> None:
        """Run `work` elsewhere; exactly one of the two callbacks is called, in the thread of this object.

        Args:
            work: Raises `UserError` for what a person can act on, and nothing else.
            on_success: Takes the result.
            on_failure: Takes the notice of the error.
        """

        def job() -> None:
            try:
                result = work()
            except UserError as error:
                self._settled.emit(on_failure, error.notice)
            else:
                self._settled.emit(on_success, result)

        self._pool.start(job)

    def stop(self) -> None:
        """Wait for what runs; nothing queued behind it is begun."""
        self._pool.clear()
        self._pool.waitForDone()

    @Slot(object, object)
    def _on_settled(self, callback: Callable[[object], None], value: object) -> None:
        callback(value)
