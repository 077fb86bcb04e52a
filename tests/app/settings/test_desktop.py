"""A desktop that says whether it moves things, on a bus of the test's own."""

from __future__ import annotations

import sys
import threading
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest
from jeepney import MessageType, message_bus, new_error, new_method_return
from jeepney.io.blocking import Proxy, open_dbus_connection

from app.settings.desktop import wants_stillness
from tests.support import secret_service

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jeepney.io.blocking import DBusConnection

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="D-Bus is Linux's")

NAME = "org.freedesktop.portal.Desktop"


@pytest.fixture
def bus() -> Iterator[secret_service.PrivateBus]:
    secret_service.require()
    with secret_service.PrivateBus() as made:
        yield made


def serve(connection: DBusConnection, answer: bool | None) -> None:
    """Answer the one question that is asked."""
    while True:
        message = connection.receive()
        if message.header.message_type is not MessageType.method_call:
            continue
        if answer is None:
            connection.send(new_error(message, "org.freedesktop.portal.Error.NotFound", "s", ("no such setting",)))
        else:
            connection.send(new_method_return(message, "v", (("b", answer),)))
        return


@contextmanager
def portal(bus: secret_service.PrivateBus, animates: bool | None) -> Iterator[None]:
    """A desktop's portal that answers once; None says that it does not know the setting."""
    with closing(open_dbus_connection(bus=bus.address)) as connection:
        Proxy(message_bus, connection).RequestName(NAME)
        thread = threading.Thread(target=serve, args=(connection, animates))
        thread.start()
        yield
        thread.join()


@pytest.mark.parametrize(("animates", "still"), [(False, True), (True, False), (None, False)])
def test_the_desktop_is_followed(bus: secret_service.PrivateBus, animates: bool | None, still: bool) -> None:
    with portal(bus, animates):
        assert wants_stillness({"DBUS_SESSION_BUS_ADDRESS": bus.address}) is still


def test_a_desktop_without_a_portal_says_nothing(bus: secret_service.PrivateBus) -> None:
    assert not wants_stillness({"DBUS_SESSION_BUS_ADDRESS": bus.address})


@pytest.mark.parametrize("address", ["", "unix:path=/nowhere/at/all", "nonsense"])
def test_no_bus_is_no_trouble(address: str) -> None:
    assert not wants_stillness({"DBUS_SESSION_BUS_ADDRESS": address})
