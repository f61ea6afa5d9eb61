"""Template values of every page about the site and its reader."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

SECTIONS = {
    "": "play",
    "t": "play",
    "tables": "play",
    "games": "games",
    "rules": "rules",
    "watch": "watch",
    "players": "players",
    "leaderboard": "players",
    "@": "players",
}


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the site's name, and the section of the menu that the page belongs to."""
    first = request.path_info.strip("/").partition("/")[0]
    return {"site_name": settings.SITE_NAME, "section": SECTIONS.get(first, "")}
