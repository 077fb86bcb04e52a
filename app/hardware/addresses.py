"""The addresses at which other machines could reach this one, by the name of the network they belong to."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass

import psutil


@dataclass(frozen=True, slots=True)
class OwnAddress:
    """An address of this machine."""

    address: str
    network: str
    """The interface as the system calls it, such as `eth0`."""


def own_addresses() -> tuple[OwnAddress, ...]:
    """Return those of networks that are up, IPv4 first; loopback and link-local ones are left out."""
    up = {name for name, state in psutil.net_if_stats().items() if state.isup}
    found: list[OwnAddress] = []
    for family in (socket.AF_INET, socket.AF_INET6):
        for name, entries in sorted(psutil.net_if_addrs().items()):
            found += [
                OwnAddress(each.address, name)
                for each in entries
                if name in up and each.family == family and _is_reachable(each.address)
            ]
    return tuple(found)


def _is_reachable(text: str) -> bool:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:  # with a zone, as link-local ones have
        return False
    return not (address.is_loopback or address.is_link_local or address.is_unspecified or address.is_multicast)
