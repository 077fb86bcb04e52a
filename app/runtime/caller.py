"""What a second start of the program says to the first one: come to the front, and load these models.

It is read as it comes, without waiting: the window that reads it is the user's.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSocketNotifier, Signal

if TYPE_CHECKING:
    import socket

MOST_BYTES = 64 << 10
_PIECE = 4096


def message(target: str | None, draft: str | None) -> bytes:
    """What a second start says; whatever names files may have."""
    return json.dumps({"target": target, "draft": draft}).encode("ascii")


class Caller(QObject):
    """One that has called.

    Args:
        line: Its connection, which is closed when it has said all or too much.
    """

    asked = Signal(object, object)
    """For a target and a draft by their paths, whatever bytes these have; None where one is not named."""
    left = Signal()

    def __init__(self, line: socket.socket, parent: QObject) -> None:
        super().__init__(parent)
        self._line = line
        self._heard = b""
        line.setblocking(False)
        self._notifier = QSocketNotifier(line.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._on_readable)

    def close(self) -> None:
        """Hear no more of it."""
        self._notifier.setEnabled(False)
        self._line.close()

    def _on_readable(self) -> None:
        try:
            piece = self._line.recv(_PIECE)
        except BlockingIOError:
            return
        except ConnectionError:
            piece = b""
        self._heard += piece
        if piece and len(self._heard) <= MOST_BYTES:
            return
        self.close()
        target, draft = _models(self._heard)
        if target or draft:
            self.asked.emit(target, draft)
        self.left.emit()


def _models(heard: bytes) -> tuple[str | None, str | None]:
    """The target and the draft in a message; none where it is no such message."""
    try:
        said = json.loads(heard)
    except (ValueError, RecursionError):
        return None, None
    if not isinstance(said, dict):
        return None, None
    target, draft = (said.get(name) for name in ("target", "draft"))
    return target if isinstance(target, str) else None, draft if isinstance(draft, str) else None
