"""Every text of the deals of the day passes through gettext."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.daily import services
from games.tables.models import Table
from games.tables.services import task_queue
from tests.daily import factory
from tests.kit.types import Cast, Patch, Visits
from tests.language.test_pages import NOON, reads

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]


def test_pages_of_the_deals_of_the_day(cast: Cast, visits: Visits, monkeypatch: Patch) -> None:
    monkeypatch.setattr(task_queue, "send", lambda *args, **more: None)
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    deals = {deal.game: deal for deal in services.make(now=NOON)}
    lost_cities, exhibition = deals["lost_cities"], deals["exhibition"]
    for number in range(6):
        user = factory.person(f"ben{number}") if number else cast["ben"]
        factory.ended(lost_cities, user, 50 + number, 40, first="play R7", now=NOON)
    factory.ended(exhibition, cast["ben"], 20, None, first="take 1938", now=NOON)
    entry = factory.ended(lost_cities, cast["ann"], 53, 40, now=NOON)
    factory.begun(exhibition, cast["ann"], NOON)
    factory.ended(deals["odin"], cast["ann"], None, now=NOON)
    ann = visits("ann")
    for path in ("/daily/", "/", *[f"/{deal.name}/" for deal in deals.values()]):
        reads(ann.get(path))
    for path in ("", "fair/", "log/", "?ply=2"):
        reads(ann.get(f"/t/{entry.table_id}/{path}"))
    running = Table.objects.get(deal=exhibition.name, status="running")
    reads(ann.post(f"/t/{running.pk}/abort/"), 422)
    reads(visits().get("/daily/"))
    later = NOON + timedelta(days=1)
    services.close(now=later)
    monkeypatch.setattr(timezone, "now", lambda: later)
    for path in ("/daily/", "/daily/2026-11-21/", "/daily/2026-11/", f"/{lost_cities.name}/"):
        reads(ann.get(path))
    reads(ann.get(f"/{(services.make(now=later)[0]).name}/"))
    reads(ann.get(f"/t/{entry.table_id}/fair/"))
