"""One window for each user and folder: who comes second brings the first one's to the front, hands over and leaves.

A socket in the file system, which no other user can reach and which is no network. The system takes the lock back
from a process that was killed; the socket that it left is replaced.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import socket
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal

from app.runtime.caller import Caller, message

if TYPE_CHECKING:
    from collections.abc import Mapping

_SECONDS = 2.0
_DIGITS = 16


class SingleInstance(QObject):
    """The first of its kind, or not.

    Args:
        folder: Whose windows it is one of: the data folder.
        environment: Where the runtime folder is looked up.
    """

    raise_requested = Signal()
    """Somebody has started the program again."""
    models_requested = Signal(object, object)
    """And has named a target, a draft, or both, by their paths; None where one is not named."""

    def __init__(self, folder: Path, environment: Mapping[str, str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        name = hashlib.sha256(os.path.realpath(folder).encode("utf-8", "surrogateescape")).hexdigest()[:_DIGITS]
        place = _private_folder(environment)
        self._path = place / name
        self._lock: int | None = None
        self._listener: socket.socket | None = None
        self._notifier: QSocketNotifier | None = None

    @property
    def path(self) -> Path:
        """The socket."""
        return self._path

    @property
    def files(self) -> tuple[Path, Path]:
        """The socket, and the lock beside it."""
        return self._path, self._path.with_suffix(".lock")

    def claim(self, target: str | None = None, draft: str | None = None) -> bool:
        """Become the first; False where there is one already, which is asked to show its window. Needs no event loop.

        Where neither can be done (no folder to write in), the store's own lock is what remains: True.

        Args:
            target: A model that the one there is shall load.
            draft: A draft model for it to load.
        """
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _require_private(self._path.parent)
            self._lock = os.open(self.files[1], os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return True
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._release()
            self._ask(message(target, draft))
            return False
        with contextlib.suppress(OSError):
            self._bind()
        return True

    def listen(self) -> None:
        """Hear of those who come later, from now on; callers until then are heard now."""
        if self._listener is not None:
            self._notifier = QSocketNotifier(self._listener.fileno(), QSocketNotifier.Type.Read, self)
            self._notifier.activated.connect(self._on_called)

    def close(self) -> None:
        """Be the first no longer."""
        if self._notifier is not None:
            self._notifier.setEnabled(False)
            self._notifier = None
        for caller in self.findChildren(Caller):
            caller.close()
        if self._listener is not None:
            self._listener.close()
            self._listener = None
            self._path.unlink(missing_ok=True)
        self._release()

    def _ask(self, wish: bytes) -> None:
        """Ask the first one to show itself; one that is only just starting, or ending, needs no asking."""
        with contextlib.suppress(OSError), contextlib.closing(socket.socket(socket.AF_UNIX)) as caller:
            caller.settimeout(_SECONDS)
            caller.connect(str(self._path))
            caller.sendall(wish)

    def _bind(self) -> None:
        self._path.unlink(missing_ok=True)
        listener = socket.socket(socket.AF_UNIX)
        try:
            listener.setblocking(False)
            listener.bind(str(self._path))
            self._path.chmod(0o600)
            listener.listen(4)
        except OSError:
            listener.close()
            raise
        self._listener = listener

    def _on_called(self) -> None:
        """Whoever reaches this socket is the user, and wants to see the window; which models it names is read then."""
        if self._listener is None:
            return
        with contextlib.suppress(BlockingIOError, ConnectionError):
            line, _address = self._listener.accept()
            caller = Caller(line, self)
            caller.asked.connect(self.models_requested)
            caller.left.connect(caller.deleteLater)
            self.raise_requested.emit()

    def _release(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _private_folder(environment: Mapping[str, str]) -> Path:
    """Where the socket lies: the session's own folder, or one in the temporary folder that is named after the user."""
    runtime = environment.get("XDG_RUNTIME_DIR", "")
    if runtime and Path(runtime).is_dir():
        return Path(runtime) / "galley"
    return Path(tempfile.gettempdir()) / f"galley-{os.getuid()}"


def _require_private(folder: Path) -> None:
    """Make sure that nobody else made the folder or can look into it.

    Raises:
        PermissionError: It is somebody else's.
    """
    about = folder.lstat()
    if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid():
        raise PermissionError
    if about.st_mode & 0o077:
        folder.chmod(0o700)
