"""News of clubs, for those whom they concern, written after the commit of what happened
(services.locking says why)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from games.community.clubs.models import Club
from games.notices.models import What
from games.notices.news_items import bold
from games.notices.services import news
from games.notices.told import Said

SENTENCES = {
    "asked": gettext_noop("{name} asks to join {club}"),
    "accepted": gettext_noop("You belong to {club} now"),
    "removed": gettext_noop("You no longer belong to {club}"),
    "inherited": gettext_noop("{club} is yours to lead now"),
}
PAGES = {"asked": "club_members", "accepted": "club", "inherited": "club_settings"}


def say(facts: Mapping[str, Any], by: User | None) -> Said:
    """Return an item of news in the reader's language."""
    kind, club = str(facts["says"]), str(facts["club"])
    name = by.name if by else _("Somebody")
    sentence = format_html(_(SENTENCES[kind]), name=bold(name), club=bold(club))
    page = PAGES.get(kind)
    return Said(sentence, "", club, reverse(page, args=[facts["slug"]]) if page else "")


def _facts(kind: str, club: Club) -> dict[str, Any]:
    return {"says": kind, "number": club.pk, "club": club.title, "slug": club.slug}


def _tell(users: Collection[int], kind: str, club: Club, by: int | None, now: datetime) -> None:
    facts = _facts(kind, club)
    transaction.on_commit(
        lambda: news.told(users=users, what=What.CLUB, facts=facts, by=by, now=now), robust=True
    )


def asked(club: Club, by: User, users: Collection[int], now: datetime) -> None:
    """Tell the leaders of a club that somebody asks to join."""
    _tell(users, "asked", club, by.pk, now)


def answered(club: Club, user_id: int) -> None:
    """End what the leaders of a club were told: the request does not wait any more."""
    facts = {"says": "asked", "number": club.pk}
    transaction.on_commit(lambda: news.lapse(what=What.CLUB, facts=facts, by=user_id), robust=True)


def accepted(club: Club, user: User, by: User, now: datetime) -> None:
    """Tell somebody that a club has let them in."""
    _tell([user.pk], "accepted", club, by.pk, now)


def removed(club: Club, user: User, by: User, now: datetime) -> None:
    """Tell somebody that they belong to a club no more."""
    _tell([user.pk], "removed", club, None, now)


def inherited(club: Club, user_id: int, now: datetime) -> None:
    """Tell somebody that a club is theirs now."""
    _tell([user_id], "inherited", club, None, now)
