"""The site whose data a command works on: named before it works, and refused if it is none.

A command that is run without the settings of the site would otherwise work on an empty site beside
it, and say that all is well.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

FREE = frozenset(
    "help version --version check collectstatic compilemessages makemessages makemigrations migrate"
    " newgame play startapp test".split()
)
"""Commands that need no site, or make one."""


def asks(words: Sequence[str]) -> bool:
    """Return whether a command, as its words, works on the data of a site."""
    return bool(words) and words[0] not in FREE and not {"--help", "-h"} & set(words)


def name() -> str:
    """Return the database in words, without its password."""
    database = settings.DATABASES["default"]
    if _is_file():
        return f"SQLite {database['NAME']}"
    host = database["HOST"] or database.get("OPTIONS", {}).get("host") or "this machine"
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"PostgreSQL {database['NAME']} on {host}{port}"


def check(*, answers: bool = True) -> None:
    """Raise ImproperlyConfigured if the database is not there, is not one of a site, or, unless
    `answers` is False, does not answer. It makes none."""
    from django.db import DatabaseError, connection

    if _is_file() and not Path(settings.DATABASES["default"]["NAME"]).exists():
        raise ImproperlyConfigured(_refusal("there is no such file"))
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations WHERE app = 'accounts'")
            found = cursor.fetchone()
    except DatabaseError as error:
        if "django_migrations" not in str(error):
            if not answers:
                return
            reason = str(error).strip().splitlines()[0]
            raise ImproperlyConfigured(f"{name()} does not answer: {reason}") from error
        found = None
    finally:
        connection.close()
    if found is None:
        raise ImproperlyConfigured(_refusal("no site is set up in it"))


def _is_file() -> bool:
    return str(settings.DATABASES["default"]["ENGINE"]).endswith("sqlite3")


def _refusal(reason: str) -> str:
    return (
        f"{name()}: {reason}. Run this command with the settings of the site: DATA_DIR or"
        " DATABASE_URL, as its unit or container has them."
    )
