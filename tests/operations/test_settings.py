"""Settings from the environment, and the words in the documentation about both."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import environment as parsing
from config import limits
from tests.kit import environment
from tests.kit.types import Patch

ROOT = environment.ROOT
PAGE = ROOT / "docs" / "hosting" / "settings.md"
READ = re.compile(r"""(?:environ\.get|text|flag|number|words|hosts|matching)\(\s*"([A-Z_]+)\"""")


def variables() -> set[str]:
    """Return the names that the code reads from the environment."""
    return set(READ.findall("".join(path.read_text() for path in (ROOT / "config").glob("*.py"))))


def settings(tmp_path: Path, *names: str, **env: str) -> list[Any]:
    found = environment.read(DATA_DIR=str(tmp_path), **env)
    return [found[name] for name in names]


def test_at_home_only_this_machine_is_answered(tmp_path: Path) -> None:
    hosts, url, secure, proxies = settings(
        tmp_path, "ALLOWED_HOSTS", "BASE_URL", "SESSION_COOKIE_SECURE", "TRUSTED_PROXIES"
    )
    assert set(hosts) == {"localhost", "127.0.0.1", "[::1]"}
    assert (url, secure, proxies) == ("http://localhost:8000", False, [])


def test_the_network_may_use_this_machines_addresses(tmp_path: Path) -> None:
    hosts, url = settings(tmp_path, "ALLOWED_HOSTS", "BASE_URL", HOST="0.0.0.0", PORT="8080")
    assert set(parsing.addresses()) <= set(hosts)
    assert url == f"http://{parsing.addresses()[0]}:8080"


def test_https_means_secure_cookies_and_a_proxy_here(tmp_path: Path) -> None:
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "TRUSTED_PROXIES", "ALLOWED_HOSTS")
    session, csrf, proxies, hosts = settings(
        tmp_path, *names, BASE_URL="https://cards.example.org/"
    )
    assert (session, csrf, proxies) == (True, True, ["127.0.0.1"])
    assert "cards.example.org" in hosts


@pytest.mark.parametrize(
    ("named", "known"),
    [
        ("*", ["*"]),
        ("10.0.0.2, 2001:DB8::1,", ["10.0.0.2", "2001:db8::1"]),
        ("10.0.0.0/8,fd00::/8", ["10.0.0.0/8", "fd00::/8"]),
    ],
)
def test_proxies_are_named_as_the_server_reads_them(
    named: str, known: list[str], tmp_path: Path
) -> None:
    assert settings(tmp_path, "TRUSTED_PROXIES", TRUSTED_PROXIES=named) == [known]


@pytest.mark.parametrize("key", ["9f86d081884c7d659a2feaa0c55ad015", "k3Jx9_Qm2-Lp7Rt5"])
def test_a_random_secret_key_is_taken(key: str, tmp_path: Path) -> None:
    assert settings(tmp_path, "SECRET_KEY", SECRET_KEY=key) == [key]


def test_behind_https_no_neighbour_can_set_our_cookies(tmp_path: Path) -> None:
    names = ("SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME", "SECURE_HSTS_SECONDS")
    assert settings(tmp_path, *names, BASE_URL="https://cards.example.org/") == [
        "__Host-sessionid",
        "__Host-csrftoken",
        365 * 86400,
    ]
    assert settings(tmp_path, *names[:2]) == ["sessionid", "csrftoken"]


def test_empty_is_the_same_as_unset(tmp_path: Path) -> None:
    names = sorted(
        set(READ.findall("".join(path.read_text() for path in (ROOT / "config").glob("*.py"))))
        - {"DATA_DIR"}
    )
    wanted = tuple(
        (
            "ALLOWED_HOSTS BASE_URL DATABASES REDIS_URL SECRET_KEY SITE_NAME STATIC_ROOT "
            "WEB_THREADS EMAIL_BACKEND"
        ).split()
    )
    assert settings(tmp_path, *wanted) == settings(tmp_path, *wanted, **dict.fromkeys(names, ""))


def test_the_secret_key_is_drawn_once_and_nobody_else_may_read_it(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.delenv("SECRET_KEY")
    first, again = parsing.secret_key(tmp_path), parsing.secret_key(tmp_path)
    assert first == again
    assert len(first) > 60
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]
    (tmp_path / "secret_key").write_text("")
    with pytest.raises(ImproperlyConfigured, match="is damaged"):
        parsing.secret_key(tmp_path)


