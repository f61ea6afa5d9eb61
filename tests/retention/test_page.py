"""The desk's page says what is kept for how long, what was removed, and what failed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import User
from games.community.desk import retention
from games.retention import rules
from games.retention.models import Run
from games.retention.services import runs
from tests.kit.types import Cast

pytestmark = pytest.mark.django_db


def page(host: User) -> str:
    request: Any = RequestFactory().get("/desk/kept/")
    request.user, request.session = host, {}
    return str(retention.kept.__wrapped__(request).content.decode())  # type: ignore[attr-defined]


def test_each_rule_and_what_it_did(cast: Cast) -> None:
    now = timezone.now()
    runs.claim(rule="letters", now=now, every=rules.HOUR)
    runs.claim(rule="guests", now=now, every=rules.HOUR)
    runs.fail(rule="guests")
    assert "Nothing has been removed yet." in page(cast["dee"])
    Run.objects.create(at=now, removed={"letters": 1234}, failed=["guests"])
    found = page(cast["dee"])
    for rule in rules.RULES:
        assert str(rule.what) in found
    assert found.count("It failed last time.") == 1
    assert found.count("Removed: 1234 in a day, 1234 in 30 days") == 1
    assert "After 90 days: deleted" in " ".join(found.split())
