"""BASE_URL, HOST and ALLOWED_HOSTS are judged whole, and written as browsers write them."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config import addresses
from config.management.commands import play
from config.supervisor import parts
from tests.kit import environment
from tests.kit.servers import free_port
from tests.kit.types import Patch


def read(data: Path, *names: str, **variables: str) -> list[Any]:
    found = environment.read(DATA_DIR=str(data), **variables)
    return [found[name] for name in names]


@pytest.mark.parametrize(
    ("typed", "written", "host"),
    [
        ("https://cards.example.org/", "https://cards.example.org", "cards.example.org"),
        ("HTTPS://Cards.Example.ORG", "https://cards.example.org", "cards.example.org"),
        ("https://cards.example.org:443", "https://cards.example.org", "cards.example.org"),
        (" http://cards.example.org:8080 ", "http://cards.example.org:8080", "cards.example.org"),
        ("http://[2001:DB8:0::5]:8000", "http://[2001:db8::5]:8000", "[2001:db8::5]"),
        ("https://[::1]", "https://[::1]", "[::1]"),
        ("https://bücher.example", "https://xn--bcher-kva.example", "xn--bcher-kva.example"),
        ("http://192.168.1.5:80", "http://192.168.1.5", "192.168.1.5"),
    ],
)
def test_an_address_is_written_as_browsers_write_it(
    typed: str, written: str, host: str, tmp_path: Path
) -> None:
    names = ("BASE_URL", "CSRF_TRUSTED_ORIGINS", "HTTPS", "ALLOWED_HOSTS")
    url, origins, https, hosts = read(tmp_path, *names, BASE_URL=typed)
    assert (url, origins, https) == (written, [written], written.startswith("https:"))
    assert host in hosts


@pytest.mark.parametrize(
    ("name", "coded"),
    [
        ("bücher", "xn--bcher-kva"),
        ("BÜCHER", "xn--bcher-kva"),
        ("straße", "xn--strae-oqa"),
        ("ΣΊΣΥΦΟΣ", "xn--kxa6akbbkh"),
        ("ουλος", "xn--wxahbmm"),
        ("пример", "xn--e1afmkfd"),
        ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("ﬁsh", "fish"),
        ("Å", "xn--5ca"),
    ],
)
def test_names_are_coded_as_browsers_code_them(name: str, coded: str) -> None:
    """Unicode's UTS 46, by which Python's own codec is wrong about sharp s and final sigma."""
    assert addresses.host(name) == coded


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("https://h.example/games", "without a path"),
        ("https://h.example//games/", "without a path"),
        ("https://h.example/?x=1", "without a query"),
        ("https://h.example?next=https://x.example", "without a query"),
        ("https://h.example#top", "without a query"),
        ("https://me:geheim@h.example", "without a user or a password"),
        ("https://me@h.example:8000", "without a user or a password"),
        ("https://a.example,https://b.example", "one address alone"),
        ("https://a.example https://b.example", "one address alone"),
        ("https://a.example;b.example", "one address alone"),
        ("https://a.example/https://b.example", "one address alone"),
        ("https://h.example:0", "a port from 1 to 65535"),
        ("https://h.example:70000", "a port from 1 to 65535"),
        ("https://h.example:" + "9" * 5000, "a port from 1 to 65535"),
        ("https://h.example:", "a port from 1 to 65535"),
        ("https://h.example:http", "a port from 1 to 65535"),
        ("https://h.example:٨٠", "a port from 1 to 65535"),
        ("https://[::1]:-1", "a port from 1 to 65535"),
        ("https://2001:db8::5", "in brackets"),
        ("https://", "no such host name"),
        ("https://a..example", "no such host name"),
        ("https://-a.example", "no such host name"),
        ("https://a_b.example", "no such host name"),
        ("https://" + "a" * 64 + ".example", "no such host name"),
        ("https://1.2.3.400", "no such host name"),
        ("https://127.1", "no such host name"),
        ("https://0x7f.0x1", "no such host name"),
        ("https://[::1", "in brackets"),
        ("https://[fe80::1%eth0]", "no such host name"),
        ("https://a\u202eb.example", "no such host name"),
        ("https://h.example\\games", "no such host name"),
        ("ftp://h.example", "an address such as"),
        ("https:h.example", "an address such as"),
        ("//h.example", "an address such as"),
        ("h.example", "an address such as"),
    ],
)
def test_what_is_no_address_of_a_site_is_refused_in_one_sentence(
    typed: str, sentence: str, monkeypatch: Patch
) -> None:
    monkeypatch.setenv("BASE_URL", typed)
    with pytest.raises(ImproperlyConfigured) as refused:
        addresses.base_url("")
    said = str(refused.value)
    assert said.startswith("BASE_URL is set, but it is not ") and sentence in said
    assert "geheim" not in said and len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("typed", "url", "mail"),
    [
        ("::1", "http://[::1]:8000", "localhost"),
        ("[::1]", "http://[::1]:8000", "localhost"),
        ("0:0:0:0:0:0:0:1", "http://[::1]:8000", "localhost"),
        ("LOCALHOST", "http://localhost:8000", "localhost"),
        ("2001:DB8::5", "http://[2001:db8::5]:8000", "localhost"),
        ("192.168.1.5", "http://192.168.1.5:8000", "192.168.1.5"),
    ],
)
def test_the_address_to_listen_on_is_one_to_open(
    typed: str, url: str, mail: str, tmp_path: Path
) -> None:
    names = ("BASE_URL", "ALLOWED_HOSTS", "DEFAULT_FROM_EMAIL", "MAIL_DOMAIN")
    base, hosts, sender, domain = read(tmp_path, *names, HOST=typed)
    assert base == url
    assert url.removeprefix("http://").removesuffix(":8000") in hosts
    assert sender == f"Fairdeal <noreply@{mail}>" and domain == mail


@pytest.mark.parametrize(
    "typed",
    "127.0.0.1:8000 http://h 127.0.0.1/24 1.2.3 a,b * [::1 [::1]:8000 fe80::1%lo me@h".split(),
)
def test_what_cannot_be_listened_on_is_refused(typed: str, monkeypatch: Patch) -> None:
    monkeypatch.setenv("HOST", typed)
    with pytest.raises(ImproperlyConfigured, match=r"^HOST is set, but it is not one IP address"):
        addresses.listen_host()


@pytest.mark.parametrize("typed", ["::", "[::]", "0:0::0"])
def test_everywhere_is_both_families(typed: str, tmp_path: Path, monkeypatch: Patch) -> None:
    host, everywhere, url = read(tmp_path, "HOST", "OPEN_TO_NETWORK", "BASE_URL", HOST=typed)
    assert (host, everywhere) == ("::", True)
    assert url.startswith("http://") and "[::]" not in url
    for processes, listened in ((1, ""), (2, "::")):
        monkeypatch.setattr(settings, "HOST", host)
        monkeypatch.setattr(settings, "WEB_PROCESSES", processes)
        words = parts.web().command
        assert words[words.index("--host") + 1] == listened


@pytest.mark.parametrize("taken", ["127.0.0.1", "::1"])
def test_a_port_that_is_taken_by_either_family_is_told(taken: str, monkeypatch: Patch) -> None:
    port = free_port()
    monkeypatch.setattr(settings, "HOST", "::")
    monkeypatch.setattr(settings, "PORT", port)
    play.check_port()
    with socket.socket(socket.AF_INET6 if ":" in taken else socket.AF_INET) as other:
        other.bind((taken, port))
        other.listen()
        with pytest.raises(ImproperlyConfigured, match="is in use by another program"):
            play.check_port()


def test_allowed_hosts_are_written_alike(tmp_path: Path, monkeypatch: Patch) -> None:
    named = "Cards.example, .bücher.example, [::1]"
    (hosts,) = read(tmp_path, "ALLOWED_HOSTS", ALLOWED_HOSTS=named)
    assert hosts == ["cards.example", ".xn--bcher-kva.example", "[::1]"]
    for wrong in ("cards.example:8000", "https://cards.example", "*.example.org"):
        monkeypatch.setenv("ALLOWED_HOSTS", wrong)
        with pytest.raises(ImproperlyConfigured, match=r"^ALLOWED_HOSTS is set, but"):
            addresses.allowed_hosts()
