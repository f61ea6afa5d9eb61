"""The site speaks a second language: the pseudo-language of tests.language.pseudo."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import trans_real

from accounts.models import User
from games.tables.state import snapshot_cache
from tests.language import pseudo


@pytest.fixture(autouse=True)
def pseudo_language(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LANGUAGES = [("en", "English"), (pseudo.CODE, "Pseudo")]
    known = trans_real._translations  # type: ignore[attr-defined]
    monkeypatch.setitem(known, pseudo.CODE, pseudo.Catalogue())


@pytest.fixture
def cast(db: Any) -> dict[str, User]:
    snapshot_cache.forget()
    return {
        name: User.objects.create_user(name, password=None) for name in ("ann", "ben", "cal", "dee")
    }


@pytest.fixture
def visits(cast: dict[str, User]) -> Callable[..., Client]:
    """`visits("ann")` is Ann's browser, `visits()` that of a stranger. Both ask for the
    pseudo-language, or for the language that is named."""

    def client(name: str | None = None, language: str = pseudo.CODE, **headers: str) -> Client:
        made = Client(headers={"Accept-Language": language, **headers})
        if name:
            made.force_login(cast[name])
        return made

    return client
