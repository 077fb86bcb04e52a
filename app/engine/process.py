"""The engine process: owns every llama.cpp object, takes commands from a pipe, answers with events.

A failed allocation or an assertion in llama.cpp ends this process and nothing else. It dies with its parent.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from app.engine import library_environment
from app.engine.calibration import calibrate
from app.engine.commands import CountTokens, ForgetText, Load, Race, Shutdown
from app.engine.contexts import Cancelled
from app.engine.core_dumps import forbid_core_dumps
from app.engine.cost_store import CostStore, cost_key
from app.engine.events import LoadCancelled, LoadFailed, LoadProgressed, PairLoaded, ReplyFailed, TokensCounted
from app.engine.last_words import LastWords
from app.engine.race_events import RaceFailed
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from app.engine.cancel import CancelFlag
    from app.engine.commands import Command
    from app.engine.error_log import InheritedLog
    from app.engine.events import EngineEvent
    from app.engine.llama.pair import Pair
    from app.engine.pacing import Pacing
    from app.engine.race_values import RaceSpec
    from app.engine.session import Session
    from app.engine.types import LoadSettings, ReplyRequest

_PROGRESS_STEP = 0.01


def run(connection: Connection, cancel: CancelFlag, log: InheritedLog) -> None:
    """Entry of the child.

    Args:
        connection: Commands in, events out.
        cancel: Shared flag.
        log: Takes standard output and standard error.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the parent decides what it means
    log.capture()
    forbid_core_dumps()
    _die_with_parent()
    library_environment.prepare(os.environ)
    engine = _Engine(connection, cancel)
    with LastWords():
        try:
            engine.serve()
        except (EOFError, BrokenPipeError, ConnectionResetError):
            pass  # the window is gone
        finally:
            engine.close()


class _Engine:
    """Serves commands one after the other until the pipe ends."""

    def __init__(self, connection: Connection, cancel: CancelFlag) -> None:
        self._connection = connection
        self._cancel = cancel
        self._pair: Pair | None = None
        self._session: Session | None = None
        self._pacing: Pacing | None = None
        self._costs = CostStore("")
        self._cost_key = ""

    def serve(self) -> None:
        """Run until told to stop."""
        while True:
            command: Command = self._connection.recv()
            if isinstance(command, Shutdown):
                return
            if isinstance(command, Load):
                self._load(command.settings)
            elif isinstance(command, ForgetText):
                if self._session is not None:
                    self._session.forget()
            elif isinstance(command, CountTokens):
                self._count(command)
            elif isinstance(command, Race):
                self._race(command.spec)
            else:
                self._reply(command.request)

    def close(self) -> None:
        """Free the models."""
        if self._session is not None:
            self._session.close()
            self._session = None
        if self._pair is not None:
            self._pair.close()
            self._pair = None

    def _send(self, event: EngineEvent) -> None:
        self._connection.send(event)

    def _load(self, settings: LoadSettings) -> None:
        """Load what is asked for. What had to make room for it is the client's to bring back."""
        progress = _Progress(self._send)
        try:
            if self._pair is not None and _same_target(self._pair.settings, settings):
                self._pair.load_draft(settings, self._cancel, progress)
                self._begin_session(self._pair)
            else:
                self._open(settings, progress)
        except Cancelled:
            self._send(LoadCancelled(None))
        except UserError as error:
            self._send(LoadFailed(error.notice, None))
        else:
            if self._pair is not None:
                self._send(PairLoaded(self._pair.info()))

    def _open(self, settings: LoadSettings, progress: Callable[[str, float], None]) -> None:
        try:
            from app.engine.llama.pair import Pair
        except (ImportError, OSError, RuntimeError) as error:  # the package wraps what the dynamic linker says
            raise UserError("backend_not_loaded", cause=str(error).splitlines()[-1]) from error
        self.close()
        self._pair = Pair.load(settings, self._cancel, progress)
        self._begin_session(self._pair)

    def _begin_session(self, pair: Pair) -> None:
        """Make ready to reply: take up what earlier runs measured of this pair, and measure what is missing."""
        from app.engine.llama.backend import device_names
        from app.engine.pacing import Pacing
        from app.engine.session import Session

        if self._session is not None:
            self._session.close()
        settings = pair.settings
        self._costs = CostStore(settings.costs_path)
        self._cost_key = cost_key(settings, device_names(), pair.threads)
        pacing = Pacing(pair, self._costs.get(self._cost_key), reproducible=settings.reproducible)
        if not pacing.is_calibrated and pair.can_rewind:
            calibrate(pacing.costs, pair.target, pair.draft, self._cancel.is_set)
        self._pacing = pacing
        self._session = Session(pair, self._cancel.is_set, pacing)

    def _count(self, command: CountTokens) -> None:
        """Count, unless something more urgent comes: the client asks again when that is done."""
        uncounted = TokensCounted(command.count_id, None, (), command.serial)
        try:
            self._send(uncounted if self._session is None else self._session.count(command, self._connection.poll))
        except Cancelled:
            pass
        except UserError:
            self._send(uncounted)

    def _reply(self, request: ReplyRequest) -> None:
        if self._session is None:
            self._send(ReplyFailed(request.request_id, Notice("no_model_loaded")))
            return
        for event in self._session.reply(request):
            self._send(event)
        if self._pacing is not None:
            self._costs.put(self._cost_key, self._pacing.to_json())

    def _race(self, spec: RaceSpec) -> None:
        """Let two sides with caches of their own race over what is loaded; what they learn is not kept."""
        if self._pair is None:
            self._send(RaceFailed(spec.request_id, Notice("no_model_loaded")))
            return
        from app.engine.llama.sides import Sides
        from app.engine.race import RaceRun

        with (
            Sides(self._pair, spec.sides, self._cancel, self._known_costs) as sides,
            closing(RaceRun(spec, sides.open, self._cancel.is_set).events()) as events,
        ):
            for event in events:
                self._send(event)

    def _known_costs(self, settings: LoadSettings) -> object:
        """What is known of a pair loaded like this: of the one that is, what it has learnt since."""
        from app.engine.llama.backend import device_names

        if self._pair is None or self._pacing is None:
            return None
        key = cost_key(settings, device_names(), self._pair.threads)
        return self._pacing.to_json() if key == self._cost_key else self._costs.get(key)


class _Progress:
    """Passes on load progress in steps that the eye can see."""

    def __init__(self, send: Callable[[EngineEvent], None]) -> None:
        self._send = send
        self._last = ("", -1.0)

    def __call__(self, role: str, fraction: float) -> None:
        last_role, last = self._last
        if role != last_role or fraction - last >= _PROGRESS_STEP or last < fraction >= 1.0:
            self._last = (role, fraction)
            self._send(LoadProgressed(role, fraction))


def _same_target(loaded: LoadSettings, wanted: LoadSettings) -> bool:
    """Whether only the draft differs, so that the target can stay. A pair is loaded here, so llama_cpp is too."""
    from app.engine.llama.pair import reproducible

    wanted = reproducible(wanted) if wanted.reproducible else wanted
    return (
        replace(
            wanted,
            draft=loaded.draft,
            draft_refusal=loaded.draft_refusal,
            draft_kv_type_k=loaded.draft_kv_type_k,
            draft_kv_type_v=loaded.draft_kv_type_v,
        )
        == loaded
    )


def _die_with_parent() -> None:
    """End this process when its parent is gone, even if it was killed and whatever this process is doing.

    A thread that sleeps in the kernel: the kernel's own signal for it is bound to the thread that started the
    child, and would end the engine with that thread.
    """
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
