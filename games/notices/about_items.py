"""Notices about no table: each is about an item of news, in the words of its app."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.utils import timezone

from games.notices import due, mail_links, news_sources
from games.notices.models import News, Notice, What
from games.notices.table_rows import Row


def items_of(notices: Iterable[Notice]) -> dict[str, News]:
    """Return subject → item of one user's notices. One query."""
    ours = [notice for notice in notices if notice.subject]
    users, subjects = {notice.user_id for notice in ours}, {notice.subject for notice in ours}
    rows = News.objects.filter(user__in=users, subject__in=subjects, what__in=news_sources.known())
    return {item.subject: item for item in rows.select_related("by").order_by("pk")}


def _item(notice: Notice) -> News | None:
    return items_of([notice]).get(notice.subject)


def holds(notice: Notice) -> bool:
    """Return whether a notice still holds, and its user may know it."""
    item = _item(notice)
    return item is not None and news_sources.source(item.what).holds(item.facts, notice.user)


def table_of(notice: Notice) -> str | None:
    """Return the table of a notice's event, or None."""
    item = _item(notice)
    return news_sources.source(item.what).table(item.facts, notice.user) if item else None


def tag(notice: Notice) -> str:
    """Return the tag of a notice on a device: one for each event or club."""
    return "-".join(notice.subject.split("-")[:2])


def row(notice: Notice) -> tuple[Row, str]:
    """Return the row of a notice and its title, in the user's time zone."""
    item = _item(notice)
    assert item is not None  # timing has checked it
    text = news_sources.words(item.what, item.facts, item.by)
    with timezone.override(due.zone_of(notice.user)):
        lines = news_sources.source(item.what).lines(item.facts, notice.user)
    link = f"{settings.BASE_URL}{text.url}" if text.url else mail_links.absolute("news")
    goes_to = "event" if item.what == What.EVENT else "club"
    return Row(text.face, "", "", link, lines=lines, goes_to=goes_to), text.title
