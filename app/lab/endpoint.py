"""Speaks with an OpenAI-compatible server on this machine: the only module of Galley that holds code for HTTP.

It is there for `galley bench --endpoint` alone, connects to loopback addresses only, and follows no redirection.
"""

from __future__ import annotations

import contextlib
import http.client
import ipaddress
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from app.errors import EnvironmentFault, UserError
from app.models.naming import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

MAX_ANSWER_BYTES = 64 << 20
MAX_LINE_BYTES = 4 << 20
CONNECT_SECONDS = 10.0
_SHUT_BOTH = 2
"""`socket.SHUT_RDWR`."""
_READ_BYTES = 1 << 16
_SHOWN = 160
_ENDS = (b"data: [DONE]", b"data:[DONE]")
_UNHEARD = (404, 405, 501)
"""Answers of a server that does not know a request."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a server listens."""

    host: str
    port: int
    base: str
    """Path before `/v1`, without a slash behind it."""


def parse_address(url: str) -> Address:
    """Read an address and refuse what is not on this machine.

    Raises:
        UserError: `endpoint_not_an_address`, `endpoint_not_here`.
    """
    shown = one_line(url)
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        port = parts.port or 80
    except ValueError as error:
        raise UserError("endpoint_not_an_address", url=shown) from error
    if parts.scheme != "http" or not parts.hostname or parts.query or parts.fragment or parts.username is not None:
        raise UserError("endpoint_not_an_address", url=shown)
    if parts.hostname != "localhost" and not _is_loopback(parts.hostname):
        raise UserError("endpoint_not_here", url=shown)
    if any(letter <= " " or letter > "~" for letter in parts.path):
        raise UserError("endpoint_not_an_address", url=shown)
    base = parts.path.rstrip("/").removesuffix("/chat/completions").removesuffix("/v1").rstrip("/")
    return Address(parts.hostname, port, base)


class EndpointRefusal(UserError):
    """The server is well, and said no to this one request."""


