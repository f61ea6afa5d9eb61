"""Comparison of a database's migrations with those of this release."""

from __future__ import annotations

from django.core.exceptions import ImproperlyConfigured
from django.db.migrations.loader import MigrationLoader


def unknown(loader: MigrationLoader) -> list[str]:
    """Return the applied migrations that this release does not have."""
    ours = loader.disk_migrations or {}
    former = {name for migration in ours.values() for name in migration.replaces}
    return sorted(map(".".join, set(loader.applied_migrations or ()) - set(ours) - former))


def refuse_newer(loader: MigrationLoader) -> None:
    """Raise ImproperlyConfigured if the database is of a newer release."""
    if names := unknown(loader):
        raise ImproperlyConfigured(
            f"The data is of a newer release ({names[0]} is unknown to this one): run that one, or"
            " restore a backup that this one made."
        )
