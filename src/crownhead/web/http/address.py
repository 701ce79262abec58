"""Where a request comes from."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Scope

IPV6_PREFIX = 64
"""Bits. A subscriber is given a network of that size or a larger one, and has every address in it."""


def address_of(scope: Scope) -> str:
    client = scope.get("client")
    return group_of(client[0]) if client else "unknown"


def is_home(host: str) -> bool:
    """Whether it names this machine for itself alone. Of names, only the one that no other page can have."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def group_of(address: str) -> str:
    """The address, or the network of an IPv6 address: what one person can have no more of without effort."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))
    return address
