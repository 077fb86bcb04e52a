"""Who asks: enough to let clients take turns, and to show people who is being served."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.models.naming import one_line

if TYPE_CHECKING:
    from starlette.requests import Request

_MOST_LABEL = 48
_UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class Client:
    """A program that asks.

    All connections of one program are one client, for turns: a program that opens a hundred gets no more than one
    that opens a single one. Programs that call themselves the same can tell themselves apart by OpenAI's field `user`.
    """

    identity: tuple[str, str, str]
    """Address, what it calls itself, and its `user`."""
    label: str
    """For people: the first word of what it calls itself, and its port."""


def client_of(request: Request, user: str | None) -> Client:
    """Who sent a request."""
    host, port = ("", 0) if request.client is None else (request.client.host, request.client.port)
    agent = one_line(request.headers.get("user-agent", ""))
    name = " ".join(agent.split()[:1])[:_MOST_LABEL] or _UNNAMED
    return Client((host, agent, user or ""), f"{name} :{port}" if port else name)
