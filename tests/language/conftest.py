"""The site speaks a second language: the pseudo-language of tests.language.pseudo."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import trans_real

from tests.kit.people import browser_of
from tests.kit.people import cast as cast
from tests.kit.types import Cast, Patch, Visits
from tests.language import pseudo


@pytest.fixture(autouse=True)
def pseudo_language(settings: Any, monkeypatch: Patch) -> None:
    settings.LANGUAGES = [("en", "English"), (pseudo.CODE, "Pseudo")]
    known = trans_real._translations  # type: ignore[attr-defined]
    monkeypatch.setitem(known, pseudo.CODE, pseudo.Catalogue())


@pytest.fixture
def visits(cast: Cast) -> Visits:
    """`visits("ann")` is Ann's browser, `visits()` that of a stranger. Both ask for the
    pseudo-language, or for the language that is named."""

    def client(name: str | None = None, language: str = pseudo.CODE, **headers: str) -> Client:
        headers = {"Accept-Language": language, **headers}
        return browser_of(cast[name] if name else None, headers=headers)

    return client
