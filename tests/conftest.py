"""What every test stands on: no network but loopback, and hypothesis settings that do not depend on the machine's speed."""

from __future__ import annotations

import ipaddress
import os
import socket
import sys
from typing import Any

from hypothesis import HealthCheck, settings

settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

RESERVED = (".invalid", ".test", ".example", ".localhost")  # RFC 2606: these never lead anywhere, so failing is the truth


class NetworkIsOff(BaseException):
    """A test tried to reach another machine. Not an Exception, so that no code under test can swallow it."""


def _is_loopback(host: object) -> bool:
    if host in (None, "", b"", "localhost", b"localhost"):
        return True
    try:
        address = ipaddress.ip_address(host.decode() if isinstance(host, bytes) else str(host).split("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return bool(mapped.is_loopback or mapped.is_unspecified)


def _is_address(host: object) -> bool:
    try:
        ipaddress.ip_address(str(host).split("%")[0])
    except ValueError:
        return False
    return True


def _guard(event: str, arguments: tuple[Any, ...]) -> None:
    """An audit hook sees every connection that this process makes, whichever library makes it."""
    if event == "socket.getaddrinfo":
        host = arguments[0]
        if _is_loopback(host) or _is_address(host):
            return
        if isinstance(host, str) and host.rstrip(".").endswith(RESERVED):
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        raise NetworkIsOff(f"a test asked where {host!r} is")
    if event in ("socket.connect", "socket.sendto"):
        address = arguments[1]
        if isinstance(address, tuple) and not _is_loopback(address[0]):
            raise NetworkIsOff(f"a test tried to reach {address!r}")


sys.addaudithook(_guard)
