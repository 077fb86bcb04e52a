"""`galley serve`: the pair for other programs on this machine, until it is interrupted."""

from __future__ import annotations

import json
import signal
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.allowed import require_allowed
from app.cli.generate import (
    FAILED,
    INTERRUPTED,
    OK,
    fault_of,
    load_settings,
    require_draft,
    require_known_tokens,
    sampling_of,
    speculation_of,
)
from app.cli.language import role_name, said
from app.cli.planning import Planner
from app.cli.terminal import ProgressLine, say, write_json, write_text
from app.engine.events import EngineDied, LoadCancelled, LoadFailed, LoadProgressed, PairLoaded
from app.engine.types import SpeculationMode
from app.errors import Notice, UserError
from app.hardware.addresses import own_addresses
from app.models.preflight import check_files
from app.server.config import Limits, ServerConfig, is_every_address, new_key, url_of
from app.server.guard import own_name
from app.server.headless import HeadlessEngine
from app.server.serving import Server
from app.settings.policy import read_policy

if TYPE_CHECKING:
    from types import FrameType, TracebackType

    from app.engine.types import PairInfo


def serve(options: Namespace) -> int:
    """Run the command and return the exit status: 0 when it was interrupted while it served.

    Raises:
        UserError: The input cannot be used, or, as `EnvironmentFault`, the machine cannot do it.
    """
    _require_usable(options)
    settings = Planner().place(load_settings(Namespace(**{**vars(options), "speculation": SpeculationMode.AUTO})))
    made = None if options.api_key else new_key()
    engine = HeadlessEngine()
    server = Server(engine, _config(options, options.api_key or made or ""))
    try:
        with _Ending(engine) as ending:
            server.start()  # before the load, which may take minutes: a port that is taken is said at once
            engine.load(settings)
            return _Run(engine, server, ending, made, options.host, as_json=options.json).run()
    finally:
        server.stop()
        engine.close()


def _require_usable(options: Namespace) -> None:
    """Refuse what can be known not to work before anything is loaded."""
    if read_policy().policy.api_forbidden:
        raise UserError("policy_api")
    require_allowed(options.target, options.draft)
    check = check_files(Path(options.target), None if options.draft is None else Path(options.draft))
    if check.draft_reasons:
        raise UserError("context_of_draft", reason=check.draft_reasons[0])
    require_known_tokens(options.logit_bias, check.target.vocabulary.num_tokens)


def _config(options: Namespace, key: str) -> ServerConfig:
    return ServerConfig(
        key=key,
        host=options.host,
        port=options.port,
        origins=tuple(options.allow_origin),
        hosts=tuple(options.allow_host),
        sampling=sampling_of(options),
        speculation=speculation_of(options),
        limits=Limits(
            most_waiting=options.queue,
            most_waiting_each=max(1, options.queue // 2),
            wait_seconds=options.queue_seconds,
            most_tokens=options.max_tokens,
        ),
    )


class _Run:
    """Follows the engine from the load to the end; the server has a thread of its own.

    Args:
        engine: Loading.
        server: Listening.
        ending: Whether it is enough.
        key: What to show this once; None where the user has chosen it.
        host: Where it was to listen.
        as_json: How to tell what listens.
    """

    def __init__(
        self, engine: HeadlessEngine, server: Server, ending: _Ending, key: str | None, host: str, *, as_json: bool
    ) -> None:
        self._engine = engine
        self._server = server
        self._ending = ending
        self._key = key
        self._host = host
        self._as_json = as_json
        self._progress = ProgressLine()
        self._serves = False

    def run(self) -> int:
        """Load, serve, end; returns the exit status."""
        try:
            while not self._ending.came:
                status = self._poll()
                if status is not None:
                    return status
        finally:
            self._progress.clear()
        return OK if self._serves else INTERRUPTED

    def _poll(self) -> int | None:
        """Take in what the engine tells; a status ends the program."""
        events = self._engine.poll()
        self._server.on_events(events)
        for event in events:
            match event:
                case LoadProgressed() if not self._serves:
                    self._progress.show(
                        said(Notice("loading", {"role": role_name(event.role), "percent": round(event.fraction * 100)}))
                    )
                case PairLoaded() if not self._serves:
                    require_draft(event.pair, self._progress)
                    self._serves = True
                    self._tell(event.pair)
                case LoadFailed():  # at the start, or when it should have come back after the engine's death
                    raise fault_of(event.notice)
                case LoadCancelled():
                    return FAILED
                case EngineDied():
                    self._progress.clear()
                    say(said(event.notice))
                    if not self._serves:
                        return FAILED
                case _:
                    pass
        return None

    def _tell(self, pair: PairInfo) -> None:
        """Say where it listens, and the key that was made."""
        self._progress.clear()
        address, model = self._server.address, pair.target.name
        others = _for_others(self._host, int(address.rpartition(":")[2]))
        if self._as_json:
            draft = None if pair.draft is None else pair.draft.name
            told = {
                "address": address,
                "base_url": f"{address}/v1",
                "other_addresses": others,
                "model": model,
                "draft": draft,
                "key": self._key,
            }
            write_json(json.dumps(told, ensure_ascii=False))
            return
        write_text(said(Notice("server_listening", {"model": model, "address": address})) + "\n")
        if others:
            shown = ", ".join(f"{each}/v1" for each in others)
            write_text(said(Notice("server_reached_at", {"addresses": shown})) + "\n")
        if self._key is not None:
            write_text(said(Notice("server_key_made", {"key": self._key})) + "\n")


def _for_others(host: str, port: int) -> list[str]:
    """Where other machines reach what listens at every address: by the machine's name, and by its addresses."""
    if not is_every_address(host):
        return []
    wanted = ":" if host == "::" else "."
    addresses = [each.address for each in own_addresses() if wanted in each.address]
    return [url_of(each, port) for each in (own_name(), *addresses)]


class _Ending:
    """Turns Ctrl+C, and the system's wish that the program end, into an end in order; a second one ends it at once.

    Args:
        engine: Woken, so that what waits for it looks up.
    """

    def __init__(self, engine: HeadlessEngine) -> None:
        self._engine = engine
        self._before: dict[signal.Signals, signal.Handlers] = {}
        self.came = False

    def __enter__(self) -> _Ending:
        """Begin to listen; Ctrl+C that is ignored, as in a shell's background jobs, stays so."""
        for each in (signal.SIGINT, signal.SIGTERM):
            before = signal.getsignal(each)
            if before is not signal.SIG_IGN:
                self._before[each] = before  # type: ignore[assignment]
                signal.signal(each, self._on_signal)
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _frames: TracebackType | None
    ) -> None:
        """Leave the signals to whom they belonged before."""
        for each, before in self._before.items():
            signal.signal(each, before)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came = True
        self._engine.wake()
