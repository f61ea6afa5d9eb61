"""Publish and withdraw announcements."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.db.models import QuerySet

from games.site import announcements
from games.site.models import Announcement
from games.site.services import journal


@transaction.atomic
def publish(
    *,
    by: AbstractBaseUser | None,
    text: str,
    until: datetime,
    language: str = "",
    texts: Mapping[str, str] | None = None,
    now: datetime,
) -> Announcement:
    """Publish an announcement, replacing the one for the same readers. Raises ValueError if it is
    empty, too long, or expired."""
    text = " ".join(text.split())
    if not 0 < len(text) <= announcements.LONGEST or until <= now:
        raise ValueError("An announcement has a text, and an end that is to come.")
    _end(Announcement.objects.filter(language=language, until__gt=now), now)
    made = Announcement.objects.create(
        text=text, language=language, texts=dict(texts or {}), since=now, until=until
    )
    facts = {"text": text, "until": until.isoformat(), "language": language}
    journal.write(by=by, action="announce", facts=facts, now=now)
    _changed()
    return made


@transaction.atomic
def withdraw(*, by: AbstractBaseUser | None, announcement_id: int, now: datetime) -> None:
    """Withdraw an announcement. Idempotent."""
    current = Announcement.objects.select_for_update().filter(pk=announcement_id, until__gt=now)
    if _end(current, now):
        journal.write(
            by=by, action="take announcement down", facts={"id": announcement_id}, now=now
        )
        _changed()


def _end(current: QuerySet[Announcement], now: datetime) -> int:
    return current.update(until=now)


def _changed() -> None:
    announcements.forget()
    transaction.on_commit(announcements.forget)
