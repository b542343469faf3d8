"""Who asks, and how much of what there is one visitor may take.

A visitor is an address; all addresses of an IPv6 network of 64 bits, which is what one household gets, are one.
Places are shared by one rule, `has_room`: a visitor without a place gets one while there is
any; one who has something already may have more only while half of all is free. So no visitor can shut the
others out, and a single visitor gets half of all.
"""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

from fastapi import Request

_HOUSEHOLD_BITS = 64


def visitor(request: Request) -> str:
    """The visitor who asks; all whose address is not known are one."""
    return "" if request.client is None else _household(request.client.host)


def _household(host: str) -> str:
    """The visitor with an address.

    >>> _household("192.0.2.1"), _household("::ffff:192.0.2.1"), _household("unknown")
    ('192.0.2.1', '192.0.2.1', '')
    >>> _household("2001:db8::1"), _household("2001:db8::2:0:0:1")
    ('2001:db8::/64', '2001:db8::/64')
    """
    try:
        address = ip_address(host)
    except ValueError:
        return ""
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), _HOUSEHOLD_BITS), strict=False))


def has_room(most: int, taken: int, own: int) -> bool:
    """Whether a visitor may have one more of something scarce.

    >>> has_room(8, 7, 0), has_room(8, 3, 3), has_room(8, 4, 1)
    (True, True, False)
    """
    return taken < (-(-most // 2) if own else most)
