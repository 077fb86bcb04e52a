"""Who may ask at all: the right name for this machine, no web page but those allowed, and the key.

A page in a browser can send requests to loopback, and with a name of its own that points here (DNS rebinding) even
read the answers. So the Host header must be an address or a known name, and an Origin must be allowed by name.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
import socket
from typing import TYPE_CHECKING

from app.server.errors import ApiError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.datastructures import Headers

    from app.server.config import ServerConfig

OPEN_PATH = "/health"
"""Answers without a key: that something listens can be seen without asking."""
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(?::[0-9]{1,5})?")
_BEARER = "bearer "
_DESCRIPTION = re.compile(r"x-stainless-[a-z-]{1,32}")
_MOST_HEADERS = 32
_PREFLIGHT_SECONDS = 600
_NAME = re.compile(r"[a-z0-9._-]{1,253}")


class Guard:
    """Looks at the head of each request.

    Args:
        config: What is allowed.
    """

    def __init__(self, config: ServerConfig) -> None:
        self._names = {"localhost", config.host.lower(), *(name.lower() for name in config.hosts)}
        if not config.is_local:
            self._names.add(own_name().lower())
        self._origins = frozenset(origin.rstrip("/").lower() for origin in config.origins)
        self._any_address = not config.is_local
        self._digest = b""
        self.set_key(config.key)

    def set_key(self, key: str) -> None:
        """Let this key in, and no other."""
        self._digest = _digest(key)

    def check(self, path: str, headers: Headers) -> None:
        """Let a request pass.

        Raises:
            ApiError: 401 or 403.
        """
        self._check_host(headers.getlist("host"))
        self._check_origin(headers.getlist("origin"))
        if path != OPEN_PATH:
            self._check_key(headers.getlist("authorization"))

    def check_preflight(self, headers: Headers) -> None:
        """Let a browser's question pass that comes before a page's request; it never carries a key.

        Raises:
            ApiError: 403.
        """
        self._check_host(headers.getlist("host"))
        self._check_origin(headers.getlist("origin"))

    def allowance(self, headers: Headers) -> Mapping[str, str]:
        """The headers by which a browser lets an allowed page read the answer; none for others."""
        origin = headers.get("origin", "")
        if not self._allows(origin):
            return {}
        return {"Access-Control-Allow-Origin": origin, "Vary": "Origin"}

    def preflight(self, headers: Headers) -> Mapping[str, str]:
        """The headers that answer a browser's question."""
        return {
            **self.allowance(headers),
            "Access-Control-Allow-Methods": "GET, POST",
            "Access-Control-Allow-Headers": ", ".join(["authorization", "content-type", *_described(headers)]),
            "Access-Control-Max-Age": str(_PREFLIGHT_SECONDS),
        }

    def _check_host(self, given: list[str]) -> None:
        name = _without_port(given[0].strip().lower()) if len(given) == 1 else ""
        if not self._is_ours(name):
            shown, option = (f"“{name}”", name) if _NAME.fullmatch(name) else ("The Host header", "NAME")
            message = f"{shown} is no name by which Galley knows this machine. Use its address in figures, or allow the"
            raise ApiError(403, f"{message} name: galley serve --allow-host {option}", "host_not_allowed")

    def _is_ours(self, name: str) -> bool:
        if name in self._names:
            return True
        try:
            address = ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return self._any_address or address.is_loopback

    def _check_origin(self, given: list[str]) -> None:
        if given and not (len(given) == 1 and self._allows(given[0])):
            raise ApiError(403, "Pages of this origin may not ask Galley. Allow it by name.", "origin_not_allowed")

    def _allows(self, origin: str) -> bool:
        return origin.lower() in self._origins

    def _check_key(self, given: list[str]) -> None:
        shown = given[0] if len(given) == 1 else ""
        has_scheme = shown[: len(_BEARER)].lower() == _BEARER
        key = shown[len(_BEARER) :].strip() if has_scheme else ""
        if not hmac.compare_digest(_digest(key), self._digest):
            raise ApiError(
                401,
                "A key is needed: Authorization: Bearer, and the key that Galley shows.",
                "invalid_api_key",
                headers={"WWW-Authenticate": "Bearer"},
            )


def own_name() -> str:
    """How this machine is called by others; nobody is asked for it."""
    return socket.gethostname()


def _digest(key: str) -> bytes:
    """Of equal length for every key, so that comparing takes as long whatever was shown."""
    return hashlib.sha256(key.encode("utf-8", "surrogateescape")).digest()


def _without_port(host: str) -> str:
    """The name in a Host header; empty where it is none."""
    found = _HOST.fullmatch(host)
    return "" if found is None else found[1]


def _described(headers: Headers) -> list[str]:
    """The headers with which OpenAI's client in a browser says what it is; nobody here reads them."""
    asked = headers.get("access-control-request-headers", "").lower().split(",")
    return [name for each in asked[:_MOST_HEADERS] if _DESCRIPTION.fullmatch(name := each.strip())]
