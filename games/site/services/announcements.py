"""Publishing and withdrawing announcements."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from games.site import announcements
from games.site.models import Announcement
from games.site.services import journal


@transaction.atomic
def put_up(
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
    _down(Announcement.objects.filter(language=language, until__gt=now), now)
    made = Announcement.objects.create(
        text=text, language=language, texts=dict(texts or {}), since=now, until=until
    )
    facts = {"text": text, "until": until.isoformat(), "language": language}
    journal.write(by=by, action="announce", facts=facts, now=now)
    _changed()
    return made


@transaction.atomic
def take_down(*, by: AbstractBaseUser | None, announcement_id: int, now: datetime) -> None:
    """Withdraw an announcement. Idempotent."""
    up = Announcement.objects.select_for_update().filter(pk=announcement_id, until__gt=now)
    if _down(up, now):
        journal.write(
            by=by, action="take announcement down", facts={"id": announcement_id}, now=now
        )
        _changed()


def _down(up: object, now: datetime) -> int:
    return int(up.update(until=now))  # type: ignore[attr-defined]


def _changed() -> None:
    announcements.forget()
    transaction.on_commit(announcements.forget)
