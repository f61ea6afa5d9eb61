"""Notices about no table: each says an item of news, in the words of the app that brought it."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.utils import timezone

from games.notices import due, mail_links, told
from games.notices.models import News, Notice, What
from games.notices.table_rows import Row


def items_of(notices: Iterable[Notice]) -> dict[str, News]:
    """Return the items of notices of one user, by subject. One query."""
    ours = [notice for notice in notices if notice.subject]
    users, subjects = {notice.user_id for notice in ours}, {notice.subject for notice in ours}
    rows = News.objects.filter(user__in=users, subject__in=subjects, what__in=told.known())
    return {item.subject: item for item in rows.select_related("by").order_by("pk")}


def _item(notice: Notice) -> News | None:
    return items_of([notice]).get(notice.subject)


def holds(notice: Notice) -> bool:
    """Return whether it is so still, and its user may know it."""
    item = _item(notice)
    return item is not None and told.teller(item.what).holds(item.facts, notice.user)


def table_of(notice: Notice) -> str | None:
    """Return the table that a notice leads to by way of its event, if there is one."""
    item = _item(notice)
    return told.teller(item.what).table(item.facts, notice.user) if item else None


def tag(notice: Notice) -> str:
    """Return the tag under which a device shows it: one for each event or club."""
    return "-".join(notice.subject.split("-")[:2])


def row(notice: Notice) -> tuple[Row, str]:
    """Return the row of a notice, and its title, in the time zone of its reader."""
    item = _item(notice)
    assert item is not None  # timing has just looked
    said = told.say(item.what, item.facts, item.by)
    with timezone.override(due.zone_of(notice.user)):
        lines = told.teller(item.what).lines(item.facts, notice.user)
    link = f"{settings.BASE_URL}{said.url}" if said.url else mail_links.absolute("news")
    goes_to = "event" if item.what == What.EVENT else "club"
    return Row(said.face, "", "", link, lines=lines, goes_to=goes_to), said.title
