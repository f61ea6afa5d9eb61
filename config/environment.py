"""Settings from environment variables. An error names the variable and never its value."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import secrets
import socket
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

MAX_SOCKET_PATH = 100  # bytes; Linux allows 107, macOS 103
# The order of P-256, the curve of signatures for push services (FIPS 186-4).
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

# the least of a secret key: characters, and different ones; a generated one has 86
KEY_LENGTH, KEY_LETTERS = 12, 8
PLACEHOLDER = re.compile(r"change|example|insecure|password|placeholder|secret", re.IGNORECASE)


def fail(name: str, expected: str) -> ImproperlyConfigured:
    """Return the error for a wrong value, without the value: it may be a password."""
    return ImproperlyConfigured(f"{name} is set, but it is not {expected}.")


def text(name: str, default: str) -> str:
    """Return a variable, stripped, or the default if it is empty."""
    return os.environ.get(name, "").strip() or default


def matching(name: str, default: str, pattern: str, expected: str) -> str:
    """Return a variable that must match a whole pattern. Raises ImproperlyConfigured."""
    value = text(name, default)
    if value != default and not re.fullmatch(pattern, value):
        raise fail(name, expected)
    return value


def flag(name: str, default: bool) -> bool:
    """Return a variable as a boolean. Raises ImproperlyConfigured."""
    value = text(name, "").lower()
    if not value:
        return default
    if value not in ("1", "on", "true", "yes", "0", "off", "false", "no"):
        raise fail(name, "on or off")
    return value in ("1", "on", "true", "yes")


def number(name: str, default: int, low: int, high: int) -> int:
    """Return a variable as a whole number between two bounds. Raises ImproperlyConfigured."""
    value = text(name, str(default))
    if not re.fullmatch("[0-9]{1,15}", value) or not low <= int(value) <= high:
        raise fail(name, f"a whole number from {low} to {high}")
    return int(value)


def words(name: str) -> list[str]:
    """Return a variable as a list of words."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def networks(name: str) -> list[IPv4Network | IPv6Network]:
    """Return a variable as a list of networks. Raises ImproperlyConfigured."""
    try:
        return [ip_network(word) for word in words(name)]
    except ValueError:
        raise fail(name, "a list of networks such as 192.168.1.0/24, with commas") from None


def proxies(default: list[str]) -> list[str]:
    """Return TRUSTED_PROXIES as uvicorn reads it, or the default. uvicorn would take anything else
    for the name of a proxy. Raises ImproperlyConfigured."""
    found = words("TRUSTED_PROXIES") or default
    if found == ["*"]:
        return found
    try:
        return [str(ip_network(word) if "/" in word else ip_address(word)) for word in found]
    except ValueError:
        raise fail(
            "TRUSTED_PROXIES", "a list of addresses and networks such as 10.0.0.2,192.168.1.0/24"
        ) from None


def data_dir(base: Path) -> Path:
    """Return DATA_DIR, made if it is missing. Raises ImproperlyConfigured."""
    path = Path(os.environ.get("DATA_DIR") or base / "var").expanduser().absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"DATA_DIR cannot be made at {path}: {error.strerror}."
        ) from error
    if not os.access(path, os.W_OK | os.X_OK):
        raise ImproperlyConfigured(f"DATA_DIR is {path}, but this user may not write there.")
    return path


TRUSTED_SITE = re.compile(r"https?://[^\s\"<>=]{1,200}=[-\w]{43}", re.ASCII)


def secret_key(data: Path) -> str:
    """Return SECRET_KEY, or a generated one, which is stored in the data directory. Raises
    ImproperlyConfigured for a key that can be guessed."""
    if given := os.environ.get("SECRET_KEY"):
        if not _is_secret(given):
            raise fail(
                "SECRET_KEY", "a long random text, as docs/hosting/settings.md says how to make one"
            )
        return given
    path = data / "secret_key"
    key = _generated_once(path, lambda: secrets.token_urlsafe(64))
    if not _is_secret(key):
        raise ImproperlyConfigured(f"{path} is damaged: bring it back from a backup, or delete it.")
    return key


def _is_secret(key: str) -> bool:
    return (
        len(key) >= KEY_LENGTH and len(set(key)) >= KEY_LETTERS and PLACEHOLDER.search(key) is None
    )


def push_key(data: Path) -> str:
    """Return PUSH_KEY, the private key that signs push messages. Unset, it is derived from
    SECRET_KEY, which machines share; else it is generated, and stored in the data directory. Raises
    ImproperlyConfigured."""
    if value := text("PUSH_KEY", ""):
        if not _is_push_key(value):
            raise fail("PUSH_KEY", "a key as docs/hosting/mail.md says how to make one")
        return value
    if secret := os.environ.get("SECRET_KEY"):
        wide = hashlib.sha512(b"fairdeal push key " + secret.encode()).digest()
        return _number_text(1 + int.from_bytes(wide) % (P256_ORDER - 1))
    path = data / "push_key"
    key = _generated_once(path, lambda: _number_text(1 + secrets.randbelow(P256_ORDER - 1))).strip()
    if not _is_push_key(key):
        raise ImproperlyConfigured(f"{path} is damaged: bring it back from a backup, or delete it.")
    return key


