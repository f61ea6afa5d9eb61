"""What the environment says, read once and said plainly when it is wrong."""

from __future__ import annotations

import hashlib
import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

MAX_SOCKET_PATH = 100  # bytes; Linux allows 107, macOS 103


def fail(name: str, expected: str) -> ImproperlyConfigured:
    """The error for a wrong value. The value itself is left out: it may be a password."""
    return ImproperlyConfigured(f"{name} is set, but it is not {expected}.")


def flag(name: str, default: bool) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value not in ("1", "on", "true", "yes", "0", "off", "false", "no"):
        raise fail(name, "on or off")
    return value in ("1", "on", "true", "yes")


def number(name: str, default: int, low: int, high: int) -> int:
    value = os.environ.get(name, "").strip()
    if not value:
        return default
    if not value.isdigit() or not low <= int(value) <= high:
        raise fail(name, f"a whole number from {low} to {high}")
    return int(value)


def words(name: str) -> list[str]:
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def data_dir(base: Path) -> Path:
    path = Path(os.environ.get("DATA_DIR") or base / "var").expanduser().absolute()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"DATA_DIR cannot be made at {path}: {error.strerror}.") from error
    return path


def secret_key(data: Path) -> str:
    """SECRET_KEY, or one drawn on the first start and kept in the data directory."""
    if value := os.environ.get("SECRET_KEY"):
        return value
    path = data / "secret_key"
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
    except FileExistsError:
        pass  # another process, or an earlier start, has drawn it
    return path.read_text()


def embedded_redis_socket(data: Path) -> Path:
    """Where the embedded server listens. Long paths do not fit into a socket address, so those get a short one."""
    path = data / "valkey.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
        return path
    short = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"fairdeal-{os.getuid()}-{short}" / "valkey.sock"


def redis_url(data: Path) -> str:
    value = os.environ.get("REDIS_URL")
    if not value:
        return f"unix://{embedded_redis_socket(data)}"
    if not value.startswith(("redis://", "rediss://", "unix://")):
        raise fail("REDIS_URL", "an address such as redis://localhost:6379/0")
    return value


def broker_url(redis: str) -> str:
    """The same server in the spelling that Celery wants."""
    if not redis.startswith("unix://"):
        return redis
    path, _, query = redis.removeprefix("unix://").partition("?")
    return f"redis+socket://{path}" + (f"?virtual_host={query.removeprefix('db=')}" if query.startswith("db=") else "")
