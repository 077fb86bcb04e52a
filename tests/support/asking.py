"""Another program that asks Galley's server, in a thread of its own, so that the window can work meanwhile."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from typing import Any

_SECONDS = 60.0
AGENT = "notebook/1.0"


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


class Asking:
    """One request; its answer is there when it `is_over`.

    Args:
        port: Where the server listens.
        key: What is shown to it; empty shows nothing.
        path: What is asked for.
        body: What is posted, as JSON; None gets.
        host: Where the server listens.
    """

    def __init__(
        self, port: int, key: str, path: str = "/v1/models", body: dict[str, Any] | None = None, host: str = "127.0.0.1"
    ) -> None:
        self.status = 0
        self.text = ""
        self._port, self._key, self._path, self._body, self._host = port, key, path, body, host
        self._thread = threading.Thread(target=self._run, name="another program")
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether it has been answered, or the connection has ended."""
        return not self._thread.is_alive()

    @property
    def answer(self) -> dict[str, Any]:
        """The answer, where it is JSON."""
        self._thread.join()
        answer: dict[str, Any] = json.loads(self.text)
        return answer

    @property
    def error(self) -> str:
        """What the answer says went wrong."""
        message: str = self.answer["error"]["message"]
        return message

    @property
    def said(self) -> str:
        """The text of a reply."""
        choice = self.answer["choices"][0]
        text: str = choice["message"]["content"] if "message" in choice else choice["text"]
        return text

    def _run(self) -> None:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=_SECONDS)
        headers = {"User-Agent": AGENT, "Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        try:
            body = None if self._body is None else json.dumps(self._body)
            connection.request("GET" if body is None else "POST", self._path, body, headers)
            answer = connection.getresponse()
            self.status = answer.status
            self.text = answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            self.text = type(error).__name__
        finally:
            connection.close()


def ask(port: int, key: str, text: str = "Go on.", *, max_tokens: int = 12, **more: object) -> Asking:
    """Ask for a reply to a message."""
    body = {"model": "any", "messages": [{"role": "user", "content": text}], "max_tokens": max_tokens, **more}
    return Asking(port, key, "/v1/chat/completions", body)
