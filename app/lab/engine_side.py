"""Measures cells through the real engine process: what a reply in the window would have been, read off its events."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine.client import EngineClient
from app.engine.commands import ForgetText, Load, Reply
from app.engine.events import (
    EngineDied,
    LoadCancelled,
    LoadFailed,
    LoadProgressed,
    PairLoaded,
    ReplyFailed,
    ReplyFinished,
    RoundDecoded,
)
from app.engine.types import FinishReason
from app.errors import EnvironmentFault, UserError
from app.lab.measurement import failed, of_reply

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.engine.events import EngineEvent
    from app.engine.types import PairInfo, Round
    from app.errors import Notice
    from app.lab.bench_plan import BenchPlan, Cell
    from app.lab.measurement import Measurement

WARM_TOKENS = 8
MAX_DEATHS = 3
"""Cells in a row in which the engine died before the run is given up."""
_POLL_SECONDS = 1.0
_GOES_WITHOUT = frozenset({"target_cannot_rewind", "draft_cannot_rewind"})
"""Reasons for which a pair is loaded without its draft and still worth measuring."""
_FAULTS = frozenset({"backend_not_loaded", "decode_failed", "logits_not_finite", "template_crashed"})


class Stopped(Exception):
    """The run was cancelled while it waited for something."""


class EngineSide:
    """One engine process for a run. All calls but `cancel` come from one thread.

    Args:
        plan: What is measured.
        on_load: Told the role and the fraction while a model is loaded.
    """

    def __init__(self, plan: BenchPlan, on_load: Callable[[str, float], None]) -> None:
        self._plan = plan
        self._on_load = on_load
        self._client = EngineClient()
        self._loaded: int | None = None
        self._warm = False
        self._stopped = False
        self._deaths = 0
        self._last_id = 0
        self.pairs: dict[int, PairInfo] = {}
        """What was loaded, by the index of the load."""

    @property
    def pid(self) -> int | None:
        """Process id of the engine, or None when none runs."""
        return self._client.pid

    def cancel(self) -> None:
        """Stop what runs, from any thread; whatever waits raises `Stopped`."""
        self._stopped = True
        self._client.cancel()

    def close(self) -> None:
        """End the engine and free its memory."""
        self._client.close()

    def measure(self, cell: Cell) -> Measurement:
        """Write the reply of a cell, from empty caches.

        Raises:
            Stopped: `cancel` was called.
            UserError: The pair of the cell cannot be loaded, or the engine dies of everything.
        """
        if self._loaded != cell.side.load:
            self._load(cell.side.load)
        if not self._warm:
            self._reply(cell, WARM_TOKENS)  # llama.cpp's first passes are slow
            self._warm = True
        began = time.perf_counter()
        measured = self._reply(cell, self._plan.max_tokens)
        return replace(measured, wall_seconds=time.perf_counter() - began, unix_seconds=time.time())

    def _load(self, index: int) -> None:
        self._warm = False
        self._client.submit(Load(self._plan.loads[index]))
        while True:
            for event in self._poll():
                match event:
                    case LoadProgressed():
                        self._on_load(event.role, event.fraction)
                    case PairLoaded():
                        notice = event.pair.draft_notice
                        if notice is not None and notice.code not in _GOES_WITHOUT:
                            raise UserError("context_of_draft", reason=notice)
                        self._loaded = index
                        self.pairs[index] = event.pair
                        return
                    case LoadFailed():
                        raise _fault(event.notice)
                    case LoadCancelled():
                        raise Stopped
                    case EngineDied():
                        raise EnvironmentFault(event.notice.code, **event.notice.values)
                    case _:
                        pass

    def _reply(self, cell: Cell, max_tokens: int) -> Measurement:
        self._last_id += 1
        self._client.submit(ForgetText())
        self._client.submit(Reply(replace(self._plan.request(cell, self._last_id), max_tokens=max_tokens)))
        rounds: list[Round] = []
        while True:
            for event in self._poll():
                match event:
                    case RoundDecoded():
                        rounds.append(event.round)
                    case ReplyFinished():
                        if event.summary.finish_reason is FinishReason.CANCELLED:
                            raise Stopped
                        self._deaths = 0
                        return of_reply(cell.key, event.summary, rounds, private=self._plan.suite.private)
                    case ReplyFailed():
                        return failed(cell.key, event.notice)
                    case EngineDied():
                        return self._on_death(cell, event.notice)
                    case LoadFailed():  # the pair could not be brought back after a death
                        raise _fault(event.notice)
                    case _:
                        pass

    def _on_death(self, cell: Cell, notice: Notice) -> Measurement:
        """The next reply starts an engine with the same pair; one that dies of everything is given up."""
        self._warm = False
        self._deaths += 1
        if self._deaths >= MAX_DEATHS:
            raise EnvironmentFault(notice.code, **notice.values)
        return failed(cell.key, notice)

    def _poll(self) -> list[EngineEvent]:
        if self._stopped:
            self._client.cancel()  # again: the first time may have come between two commands
            if not self._client.busy:
                raise Stopped
        return self._client.poll(_POLL_SECONDS)


def _fault(notice: Notice) -> UserError:
    kind = EnvironmentFault if notice.code in _FAULTS else UserError
    return kind(notice.code, **notice.values)
