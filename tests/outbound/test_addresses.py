"""Addresses that a user may have us call, and those that lead to where only this server gets."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest

from games.notices.outbound import Fault, Undelivered, target
from games.notices.outbound.addresses import check, is_public

HOME = [ip_network("192.168.1.0/24")]


def refused(url: str, *networks: str) -> Fault | None:
    try:
        target(url, [ip_network(network) for network in networks])
    except Undelivered as error:
        return error.fault
    return None


@pytest.mark.parametrize(
    "url",
    (
        "https://example.org https://example.org/hook?key=1 "
        "https://example.org:8443/hook https://xn--bcher-kva.example/ https://1.1.1.1/ "
        "https://[2606:4700:4700::1111]/"
    ).split(),
)
def test_public_addresses_may_be_called(url: str) -> None:
    assert refused(url) is None


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "//example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "https://",
        "https:///hook",
        "https://ann@example.org/",
        "https://ann:secret@example.org/",
        "https://example.org\\@10.0.0.1/",
        "https://example.org/#10.0.0.1",
        "https://exam\tple.org/",
        "https://example.org/ HTTP/1.1\r\nHost: other",
        "https://exam ple.org/",
        "https://example.org:99999/",
        "https://example.org:http/",
        "https://bücher.example/",
        "https://[::1/",
        "https://[fe80::1%25eth0]/",
        "https://[fe80::1%eth0]/",
        "https://.example.org/",
        f"https://example.org/{'a' * 2000}",
    ],
)
def test_what_is_no_address_of_a_web_server_is_refused(url: str) -> None:
    assert refused(url) == Fault.ADDRESS


@pytest.mark.parametrize(
    "host",
    [
        "2130706433",  # decimal
        "0x7f000001",
        "0x7f.0.0.1",
        "0x7f.1",
        "0177.0.0.1",  # octal
        "127.1",
        "127.0.0.01",
        "127.0.0.1.",
        "017700000001",
        "1.1.1.1.1",
        "16843009",  # 1.1.1.1 in decimal: public, and yet no spelling for people
        "１２７.0.0.1",
        "127。0。0。1",
        "①②⑦.0.0.1",
    ],
)
def test_odd_spellings_of_numbers_are_refused_before_any_resolver_reads_them(host: str) -> None:
    assert refused(f"https://{host}/") == Fault.ADDRESS


PRIVATE = [
    *"127.0.0.1 127.8.9.10 0.0.0.0 0.1.2.3 10.0.0.1 172.16.0.1 192.168.1.7".split(),
    "169.254.169.254",  # metadata of most clouds
    "100.100.100.200",  # … of Alibaba's, in the range that providers share
    "192.0.0.192",  # … of Oracle's
    "168.63.129.16",  # … and Azure's, with an address as public as any
    *"192.0.2.1 192.88.99.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1".split(),
    *"239.255.255.250 240.0.0.1 255.255.255.255 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1".split(),
    *"::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0:127.0.0.1".split(),
    "64:ff9b::10.0.0.1",  # NAT64
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::1.1.1.1",
    "100::1",
    "2001::1",  # Teredo
    "2001:db8::1",
    "2002:7f00:1::1",  # 6to4 of 127.0.0.1
    "2002:101:101::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",  # metadata by IPv6
    "fe80::1",
    "fec0::1",
    "ff02::1",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_no_address_of_a_private_place_is_called(address: str) -> None:
    """As it is typed, and as one among public ones of a name."""
    assert not is_public(ip_address(address))
    host = f"[{address}]" if ":" in address else address
    assert refused(f"https://{host}/") == Fault.PRIVATE
    found = [ip_address(text) for text in ("1.1.1.1", "2606:4700:4700::1111", address)]
    with pytest.raises(Undelivered) as error:
        check(target("https://example.org/"), found, ())
    assert error.value.fault == Fault.PRIVATE


@pytest.mark.parametrize(
    "address", ["1.1.1.1", "8.8.8.8", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::1.1.1.1"]
)
def test_the_internet_is_public(address: str) -> None:
    assert is_public(ip_address(address))


def test_only_https_and_its_ports_are_called() -> None:
    assert refused("http://example.org/") == Fault.PLAIN
    assert refused("https://example.org:22/") == Fault.PORT
    assert refused("https://1.1.1.1:6379/") == Fault.PORT
    assert refused("https://example.org:0/") == Fault.PORT


def test_a_network_of_the_host_may_be_called_in_the_clear_and_on_any_port() -> None:
    assert refused("http://192.168.1.7:8123/hook", "192.168.1.0/24") is None
    assert refused("https://192.168.2.7/hook", "192.168.1.0/24") == Fault.PRIVATE
    called = target("http://box.lan:8123/hook", HOME)
    check(called, [ip_address("192.168.1.7")], HOME)
    check(called, [ip_address("::ffff:192.168.1.7")], HOME)
    for other in ("10.0.0.1", "1.1.1.1"):
        with pytest.raises(Undelivered):
            check(called, [ip_address("192.168.1.7"), ip_address(other)], HOME)


def test_the_rest_of_the_world_stays_as_it_was() -> None:
    for url, fault in (
        ("http://example.org/", Fault.PLAIN),
        ("https://example.org:8123/", Fault.PORT),
    ):
        with pytest.raises(Undelivered) as error:
            check(target(url, HOME), [ip_address("1.1.1.1")], HOME)
        assert error.value.fault == fault
    with pytest.raises(Undelivered) as error:
        check(target("http://box.lan/", HOME), [ip_address("10.0.0.1")], HOME)
    assert error.value.fault == Fault.PRIVATE


def test_the_host_header_says_what_was_typed() -> None:
    assert target("https://example.org/a").netloc == "example.org"
    assert target("https://example.org:8443/a").netloc == "example.org:8443"
    assert target("https://[2606:4700:4700::1111]/").netloc == "[2606:4700:4700::1111]"
    assert target("https://example.org?a=1").path == "/?a=1"
