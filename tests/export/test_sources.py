"""No row about a person is forgotten: each foreign key to a user is somebody's to export, or has a
reason why not."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Iterator

from django.apps import apps
from django.db.models import ForeignKey

from accounts import exporting
from accounts.models import User


def keys() -> Iterator[str]:
    """Every foreign key to a user, as "app.Model.field"."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.get_fields():
            if isinstance(field, ForeignKey) and field.related_model is User:
                yield f"{model._meta.app_label}.{model.__name__}.{field.name}"


DJANGOS = {"accounts.User_groups.user", "accounts.User_user_permissions.user"}


def covered() -> set[str]:
    return {key for source in exporting.sources() for key in source.covers}


def test_every_key_to_a_user_is_exported_or_has_a_reason() -> None:
    forgotten = set(keys()) - covered() - set(exporting.NOT_EXPORTED) - DJANGOS
    assert not forgotten, (
        "add a Source to the app's exports.py, or a reason to its LEFT_OUT, for "
        + ", ".join(sorted(forgotten))
    )


def test_nothing_is_both_and_nothing_is_gone() -> None:
    assert not covered() & set(exporting.NOT_EXPORTED)
    assert covered() | set(exporting.NOT_EXPORTED) <= set(keys())


def test_each_source_explains_itself_and_can_be_a_file() -> None:
    for source in exporting.sources():
        assert str(source.about).endswith("."), source.name
        assert source.name.replace("-", "").isalpha(), source.name
