"""Whether a pair of the list would fit as it would be loaded now: the planner's figures for many pairs in a row.

The machine is looked at once for all of them, and only when the first one is planned.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine.types import ModelSpec
from app.errors import Notice, UserError
from app.models.fitting import PLAN_SHORT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from app.cli.planning import Planner
    from app.engine.types import LoadSettings
    from app.models.memory.machine import Machine

_GIGABYTE = 1 << 30


class PairRoom:
    """Plans pairs for one moment; any thread may ask.

    Args:
        planner: Plans.
        settings: As a pair would be loaded; which files they name does not matter.
        held: What the loaded pair would set free, memory by memory.
    """

    def __init__(self, planner: Planner, settings: LoadSettings, held: Mapping[str, int]) -> None:
        self._planner = planner
        self._settings = settings
        self._held = dict(held)
        self._lock = threading.Lock()
        self._machine: Machine | None = None
        self._problem: Notice | None = None

    def shortage(self, target: Path, draft: Path) -> Notice | None:
        """What is missing for a pair; None where nothing is, and where nobody can tell."""
        machine = self._look()
        if machine is None:
            return None
        settings = replace(
            self._settings,
            target=replace(self._settings.target, path=str(target)),
            draft=ModelSpec(str(draft))
            if self._settings.draft is None
            else replace(self._settings.draft, path=str(draft)),
        )
        try:
            plan = self._planner.plan(settings, machine)
        except UserError as error:
            return error.notice
        missing = sum(plan.shortage_bytes(memory) for memory in plan.machine.memories)
        if not missing:
            return None
        values = {
            "short_gb": max(missing / _GIGABYTE, 0.01),
            "needed_gb": plan.total_bytes / _GIGABYTE,
            "tokens": plan.context_tokens,
        }
        return Notice(PLAN_SHORT, values)

    def _look(self) -> Machine | None:
        """The machine, or None where llama.cpp cannot be asked about it: the planner's page says why."""
        with self._lock:
            if self._machine is None and self._problem is None:
                try:
                    self._machine = self._planner.listed_machine().with_freed(self._held)
                except UserError as error:
                    self._problem = error.notice
            return self._machine
