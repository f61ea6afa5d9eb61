"""Own data of a person in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.notices.models import News, Notice


def _notices(user_id: int) -> Iterator[Row]:
    facts = ("table_id", "kind", "where", "place", "state", "made_at", "due_at", "sent_at", "tries")
    found = Notice.objects.filter(user=user_id).order_by("pk")
    yield from found.values(*facts, "error", "by__username").iterator()


def _news(user_id: int) -> Iterator[Row]:
    found = News.objects.filter(user=user_id).order_by("pk")
    yield from found.values("table_id", "what", "by__username", "at", "read_at").iterator()


SOURCES = (
    Source(
        "notices",
        _("What you were told by mail, push and webhook, as far as it is kept."),
        _notices,
        ("notices.Notice.user",),
    ),
    Source("news", _("Your news, as far as it is kept."), _news, ("notices.News.user",)),
)
LEFT_OUT = {
    "notices.Notice.by": "what others were told",
    "notices.News.by": "news of others",
}