class Wire:
    """Asks one server one question at a time.

    Args:
        url: Where it listens.
        patience_seconds: How long it may be silent.
        key: What it is to be shown with every question; empty where it wants none.
    """

    def __init__(self, url: str, patience_seconds: float, key: str = "") -> None:
        self._key = key
        self._address = parse_address(url)
        self._url = one_line(url)
        self._patience = patience_seconds
        self._shut: Callable[[int], None] | None = None
        """Ends the connection that is open, under whoever waits for it."""
        self._stopped = False

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    def stop(self) -> None:
        """Let whatever waits for the server fail at once, from any thread or a signal's handler."""
        self._stopped = True
        shut = self._shut
        if shut is not None:
            with contextlib.suppress(OSError):  # it was closed already
                shut(_SHUT_BOTH)

    def first_model(self) -> str:
        """What the server says it serves; empty where it does not say.

        Raises:
            UserError: It cannot be used.
        """
        patience = min(self._patience, CONNECT_SECONDS)
        try:
            body = b"".join(self._ask("GET", "/v1/models", None, patience))
        except EndpointRefusal as error:
            if error.notice.values["status"] in _UNHEARD:
                return ""
            raise
        listed = self._json(body)
        models = listed.get("data")
        if not isinstance(models, list):
            raise self._fault("endpoint_nonsense", answer=_start_of(body))
        first = models[0] if models else None
        name = first.get("id") if isinstance(first, dict) else None
        return name if isinstance(name, str) else ""

    def stream(self, body: dict[str, object], enough: Callable[[], bool]) -> Iterator[tuple[float, dict[str, Any]]]:
        """Ask for a chat completion and hand over what comes, each with its second since the request.

        A server that does not stream yields one object. Ends behind `[DONE]` or the answer's end.

        Args:
            body: The request.
            enough: Asked behind each piece; True ends it.

        Raises:
            EndpointRefusal: The server refuses this request.
            UserError: It cannot be used.
        """
        began = time.perf_counter()
        heard = 0.0
        rest = b""
        streamed: bool | None = None
        with contextlib.closing(self._ask("POST", "/v1/chat/completions", body, self._patience)) as answer:
            for data in answer:
                now = time.perf_counter() - began
                rest += data
                if streamed is None and rest.lstrip():
                    streamed = not rest.lstrip().startswith((b"{", b"[", b"<"))
                if not streamed:
                    continue
                *lines, rest = rest.split(b"\n")
                if len(rest) > MAX_LINE_BYTES:
                    raise self._fault("endpoint_nonsense", answer=_start_of(rest))
                for line in lines:
                    if line.strip() in _ENDS:
                        return
                    piece = self._piece(line)
                    if piece is not None:
                        heard = now
                        yield now, piece
                    if enough():
                        return
                if now - heard > self._patience:  # it keeps the connection busy, and says nothing
                    raise self._fault("endpoint_silent", seconds=f"{self._patience:g}")
        rest = rest.strip()
        if not streamed and rest:
            yield time.perf_counter() - began, self._json(rest)
        elif rest in _ENDS:
            return
        elif rest.startswith(b"data:") and not rest.endswith(b"}"):
            raise self._fault("endpoint_broke_off")
        elif (piece := self._piece(rest)) is not None:
            yield time.perf_counter() - began, piece

    def _piece(self, line: bytes) -> dict[str, Any] | None:
        """What a line of an event stream says; None where that is nothing.

        Raises:
            UserError: `endpoint_nonsense`, `endpoint_failed`.
        """
        line = line.strip()
        if not line or line.startswith((b":", b"event:", b"id:", b"retry:")):
            return None
        name, _, data = line.partition(b":")
        if name not in (b"data", b"error"):
            raise self._fault("endpoint_nonsense", answer=_start_of(line))
        piece = self._json(data)
        problem = piece.get("error") or (piece if name == b"error" else None)
        if problem:
            said = problem.get("message") if isinstance(problem, dict) else problem
            raise self._fault("endpoint_failed", answer=one_line(str(said or problem))[:_SHOWN])
        return piece

    def _ask(
        self, method: str, path: str, body: dict[str, object] | None, patience: float
    ) -> Generator[bytes, None, None]:
        """Send a request and yield the answer as it comes."""
        connection = http.client.HTTPConnection(self._address.host, self._address.port, timeout=CONNECT_SECONDS)
        response: http.client.HTTPResponse | None = None
        got = 0
        try:
            connection.connect()
            if not _is_loopback(str(connection.sock.getpeername()[0])):
                raise UserError("endpoint_not_here", url=self._url)
            connection.sock.settimeout(patience)
            self._shut = connection.sock.shutdown
            headers = {"Accept": "text/event-stream, application/json", "Connection": "close"}
            if self._key:
                headers["Authorization"] = f"Bearer {self._key}"
            encoded = None
            if body is not None:
                encoded = json.dumps(body).encode("ascii")
                headers["Content-Type"] = "application/json"
            connection.request(method, self._address.base + path, encoded, headers)
            response = connection.getresponse()
            if response.status != 200:
                raise self._refusal(response.status, response.read(_READ_BYTES))
            while data := response.read1(_READ_BYTES):
                got += len(data)
                if got > MAX_ANSWER_BYTES:
                    raise self._fault("endpoint_never_ends")
                yield data
        except TimeoutError as error:
            raise self._fault("endpoint_silent", seconds=f"{patience:g}") from error
        except ConnectionRefusedError as error:
            raise self._fault("endpoint_not_there") from error
        except http.client.IncompleteRead as error:
            raise self._fault("endpoint_broke_off") from error
        except (http.client.RemoteDisconnected, ConnectionError) as error:
            raise self._fault("endpoint_broke_off") from error
        except http.client.HTTPException as error:
            raise self._fault("endpoint_nonsense", answer=_start_of(str(error).encode())) from error
        except OSError as error:
            raise self._fault("endpoint_unreachable", cause=error.strerror or str(error)) from error
        finally:
            self._shut = None
            if response is not None:
                response.close()
            connection.close()

    def _refusal(self, status: int, body: bytes) -> UserError:
        said = _start_of(body)
        try:
            problem = json.loads(body)["error"]
            said = one_line(str(problem["message"] if isinstance(problem, dict) else problem))[:_SHOWN]
        except (ValueError, KeyError, TypeError, RecursionError):
            said = said or "–"  # the answer itself is shown
        return EndpointRefusal("endpoint_refused", url=self._url, status=status, answer=said)

    def _json(self, data: bytes) -> dict[str, Any]:
        try:
            found = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise self._fault("endpoint_nonsense", answer=_start_of(data)) from error
        if not isinstance(found, dict):
            raise self._fault("endpoint_nonsense", answer=_start_of(data))
        return found

    def _fault(self, code: str, **values: str | float) -> EnvironmentFault:
        return EnvironmentFault(code, url=self._url, **values)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _start_of(data: bytes) -> str:
    return one_line(data[:1000].decode("utf-8", "replace"))[:_SHOWN] or "–"
