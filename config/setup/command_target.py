"""The site that a command works on: named first, and refused if there is none.

Without the site's settings a command would work on an empty site, and report that all is well.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from config import schema

SITELESS = frozenset(
    "help version --version check collectstatic compilemessages makemessages makemigrations newgame"
    " startapp test".split()
)
"""Commands that need no site."""
SET_UP = frozenset({"migrate", "play"})
"""Commands that set one up."""
ANY_RELEASE = frozenset({"backup", "doctor"})
"""Commands that work on data of a newer release as well."""


def needs_site(words: Sequence[str]) -> bool:
    """Return whether a command line needs the data of a site."""
    return bool(words) and words[0] not in SITELESS and not {"--help", "-h"} & set(words)


def name() -> str:
    """Return the database's name in words, without its password."""
    database = settings.DATABASES["default"]
    if _is_file():
        return f"SQLite {database['NAME']}"
    host = database["HOST"] or database.get("OPTIONS", {}).get("host") or "this machine"
    port = f":{database['PORT']}" if database["PORT"] else ""
    return f"PostgreSQL {database['NAME']} on {host}{port}"


def check(command: str) -> None:
    """Raise ImproperlyConfigured if a command cannot work on the database: it is missing, holds no
    site, is of a newer release, or does not answer. Creates none."""
    from django.db import DatabaseError, connection
    from django.db.migrations.loader import MigrationLoader

    if _is_file() and not Path(settings.DATABASES["default"]["NAME"]).exists():
        if command in SET_UP:
            return
        raise ImproperlyConfigured(_refusal("there is no such file"))
    try:
        loader = MigrationLoader(connection)
    except DatabaseError as error:
        if command in ("doctor", "play"):  # doctor reports it, play waits
            return
        reason = str(error).strip().splitlines()[0]
        raise ImproperlyConfigured(f"{name()} does not answer: {reason}") from error
    finally:
        connection.close()
    ours = any(app == "accounts" for app, _ in loader.applied_migrations or ())
    if not ours and (command not in SET_UP or schema.unknown(loader)):
        raise ImproperlyConfigured(_refusal("no site is set up in it"))
    if command not in ANY_RELEASE:
        schema.refuse_newer(loader)


def _is_file() -> bool:
    return str(settings.DATABASES["default"]["ENGINE"]).endswith("sqlite3")


def _refusal(reason: str) -> str:
    return (
        f"{name()}: {reason}. Run this command with the settings of the site: DATA_DIR or"
        " DATABASE_URL, as its unit or container has them."
    )
