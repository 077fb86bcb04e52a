"""Asks llama.cpp about this machine and about models, in a process of its own that ends with the answer.

A file or a driver that takes llama.cpp down takes nothing else with it. Half a second, and a few tenths for each model.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from multiprocessing import resource_tracker
from typing import TYPE_CHECKING

from app.engine import inspection_child
from app.engine.error_log import ErrorLog, death_notice
from app.errors import EnvironmentFault, Notice

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from app.engine.inspection_values import Findings, Inspection

PATIENCE_SECONDS = 30.0
_END_SECONDS = 1.0


class Inspector:
    """Asks one question at a time, whoever comes; any thread may call `stop`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._child: BaseProcess | None = None
        self._stopped = False

    def stop(self) -> None:
        """End what is being asked; nothing can be asked any more."""
        with self._lock:
            self._stopped = True
            if self._child is not None:
                self._child.kill()

    def inspect(self, inspection: Inspection, patience_seconds: float = PATIENCE_SECONDS) -> Findings:
        """Ask, and wait for the answer.

        Raises:
            UserError: `backend_not_loaded`, or that the process died or took too long; as `EnvironmentFault`.
        """
        log = ErrorLog()
        try:
            with self._turn:
                answer = self._ask(inspection, patience_seconds, log)
        except OSError as error:
            raise EnvironmentFault("engine_not_started", cause=error.strerror or str(error)) from error
        finally:
            log.close()
        if isinstance(answer, Notice):
            raise EnvironmentFault(answer.code, **answer.values)
        return answer

    def _ask(self, inspection: Inspection, patience_seconds: float, log: ErrorLog) -> Findings | Notice:
        context = multiprocessing.get_context("spawn")
        resource_tracker.ensure_running()
        ours: Connection
        ours, theirs = context.Pipe()
        arguments = (theirs, inspection, log)
        child = context.Process(target=inspection_child.run, args=arguments, name="galley-inspection", daemon=True)
        try:
            if not self._start(child):
                return Notice("inspection_failed", {"cause": "stopped"})
            theirs.close()
            answer = _receive(ours, patience_seconds)
            return answer if answer is not None else _death(child, log)
        finally:
            ours.close()
            theirs.close()
            self._end(child)

    def _start(self, child: BaseProcess) -> bool:
        with self._lock:
            if self._stopped:
                return False
            before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))  # until it ignores Ctrl+C by itself
            try:
                child.start()
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            self._child = child
            return True

    def _end(self, child: BaseProcess) -> None:
        """See it off; a process whose answer nobody waits for any more is killed."""
        with self._lock:
            was_started, self._child = self._child is not None, None
        if not was_started:
            return
        child.join(_END_SECONDS)
        if child.is_alive():
            child.kill()
            child.join()
        child.close()


def inspect(inspection: Inspection, patience_seconds: float = PATIENCE_SECONDS) -> Findings:
    """Ask once, as `Inspector.inspect` does."""
    return Inspector().inspect(inspection, patience_seconds)


def _death(child: BaseProcess, log: ErrorLog) -> Notice:
    child.join(_END_SECONDS)
    notice = death_notice(child.exitcode, log.tail())
    return Notice("inspection_failed", {"cause": str(notice.values.get("line") or notice.values.get("signal", ""))})


def _receive(connection: Connection, patience_seconds: float) -> Findings | Notice | None:
    try:
        if not connection.poll(patience_seconds):
            return Notice("inspection_too_slow", {"seconds": round(patience_seconds)})
        answer: Findings | Notice = connection.recv()
    except (EOFError, OSError):
        return None
    return answer
