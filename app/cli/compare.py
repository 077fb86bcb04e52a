"""`galley compare`: one reply without and with speculation on a fair clock, and what can be said of the difference."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from app.cli.comparison_report import comparison_lines, comparison_report
from app.cli.generate import (
    FAILED,
    INTERRUPTED,
    OK,
    Interrupt,
    events_until_enough,
    fault_of,
    load_settings,
    reply_request,
    require_draft,
    require_usable,
)
from app.cli.language import role_name, said
from app.cli.planning import Planner
from app.cli.terminal import ProgressLine, say, write_json, write_text
from app.engine.client import EngineClient
from app.engine.commands import Load, Race
from app.engine.events import EngineDied, LoadCancelled, LoadFailed, LoadProgressed, PairLoaded, RoundDecoded
from app.engine.race_events import RaceFailed, RaceFinished, RaceStepped
from app.engine.race_values import RaceOrder
from app.errors import Notice
from app.hardware.sampler import MachineSampler
from app.lab.comparison import Comparison, against_off

if TYPE_CHECKING:
    from argparse import Namespace

    from app.engine.types import LoadSettings, PairInfo
    from app.errors import Value


def compare(arguments: Namespace) -> int:
    """Run the command and return the exit status.

    Raises:
        UserError: The input cannot be used, or, as `EnvironmentFault`, the machine cannot do it.
    """
    require_usable(arguments)
    settings = Planner().place(load_settings(arguments))
    client, sampler = EngineClient(), MachineSampler()
    try:
        with Interrupt(client.cancel) as interrupt:
            order = RaceOrder.IN_TURN if arguments.in_turn else RaceOrder.INTERLEAVED
            spec = against_off(reply_request(arguments), settings.draft, order, arguments.repeat)
            comparison = Comparison(spec, lambda: sampler.sample(client.pid))
            return _Follower(client, arguments, interrupt, comparison).run(settings)
    finally:
        client.close()
        sampler.close()


class _Follower:
    """Follows a race from load to verdict."""

    def __init__(
        self, client: EngineClient, arguments: Namespace, interrupt: Interrupt, comparison: Comparison
    ) -> None:
        self._client = client
        self._arguments = arguments
        self._interrupt = interrupt
        self._comparison = comparison
        self._progress = ProgressLine()

    def run(self, settings: LoadSettings) -> int:
        """Load, race, report; returns the exit status."""
        self._client.submit(Load(settings))
        for event in events_until_enough(self._client, self._interrupt):
            self._comparison.take(event)
            match event:
                case LoadProgressed():
                    self._show("loading", role=role_name(event.role), percent=round(event.fraction * 100))
                case PairLoaded():
                    self._on_loaded(event.pair)
                case RaceStepped():
                    self._on_step(event)
                case RaceFinished():
                    return self._finish(event)
                case LoadFailed() | RaceFailed():
                    self._progress.clear()
                    raise fault_of(event.notice)
                case LoadCancelled():
                    return self._interrupted("interrupted_loading")
                case EngineDied():
                    self._progress.clear()
                    say(said(event.notice))
                    return FAILED
                case _:
                    pass
        return FAILED

    def _on_loaded(self, pair: PairInfo) -> None:
        require_draft(pair, self._progress)
        self._client.submit(Race(self._comparison.spec))

    def _on_step(self, step: RaceStepped) -> None:
        if isinstance(step.event, RoundDecoded):
            first, second = (self._comparison.num_tokens(step.repeat, side) for side in range(2))
            runs = self._comparison.spec.num_repeats
            self._show("comparing", run=step.repeat + 1, runs=runs, first=first, second=second)

    def _finish(self, event: RaceFinished) -> int:
        self._progress.clear()
        verdict = self._comparison.verdict()
        if verdict is None:
            return self._interrupted("interrupted_comparing")
        if self._arguments.json:
            report = comparison_report(self._comparison, verdict, with_rounds=self._arguments.rounds)
            write_json(json.dumps(report, ensure_ascii=False))
        else:
            write_text("\n".join(comparison_lines(self._comparison, verdict)) + "\n")
        return INTERRUPTED if event.cancelled else OK

    def _interrupted(self, code: str) -> int:
        self._progress.clear()
        say(said(Notice(code)))
        return INTERRUPTED

    def _show(self, code: str, **values: Value) -> None:
        self._progress.show(said(Notice(code, values)))
