"""Ann has an account with a bit of everything, Ben plays with her, Dee has nothing to do with
it."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import io
import json
import zipfile
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core.cache import cache

from accounts.models import Device, User
from games.community.moderation.models import Report, Sanction
from games.community.people import services as people
from games.community.people.models import Note
from games.export import selectors, services
from games.export.models import Export
from games.notices.calendar import services as calendar
from games.notices.models import News, Notice
from games.notices.push.models import Device as PushDevice
from games.notices.webhooks.models import Hook
from games.tables import services as tables
from games.tables.models import Table
from games.tables.sleep.models import Week
from games.tables.state import snapshot_cache
from tests.kit.people import PASSWORD as PASSWORD
from tests.kit.types import Cast

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SECRETS = ("hook-token", "hook-secret", "/services/hidden", "push-endpoint", "totp-seed")
"""Words that stand in rows of Ann's and may stand in no file."""


@pytest.fixture
def cast(db: Any) -> Cast:
    snapshot_cache.forget()
    cache.clear()
    return {
        name: User.objects.create_user(name, password=PASSWORD)
        for name in ("ann", "ben", "cal", "dee")
    }


@pytest.fixture
def ended(cast: Cast) -> Table:
    found = deal(cast)
    tables.resign(table_id=found.id, user_id=cast["ben"].pk, now=NOON)
    return found


@pytest.fixture
def running(cast: Cast) -> Table:
    return deal(cast)


def deal(cast: Cast) -> Table:
    found = tables.open_table(creator=cast["ann"], game="lost_cities", order="seats", now=NOON)
    tables.sit(table_id=found.id, user=cast["ben"], now=NOON)
    found.refresh_from_db()
    return found


@pytest.fixture
def belongings(cast: Cast, ended: Table) -> None:
    """Give Ann a row of everything, with secrets in it."""
    ann, ben, day = cast["ann"], cast["ben"], NOON.date()
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True, primary=True)
    Authenticator.objects.create(user=ann, type="totp", data={"secret": "totp-seed"})
    Authenticator.objects.create(user=ann, type="webauthn", data={"name": "Blue key"})
    device = Device.objects.create(
        user=ann, key="device-key", browser="Firefox", first_seen=day, last_seen=day
    )
    PushDevice.objects.create(
        user=ann,
        signed_in=device,
        name="Phone",
        made_at=NOON,
        endpoint="https://push-endpoint/",
        public=b"p",
        auth=b"a",
        made_for="",
    )
    Hook.objects.create(
        user=ann,
        kind="slack",
        address="https://hooks.example.org/services/hidden",
        token="hook-token",
        secret="hook-secret",
        set_at=NOON,
    )
    calendar.renew(user=ann, now=NOON)
    Week.objects.create(user=ann, zone="UTC", days=[None] * 7, made_at=NOON, holds_from=NOON)
    people.tie(user=ann, other=ben, kind="follow", now=NOON)
    people.tie(user=ben, other=ann, kind="mute", now=NOON)
    Note.objects.create(user=ann, other=ben, text="Plays fast", at=NOON)
    Note.objects.create(user=ben, other=ann, text="Rude", at=NOON)
    Report.objects.create(by=ann, about=ben, subject="name", reason="other", at=NOON)
    Report.objects.create(by=ben, about=ann, subject="name", reason="insult", at=NOON)
    Sanction.objects.create(user=ann, measure="warning", words="Be kind.", by=cast["cal"], at=NOON)
    News.objects.create(user=ann, table=ended, what="ended", at=NOON)
    Notice.objects.create(user=ann, table=ended, kind="over", due_at=NOON)


def made(user: User, now: datetime = NOON) -> Export:
    """Have an export made, and return it."""
    export = services.request(user=user, now=now)
    assert services.make_due(now=now) == 1
    export.refresh_from_db()
    return export


def opened(export: Export) -> dict[str, str]:
    """Return the files of an export by name."""
    data = b"".join(selectors.pieces(export))
    assert len(data) == export.size
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name).decode() for name in archive.namelist()}


def rows(files: dict[str, str], name: str) -> list[dict[str, Any]]:
    """Return the rows of a file."""
    return list(json.loads(files[f"{name}.json"]))
