"""Which addresses are asked, and that the one looked at is the one connected to (ingest/fetch/addresses.py, network.py)."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.fetch import network
from ingest.fetch.addresses import refusal
from tests.fetch.harness import plan_for, run, to_loopback
from tests.fetch.server import answer, raw, redirect, whole

PUBLIC = [
    "8.8.8.8",
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "198.20.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
    "64:ff9b::808:808",
    "::ffff:8.8.8.8",
]
REFUSED = {
    "loopback": [
        "127.0.0.1",
        "127.255.255.254",
        "::1",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "::ffff:0:127.0.0.1",
    ],
    "private": ["10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fd12:3456::1", "fec0::1", "::ffff:10.0.0.1"],
    "link-local": ["169.254.169.254", "fe80::1", "fe80::1%eth0", "64:ff9b::a9fe:a9fe"],
    "provider": ["100.64.0.1", "100.127.255.255"],
    "this machine": ["0.0.0.0", "::"],  # noqa: S104 -- refused, not bound
    "multicast": ["224.0.0.1", "239.255.255.250", "ff02::1", "ff0e::1"],
    "reserved": ["240.0.0.1", "255.255.255.255", "192.0.0.8", "64:ff9b:1::1", "100::1", "::127.0.0.1", "2001:0:1::", "5f00::1"],
    "documentation": ["192.0.2.1", "198.51.100.7", "203.0.113.9", "2001:db8::1", "3fff::1"],
    "no IP address": ["", "localhost", "1.2.3", "0x7f000001"],
}


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_may_be_asked(address: str) -> None:
    assert refusal(address) is None


@pytest.mark.parametrize(("words", "address"), [(words, address) for words, each in REFUSED.items() for address in each])
def test_an_address_that_is_not_public_is_refused_by_name(words: str, address: str) -> None:
    assert words in (refusal(address) or "")


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_judged_alike_in_every_ipv6_disguise(address: IPv4Address) -> None:
    number = int(address)
    disguises = [0xFFFF << 32 | number, 0x64FF9B << 96 | number, 0x2002 << 112 | number << 80]
    for disguise in disguises:
        assert refusal(str(IPv6Address(disguise))) == refusal(str(address))


@given(st.ip_addresses())
def test_what_python_calls_private_or_loopback_is_never_let_through(address: IPv4Address | IPv6Address) -> None:
    if address.is_private or address.is_loopback or address.is_link_local or address.is_multicast:
        assert refusal(str(address)) is not None


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])  # noqa: S104
def test_this_machine_is_not_asked_under_any_name(host: str) -> None:
    async def as_the_system_does(name: str, port: int) -> list[str]:
        return {"localhost": ["127.0.0.1"], "2130706433": ["127.0.0.1"], "0x7f.1": ["127.0.0.1"]}.get(name, [name.strip("[]")])

    outcome = run(
        {"/": answer()}, lambda server: [plan_for(server.url("/", host=host), allow_private=False)], resolve=as_the_system_does
    )
    assert outcome.only.error_kind == "blocked_address"
    assert "allow_private" in (outcome.only.error or "")
    assert not outcome.server.seen


def test_a_source_that_permits_it_is_asked_on_a_private_address() -> None:
    assert run({"/": answer(200, b"x")}).only.body == b"x"


@pytest.fixture
def loopback_counts_as_public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the test's own server stand for one on the public web; every other address is judged as always."""
    monkeypatch.setattr(network, "refusal", lambda address: None if address == "127.0.0.1" else refusal(address))


@pytest.mark.usefixtures("loopback_counts_as_public")
@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.2/internal",
        "http://169.254.169.254/latest",
        "http://[fe80::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://intranet/",
    ],
)
def test_a_redirect_to_a_private_address_is_blocked_and_recorded(target: str) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return {"blog.example": ["127.0.0.1"], "intranet": ["192.168.0.7"]}.get(host, [host])

    outcome = run(
        {"/": redirect("/x"), "/x": redirect(target)},
        lambda server: [plan_for(server.url("/", host="blog.example"), allow_private=False)],
        resolve=resolve,
    )
    attempt = outcome.only
    assert (attempt.error_kind, attempt.body, len(attempt.redirects)) == ("blocked_redirect", None, 2)
    assert attempt.redirects[-1].location == target
    assert len(outcome.server.seen) == 2


@pytest.mark.usefixtures("loopback_counts_as_public")
def test_a_name_that_changes_its_address_is_looked_at_for_each_connection() -> None:
    """DNS rebinding: one lookup a connection, and the address that was looked at is the one that is dialled."""
    asked: list[str] = []

    async def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    outcome = run(
        {"/": raw(whole(200, b"x"))},  # the connection is closed, so the second request needs a new one
        lambda server: [plan_for(server.url("/", host="evil.example"), allow_private=False)] * 2,
        resolve=rebinding,
    )
    assert [attempt.error_kind for attempt in outcome.attempts] == [None, "blocked_address"]
    assert asked == ["evil.example"] * 2
    assert len(outcome.server.seen) == 1


def test_of_several_addresses_only_the_public_ones_are_tried() -> None:
    async def mixed(host: str, port: int) -> list[str]:
        return ["127.0.0.1", "10.0.0.1"]

    outcome = run(
        {"/": answer()}, lambda server: [plan_for(server.url("/", host="mixed.example"), allow_private=False)], resolve=mixed
    )
    assert (outcome.only.error_kind, outcome.server.seen) == ("blocked_address", [])


def test_a_connection_made_for_a_permitting_source_is_not_lent_to_another() -> None:
    outcome = run(
        {"/": answer(200, b"x")},
        lambda server: [plan_for(server.url("/")), plan_for(server.url("/"), allow_private=False)],
        resolve=to_loopback,
    )
    assert [attempt.error_kind for attempt in outcome.attempts] == [None, "blocked_address"]
    assert len(outcome.server.seen) == 1
