"""News of clubs, for those whom they concern, written after the commit of what happened
(services.locking says why)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from games.community.clubs import selectors
from games.community.clubs.models import Club
from games.notices.models import Kind, What
from games.notices.news_sources import NewsText, text
from games.notices.services import news

SENTENCES = {
    "asked": gettext_noop("{name} asks to join {club}"),
    "accepted": gettext_noop("You belong to {club} now"),
    "removed": gettext_noop("You no longer belong to {club}"),
    "inherited": gettext_noop("{club} is yours to lead now"),
}
LEADERS_OWN = ("asked", "inherited")
ELSEWHERE = ("asked", "accepted", "inherited")
"""The kinds that go out by mail, push and webhook too."""
PAGES = {"asked": "club_members", "accepted": "club", "inherited": "club_settings"}


def say(facts: Mapping[str, Any], by: User | None) -> NewsText:
    """Return an item of news in the reader's language."""
    kind, club = str(facts["says"]), str(facts["club"])
    name = by.name if by else _("Somebody")
    url = reverse(PAGES[kind], args=[facts["slug"]]) if kind in PAGES else ""
    return text(_(SENTENCES[kind]), face=club, url=url, name=name, club=club)


def holds(facts: Mapping[str, Any], user: User) -> bool:
    """Return whether it still holds, and this user may know it."""
    club = Club.objects.filter(pk=facts["number"], closed_at=None, slug=facts["slug"]).first()
    role = selectors.role(club, user) if club is not None else None
    return selectors.leads(role) if facts["says"] in LEADERS_OWN else role is not None


def lines(facts: Mapping[str, Any], user: User) -> tuple[str, ...]:
    """Return no lines below."""
    return ()


def table(facts: Mapping[str, Any], user: User) -> None:
    """Return no table: no news of a club leads to one."""


def _facts(kind: str, club: Club) -> dict[str, Any]:
    return {"says": kind, "number": club.pk, "club": club.title, "slug": club.slug}


def _tell(users: Collection[int], kind: str, club: Club, by: int | None, now: datetime) -> None:
    facts = _facts(kind, club)
    about: dict[str, str] = {}
    if kind in ELSEWHERE:  # of one person at most once a day
        about = {"kind": Kind.CLUB, "subject": f"club-{club.pk}-{kind}-{by or 0}-{now:%Y%m%d}"}
    transaction.on_commit(
        lambda: news.add(users=users, what=What.CLUB, facts=facts, by=by, now=now, **about),
        robust=True,
    )


def asked(club: Club, by: User, users: Collection[int], now: datetime) -> None:
    """Tell the leaders of a club that somebody asks to join."""
    _tell(users, "asked", club, by.pk, now)


def answered(club: Club, user_id: int) -> None:
    """Withdraw the news of a request from the leaders of a club: it has been answered."""
    facts = {"says": "asked", "number": club.pk}
    transaction.on_commit(lambda: news.lapse(what=What.CLUB, facts=facts, by=user_id), robust=True)


def read(club: Club, user_id: int | None, now: datetime, **facts: str) -> None:
    """Mark a user's news of a club as read: a page of it is open."""
    news.mark_facts_read(
        user_id=user_id, what=What.CLUB, facts={"number": club.pk, **facts}, now=now
    )


def accepted(club: Club, user: User, by: User, now: datetime) -> None:
    """Tell a user that a club has let them in."""
    _tell([user.pk], "accepted", club, by.pk, now)


def removed(club: Club, user: User, by: User, now: datetime) -> None:
    """Tell a user that they no longer belong to a club."""
    _tell([user.pk], "removed", club, None, now)


def inherited(club: Club, user_id: int, now: datetime) -> None:
    """Tell a user that they own a club now."""
    _tell([user_id], "inherited", club, None, now)
