"""Template context of every page."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import HttpRequest

from accounts import admission, mail_connection
from games.lobby import discovery
from games.site import announcements

SECTIONS = {
    "": "play",
    "t": "play",
    "tables": "play",
    "find": "play",
    "duplicate": "play",
    "daily": "daily",
    "games": "learn",
    "rules": "learn",
    "learn": "learn",
    "watch": "community",
    "players": "community",
    "clubs": "community",
    "events": "community",
    "leaderboard": "community",
    "@": "community",
}


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the facts of the site, the current section of the menu, and the link preview."""
    first, _slash, rest = request.path_info.strip("/").partition("/")
    section = "community" if rest == "archive" else SECTIONS.get(first, "")
    return {
        "site_name": settings.SITE_NAME,
        "site_version": settings.VERSION,
        "source_url": settings.SOURCE_URL,
        "section": section,
        "here_url": settings.BASE_URL + quote(request.path),
        "sends_mail": mail_connection.has_server(),
        "mail_folder": mail_connection.folder(request),
        "site_words": discovery.words,
        "site_picture": discovery.site_picture,
        # lazy, and cached by the process
        "announcement": announcements.shown,
        "guests_may": admission.guests_may,
    }
