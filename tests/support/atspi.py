"""What assistive technology sees of a running program: its accessible tree, read over AT-SPI's own D-Bus.

The bus is the test's: no screen reader of the machine is asked, and no other program is on it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from jeepney import DBusAddress, DBusErrorResponse, new_method_call
from jeepney.io.blocking import open_dbus_connection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jeepney import Message
    from jeepney.io.blocking import DBusConnection

    from tests.support.secret_service import PrivateBus

LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
_ACCESSIBLE = "org.a11y.atspi.Accessible"
_ROOT = "/org/a11y/atspi/accessible/root"
_REGISTRY = "org.a11y.atspi.Registry"
_WAIT_SECONDS = 30.0
_FOCUSABLE, _FOCUSED, _SHOWING, _CHECKED = 11, 12, 25, 4
"""Bits of AT-SPI's state set."""


def require() -> None:
    """Skip the calling test where the launcher is missing; fail it where `CI` is set."""
    if shutil.which(LAUNCHER) is None:
        reason = "missing: at-spi-bus-launcher (package at-spi2-core)"
        if os.environ.get("CI"):
            pytest.fail(reason, pytrace=False)
        pytest.skip(reason)


@dataclass(frozen=True, slots=True)
class Node:
    """One thing that a screen reader can come to."""

    role: str
    name: str
    description: str
    states: int
    children: tuple[Node, ...] = ()

    @property
    def focusable(self) -> bool:
        """Whether the keyboard can reach it."""
        return bool(self.states >> _FOCUSABLE & 1)

    @property
    def focused(self) -> bool:
        """Whether the keyboard is there now."""
        return bool(self.states >> _FOCUSED & 1)

    @property
    def showing(self) -> bool:
        """Whether it is on screen."""
        return bool(self.states >> _SHOWING & 1)

    @property
    def checked(self) -> bool:
        """Whether its box is ticked."""
        return bool(self.states >> _CHECKED & 1)

    def walk(self) -> Iterator[Node]:
        """Itself and all below, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def find(self, role: str, name: str) -> Node | None:
        """The first of that role whose name begins so."""
        return next((node for node in self.walk() if node.role == role and node.name.startswith(name)), None)

    def outline(self, depth: int = 0) -> str:
        """One line each, indented; what is not on screen left out."""
        lines = [f"{'  ' * depth}{self.role} {self.name!r}{' *' if self.focusable else ''}"] if self.showing else []
        return "\n".join([*lines, *(child.outline(depth + 1) for child in self.children if child.showing)])


class Assistive:
    """A client on the accessibility bus.

    Args:
        address: Of the accessibility bus.
    """

    def __init__(self, address: str) -> None:
        self._bus: DBusConnection = open_dbus_connection(address)

    def program(self) -> Node:
        """The tree of the program that is on the bus; waits until one is there.

        Raises:
            AssertionError: None comes.
        """
        deadline = time.monotonic() + _WAIT_SECONDS
        while time.monotonic() < deadline:
            for owner, path in self._children(_REGISTRY, _ROOT):
                return self._read(owner, path)
        raise AssertionError("no program is on the accessibility bus")

    def close(self) -> None:
        """Leave the bus."""
        self._bus.close()

    def _read(self, owner: str, path: str) -> Node:
        states = self._call(owner, path, "GetState")[0]
        below = []
        for child_owner, child_path in self._children(owner, path):
            try:
                below.append(self._read(child_owner, child_path))
            except DBusErrorResponse:
                continue  # it went away while we looked
        return Node(
            str(self._call(owner, path, "GetRoleName")[0]),
            str(self._property(owner, path, "Name")),
            str(self._property(owner, path, "Description")),
            states[0] | states[1] << 32,
            tuple(below),
        )

    def _children(self, owner: str, path: str) -> list[tuple[str, str]]:
        return list(self._call(owner, path, "GetChildren")[0])

    def _property(self, owner: str, path: str, name: str) -> object:
        address = DBusAddress(path, owner, "org.freedesktop.DBus.Properties")
        message = new_method_call(address, "Get", "ss", (_ACCESSIBLE, name))
        value: tuple[str, object] = self._answer(message)[0]
        return value[1]

    def _call(self, owner: str, path: str, method: str) -> tuple[Any, ...]:
        return self._answer(new_method_call(DBusAddress(path, owner, _ACCESSIBLE), method))

    def _answer(self, message: Message) -> tuple[Any, ...]:
        reply = self._bus.send_and_get_reply(message, timeout=_WAIT_SECONDS)
        if reply.header.message_type.name == "error":
            raise DBusErrorResponse(reply)
        body: tuple[Any, ...] = reply.body
        return body


@contextmanager
def accessibility_bus(session: PrivateBus) -> Iterator[Assistive]:
    """The accessibility bus of a session, with its registry."""
    launcher = subprocess.Popen(
        [LAUNCHER, "--launch-immediately"],
        env=session.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        session.wait_for_name("org.a11y.Bus")
        assistive = Assistive(_address(session.address))
        try:
            yield assistive
        finally:
            assistive.close()
    finally:
        launcher.terminate()
        launcher.wait(_WAIT_SECONDS)


def _address(session: str) -> str:
    """Where the accessibility bus is."""
    question = new_method_call(DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus"), "GetAddress")
    with closing(open_dbus_connection(session)) as bus:
        return str(bus.send_and_get_reply(question, timeout=_WAIT_SECONDS).body[0])
