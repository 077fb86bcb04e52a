"""What the user has told the desktop about motion, for a program that follows it; asked over the desktop's own bus.

Portals of GNOME, KDE and others answer the same question: <https://flatpak.github.io/xdg-desktop-portal/>.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_BUS = "DBUS_SESSION_BUS_ADDRESS"
_WAIT_SECONDS = 1.5
_PORTAL = "org.freedesktop.portal.Desktop"
_OBJECT = "/org/freedesktop/portal/desktop"
_INTERFACE = "org.freedesktop.portal.Settings"
_ANIMATIONS = ("org.gnome.desktop.interface", "enable-animations")


def wants_stillness(environment: Mapping[str, str]) -> bool:
    """Whether the desktop was told to move nothing. False where it does not say.

    Args:
        environment: Where the address of the session's bus is looked up.
    """
    if sys.platform != "linux" or not environment.get(_BUS):
        return False
    try:
        return _ask(environment[_BUS]) is False
    except (OSError, ValueError, RuntimeError, StopIteration):  # no bus, no portal, no answer in time
        return False


def _ask(address: str) -> object:
    """Whether the desktop animates; None where it does not say."""
    from jeepney import DBusAddress, MessageType, new_method_call
    from jeepney.io.blocking import open_dbus_connection

    with open_dbus_connection(address) as connection:
        portal = DBusAddress(_OBJECT, bus_name=_PORTAL, interface=_INTERFACE)
        question = new_method_call(portal, "ReadOne", "ss", _ANIMATIONS)
        reply = connection.send_and_get_reply(question, timeout=_WAIT_SECONDS)
    if reply.header.message_type is not MessageType.method_return:
        return None
    answer = reply.body[0]
    return answer[1] if isinstance(answer, tuple) else answer