def signing_key(secret: str) -> str:
    """Return SIGNING_KEY, the private key (Ed25519) that signs exports. Unset, it is derived from
    the secret key. Raises ImproperlyConfigured."""
    if value := text("SIGNING_KEY", ""):
        if re.fullmatch(r"[-\w]{43}", value, re.ASCII) is None:
            raise fail("SIGNING_KEY", "a key as docs/hosting/data.md says how to make one")
        return value
    drawn = hashlib.sha256(f"fairdeal signs {secret}".encode()).digest()
    return _number_text(int.from_bytes(drawn))


def trusted_sites() -> dict[str, str]:
    """Return TRUSTED_SITES: address → public key of each site whose signatures count here. Raises
    ImproperlyConfigured."""
    pairs = [pair.rpartition("=")[::2] for pair in text("TRUSTED_SITES", "").split()]
    if not all(TRUSTED_SITE.fullmatch("=".join(pair)) for pair in pairs):
        raise fail(
            "TRUSTED_SITES", "addresses and keys such as https://cards.example=KEY, with spaces"
        )
    return dict(pairs)


def _number_text(number: int) -> str:
    return base64.urlsafe_b64encode(number.to_bytes(32)).decode().rstrip("=")


def _is_push_key(key: str) -> bool:
    if re.fullmatch(r"[-\w]{43}", key, re.ASCII) is None:
        return False
    number = int.from_bytes(base64.urlsafe_b64decode(key + "="))
    return 0 < number < P256_ORDER and _number_text(number) == key


def _generated_once(path: Path, generate: Callable[[], str]) -> str:
    """Return the content of a private file, generated if it is missing."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        draft.touch(mode=0o600)
        draft.write_text(generate())
        with suppress(FileExistsError):  # another process was first
            os.link(draft, path)
        draft.unlink()
    return path.read_text()


def addresses(*, ipv6: bool = False) -> list[str]:
    """Return the addresses and the name of this machine in its network, IPv6 in brackets."""
    families = [(socket.AF_INET, "192.0.2.1", "{}")]
    families += [(socket.AF_INET6, "2001:db8::1", "[{}]")] if ipv6 else []
    found = []
    for family, somewhere, written in families:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            # sends nothing: it selects the route
            probe.connect((somewhere, 9))
            found.append(written.format(probe.getsockname()[0]))
    name = socket.gethostname().lower()
    return [*found, name, name if "." in name else f"{name}.local"]


def database(data: Path) -> dict[str, Any]:
    """Return DATABASE_URL, or a file in the data directory, as Django's setting."""
    url = os.environ.get("DATABASE_URL") or f"sqlite:///{quote(str(data / 'db.sqlite3'))}"
    return database_at(url)


def database_at(url: str) -> dict[str, Any]:
    """Return the database at a URL as Django's setting. Raises ImproperlyConfigured."""
    with warnings.catch_warnings(action="ignore"):  # its warning shows the password
        try:
            found = dict(environ.Env.db_url_config(url))
        except (ValueError, KeyError) as error:
            raise fail(
                "DATABASE_URL", "an address such as postgres://user:password@host:5432/name"
            ) from error
    engine = str(found.get("ENGINE", "")).rpartition(".")[2]
    if engine not in ("sqlite3", "postgresql"):
        raise fail(
            "DATABASE_URL",
            "the address of a PostgreSQL or SQLite database, such as postgres://user:password@host:5432/name",
        )
    if engine == "sqlite3" and found["NAME"] in ("", ":memory:"):
        raise fail("DATABASE_URL", "a database in a file, which several processes can share")
    return found


def email(data: Path) -> dict[str, Any]:
    """Return EMAIL_URL as Django's settings; without it letters become files."""
    if not (url := os.environ.get("EMAIL_URL")):
        return {"EMAIL_BACKEND": "config.mail.EmailBackend", "EMAIL_FILE_PATH": str(data / "mail")}
    try:
        return dict(environ.Env.email_url_config(url))
    except (ImproperlyConfigured, ValueError, KeyError) as error:
        raise fail("EMAIL_URL", "an address such as smtp+tls://user:password@host:587") from error


def embedded_redis_socket(data: Path) -> Path:
    """Return the path of the embedded server's socket: outside a data directory whose path is too
    long for one."""
    path = data / "valkey.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
        return path
    short = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"fairdeal-{os.getuid()}-{short}" / "valkey.sock"


def redis_url(data: Path) -> str:
    """Return REDIS_URL, or the address of the embedded server."""
    value = os.environ.get("REDIS_URL")
    if not value:
        return f"unix://{quote(str(embedded_redis_socket(data)))}"
    if not _is_redis(value):
        raise fail("REDIS_URL", "an address such as redis://localhost:6379/0")
    return value


def _is_redis(value: str) -> bool:
    try:
        url = urlsplit(value)
        of_network = url.hostname and (url.port or 1) and re.fullmatch(r"/?\d*", url.path)
    except ValueError:  # an invalid port
        return False
    if value.startswith("unix://"):
        return len(url.path) > 1
    return value.startswith(("redis://", "rediss://")) and bool(of_network)


def broker_url(redis: str) -> str:
    """Return the URL of a Redis server as Celery reads it."""
    if not redis.startswith("unix://"):
        return redis
    path, _, query = redis.removeprefix("unix://").partition("?")
    return f"redis+socket://{path}" + (
        f"?virtual_host={query.removeprefix('db=')}" if query.startswith("db=") else ""
    )
