"""The environment of the tests, with their own data folder and without the caller's settings;
conftest.py imports it before Django."""

import atexit
import os
import runpy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
SCRATCH = Path(tempfile.mkdtemp(prefix="fairdeal-"))  # short: a socket lies in it
STATIC_ROOT = ROOT / ".venv" / "test-static"
SOCKET = SCRATCH / "valkey.sock"
# not DATABASE_URL, so that no test reaches a database in use
DATABASE = os.environ.get("TEST_DATABASE_URL", "")
SETTINGS = (  # that the caller may have set
    *(
        "ALLOWED_HOSTS",
        "BASE_URL",
        "DEBUG",
        "DEFAULT_FROM_EMAIL",
        "EMAIL_URL",
        "HOST",
        "PORT",
        "RATE_LIMITS",
        "RATINGS",
        "REDIS_PREFIX",
    ),
    *(
        "BOT_PROCESSES",
        "LEAVE_SECONDS",
        "SITE_NAME",
        "SQLITE_SYNCHRONOUS",
        "TRUSTED_PROXIES",
        "WEB_PROCESSES",
        "WEB_THREADS",
    ),
)


def bare() -> dict[str, str]:
    """Return the environment without any setting of the site."""
    ours = {
        *SETTINGS,
        "DATA_DIR",
        "DATABASE_URL",
        "DJANGO_SETTINGS_MODULE",
        "REDIS_URL",
        "SECRET_KEY",
        "STATIC_ROOT",
    }
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ours and not name.startswith("LIMIT_")
    }


def python(variables: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these environment variables alone."""
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=ROOT, env=variables, input="", capture_output=True, text=True, check=False
    )


def manage(variables: Mapping[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run a management command with these environment variables alone."""
    return python(variables, "manage.py", *words)


def read(**variables: str) -> dict[str, Any]:
    """Return the site's settings for these environment variables alone, without applying them.
    Raises ImproperlyConfigured."""
    with mock.patch.dict(os.environ, bare() | variables, clear=True):
        return runpy.run_path(str(ROOT / "config" / "settings.py"))


def prepare() -> None:
    for name in [*SETTINGS, *[name for name in os.environ if name.startswith("LIMIT_")]]:
        os.environ.pop(name, None)
    os.environ |= {
        "PATH": f"{os.environ.get('PATH', '')}:/usr/local/bin:/usr/bin:/bin",
        "DATA_DIR": str(SCRATCH),
        "DATABASE_URL": DATABASE,
        "REDIS_URL": f"unix://{SOCKET}",
        "SECRET_KEY": "only-for-tests",
        "STATIC_ROOT": str(STATIC_ROOT),  # kept between runs, since compression is slow
    }
    atexit.register(shutil.rmtree, SCRATCH, ignore_errors=True)