def test_the_push_key_is_drawn_once_and_nobody_else_may_read_it(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.delenv("SECRET_KEY")
    with ThreadPoolExecutor() as together:  # several processes start at once
        first, *others = together.map(lambda _: parsing.push_key(tmp_path), range(8))
    assert set(others) == {first} and len(first) == 43
    assert (tmp_path / "push_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["push_key"]
    (tmp_path / "push_key").write_text(first[:20])
    with pytest.raises(ImproperlyConfigured, match="is damaged"):
        parsing.push_key(tmp_path)


def test_machines_with_one_secret_key_have_one_push_key(tmp_path: Path, monkeypatch: Patch) -> None:
    found = []
    for secret in ("one", "one", "two"):
        monkeypatch.setenv("SECRET_KEY", secret)
        found.append(parsing.push_key(tmp_path))
    assert found[0] == found[1] != found[2] and not list(tmp_path.iterdir())
    monkeypatch.setenv("PUSH_KEY", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE")
    assert parsing.push_key(tmp_path) == "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE"
    # not 43 letters, nothing, and more than there are points
    for wrong in ("x", "A" * 43, "_" * 42 + "8"):
        monkeypatch.setenv("PUSH_KEY", wrong)
        with pytest.raises(ImproperlyConfigured, match=r"^PUSH_KEY is set, but"):
            parsing.push_key(tmp_path)


def test_what_signs_exports_follows_from_the_secret_key(monkeypatch: Patch) -> None:
    assert parsing.signing_key("one") == parsing.signing_key("one") != parsing.signing_key("two")
    monkeypatch.setenv("SIGNING_KEY", "A" * 43)
    assert parsing.signing_key("one") == "A" * 43
    monkeypatch.setenv("SIGNING_KEY", "short")
    with pytest.raises(ImproperlyConfigured, match=r"^SIGNING_KEY is set, but"):
        parsing.signing_key("one")


def test_sites_are_trusted_by_address_and_key(monkeypatch: Patch) -> None:
    key = "A" * 42 + "-"
    monkeypatch.setenv("TRUSTED_SITES", f"https://a.example={key}  http://b.example:8000={key}")
    assert parsing.trusted_sites() == {"https://a.example": key, "http://b.example:8000": key}
    for wrong in ("https://a.example", f"a.example={key}", "https://a.example=short", key):
        monkeypatch.setenv("TRUSTED_SITES", wrong)
        with pytest.raises(ImproperlyConfigured, match=r"^TRUSTED_SITES is set, but"):
            parsing.trusted_sites()


@pytest.mark.parametrize(
    ("redis", "broker"),
    [
        ("unix:///tmp/a%20b.sock", "redis+socket:///tmp/a%20b.sock"),
        ("unix:///tmp/a.sock?db=3", "redis+socket:///tmp/a.sock?virtual_host=3"),
        ("rediss://:secret@host:6379/1", "rediss://:secret@host:6379/1"),
    ],
)
def test_the_broker_is_the_same_server(redis: str, broker: str) -> None:
    assert parsing.broker_url(redis) == broker


def test_ratings_are_guarded_where_the_host_sends_mail(tmp_path: Path) -> None:
    assert settings(tmp_path, "RATINGS") == ["open"]
    assert settings(tmp_path, "RATINGS", EMAIL_URL="smtp://localhost:25") == ["guarded"]
    assert settings(tmp_path, "RATINGS", EMAIL_URL="smtp://localhost:25", RATINGS="Open") == [
        "open"
    ]


def test_every_setting_is_documented() -> None:
    read = variables()
    documented = set(re.findall(r"`([A-Z_]{4,})`", PAGE.read_text()))
    assert len(read) > 15
    assert read - {"PATH"} <= documented


def test_every_limit_is_documented_with_its_default() -> None:
    rows = re.findall(
        r"^\| `LIMIT_([A-Z_]+)` \| `([^`]+)` \|",
        PAGE.read_text(),
        re.MULTILINE,
    )
    assert {name.lower(): value for name, value in rows} == limits.RATES | {
        name: str(value) for name, value in limits.COUNTS.items()
    }


def test_a_limit_is_a_setting(tmp_path: Path) -> None:
    (rates,) = settings(tmp_path, "LIMIT_RATES", LIMIT_GUESTS="5/2h")
    assert rates["guests"] == limits.Rate(5, 7200)


def pins(name: str) -> set[str]:
    return {
        line for line in (ROOT / name).read_text().splitlines() if line and not line.startswith("#")
    }


def test_requirements_are_pinned_and_agree() -> None:
    """The tests run with the same versions as the site."""
    site, tests = pins("requirements.txt"), pins("requirements-dev.txt")
    assert site < tests
    assert all("==" in line for line in tests)
