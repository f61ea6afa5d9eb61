"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.notices.models import News, Notice

SOURCES = (
    of_rows(
        "notices",
        _("What you were told by mail, push and webhook, as far as it is kept."),
        Notice,
        "table_id kind where place state made_at due_at sent_at tries error by__username",
    ),
    of_rows(
        "news", _("Your news, as far as it is kept."), News, "table_id what by__username at read_at"
    ),
)
LEFT_OUT = {
    "notices.Notice.by": "what others were told",
    "notices.News.by": "news of others",
}
