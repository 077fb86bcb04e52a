"""One store, one Galley: whoever opens it holds a lock that the system takes back from the dead.

The lock file stays empty; it tells nobody who had the store open, or when.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from app.errors import UserError
from app.store.files import make_private

if TYPE_CHECKING:
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


class StoreLock:
    """Held from its making to `release`, or to the process's end, however that comes.

    Raises:
        UserError: `store_in_use`, if somebody else holds it.
        OSError: If the lock file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        make_private(path)
        self._descriptor: int | None = os.open(path, os.O_RDWR | getattr(os, "O_CLOEXEC", 0))
        try:
            _take(self._descriptor)
        except OSError as error:
            self.release()
            raise UserError("store_in_use", path=str(path.parent)) from error

    def release(self) -> None:
        """Let go. Doing so twice is doing so once."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
