"""Writing the host's own words."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction

from games.site import host_words
from games.site.models import Topic, Words
from games.site.services import journal


@transaction.atomic
def write_words(*, by: AbstractBaseUser | None, topic: str, text: str, now: datetime) -> None:
    """Keep what the host says about a topic; an empty text takes it away. Raises ValueError for an
    unknown topic or too long a text."""
    text = text.replace("\r\n", "\n").strip()
    if topic not in Topic.values or len(text) > host_words.LONGEST:
        raise ValueError("These words cannot be kept.")
    before = Words.objects.select_for_update().filter(pk=topic).first()
    if (before.text if before else "") == text:
        return
    if text:
        Words.objects.update_or_create(pk=topic, defaults={"text": text, "at": now})
    else:
        Words.objects.filter(pk=topic).delete()
    journal.write(by=by, action=f"words {topic}", facts={"characters": len(text)}, now=now)
