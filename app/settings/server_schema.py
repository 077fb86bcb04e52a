"""The settings under which other programs may use the loaded pair: off, and this machine only, until somebody says so.

Address and origins have no title: they are chosen where what they mean is said and confirmed, and nowhere else.
"""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Annotated

from pydantic import Field, StringConstraints, field_validator

from app.catalogue.mark import QT_TRANSLATE_NOOP
from app.errors import UserError
from app.settings.engine_schema import Section

LOOPBACK = "127.0.0.1"
DEFAULT_PORT = 8080
LOWEST_PORT = 1024
"""Those below are the system's own."""
HIGHEST_PORT = 65535
MAX_ORIGINS = 32
MAX_ORIGIN = 256
ORIGIN_PATTERN = r"^https?://([a-z0-9_]([a-z0-9_.-]*[a-z0-9])?|\[[0-9a-f:]+\])(:[0-9]{1,5})?$"
"""Scheme, name and port as a browser sends them: lower case, no path, no wildcard."""

Origin = Annotated[str, StringConstraints(pattern=ORIGIN_PATTERN, max_length=MAX_ORIGIN)]


class ServerSettings(Section):
    """Who else may use the loaded pair, and where they find it."""

    enabled: bool = Field(
        default=False,
        title=QT_TRANSLATE_NOOP("settings", "Serve other programs"),
        description=QT_TRANSLATE_NOOP(
            "settings", "Programs on this machine that have the key may use the loaded models while Galley is open."
        ),
    )
    port: int = Field(
        default=DEFAULT_PORT,
        ge=LOWEST_PORT,
        le=HIGHEST_PORT,
        title=QT_TRANSLATE_NOOP("settings", "Port for other programs"),
        description=QT_TRANSLATE_NOOP("settings", "The number behind the colon of the address that they are given."),
    )
    address: str = Field(
        default=LOOPBACK,
        max_length=64,
        description="Where it listens: an address of this machine; the default is reached from this machine only.",
    )
    allowed_origins: tuple[Origin, ...] = Field(
        default=(), max_length=MAX_ORIGINS, description="Web pages that may use it, each by its origin."
    )

    @field_validator("address")
    @classmethod
    def _is_address(cls, value: str) -> str:
        """Take an address in numbers only: a name may mean another machine tomorrow."""
        return str(ip_address(value))

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine reaches it."""
        return ip_address(self.address).is_loopback


def origin_of(text: str) -> str:
    """Return what was typed as a browser would send it: lower case, without a closing slash and a scheme's own port.

    Raises:
        UserError: `origin_not_one`.
    """
    typed = text.strip()
    origin = typed.lower().rstrip("/")
    for scheme, port in (("http://", ":80"), ("https://", ":443")):
        if origin.startswith(scheme):
            origin = origin.removesuffix(port)
    if len(origin) > MAX_ORIGIN or re.fullmatch(ORIGIN_PATTERN, origin) is None:
        raise UserError("origin_not_one", text=typed[:MAX_ORIGIN])
    return origin
