"""Which IP addresses a public source may be fetched from; pure. Lists after the IANA special-purpose registries.

A name can lead anywhere, and to another place each time it is asked. So what counts is the address that is connected to.
Python's `is_global` is not used: what it says has changed between versions, and it takes no look inside 6to4 or NAT64.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_NAMED_V4 = (
    ("0.0.0.0/8", "an address of this machine"),
    ("10.0.0.0/8", "a private address"),
    ("100.64.0.0/10", "an address inside a provider's network"),
    ("127.0.0.0/8", "a loopback address"),
    ("169.254.0.0/16", "a link-local address"),
    ("172.16.0.0/12", "a private address"),
    ("192.0.0.0/24", "a reserved address"),
    ("192.0.2.0/24", "an address for documentation"),
    ("192.31.196.0/24", "a reserved address"),
    ("192.52.193.0/24", "a reserved address"),
    ("192.88.99.0/24", "a reserved address"),
    ("192.168.0.0/16", "a private address"),
    ("192.175.48.0/24", "a reserved address"),
    ("198.18.0.0/15", "an address for benchmarks"),
    ("198.51.100.0/24", "an address for documentation"),
    ("203.0.113.0/24", "an address for documentation"),
    ("224.0.0.0/4", "a multicast address"),
    ("240.0.0.0/4", "a reserved address"),
)
_NAMED_V6 = (
    ("::/128", "an address of this machine"),
    ("::1/128", "a loopback address"),
    ("fc00::/7", "a private address"),
    ("fe80::/10", "a link-local address"),
    ("fec0::/10", "a private address"),
    ("ff00::/8", "a multicast address"),
    ("2001::/23", "a reserved address"),
    ("2001:db8::/32", "an address for documentation"),
    ("3fff::/20", "an address for documentation"),
)
# IPv6 addresses that stand for an IPv4 one: prefix, and the bits to shift it down by.
_CARRIERS = (
    ("::ffff:0:0/96", 0),  # IPv4-mapped
    ("::ffff:0:0:0/96", 0),  # IPv4-translated
    ("64:ff9b::/96", 0),  # NAT64
    ("2002::/16", 80),  # 6to4
)

_V4 = tuple((IPv4Network(network), words) for network, words in _NAMED_V4)
_V6 = tuple((IPv6Network(network), words) for network, words in _NAMED_V6)
_CARRYING = tuple((IPv6Network(network), shift) for network, shift in _CARRIERS)
_PUBLIC_V6 = IPv6Network("2000::/3")


def refusal(address: str) -> str | None:
    """Why this address is not for a public source ('a loopback address'), None where it is public.

    An IPv6 zone ('fe80::1%eth0') is left aside. What is no address at all is refused too.
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return "no IP address"
    if isinstance(parsed, IPv4Address):
        return _refusal_v4(parsed)
    return _refusal_v6(parsed)


def _refusal_v4(address: IPv4Address) -> str | None:
    return next((words for network, words in _V4 if address in network), None)


def _refusal_v6(address: IPv6Address) -> str | None:
    named = next((words for network, words in _V6 if address in network), None)
    if named is not None:
        return named
    for network, shift in _CARRYING:
        if address in network:
            return _refusal_v4(IPv4Address((int(address) >> shift) & 0xFFFFFFFF))
    return None if address in _PUBLIC_V6 else "a reserved address"
