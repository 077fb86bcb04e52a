"""A server that says exactly what a test lets it say, byte by byte, good HTTP or not, on a port of its own."""

from __future__ import annotations

import json
import socket
import threading
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
JSON_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
HANG = None
"""Among what is said: say nothing any more, and keep the connection until the client leaves."""
_READ = 1 << 16


class TalkingServer:
    """Answers each request with what `say` yields for it. Use as a context manager.

    Args:
        say: From path and decoded body to the bytes to send; a number of seconds lets it wait, `HANG` keeps it silent.
    """

    def __init__(self, say: Callable[[str, dict[str, Any]], Iterable[bytes | float | None]]) -> None:
        self._say = say
        self._ends = threading.Event()
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.hangs = threading.Event()
        """Set once it keeps silent."""
        self.url = ""
        """Where it listens."""

    def __enter__(self) -> Self:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.settimeout(0.05)
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ends.set()
        self._thread.join()
        self._listener.close()

    def _serve(self) -> None:
        while not self._ends.is_set():
            try:
                connection, _ = self._listener.accept()
            except TimeoutError:
                continue
            with connection:
                connection.settimeout(5.0)
                try:
                    self._answer(connection)
                except OSError:
                    continue  # the client left, which some tests want

    def _answer(self, connection: socket.socket) -> None:
        path, body = _read(connection)
        self.asked.append((path, body))
        for data in self._say(path, body):
            if data is HANG:
                self._keep_silent(connection)
                return
            if isinstance(data, float):
                self._ends.wait(data)
            elif data is not None:
                connection.sendall(data)

    def _keep_silent(self, connection: socket.socket) -> None:
        """Until the client leaves, or the test does."""
        connection.settimeout(0.05)
        self.hangs.set()
        while not self._ends.is_set():
            try:
                if not connection.recv(_READ):
                    return
            except TimeoutError:
                continue


def events(*pieces: object) -> bytes:
    """An event stream of these objects, without its end."""
    return b"".join(b"data: " + json.dumps(piece).encode() + b"\n\n" for piece in pieces)


def delta(text: str, reason: str | None = None) -> dict[str, Any]:
    """A piece of a streamed reply."""
    return {"choices": [{"index": 0, "delta": {"content": text} if text else {}, "finish_reason": reason}]}


def _read(connection: socket.socket) -> tuple[str, dict[str, Any]]:
    data = b""
    while b"\r\n\r\n" not in data:
        data += _some(connection)
    head, _, body = data.partition(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    while len(body) < length:
        body += _some(connection)
    path = head.split(b" ")[1].decode()
    return path, json.loads(body) if body else {}


def _some(connection: socket.socket) -> bytes:
    data = connection.recv(_READ)
    if not data:
        raise ConnectionError("the client left")
    return data
