"""Where bugs go: the traceback into a file of the user's own, one sentence into the window, and on with the work.

Written down are lines of code and the kind of error. What an error says is left out: it may quote a message.
"""

from __future__ import annotations

import logging
import os
import sys
from logging.handlers import RotatingFileHandler
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.engine.last_words import described
from app.errors import Notice

if TYPE_CHECKING:
    from pathlib import Path
    from types import TracebackType

_LARGEST_BYTES = 1 << 20


class CrashLog(QObject):
    """Catches what nobody caught, in any thread's Qt callback, while it is installed."""

    bug_caught = Signal(object)
    """A `Notice` that names the file."""

    def __init__(self, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = folder / "galley.log"
        self._place = str(self._path)
        self._logger = logging.getLogger("galley")
        self._handler: logging.Handler | None = None
        self._previous = sys.excepthook

    def install(self) -> None:
        """Begin to catch. A folder that cannot be written leaves tracebacks on standard error."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600))
            self._handler = RotatingFileHandler(self._path, maxBytes=_LARGEST_BYTES, backupCount=1, encoding="utf-8")
        except OSError:
            self._handler = logging.StreamHandler()
            self._place = QCoreApplication.translate("CrashLog", "the terminal that Galley was started from")
        self._handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
        self._logger.addHandler(self._handler)
        sys.excepthook = self._on_exception

    def remove(self) -> None:
        """Catch no more."""
        sys.excepthook = self._previous
        if self._handler is not None:
            self._logger.removeHandler(self._handler)
            self._handler.close()

    def _on_exception(self, kind: type[BaseException], error: BaseException, frames: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._previous(kind, error, frames)
            return
        self._logger.error("A bug in Galley\n%s", described(error))
        self.bug_caught.emit(Notice("bug_caught", {"path": self._place}))
