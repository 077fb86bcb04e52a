"""How things stand with serving other programs, as one value that page, header and words are made from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from app.settings.server_schema import DEFAULT_PORT, LOOPBACK

if TYPE_CHECKING:
    from app.errors import Notice


class Standing(StrEnum):
    """How things stand."""

    FORBIDDEN = "forbidden"
    """Whoever looks after this machine does not allow it."""
    OFF = "off"
    LOOKING = "looking"
    """The keyring is asked for the key, and may ask the user."""
    NO_KEY = "no_key"
    """It was turned on, and there is no key to let anybody in with."""
    ON = "on"
    FAILED = "failed"
    """It was turned on, and cannot listen."""


@dataclass(frozen=True, slots=True)
class ProgramsState:
    """All that is said of it, but for who is being served."""

    standing: Standing = Standing.OFF
    reason: Notice | None = None
    """Why it is forbidden, has no key or cannot listen; while it is on: why a new key could not be kept."""
    address: str = LOOPBACK
    port: int = DEFAULT_PORT
    is_local: bool = True
    """Whether only programs on this machine reach it."""
    has_pair: bool = False
    """Whether a model is loaded; programs are turned away without one."""
    has_key: bool = False
    """Whether a key is known to be there."""
    is_key_kept: bool = False
    """Whether the keyring has it; otherwise it ends with the program."""
    fresh_key: str = ""
    """A key that has just been made, until it has been seen."""
    can_keep: bool = True
    """Whether the keyring took, or may take, a key."""
    origins: tuple[str, ...] = ()
    num_served: int = 0
    """Replies that are being written."""
    num_waiting: int = 0

    @property
    def wants(self) -> bool:
        """Whether it is turned on, whether or not it listens."""
        return self.standing in (Standing.LOOKING, Standing.NO_KEY, Standing.ON, Standing.FAILED)

    @property
    def is_busy(self) -> bool:
        """Whether anybody is served or waits."""
        return bool(self.num_served or self.num_waiting)

    @property
    def base_url(self) -> str:
        """What programs are given as the base of the API."""
        host = f"[{self.address}]" if ":" in self.address else self.address
        return f"http://{host}:{self.port}/v1"
