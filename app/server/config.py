"""How the server listens and what it allows: one frozen value, made by the command line or by the window."""

from __future__ import annotations

import ipaddress
import secrets
from dataclasses import dataclass, field

from app.engine.types import SamplingSettings, SpeculationSettings

DEFAULT_PORT = 8080
LOOPBACK = "127.0.0.1"
_KEY_BYTES = 24


@dataclass(frozen=True, slots=True)
class Limits:
    """What a request may take; beyond it is refused with a status that says so."""

    body_bytes: int = 4 << 20
    """Of a request's body; 413 beyond."""
    body_seconds: float = 20.0
    """For a request to arrive, its head and its body each; 408 beyond, or the connection is closed."""
    reader_seconds: float = 60.0
    """A reader that takes nothing for so long is let go. The engine never waits for one."""
    most_waiting: int = 32
    """Replies that wait for the engine; 429 beyond."""
    most_waiting_each: int = 16
    """Of one client."""
    wait_seconds: float = 300.0
    """For a reply's turn to come; 429 beyond."""
    most_tokens: int | None = None
    """Of any reply, whatever was asked for; None leaves that to the context."""
    most_choices: int = 16
    """`n` times the number of prompts."""
    connections: int = 128
    """Open at once; further ones are closed at once."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """How to serve."""

    key: str
    """What clients have to show; never empty."""
    host: str = LOOPBACK
    """An address of this machine. Anything but a loopback address lets other machines in: ask first."""
    port: int = DEFAULT_PORT
    """0 takes any that is free."""
    origins: tuple[str, ...] = ()
    """Web pages that may ask, such as `https://notes.example`; none otherwise."""
    hosts: tuple[str, ...] = ()
    """Names by which clients may call this machine, beside its addresses and `localhost`."""
    sampling: SamplingSettings = field(default_factory=SamplingSettings)
    """What holds where a request says nothing."""
    speculation: SpeculationSettings = field(default_factory=SpeculationSettings)
    limits: Limits = field(default_factory=Limits)

    @property
    def is_local(self) -> bool:
        """Whether only programs on this machine can reach it."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether an address or name means this machine and nothing else."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_every_address(host: str) -> bool:
    """Whether it means all addresses of this machine at once."""
    return host in ("", "0.0.0.0", "::")


def url_of(host: str, port: int) -> str:
    """Where a client asks, without `/v1`."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def new_key() -> str:
    """A key that nobody can guess: 192 random bits, in letters that survive being copied."""
    return f"galley-{secrets.token_urlsafe(_KEY_BYTES)}"
