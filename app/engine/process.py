"""The engine process: owns every llama.cpp object, takes commands from a pipe, answers with events.

A failed allocation or an assertion in llama.cpp ends this process and nothing else. It dies with its parent.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from typing import TYPE_CHECKING

from app.engine.commands import Load, Reply, Shutdown
from app.engine.contexts import Cancelled
from app.engine.events import LoadCancelled, LoadFailed, LoadProgressed, PairLoaded, ReplyFailed
from app.errors import Notice, UserError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from app.engine.cancel import CancelFlag
    from app.engine.commands import Command
    from app.engine.events import EngineEvent
    from app.engine.llama.pair import Pair
    from app.engine.session import Session
    from app.engine.types import LoadSettings, PairInfo, ReplyRequest

_PR_SET_PDEATHSIG = 1
_PROGRESS_STEP = 0.01


def run(connection: Connection, cancel: CancelFlag, log_path: str, parent: int) -> None:
    """Entry of the child.

    Args:
        connection: Commands in, events out.
        cancel: Shared flag.
        log_path: File that standard error goes to: llama.cpp's assertions are written there and nowhere else.
        parent: Process id of the window; when it is gone, so is this.
    """
    _die_with(parent)
    _capture_standard_error(log_path)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the parent decides what it means
    os.environ.setdefault("GGML_NO_BACKTRACE", "1")
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # two spinning threads collapse beside a busy window
    engine = _Engine(connection, cancel)
    try:
        engine.serve()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        engine.close()  # the window is gone


class _Engine:
    """Serves commands one after the other until the pipe ends."""

    def __init__(self, connection: Connection, cancel: CancelFlag) -> None:
        self._connection = connection
        self._cancel = cancel
        self._pair: Pair | None = None
        self._session: Session | None = None

    def serve(self) -> None:
        """Run until told to stop."""
        while True:
            command: Command = self._connection.recv()
            if isinstance(command, Shutdown):
                self.close()
                return
            if isinstance(command, Load):
                self._load(command.settings)
            elif isinstance(command, Reply):
                self._reply(command.request)

    def close(self) -> None:
        """Free the models."""
        self._session = None
        if self._pair is not None:
            self._pair.close()
            self._pair = None

    def _send(self, event: EngineEvent) -> None:
        self._connection.send(event)

    def _load(self, settings: LoadSettings) -> None:
        """Load what is asked for; what was there before comes back where it fails."""
        before = None if self._pair is None else self._pair.settings
        try:
            if self._pair is not None and _same_target(self._pair.settings, settings):
                self._pair.load_draft(settings, self._cancel, self._progress())
            else:
                self._open(settings)
        except Cancelled:
            self._send(LoadCancelled(self._restore(before)))
        except UserError as error:
            self._send(LoadFailed(error.notice, self._restore(before)))
        else:
            if self._pair is not None:
                self._send(PairLoaded(self._pair.info()))

    def _open(self, settings: LoadSettings) -> None:
        from app.engine.llama.pair import Pair
        from app.engine.session import Session

        self.close()
        self._pair = Pair.load(settings, self._cancel, self._progress())
        self._session = Session(self._pair, self._cancel.is_set)

    def _restore(self, settings: LoadSettings | None) -> PairInfo | None:
        """Bring back the pair that a failed load displaced."""
        if self._pair is not None:
            return self._pair.info()
        if settings is None:
            return None
        self._cancel.clear()
        try:
            self._open(settings)
        except (Cancelled, UserError):
            return None
        return None if self._pair is None else self._pair.info()

    def _progress(self) -> _Progress:
        return _Progress(self._send)

    def _reply(self, request: ReplyRequest) -> None:
        if self._session is None:
            self._send(ReplyFailed(request.request_id, Notice("no_model_loaded")))
            return
        for event in self._session.reply(request):
            self._send(event)


class _Progress:
    """Passes on load progress in steps that the eye can see."""

    def __init__(self, send: object) -> None:
        self._send = send
        self._last = ("", -1.0)

    def __call__(self, role: str, fraction: float) -> None:
        last_role, last = self._last
        if role != last_role or fraction - last >= _PROGRESS_STEP or fraction >= 1.0:
            self._last = (role, fraction)
            self._send(LoadProgressed(role, fraction))  # type: ignore[operator]


def _same_target(loaded: LoadSettings, wanted: LoadSettings) -> bool:
    """Whether only the draft differs, so that the target can stay."""
    from dataclasses import replace

    from app.engine.llama.pair import reproducible

    wanted = reproducible(wanted) if wanted.reproducible else wanted
    return (
        replace(
            wanted,
            draft=loaded.draft,
            draft_kv_type_k=loaded.draft_kv_type_k,
            draft_kv_type_v=loaded.draft_kv_type_v,
        )
        == loaded
    )


def _die_with(parent: int) -> None:
    """Ask the kernel to kill this process when its parent dies (Linux); elsewhere the pipe's end does it."""
    if sys.platform == "linux":
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def _capture_standard_error(path: str) -> None:
    """Send file descriptor 2 to the log file; C code writes there without asking Python."""
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.dup2(descriptor, 2)
    os.close(descriptor)
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a core dump would hold the prompts
